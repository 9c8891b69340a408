/** A screen of its own, drawn in place: for what is shown as it is at the moment. */
import { stdout } from "node:process"
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Terminal from "effect/Terminal"

/** What fits; `Infinity` where it is not known. @internal */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** @internal */
export interface Screen {
  /**
   * Shows these lines in place of those before. Lines are cut at the width; where there are too many, the last row says
   * how many are missing. `remains` stands there at the end.
   */
  readonly draw: (lines: ReadonlyArray<string>, remains: string) => Effect.Effect<void>
  /** What fits at the moment. */
  readonly size: Effect.Effect<Size>
}

// The other screen, no cursor, no new line for what is too wide.
const enter = "\x1b[?1049h\x1b[?25l\x1b[?7l"
const leave = "\x1b[?7h\x1b[?25h\x1b[?1049l"

/** A line as far as it fits, with all of its colours, so that they end where they did. */
const clip = (line: string, columns: number): string => {
  if (CliOutput.displayWidth(line) <= columns) return line
  let width = 0
  // oxlint-disable-next-line no-control-regex
  return line.replaceAll(/\u001b\[[\d;]*m|./gsu, (part) => {
    if (part.startsWith("\x1b")) return part
    width += CliOutput.displayWidth(part)
    return width <= columns ? part : ""
  })
}

/** What is written to show these lines. @internal */
export const frame = (lines: ReadonlyArray<string>, { columns, rows }: Size, otherwise: string): string => {
  const fitting = lines.length > rows ? Math.max(rows - 1, 0) : lines.length
  const missing = `${lines.length - fitting} more rows: make the window taller${otherwise}`
  const all = fitting === lines.length ? lines : [...lines.slice(0, fitting), missing]
  // What was there is cleared first: behind a line as wide as the screen the cursor stands on its last letter.
  const shown = all.map((line) => `\x1b[K${clip(line, columns)}`)
  return `\x1b[?2026h\x1b[H${shown.join("\n")}${shown.length < rows ? "\n\x1b[J" : ""}\x1b[?2026l`
}

/**
 * Takes the terminal's other screen until the scope closes; what remains is written to the first one.
 *
 * **Details**
 *
 * `otherwise` is what else people can do where the window is not tall enough, such as `, or --changes`.
 *
 * @internal
 */
export const make: (otherwise?: string) => Effect.Effect<Screen, never, Terminal.Terminal | Scope.Scope> =
  Effect.fnUntraced(function* (otherwise = "") {
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

/** Whether the terminal shows 256 colours, and is to show any. @internal */
export const hasManyColors = Effect.map(
  TerminalCapabilities.TerminalCapabilities,
  ({ canColor }) => canColor && stdout.isTTY && stdout.hasColors(256)
)
