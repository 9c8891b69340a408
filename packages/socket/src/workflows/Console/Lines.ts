/** Converts console events into lines. */
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as AnswerLine from "./answerLine.ts"

/** A line of the console: log output, the result of a command, or an error. */
export interface Line extends ConsoleEvent.ConsoleLine {
  /** The shard of the line; `undefined` on servers without shards. */
  readonly shard: string | undefined
}

/** Removes the marker of `run` from a result, as if the expression had been run alone. */
const unmarked = (line: ConsoleEvent.ConsoleLine): ConsoleEvent.ConsoleLine => {
  const answer = line.kind === "result" ? AnswerLine.read(line.text) : undefined
  return answer === undefined ? line : { kind: answer.isThrown ? "error" : "result", text: answer.text }
}

/** Returns the lines as servers send them. */
const rawLines = (event: ConsoleEvent.ConsoleEvent): ReadonlyArray<ConsoleEvent.ConsoleLine> =>
  "error" in event
    ? [{ kind: "error", text: event.error }]
    : [
        ...(event.messages.log ?? []).map((text) => ({ kind: "log", text }) as const),
        ...(event.messages.results ?? []).map((text) => ({ kind: "result", text }) as const)
      ]

/** Returns the lines of an event. @internal */
export const fromEvent = (event: ConsoleEvent.ConsoleEvent, isRaw: boolean): ReadonlyArray<Line> => {
  const lines = isRaw
    ? rawLines(event)
    : ConsoleEvent.lines(event)
        .map(unmarked)
        .map(({ kind, text }) => ({ kind, text: ConsoleText.printable(text) }))
  const { shard } = event
  const name = shard === undefined || shard === null || isRaw ? shard : ConsoleText.printable(shard)
  return lines.map((line) => ({ ...line, shard: name ?? undefined }))
}
