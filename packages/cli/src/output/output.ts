/** Prints the output of commands: tables and colours for people, one JSON value per line for programs. */
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Context from "effect/Context"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as Terminal from "effect/Terminal"
import { Json } from "../config/settings.ts"
import type { Refused } from "../runner/failure.ts"
import * as Print from "./print.ts"
import {
  cut,
  format,
  join,
  oneLine,
  padEnd,
  plain,
  type PlainText,
  spaces,
  type Style,
  styled,
  toIndentedJson,
  toJson
} from "./text.ts"

/** Colours a text if the terminal supports colours. */
export type Paint = (style: Style | ReadonlyArray<Style>, text: PlainText) => PlainText

/** The output of a command. */
export class Output extends Context.Service<
  Output,
  {
    /** Whether to print JSON for programs: `--json`. */
    readonly isJson: boolean
    /** Whether standard output is a terminal, so that lines may be redrawn and cut. */
    readonly isTerminal: boolean
    /** Columns of the terminal; `Infinity` without a terminal. */
    readonly columns: number
    readonly paint: Paint
    /** Prints one line, or several, to standard output. */
    readonly line: (text: PlainText) => Effect.Effect<void>
    /** Prints a text byte for byte; at a terminal as a line, without control characters. */
    readonly verbatim: (text: string) => Effect.Effect<void, Refused>
    /** Prints a note to standard error, only at a terminal. */
    readonly note: (text: PlainText) => Effect.Effect<void>
  }
>()("@screeps-effect/cli/Output") {}

/** Returns the width of the terminal; infinite if standard output is not a terminal. */
export const width = Effect.gen(function* () {
  const columns = yield* (yield* Terminal.Terminal).columns
  return (yield* (yield* Stdio.Stdio).stdoutIsTerminal) && columns > 0 ? columns : Infinity
})

/** Provides the output of a command. */
export const layer = Layer.effect(
  Output,
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    const isTerminal = yield* stdio.stdoutIsTerminal
    const forPeople = yield* stdio.stderrIsTerminal
    const isJson = yield* Json
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    const columns = yield* width
    const paint: Paint = (style, text) => (canColor && !isJson ? styled(style, text) : text)
    return Output.of({
      isJson,
      isTerminal,
      columns,
      paint,
      line: Print.toOutput,
      verbatim: (text) =>
        isTerminal
          ? Print.toOutput(plain(text.replace(/\n$/, "")))
          : Effect.provideService(Print.exactly(text), Stdio.Stdio, stdio),
      note: (text) => (isTerminal && forPeople && !isJson ? Print.toErrors(paint("dim", text)) : Effect.void)
    })
  })
)

/** Prints a value: as JSON for programs, as rendered text for people. */
export const value = <A>(one: A, render: (one: A, paint: Paint) => PlainText) =>
  Effect.flatMap(Output, (output) => output.line(output.isJson ? toJson(one) : render(one, output.paint)))

/** Prints a warning to standard error: as JSON for programs. */
export const warning = (text: string) =>
  Effect.flatMap(Output, ({ isJson, paint }) =>
    Print.toErrors(isJson ? toJson({ warning: text }) : paint("yellow", format`Warning: ${oneLine(text)}`))
  )

/** Time between two lines about long work. */
const progressEvery = Duration.seconds(30)

/** Runs work that may take minutes, and prints to standard error, also into pipes, that it begins and goes on. */
export const during = <A, E, R>(text: PlainText, work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Output, ({ isJson, paint }) => {
    if (isJson) return work
    const report = Effect.gen(function* () {
      const startedAt = yield* Millis.monotonic
      yield* Print.toErrors(paint("dim", format`${text}…`))
      while (true) {
        yield* Effect.sleep(progressEvery)
        const elapsed = Duration.seconds(Math.round(((yield* Millis.monotonic) - startedAt) / 1000))
        yield* Print.toErrors(paint("dim", format`${text}: ${plain(Duration.format(elapsed))} so far…`))
      }
    })
    return Effect.raceFirst(report, work)
  })

/**
 * Returns a function that prints how far long work is into a pipe, to standard error, at most every half a minute. Terminals
 * have a line that is redrawn, and programs their own output.
 */
