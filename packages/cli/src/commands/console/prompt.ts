/** Reads lines from a prompt or standard input. */
import { stdin, stdout } from "node:process"
import { createInterface, cursorTo, clearScreenDown, moveCursor } from "node:readline"
import * as Cause from "effect/Cause"
import * as CliOutput from "effect/cli/CliOutput"
import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import type * as Scope from "effect/Scope"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { Output } from "../../output/output.ts"
import { format, type PlainText } from "../../output/text.ts"
import { Typing } from "../../output/typing.ts"
import * as Complete from "./complete.ts"
import type * as History from "./history.ts"

/** A source of lines. */
export interface Prompt {
  /** Whether lines are typed at a terminal. */
  readonly isInteractive: boolean
  /** Emits lines as they are typed; ends with the input. Ctrl-C interrupts the reader. */
  readonly lines: Stream.Stream<string, PlatformError | Cause.UnknownError>
  /** Shows a line above the one that is typed, in place of the last one. */
  readonly show: (status: PlainText) => Effect.Effect<void>
}

/** What a prompt at a terminal offers. */
interface Assistance {
  readonly history: History.History
  readonly names: Complete.Names
}

/** Completes a line for Node's line editor; nothing after a defect. */
const completer =
  (names: Complete.Names) =>
  (line: string, done: (error: null, result: [string[], string]) => void): void => {
    void Effect.runPromise(Complete.complete(line, names)).then(
      ([found, typed]) => done(null, [[...found], typed]),
      () => done(null, [[], line])
    )
  }

/** Creates a prompt at the bottom of the terminal, with Node's line editor. */
const atTerminal = Effect.fnUntraced(function* (prompt: PlainText, { history, names }: Assistance) {
  let isInterrupted = false
  const editor = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createInterface({
        input: stdin,
        output: stdout,
        prompt,
        terminal: true,
        history: [...history.lines],
        historySize: 500,
        removeHistoryDuplicates: true,
        completer: completer(names)
      })
    ),
    (editor) => Effect.sync(() => editor.close())
  )
  // As in a shell, Ctrl-C first clears the line.
  editor.on("SIGINT", () => {
    if (editor.line !== "") return editor.write(null, { ctrl: true, name: "u" })
    isInterrupted = true
    editor.close()
  })
  // After Ctrl-D, the shell's prompt starts on a new line.
  editor.once("close", () => stdout.write("\n"))
  editor.once("close", () => (typing.around = undefined))
  const typing = yield* Typing
  let last = format``
  /** Whether the prompt is on the screen: after a line it is not, until something was printed. */
  let isShown = true
  const around = (print: () => void) => {
    const rows = isShown ? editor.getCursorPos().rows : 0
    if (isShown) {
      moveCursor(stdout, 0, -rows)
      cursorTo(stdout, 0)
      clearScreenDown(stdout)
    }
    print()
    // The editor goes up by the rows of what it showed last.
    stdout.write("\n".repeat(rows))
    editor.prompt(true)
    isShown = true
  }
  // The status line does not stay above a line that was typed.
  editor.on("line", (line) => {
    isShown = false
    if (last === "") return
    // A terminal may not know its width.
    const wrapped = stdout.columns > 0 ? CliOutput.displayWidth(`${prompt}${line}`) / stdout.columns : 0
    moveCursor(stdout, 0, -(Math.floor(wrapped) + 2))
    cursorTo(stdout, 0)
    clearScreenDown(stdout)
    stdout.write(`${prompt}${line}\n`)
  })
  const shown: Prompt = {
    isInteractive: true,
    show: (status) =>
      Effect.sync(() => {
        if (status === last || typing.around === undefined) return
        last = status
        typing.around(() => editor.setPrompt(status === "" ? prompt : format`${status}\n${prompt}`))
      }),
    lines: Stream.suspend(() => {
      editor.prompt()
      typing.around = around
      return Stream.fromAsyncIterable(editor, (cause) => new Cause.UnknownError(cause))
    }).pipe(
      Stream.tap(history.add),
      Stream.concat(
        Stream.unwrap(Effect.suspend(() => (isInterrupted ? Effect.interrupt : Effect.succeed(Stream.empty))))
      )
    )
  }
  return shown
})

/** Reads lines of standard input, without a prompt. */
const piped = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const shown: Prompt = {
    isInteractive: false,
    show: () => Effect.void,
    lines: Stream.splitLines(Stream.decodeText(stdin))
  }
  return shown
})

/** Creates a prompt if input and output are a terminal; reads plain lines otherwise. */
export const make = <R>(
  assistance: Effect.Effect<Assistance, never, R>
): Effect.Effect<Prompt, never, R | Output | Stdio.Stdio | Scope.Scope> =>
  Effect.gen(function* () {
    const { isJson, isTerminal, paint } = yield* Output
    const { stdinIsTerminal } = yield* Stdio.Stdio
    return yield* isTerminal && !isJson && (yield* stdinIsTerminal)
      ? atTerminal(paint("cyan", format`› `), yield* assistance)
      : piped
  })
