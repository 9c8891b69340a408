/** A console: what is typed runs in the game, and the script's output is shown. */
import * as Auth from "@screeps-effect/api/Auth"
import { Server } from "@screeps-effect/api/Server"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as Console from "@screeps-effect/socket/workflows/Console"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { Refused } from "../../runner/failure.ts"
import { Output, toJson } from "../../output/output.ts"
import * as Settings from "../../config/settings.ts"
import * as Prompt from "./prompt.ts"

/** One thing to show: console output, or the result of a line. */
interface Entry {
  readonly kind: "log" | "result" | "error" | "unanswered"
  readonly text: string
  readonly shard?: string | undefined
  readonly expression?: string | undefined
}

const styles = { log: "reset", result: "green", error: "red", unanswered: "yellow" } as const

/** Without the places of what was typed, and of what runs it; those of the script say where it failed. */
const withoutOwnPlaces = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !/^\s+at .*(?:\beval\b|_console|<anonymous>|<runtime>)/.test(line))
    .join("\n")
    .trimEnd()

const render = ({ isJson, paint }: Output["Service"], entry: Entry): string => {
  if (isJson) return toJson(entry)
  const { kind, shard, text } = entry
  const place = shard === undefined ? "" : `${paint("dim", shard)} `
  if (kind === "log") return `${place}${text}`
  const said = kind === "result" ? `= ${text}` : withoutOwnPlaces(text)
  return `${place}${paint(styles[kind], said)}`
}

/** The shard that was asked for; output of others is left out then. */
const chosenShard = Effect.map(Settings.Shard, Option.getOrUndefined)

/** Output of the account's scripts: results belong to the lines that were sent, unless none are sent here. */
const outputOf = (shard: string | undefined) =>
  ScreepsSocket.subscribe(Channels.console()).pipe(
    Stream.filter((event) => shard === undefined || (event.shard ?? shard) === shard),
    Stream.flatMap((event) =>
      Stream.fromIterable(
        ConsoleEvent.lines(event)
          .filter(({ kind }) => kind !== "result")
          .map(({ kind, text }): Entry => ({
            kind,
            text: ConsoleText.printable(text),
            shard: event.shard ?? undefined
          }))
      )
    )
  )

/** Runs one line, and gives what became of it. */
const answer = (expression: string, within: Duration.Input) =>
  Console.run(expression, { within }).pipe(
    Effect.map((text): Entry => ({ kind: "result", text: ConsoleText.printable(text), expression })),
    Effect.catchTags({
      Threw: ({ message, trace }) => {
        const text = ConsoleText.printable(trace === undefined ? message : `${message}\n${trace}`)
        return Effect.succeed<Entry>({ kind: "error", text, expression })
      },
      NoAnswer: ({ message }) => Effect.succeed<Entry>({ kind: "unanswered", text: message, expression })
    })
  )

/** A line that a server would not take, or that did not reach it: the prompt continues. */
const unsent =
  (expression: string) =>
  ({ message }: Error) =>
    Effect.succeed<Entry>({ kind: "unanswered", text: ConsoleText.printable(message), expression })

/** Shows console output, and nothing else, until it ends. @internal */
export const follow = Effect.gen(function* () {
  const output = yield* Output
  const lines = Console.lines({ shard: yield* chosenShard })
  yield* Stream.runForEach(lines, (line) => output.line(render(output, line)))
})

/**
 * Runs lines as they are typed, or come from standard input, until these end.
 *
 * **Details**
 *
 * At a prompt a failure is shown and the prompt continues. When a program sends the lines, all are run, and it fails
 * at the end when one of them did.
 *
 * @internal
 */
export const session = (within: Duration.Input) =>
  Effect.gen(function* () {
    const output = yield* Output
    const { url } = yield* Server
    const { username } = yield* Auth.me()
    const { isInteractive, lines, show } = yield* Prompt.make
    const print = (entry: Entry) => show(render(output, entry))
    const watching = Stream.runForEach(outputOf(yield* chosenShard), print)
    if (isInteractive) yield* show(output.paint("dim", `${username} at ${url}: JavaScript, Ctrl-D to leave`))
    let failed = 0
    const send = (line: string) =>
      isInteractive ? Effect.catch(answer(line, within), unsent(line)) : answer(line, within)
    const reading = lines.pipe(
      Stream.filter((line) => line.trim() !== ""),
      Stream.mapEffect(send),
      Stream.runForEach((entry) => {
        if (entry.kind !== "result") failed += 1
        return print(entry)
      })
    )
    yield* Effect.raceFirst(watching, reading)
    if (failed > 0 && !isInteractive) {
      return yield* new Refused({ message: `${failed} ${failed === 1 ? "line" : "lines"} failed` })
    }
  }).pipe(Effect.scoped)
