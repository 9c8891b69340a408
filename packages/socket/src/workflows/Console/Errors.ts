/** What can become of a console line. */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"

/** The expression threw; errors of syntax included. */
export class Threw extends Data.TaggedError("Threw")<{
  /** What was thrown, as text: an error's name and message, other values as `String` writes them. */
  readonly text: string
  /** The places in the code, for errors that have them. */
  readonly trace: string | undefined
}> {
  override get message() {
    return this.text === "" ? "what was thrown has no text" : this.text
  }
}

/**
 * The server accepted the line, and its result did not arrive in time.
 *
 * **Details**
 *
 * It may still run, or have run. Scripts run in no tick without a spawn or CPU; when a script fails, or an earlier line of
 * the same tick does, the lines after it are left out.
 */
export class NoAnswer extends Data.TaggedError("NoAnswer")<{
  /** How long was waited since the line was accepted. */
  readonly after: Duration.Duration
  /** Whether the connection was lost meanwhile: then the result may have been missed. */
  readonly wasLost: boolean
  /** The last error on the console meanwhile, which may be why the line did not run. */
  readonly error: string | undefined
}> {
  override get message() {
    const why = this.wasLost ? "; the connection was lost meanwhile" : ""
    const failed = this.error === undefined ? "" : `; the last error on the console: ${this.error}`
    return `no answer within ${Duration.format(this.after)}${why}${failed}`
  }
}

/** The line was run, and its result does not fit the schema. */
export class Mismatch extends Data.TaggedError("Mismatch")<{
  /** What was expected and where; never the value itself. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}
