/** The errors of console lines. */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"

/** The expression threw an exception, or is not valid JavaScript. */
export class Threw extends Data.TaggedError("Threw")<{
  /** The thrown value as text: an error's name and message, other values as `String` writes them. */
  readonly text: string
  /** The stack trace, for errors that have one. */
  readonly trace: string | undefined
}> {
  override get message() {
    return this.text === "" ? "the expression threw a value without text" : this.text
  }
}

/**
 * The server accepted the line, but its result did not arrive in time.
 *
 * **Details**
 *
 * The line may have run, or may still run. Scripts do not run without a spawn or CPU; when a script or an earlier line
 * of the same tick fails, later lines of the tick do not run.
 */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{
  /** How long the program waited after the server had accepted the line. */
  readonly after: Duration.Duration
  /** Whether the connection was lost in that time: the result may have been missed. */
  readonly wasLost: boolean
  /** The last error on the console in that time, which may be why the line did not run. */
  readonly error: string | undefined
}> {
  override get message() {
    const lost = this.wasLost ? "; the connection was lost meanwhile" : ""
    const failed = this.error === undefined ? "" : `; the last error on the console: ${this.error}`
    return `no result within ${Duration.format(this.after)}${lost}${failed}`
  }
}

/** The line was run, but its result does not match the schema. */
export class Mismatch extends Data.TaggedError("Mismatch")<{
  /** What was expected and where; never the value itself. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}
