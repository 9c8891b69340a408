/** The console, line by line. */
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as AnswerLine from "./answerLine.ts"

/** A text of the console: what a script logged, the result of a line, or an error. */
export interface Line extends ConsoleEvent.ConsoleLine {
  /** The shard that it comes from; `undefined` on servers without shards. */
  readonly shard: string | undefined
}

/** What `run` put before a result is its own business: lines are shown as if the expression had stood there alone. */
const unmarked = (line: ConsoleEvent.ConsoleLine): ConsoleEvent.ConsoleLine => {
  const answer = line.kind === "result" ? AnswerLine.read(line.text) : undefined
  return answer === undefined ? line : { kind: answer.isThrown ? "error" : "result", text: answer.text }
}

/** As servers write them. */
const rawLines = (event: ConsoleEvent.ConsoleEvent): ReadonlyArray<ConsoleEvent.ConsoleLine> =>
  "error" in event
    ? [{ kind: "error", text: event.error }]
    : [
        ...event.messages.log.map((text) => ({ kind: "log", text }) as const),
        ...event.messages.results.map((text) => ({ kind: "result", text }) as const)
      ]

/** The lines of an event. @internal */
export const fromEvent = (event: ConsoleEvent.ConsoleEvent, isRaw: boolean): ReadonlyArray<Line> => {
  const lines = isRaw
    ? rawLines(event)
    : ConsoleEvent.lines(event)
        .map(unmarked)
        .map(({ kind, text }) => ({ kind, text: ConsoleText.printable(text) }))
  return lines.map((line) => ({ ...line, shard: event.shard ?? undefined }))
}
