/** A screen of its own, drawn in place: for what is shown as it is at the moment. */
import { stdout } from "node:process"
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
  /** Shows these lines in place of those before; what does not fit is cut off. `remains` stands there at the end. */
  readonly draw: (lines: ReadonlyArray<string>, remains: string) => Effect.Effect<void>
  /** What fits at the moment. */
  readonly size: Effect.Effect<Size>
}

// The other screen, no cursor, no new line for what is too wide.
const enter = "\x1b[?1049h\x1b[?25l\x1b[?7l"
const leave = "\x1b[?7h\x1b[?25h\x1b[?1049l"

const frame = (lines: ReadonlyArray<string>, rows: number): string => {
  const shown = lines.slice(0, rows).map((line) => `${line}\x1b[K`)
  return `\x1b[?2026h\x1b[H${shown.join("\n")}${shown.length < rows ? "\n\x1b[J" : ""}\x1b[?2026l`
}

/** Takes the terminal's other screen until the scope closes; what remains is written to the first one. @internal */
export const make: Effect.Effect<Screen, never, Terminal.Terminal | Scope.Scope> = Effect.gen(function* () {
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
      Effect.flatMap(size, ({ rows }) => {
        last = remains
        return write(frame(lines, rows))
      })
  }
})

/** Whether the terminal shows 256 colours, and is to show any. @internal */
export const hasManyColors = Effect.map(
  TerminalCapabilities.TerminalCapabilities,
  ({ canColor }) => canColor && stdout.isTTY && stdout.hasColors(256)
)
