/** Data on a command line. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { Usage } from "../runner/failure.ts"

/** Reads a text as JSON. @internal */
export const parse = (text: string): Result.Result<Schema.Json, unknown> =>
  Result.try((): Schema.Json => JSON.parse(text))

/** Reads JSON, or a bare word as a text; text that begins as JSON but is not JSON is refused. @internal */
export const readJson = (text: string): Effect.Effect<Schema.Json, Usage> => {
  const parsed = parse(text)
  if (Result.isSuccess(parsed)) return Effect.succeed(parsed.success)
  return /^\s*["{[]/.test(text)
    ? Effect.fail(new Usage({ message: "the value begins like JSON and is none" }))
    : Effect.succeed(text)
}
