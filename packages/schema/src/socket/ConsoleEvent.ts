/** Output of a player's console: the channel `user:<user>/console`. */
import * as Schema from "effect/Schema"
import * as ConsoleText from "./ConsoleText.ts"
import { nullish } from "../values/Nullish.ts"
import { UserId } from "../values/UserId.ts"

/**
 * Lines that a script logged, and the results of commands that ran before it, one text per command.
 *
 * **Gotchas**
 *
 * The texts are as servers write them for a web page: `lines` decodes them.
 */
export class ConsoleMessages extends Schema.Opaque<ConsoleMessages>()(
  Schema.Struct({ log: Schema.Array(Schema.String), results: Schema.Array(Schema.String) }).annotate({
    identifier: "ConsoleMessages"
  })
) {}

const origin = { shard: nullish(Schema.String), userId: nullish(UserId) }

/**
 * What one run of a script, that is one tick, put onto the console; both lists are empty when that was nothing.
 *
 * **Source** recorded from a server 4.3.0; `shard` and `userId` reported for official servers.
 */
export class ConsoleOutput extends Schema.Opaque<ConsoleOutput>()(
  Schema.Struct({ messages: ConsoleMessages, ...origin }).annotate({ identifier: "ConsoleOutput" })
) {}

/**
 * What a script or a command failed with, with the places in the code; comes after the output of the same run. A
 * script that was stopped for taking too long sends this alone.
 *
 * **Source** recorded from a server 4.3.0; `shard` and `userId` reported for official servers.
 */
export class ConsoleError extends Schema.Opaque<ConsoleError>()(
  Schema.Struct({ error: Schema.String, ...origin }).annotate({ identifier: "ConsoleError" })
) {}

/**
 * Output of the console, or an error; never both in one.
 *
 * **Gotchas**
 *
 * A command that throws what is no `Error` produces no event. Answers of commands come in the order of the commands,
 * by nothing else can they be assigned.
 */
export const ConsoleEvent: Schema.Codec<ConsoleEvent, unknown> = Schema.Union([
  ConsoleOutput,
  ConsoleError
]).annotate({
  identifier: "ConsoleEvent"
})

/** Output of the console, or an error; never both in one. */
export type ConsoleEvent = ConsoleOutput | ConsoleError

/**
 * A text of the console and where it comes from: logged by a script, the result of a command, or an error.
 */
export interface ConsoleLine {
  readonly kind: "log" | "result" | "error"
  readonly text: string
}

/**
 * The texts of an event as they were meant, log first.
 *
 * **Gotchas**
 *
 * They hold whatever the script wrote, line feeds and control characters, too: see `ConsoleText.printable`.
 */
export const lines = (event: ConsoleEvent): ReadonlyArray<ConsoleLine> =>
  "error" in event
    ? [{ kind: "error", text: ConsoleText.decodeError(event.error) }]
    : [
        ...event.messages.log.map((text) => ({ kind: "log", text: ConsoleText.decodeLog(text) }) as const),
        ...event.messages.results.map((text) => ({ kind: "result", text }) as const)
      ]
