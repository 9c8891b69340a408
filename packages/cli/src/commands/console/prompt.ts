/** Where lines are typed, and where what comes meanwhile is shown. */
import { stdin, stdout } from "node:process"
import { createInterface, cursorTo, clearScreenDown, moveCursor } from "node:readline"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import type * as Scope from "effect/Scope"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { Output } from "../../output/output.ts"

/** @internal */
export interface Prompt {
  /** Whether somebody types here. */
  readonly isInteractive: boolean
  /** Lines as they are typed; ends with the input. Ctrl-C interrupts the reader. */
  readonly lines: Stream.Stream<string, PlatformError | Cause.UnknownError>
  /** Shows a text above the line that is being typed. */
  readonly show: (text: string) => Effect.Effect<void>
}

/** A prompt at the bottom of the terminal, with the line editor and history of Node. */
const atTerminal = Effect.fnUntraced(function* (prompt: string, line: Output["Service"]["line"]) {
  let isLeft = false
  const editor = yield* Effect.acquireRelease(
    Effect.sync(() => createInterface({ input: stdin, output: stdout, prompt, terminal: true })),
    (editor) => Effect.sync(() => editor.close())
  )
  // As in a shell: the first Ctrl-C takes the line away.
  editor.on("SIGINT", () => {
    if (editor.line !== "") return editor.write(null, { ctrl: true, name: "u" })
    isLeft = true
    editor.close()
  })
  // After Ctrl-D the shell's own prompt begins on a line of its own.
  editor.once("close", () => stdout.write("\n"))
  let isOpen = true
  editor.once("close", () => (isOpen = false))
  const hide = Effect.sync(() => {
    moveCursor(stdout, 0, -editor.getCursorPos().rows)
    cursorTo(stdout, 0)
    clearScreenDown(stdout)
  })
  const shown: Prompt = {
    isInteractive: true,
    lines: Stream.suspend(() => {
      editor.prompt()
      return Stream.fromAsyncIterable(editor, (cause) => new Cause.UnknownError(cause))
    }).pipe(
      Stream.concat(
        Stream.unwrap(Effect.suspend(() => (isLeft ? Effect.interrupt : Effect.succeed(Stream.empty))))
      )
    ),
    show: (text) =>
      Effect.suspend(() =>
        isOpen
          ? Effect.andThen(
              Effect.andThen(hide, line(text)),
              Effect.sync(() => editor.prompt(true))
            )
          : line(text)
      )
  }
  return shown
})

/** Lines of standard input, without a prompt. */
const piped = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const { line } = yield* Output
  const shown: Prompt = {
    isInteractive: false,
    lines: Stream.splitLines(Stream.decodeText(stdin)),
    show: line
  }
  return shown
})

/** A prompt where somebody types at a terminal and reads there; plain lines elsewhere. @internal */
export const make: Effect.Effect<Prompt, never, Output | Stdio.Stdio | Scope.Scope> = Effect.gen(
  function* () {
    const { isJson, isTerminal, line, paint } = yield* Output
    const { stdinIsTerminal } = yield* Stdio.Stdio
    return yield* isTerminal && !isJson && (yield* stdinIsTerminal)
      ? atTerminal(paint("cyan", "› "), line)
      : piped
  }
)
