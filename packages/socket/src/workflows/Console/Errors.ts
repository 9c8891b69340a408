/** The errors of console lines. */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"

/** The expression threw an exception, or is not valid JavaScript. */
export class Threw extends withoutStackTrace(Data.TaggedError("Threw"))<{
  /** The thrown value as text: an error's name and message, other values as `String` writes them. */
  readonly text: string
  /** The stack trace, for errors that have one. */
  readonly trace: string | undefined
}> {
  override get message() {
    return this.text === "" ? "the expression threw a value without text" : this.text
  }
}

/** Returns where the stack trace of an error's text begins, at the line break before it. @internal */
export const traceAt = (text: string): number | undefined => {
  const at = text.search(/\n {4}at /)
  return at < 0 ? undefined : at
}

/**
 * The line was sent, but its result did not arrive.
 *
 * **Details**
 *
 * The line may have run, or may still run, unless the script failed; it is never sent again. Scripts do not run without a
 * spawn or CPU.
 */
export class NoAnswer extends withoutStackTrace(Data.TaggedError("NoAnswer"))<{
  /** How long the program waited after it began to send the line. */
  readonly after: Duration.Duration
  /** Whether the server accepted the line. If not, it did not respond in time: it may or may not have the line. */
  readonly wasAccepted: boolean
  /**
   * Why there is no result. `script failed`: the script or an earlier line failed in the tick of the line, which did not
   * run and will not, or the line itself was stopped at the CPU limit; `disconnected`: the connection was lost, and the
   * result may have been missed; `timeout`: it did not arrive in time.
   */
  readonly why: "script failed" | "disconnected" | "timeout"
  /** The last error on the console in that time, at most 2000 characters: it may be why the line did not run. */
  readonly error: string | undefined
}> {
  override get message() {
    const after = Duration.format(this.after)
    const what =
      this.why === "disconnected"
        ? `the connection was lost after ${after}, before the result arrived: the line may have run`
        : this.why === "script failed"
          ? "no result: the script failed in the tick of the line"
          : this.wasAccepted
            ? `no result within ${after}`
            : `the server did not respond to the line within ${after}: it may have run`
    const { error } = this
    return error === undefined
      ? what
      : `${what}; the last error on the console: ${error.slice(0, traceAt(error)).trimEnd()}`
  }
}

/** The line was run, but its result does not match the schema. */
export class Mismatch extends withoutStackTrace(Data.TaggedError("Mismatch"))<{
  /** What was expected and where, at most 200 characters; never the value itself. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}
