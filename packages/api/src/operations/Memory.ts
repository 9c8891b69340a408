/** The player's Memory. */
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import { MemoryPath } from "@screeps-effect/schema/MemoryPath"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { nullish } from "@screeps-effect/schema/Nullish"
import { redact } from "../client/redact.ts"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/ScreepsClient.ts"
import { InvalidInput, Rejected, ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"

/** A part of Memory as servers write it: `gz:` text, `"Incorrect memory path"`, or nothing. */
export class MemoryData extends Schema.Opaque<MemoryData>()(
  Schema.Struct({ ok: Schema.Literal(1), data: nullish(Schema.String) }).annotate({
    identifier: "MemoryData"
  })
) {}

/**
 * Tells a part of Memory as the server writes it; `read` unpacks and checks it for you.
 *
 * **Details**
 *
 * Without a path, all of Memory. `data` is packed JSON (`gz:`), absent where the last key is missing, below a number
 * or a text, too, and the bare text `Incorrect memory path` where an earlier one is missing or null. `length` is a key
 * of texts and lists.
 *
 * **Gotchas**
 *
 * What all JavaScript objects have (`constructor`, `toString`) is found where it was never written: a packed text that
 * is empty.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/user/memory`, recorded from a server 4.3.0. Official quota: 1440 per day.
 */
export const get = Operation.get("/api/user/memory", {
  input: { path: Schema.optional(MemoryPath) },
  shard: "required",
  output: MemoryData,
  quota: { limit: 1440, per: "day" }
})

const writes = { limit: 240, per: "day" } as const

const maxValue = 1024 * 1024

/** In one line, without keys of Memory that look like secrets. */
const shown = (message: string) => redact(message.replaceAll("\n", " "))

const isPlainObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Writes a part of Memory, or all of it, when the user's code next runs.
 *
 * **Details**
 *
 * With a path, the value is assigned there; its parent must exist. Without one, Memory is emptied and filled with
 * the keys of `value`, which must be a plain object: of anything else at most letters and items would be left, and it
 * is refused before anything is sent. At most 1 MiB as JSON text.
 *
 * **Gotchas**
 *
 * Success means that the write was accepted: it comes after the script of the next tick, in no fixed order with other
 * writes and console lines of that tick. A parent that is missing or null fails then, where only the console tells;
 * below a number or a text nothing is written and nothing told. Whatever throws in a tick, the script included, keeps
 * what would come after it from being done, and it is not done later. A write of all of Memory is made and always
 * throws (`TypeError: Cannot convert object to primitive value`): let it have a tick of its own. Nothing is written
 * while the account runs no code.
 *
 * **Errors** `InvalidInput` (nothing is sent), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/user/memory`, recorded from a server 4.3.0. Official quota: 240 per day.
 */
export const set = Operation.post("/api/user/memory", {
  input: {
    path: Schema.optional(MemoryPath),
    value: Schema.Json.check(
      Schema.makeFilter(
        (value: Schema.Json) =>
          JSON.stringify(value).length <= maxValue || "the value is larger than 1 MiB as JSON text"
      )
    )
  },
  shard: "required",
  output: DbInsert,
  idempotent: true,
  quota: writes,
  validate: ({ path, value }) =>
    path === undefined && !isPlainObject(value)
      ? {
          field: "value",
          detail: "without a path it must be a plain object: anything else would replace Memory"
        }
      : undefined
})

/**
 * Writes a typed value to a part of Memory, or to all of it: the counterpart of `read`.
 *
 * **Details**
 *
 * The value is encoded by the schema, then written by `set`. All of Memory takes what becomes a plain object only.
 *
 * **Errors** `InvalidInput` (the value does not fit its schema, nothing is sent) and those of `set`.
 *
 * **Source** `POST /api/user/memory`.
 */
export const write = <A>(
  input: { readonly path?: string | undefined; readonly value: A; readonly shard?: string | undefined },
  schema: Schema.Codec<A, unknown>
): Effect.Effect<DbInsert, ScreepsError, ScreepsClient> =>
  Schema.encodeUnknownEffect(schema)(input.value).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Schema.Json)),
    Effect.mapError(({ message }) => {
      const why = shown(message)
      return new ScreepsError({
        operation: set.name,
        reason: new InvalidInput({ field: "value", detail: why })
      })
    }),
    Effect.flatMap((value) => set({ ...input, value }))
  )

/** The same endpoint, told no value: what stands at the path is deleted. */
const unset = Operation.post(set.path, {
  input: { path: MemoryPath },
  shard: "required",
  output: DbInsert,
  idempotent: true,
  quota: writes
})

/**
 * Removes a part of Memory when the user's code next runs.
 *
 * **Gotchas**
 *
 * Success means that the request was accepted. A parent that is missing or null fails later, inside the game, where
 * only the console tells (see `set`); nothing is removed while the account runs no code.
 *
 * **Errors** `InvalidInput` (no path, nothing is sent: without one a server would empty Memory), `Unauthorized`,
 * `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/user/memory`, recorded from a server 4.3.0. Official quota: that of `set`.
 */
export const remove = (input: {
  readonly path: string
  readonly shard?: string | undefined
}): Effect.Effect<DbInsert, ScreepsError, ScreepsClient> => unset(input)

/**
 * Empties all of Memory when the user's code next runs.
 *
 * **Gotchas**
 *
 * Success means that the request was accepted; nothing happens while the account runs no code. The console tells a
 * `TypeError` although Memory is emptied, and later writes and lines of that tick are lost (see `set`).
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/user/memory`, recorded from a server 4.3.0. Official quota: that of `set`.
 */
export const clear = (
  input: { readonly shard?: string | undefined } = {}
): Effect.Effect<DbInsert, ScreepsError, ScreepsClient> => set({ shard: input.shard, value: {} })

const wrongPath = "Incorrect memory path"

const fail = (reason: ScreepsError["reason"]) =>
  Effect.fail(new ScreepsError({ operation: get.name, reason }))

/**
 * Reads a part of Memory, unpacked and checked; nothing when the last key of the path is missing, below a number or a
 * text, too.
 *
 * **Errors** `Rejected` ("Incorrect memory path": an earlier key is missing or null), `UnexpectedResponse` when what is there
 * does not fit the schema, and those of `get`.
 *
 * **Source** `GET /api/user/memory`.
 */
export const read = <A>(
  input: { readonly path?: string | undefined; readonly shard?: string | undefined },
  schema: Schema.Codec<A, unknown>
): Effect.Effect<Option.Option<A>, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    const { data } = yield* get(input)
    if (data === undefined || data === null) return Option.none()
    if (data === wrongPath) return yield* fail(new Rejected({ detail: wrongPath, status: 200 }))
    const value = yield* Effect.catch(GzipJson.decode(data), ({ detail }) =>
      fail(new UnexpectedResponse({ status: 200, detail }))
    )
    const checked = yield* Effect.catch(Schema.decodeUnknownEffect(schema)(value), ({ message }) =>
      fail(new UnexpectedResponse({ status: 200, detail: shown(message) }))
    )
    return Option.some(checked)
  })
