/** Parses JSON on a command line. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { Usage } from "../runner/failure.ts"

/** Parses a text as JSON. */
export const parse = (text: string): Result.Result<Schema.Json, unknown> =>
  Result.try((): Schema.Json => JSON.parse(text))

/** Parses JSON; a bare word is a string. Fails for text that starts like JSON but is not valid. */
export const readJson = (text: string): Effect.Effect<Schema.Json, Usage> => {
  const parsed = parse(text)
  if (Result.isSuccess(parsed)) return Effect.succeed(parsed.success)
  return /^\s*["{[]/.test(text)
    ? Effect.fail(new Usage({ message: "the value starts like JSON but is not valid JSON" }))
    : Effect.succeed(text)
}
