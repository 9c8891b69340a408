/** The only module that writes lines to standard output and standard error. */
import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
import type { PlainText } from "./text.ts"

/** Prints one line, or several, to standard output. @internal */
export const toOutput = (text: PlainText): Effect.Effect<void> => Console.log(text)

/** Prints a text to standard output as it is: for pipes, not for terminals. @internal */
export const unchanged = (text: string): Effect.Effect<void> => Console.log(text)

/** Prints one line, or several, to standard error. @internal */
export const toErrors = (text: PlainText): Effect.Effect<void> => Console.error(text)
