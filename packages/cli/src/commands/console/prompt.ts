/** Reads lines from a prompt or standard input. */
import { stdin, stdout } from "node:process"
import { createInterface, cursorTo, clearScreenDown, moveCursor } from "node:readline"
import * as Cause from "effect/Cause"
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
  const around = (print: () => void) => {
    moveCursor(stdout, 0, -editor.getCursorPos().rows)
    cursorTo(stdout, 0)
    clearScreenDown(stdout)
    print()
    editor.prompt(true)
  }
  const shown: Prompt = {
    isInteractive: true,
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