export const makeReport = Effect.gen(function* () {
  const { isJson, isTerminal } = yield* Output
  let next = (yield* Millis.monotonic) + Duration.toMillis(progressEvery)
  return (text: () => PlainText): Effect.Effect<void> =>
    isJson || isTerminal
      ? Effect.void
      : Effect.flatMap(Millis.monotonic, (now) => {
          if (now < next) return Effect.void
          next = now + Duration.toMillis(progressEvery)
          return Print.toErrors(text())
        })
})

/** Prints data: as one line of JSON for programs, indented and coloured for people. */
export const data = (one: unknown) => value(one, toIndentedJson)

/** Prints a text byte for byte; at a terminal as a line, without control characters. */
export const verbatim = (text: string) => Effect.flatMap(Output, (output) => output.verbatim(text))

/** One column of a table. */
export interface Column<A> {
  readonly head: string
  readonly of: (row: A) => string | number | boolean | null | undefined
  readonly align?: "right" | undefined
  readonly paint?: ((row: A) => Style | undefined) | undefined
}

/** The widest cell of a column other than the last one. */
const widest = 80

/** Drops what cannot fit into a width, before anything looks at the text. */
const bounded = (text: string, width: number): string => {
  const most = 16 * width
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** Formats rows as the lines of a table; at a terminal the last column is cut at the edge. */
export const tableLines = <A>(
  rows: ReadonlyArray<A>,
  columns: ReadonlyArray<Column<A>>,
  { columns: edge, paint }: Pick<Output["Service"], "columns" | "paint">
): ReadonlyArray<PlainText> => {
  const last = columns.length - 1
  const lines = [
    { style: (): Style => "bold", texts: columns.map(({ head }) => oneLine(head)) },
    ...rows.map((row) => ({
      style: (i: number) => columns[i]?.paint?.(row),
      texts: columns.map(({ of }, i) => {
        const text = String(of(row) ?? "")
        return i === last ? oneLine(bounded(text, edge)) : cut(oneLine(bounded(text, widest)), widest)
      })
    }))
  ]
  const widths = columns
    .slice(0, last)
    .map((_, i) =>
      lines.reduce((most, { texts }) => Math.max(most, CliOutput.displayWidth(texts[i] ?? "")), 0)
    )
  const left = edge - widths.reduce((sum, width) => sum + width + 2, 0)
  const cells = lines.map(({ style, texts }) => ({
    style,
    texts: texts.map((text, i) => (i === last ? cut(text, Math.max(left, 8)) : text))
  }))
  const lastWidth = cells.reduce(
    (most, { texts }) => Math.max(most, CliOutput.displayWidth(texts[last] ?? "")),
    0
  )
  return cells.map(({ style, texts }) => {
    // Nothing is added after the last text of a line.
    const end = texts.findLastIndex((text) => text.trim() !== "")
    return join(
      texts.slice(0, end + 1).map((text, i) => {
        const chosen = style(i)
        const shown = chosen === undefined ? text : paint(chosen, text)
        const gap = spaces((widths[i] ?? lastWidth) - CliOutput.displayWidth(text))
        if (columns[i]?.align === "right") return format`${gap}${shown}`
        return i === end ? shown : format`${shown}${gap}`
      }),
      "  "
    )
  })
}

/** Formats rows as a table. */
export const table = <A>(...given: Parameters<typeof tableLines<A>>): PlainText =>
  join(tableLines(...given), "\n")

/** Prints rows: as one JSON value per line for programs, as a table for people. */
export const rows = <A>(list: ReadonlyArray<A>, columns: ReadonlyArray<Column<A>>, none = plain("nothing")) =>
  Effect.flatMap(Output, (output) => {
    if (output.isJson) return Effect.forEach(list, (row) => output.line(toJson(row)), { discard: true })
    return list.length === 0 ? output.note(none) : output.line(table(list, columns, output))
  })

/** Prints names and values, one pair per line, without absent values. */
export const fields = (one: Readonly<Record<string, string | number | boolean | null | undefined>>) =>
  value(one, (it, paint) => {
    const entries = Object.entries(it).flatMap(([name, inner]) =>
      inner === undefined || inner === null ? [] : [[name, String(inner)] as const]
    )
    const width = Math.max(0, ...entries.map(([name]) => name.length))
    return join(
      entries.map(([name, text]) => format`${paint("bold", padEnd(plain(name), width))}  ${oneLine(text)}`),
      "\n"
    )
  })
