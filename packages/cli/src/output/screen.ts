/** Draws on the terminal's alternate screen, in place. */
import { stdout } from "node:process"
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Terminal from "effect/Terminal"
import { format, type PlainText } from "./text.ts"

/** The size of the terminal; `Infinity` when unknown. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** A screen that is drawn in place. */
export interface Screen {
  /**
   * Replaces the lines on the screen. Lines are cut at the width; if there are too many, the last row says how many are
   * missing. `remains` is printed after the screen is closed.
   */
  readonly draw: (lines: ReadonlyArray<PlainText>, remains: PlainText) => Effect.Effect<void>
  /** Returns the current size. */
  readonly size: Effect.Effect<Size>
}

// Alternate screen, no cursor, no line wrapping.
const enter = "\x1b[?1049h\x1b[?25l\x1b[?7l"
const leave = "\x1b[?7h\x1b[?25h\x1b[?1049l"

/** Cuts a line at the width but keeps all colour codes, so that colours end as before. */
const clip = (line: PlainText, columns: number): string => {
  if (CliOutput.displayWidth(line) <= columns) return line
  let width = 0
  // oxlint-disable-next-line no-control-regex
  return line.replaceAll(/\u001b\[[\d;]*m|./gsu, (part) => {
    if (part.startsWith("\x1b")) return part
    width += CliOutput.displayWidth(part)
    return width <= columns ? part : ""
  })
}

/** Returns the text to write to show these lines. */
export const frame = (
  lines: ReadonlyArray<PlainText>,
  { columns, rows }: Size,
  otherwise: PlainText
): string => {
  const fitting = lines.length > rows ? Math.max(rows - 1, 0) : lines.length
  const missing = format`${lines.length - fitting} more rows: make the window taller${otherwise}`
  const all = fitting === lines.length ? lines : [...lines.slice(0, fitting), missing]
  // Clears each line first: after a line as wide as the screen, the cursor is still on its last letter.
  const shown = all.map((line) => `\x1b[K${clip(line, columns)}`)
  return `\x1b[?2026h\x1b[H${shown.join("\n")}${shown.length < rows ? "\n\x1b[J" : ""}\x1b[?2026l`
}

/**
 * Opens the terminal's alternate screen until the scope closes; `remains` is then printed to the normal screen.
 *
 * **Details**
 *
 * `otherwise` is an alternative for windows that are not tall enough, such as `, or use --changes`.
 */
export const make: (otherwise?: PlainText) => Effect.Effect<Screen, never, Terminal.Terminal | Scope.Scope> =
  Effect.fnUntraced(function* (otherwise = format``) {
    const terminal = yield* Terminal.Terminal
    const write = (text: string) => Effect.ignore(terminal.display(text))
    const known = (many: number) => (many > 0 ? many : Infinity)
    const size = Effect.map(Effect.all([terminal.columns, terminal.rows]), ([columns, rows]) => ({
      columns: known(columns),
      rows: known(rows)
    }))
    let last = ""
    yield* Effect.acquireRelease(write(enter), () =>
      Effect.suspend(() => write(`${leave}${last === "" ? "" : `${last}\n`}`))
    )
    return {
      size,
      draw: (lines, remains) =>
        Effect.flatMap(size, (fits) => {
          last = remains
          return write(frame(lines, fits, otherwise))
        })
    }
  })

/** Replaces the current line of the terminal, without a line break. */
export const replaceLine = (text: PlainText): Effect.Effect<void, never, Terminal.Terminal> =>
  Effect.flatMap(Terminal.Terminal, ({ display }) => Effect.ignore(display(`\r${text}\x1b[K`)))

/** Shows a text in the current line until anything else is printed, which replaces it. */
export const showUntilOutput = (text: PlainText): Effect.Effect<void, never, Terminal.Terminal> =>
  Effect.flatMap(Terminal.Terminal, ({ display }) => Effect.ignore(display(`${text}\x1b[K\r`)))

/** Ends the current line. */
export const endLine: Effect.Effect<void, never, Terminal.Terminal> = Effect.flatMap(
  Terminal.Terminal,
  ({ display }) => Effect.ignore(display("\n"))
)

/** Returns whether the terminal supports 256 colours and colours are switched on. */
export const hasManyColors = Effect.map(
  TerminalCapabilities.TerminalCapabilities,
  ({ canColor }) => canColor && stdout.isTTY && stdout.hasColors(256)
)
