/** Output of a player's console: the channel `user:<user>/console`. */
import * as Schema from "effect/Schema"
import * as ConsoleText from "./ConsoleText.ts"
import { expected, nullish, record } from "../values/Record.ts"
import { UserId } from "../values/UserId.ts"

/**
 * Lines that a script logged, and results of console commands.
 *
 * **Gotchas**
 *
 * Servers write the texts for a web page: `lines` decodes them.
 */
export class ConsoleMessages extends record<ConsoleMessages>("ConsoleMessages")({
  /** Lines that the script logged; `lines` decodes them. */
  log: expected(Schema.Array(Schema.String)),
  /** Results of the commands that ran before the script, one text per command; `lines` decodes them. */
  results: expected(Schema.Array(Schema.String))
}) {}

const origin = {
  /** Name of the shard on which the script ran; official servers only. */
  shard: nullish(Schema.String),
  /** Identifier of the script's user; official servers only. */
  userId: nullish(UserId)
} as const

/**
 * Console output of a script in one tick; both lists are empty without output.
 *
 * **Source** recorded from a server 4.3.0; `shard` and `userId` reported for official servers.
 */
export class ConsoleOutput extends record<ConsoleOutput>("ConsoleOutput")({
  /** Logged lines and results of commands. */
  messages: ConsoleMessages,
  ...origin
}) {}

/**
 * The error of a script or a command, which follows the output of the same tick. A script that was stopped because it
 * took too long causes only this event.
 *
 * **Source** recorded from a server 4.3.0; `shard` and `userId` reported for official servers.
 */
export class ConsoleError extends record<ConsoleError>("ConsoleError")({
  /** Text of the error with its stack trace; `lines` decodes it. */
  error: Schema.String,
  ...origin
}) {}

/**
 * Console output or an error; an event never contains both.
 *
 * **Gotchas**
 *
 * A command that throws a value other than an `Error` causes no event. Results arrive in the order of the commands and
 * have nothing else that relates them to a command.
 */
export const ConsoleEvent: Schema.Codec<ConsoleEvent, unknown> = Schema.Union([
  ConsoleOutput,
  ConsoleError
]).annotate({ identifier: "ConsoleEvent" })

/** Console output or an error; an event never contains both. */
export type ConsoleEvent = ConsoleOutput | ConsoleError

/** A text of the console. */
export interface ConsoleLine {
  /** Origin of the text: logged by a script, the result of a command, or an error. */
  readonly kind: "log" | "result" | "error"
  /** Decoded text, which may contain any characters. */
  readonly text: string
}

/**
 * Returns the decoded texts of an event, the log before the results.
 *
 * **Gotchas**
 *
 * The texts contain whatever the script wrote, including line feeds and control characters: see
 * `ConsoleText.printable`.
 */
export const lines = (event: ConsoleEvent): ReadonlyArray<ConsoleLine> =>
  "error" in event
    ? [{ kind: "error", text: ConsoleText.decodeError(event.error) }]
    : [
        ...(event.messages.log ?? []).map(
          (text) => ({ kind: "log", text: ConsoleText.decodeLog(text) }) as const
        ),
        ...(event.messages.results ?? []).map(
          (text) => ({ kind: "result", text: ConsoleText.decodeResult(text) }) as const
        )
      ]
