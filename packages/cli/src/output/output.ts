/** Prints the output of commands: tables and colours for people, one JSON value per line for programs. */
import { stripVTControlCharacters, styleText } from "node:util"
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as Terminal from "effect/Terminal"
import { Json } from "../config/settings.ts"

type Format = Extract<Parameters<typeof styleText>[0], string>

/** Formats a text if the terminal supports colours. @internal */
export type Paint = (format: Format | ReadonlyArray<Format>, text: string) => string

/** The output of a command. @internal */
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
    readonly line: (text: string) => Effect.Effect<void>
    /** Prints a note to standard error, only at a terminal. */
    readonly note: (text: string) => Effect.Effect<void>
  }
>()("@screeps-effect/cli/Output") {}

/** Provides the output of a command. @internal */
export const layer = Layer.effect(
  Output,
  Effect.gen(function* () {
    const stdio = yield* Stdio.Stdio
    const isTerminal = yield* stdio.stdoutIsTerminal
    const forPeople = yield* stdio.stderrIsTerminal
    const isJson = yield* Json
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    const columns = yield* (yield* Terminal.Terminal).columns
    const paint: Paint = (format, text) =>
      canColor && !isJson ? styleText([format].flat(), text, { validateStream: false }) : text
    return Output.of({
      isJson,
      isTerminal,
      columns: isTerminal && columns > 0 ? columns : Infinity,
      paint,
      line: (text) => Console.log(text),
      note: (text) => (isTerminal && forPeople && !isJson ? Console.error(paint("dim", text)) : Effect.void)
    })
  })
)

/**
 * Makes a text of a server safe to print at a terminal: removes escape sequences and shows control characters.
 *
 * @internal
 */
export const plain = (text: string): string =>
  stripVTControlCharacters(text).replaceAll(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`
  )

/** Encodes a value as one line of JSON; `Redacted` values stay redacted. @internal */
export const toJson = (value: unknown): string => JSON.stringify(value) ?? "null"

/** Prints a value: as JSON for programs, as rendered text for people. @internal */
export const value = <A>(one: A, render: (one: A, paint: Paint) => string) =>
  Effect.flatMap(Output, (output) => output.line(output.isJson ? toJson(one) : render(one, output.paint)))

const painted = (json: string, paint: Paint): string =>
  json.replaceAll(
    /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
    (token, text?: string, colon?: string, word?: string) => {
      if (text !== undefined)
        return colon === undefined ? paint("green", text) : `${paint("cyan", text)}${colon}`
      return paint(word === undefined ? "yellow" : "magenta", token)
    }
  )

/** Formats JSON for people; it stays valid JSON, with control characters escaped. */
const indented = (one: unknown): string =>
  (JSON.stringify(one, null, 2) ?? "null").replaceAll(
    /[\u007f-\u009f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`
  )

/** Prints data: as one line of JSON for programs, indented and coloured for people. @internal */
export const data = (one: unknown) => value(one, (it, paint) => painted(indented(it), paint))

/** Prints a text unchanged; at a terminal without control characters. @internal */
export const verbatim = (text: string) =>
  Effect.flatMap(Output, ({ isTerminal, line }) => line(isTerminal ? plain(text) : text))

/** One column of a table. @internal */
export interface Column<A> {
  readonly head: string
  readonly of: (row: A) => string | number | boolean | null | undefined
  readonly align?: "right" | undefined
  readonly paint?: ((row: A) => Format | undefined) | undefined
}

const cut = (text: string, width: number): string => {
  if (CliOutput.displayWidth(text) <= width) return text
  let kept = ""
  for (const character of text) {
    if (CliOutput.displayWidth(kept + character) > width - 1) break
    kept += character
  }
  return `${kept}…`
}

/** Formats rows as a table; at a terminal the last column is cut at the edge. @internal */
export const table = <A>(
  rows: ReadonlyArray<A>,
  columns: ReadonlyArray<Column<A>>,
  { columns: edge, paint }: Output["Service"]
): string => {
  const cells = rows.map((row) => ({
    row,
    texts: columns.map(({ of }) => plain(String(of(row) ?? "")).replaceAll(/\s*\n\s*/g, " "))
  }))
  const widths = columns.map(({ head }, i) =>
    cells.reduce(
      (widest, { texts }) => Math.max(widest, CliOutput.displayWidth(texts[i] ?? "")),
      CliOutput.displayWidth(head)
    )
  )
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0)
  const place = (text: string, i: number) => {
    const isLast = i === columns.length - 1
    const shown = isLast ? cut(text, Math.max(edge - before, 8)) : text
    const gap = " ".repeat(Math.max((widths[i] ?? 0) - CliOutput.displayWidth(shown), 0))
    if (columns[i]?.align === "right") return { gap, shown, after: "" }
    return { gap: "", shown, after: isLast ? "" : gap }
  }
  const join = (texts: ReadonlyArray<string>, format: (i: number) => Format | undefined) =>
    texts
      .map((text, i) => {
        const { after, gap, shown } = place(text, i)
        const chosen = format(i)
        return `${gap}${chosen === undefined ? shown : paint(chosen, shown)}${after}`
      })
      .join("  ")
      .trimEnd()
  const heads = columns.map(({ head }) => head)
  return [
    join(heads, () => "bold"),
    ...cells.map(({ row, texts }) => join(texts, (i) => columns[i]?.paint?.(row)))
  ].join("\n")
}

/** Prints rows: as one JSON value per line for programs, as a table for people. @internal */
export const rows = <A>(list: ReadonlyArray<A>, columns: ReadonlyArray<Column<A>>, none = "nothing") =>
  Effect.flatMap(Output, (output) => {
    if (output.isJson) return Effect.forEach(list, (row) => output.line(toJson(row)), { discard: true })
    return list.length === 0 ? output.note(none) : output.line(table(list, columns, output))
  })

/** Prints names and values, one pair per line, without absent values. @internal */
export const fields = (one: Readonly<Record<string, string | number | boolean | null | undefined>>) =>
  value(one, (it, paint) => {
    const entries = Object.entries(it).flatMap(([name, inner]) =>
      inner === undefined || inner === null ? [] : [[name, String(inner)] as const]
    )
    const width = Math.max(0, ...entries.map(([name]) => name.length))
    return entries.map(([name, text]) => `${paint("bold", name.padEnd(width))}  ${plain(text)}`).join("\n")
  })
