/** Values of the player in Memory and segments, checked by schemas; failures are details that show no part of a value. */
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { redact } from "../client/redact.ts"

/** Returns a failure's message in one line, without keys that look like secrets; deep nesting is a failure, too. */
const withDetail = <A>(effect: Effect.Effect<A, { readonly message: string }>): Effect.Effect<A, string> =>
  Effect.mapError(effect, ({ message }) => redact(message.replaceAll("\n", " "))).pipe(
    Effect.catchDefect((defect) =>
      Decoder.isStackOverflow(defect) ? Effect.fail("the value is nested too deeply") : Effect.die(defect)
    )
  )

/** Checks a value of the server by a schema. @internal */
export const decode = <A>(schema: Schema.Codec<A, unknown>, value: unknown): Effect.Effect<A, string> =>
  withDetail(Schema.decodeUnknownEffect(schema)(value))

/** Encodes a value as JSON data by a schema. @internal */
export const encode = <A>(schema: Schema.Codec<A, unknown>, value: A): Effect.Effect<Schema.Json, string> =>
  withDetail(
    Effect.flatMap(Schema.encodeUnknownEffect(schema)(value), Schema.decodeUnknownEffect(Schema.Json))
  )

/** Encodes a value as JSON text by a schema. @internal */
export const encodeText = <A>(schema: Schema.Codec<A, unknown>, value: A): Effect.Effect<string, string> =>
  withDetail(
    Effect.map(
      Effect.mapError(encode(schema, value), (message) => ({ message })),
      (json) => JSON.stringify(json)
    )
  )
