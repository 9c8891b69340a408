/** The only module that writes lines to standard output and standard error. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { Refused } from "../runner/failure.ts"
import type { PlainText } from "./text.ts"

/** Prints one line, or several, to standard output. */
export const toOutput = (text: PlainText): Effect.Effect<void> => Console.log(text)

/** Prints a text to standard output as it is: for pipes, not for terminals. */
export const unchanged = (text: string): Effect.Effect<void> => Console.log(text)

/** Returns the failure of standard output, such as that of a file on a full disk. */
export const outputFailed = (error: PlatformError): Refused => {
  const { message } = LocalFile.fromPlatformError(error, { path: "standard output", action: "written" })
  return new Refused({ message })
}

/** Writes a text to standard output byte for byte, without a line break after it: for pipes, not for terminals. */
export const exactly = (text: string): Effect.Effect<void, Refused, Stdio.Stdio> =>
  Effect.flatMap(Stdio.Stdio, (stdio) => Stream.run(Stream.succeed(text), stdio.stdout())).pipe(
    Effect.mapError(outputFailed)
  )

/** Prints one line, or several, to standard error. */
export const toErrors = (text: PlainText): Effect.Effect<void> => Console.error(text)
