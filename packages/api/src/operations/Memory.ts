/** The player's Memory. */
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import { MemoryPath } from "@screeps-effect/schema/MemoryPath"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { nullish } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/service.ts"
import { InvalidInput, Rejected, ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"
import * as PlayerValue from "./playerValue.ts"

/** A part of Memory in the server's format. */
export class MemoryData extends answer<MemoryData>("MemoryData")({
  /** Packed JSON (`gz:` text), or `Incorrect memory path`; absent when the last key of the path is missing. */
  data: nullish(Schema.String)
}) {}

/** A path, or an empty text for all of Memory. */
const PathOrAll = Schema.Union([Schema.Literal(""), MemoryPath])

/** Whether a path addresses all of Memory: absent and empty mean the same to servers. */
const isAll = (path: string | undefined): boolean => path === undefined || path === ""

/**
 * Returns a part of Memory in the server's format; `read` unpacks and checks it.
 *
 * **Details**
 *
 * `data` is packed JSON (`gz:`). It is absent where the last key is missing, also below a number or a text, and the
 * bare text `Incorrect memory path` where an earlier key is missing or null. `length` is a key of texts and lists.
 *
 * **Gotchas**
 *
 * Properties of all JavaScript objects (`constructor`, `toString`) are found although they were never written: as a
 * packed text that is empty.
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `GET /api/user/memory`, recorded from a server 4.3.0. Official quota: 1440 per day. xxscreeps: recorded.
 */
export const get = Operation.get("/api/user/memory", {
  input: {
    /** Keys joined by dots, such as `creeps.Bob`; without it, or empty, all of Memory is returned. */
    path: Schema.optional(PathOrAll)
  },
  shard: "required",
  output: MemoryData,
  quota: { limit: 1440, per: "day" }
})

const writes = { limit: 240, per: "day" } as const

const maxValue = 1024 * 1024

const isPlainObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Writes a part of Memory, or all of it, when the user's code next runs.
 *
 * **Details**
 *
 * With a path, the value is assigned there; its parent must exist. Without one, or with an empty one, Memory is emptied
 * and filled with the keys of `value`, which must be a plain object: any other value, which would leave at most letters
 * and items, is rejected before anything is sent.
 *
 * **Gotchas**
 *
 * Success means that the write was accepted. It is executed after the script of the next tick, in no fixed order with
 * other writes and console commands of that tick. A write whose parent is missing or null fails then, and only the
 * console reports it; a write below a number or a text has no effect, and nothing reports it. An exception in a tick,
 * also in the script, cancels all writes and commands that would follow, for good. A write of all of Memory succeeds
 * and always throws (`TypeError: Cannot convert object to primitive value`): give it a tick of its own. Nothing is
 * written while the account runs no code.
 *
 * **Errors** `InvalidInput` (nothing is sent), `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/user/memory`, recorded from a server 4.3.0. Official quota: 240 per day. xxscreeps: recorded.
 */
export const set = Operation.post("/api/user/memory", {
  input: {
    /** Keys joined by dots, such as `creeps.Bob`; without it, or empty, all of Memory is replaced. */
    path: Schema.optional(PathOrAll),
    /** JSON value to write, at most 1 MiB as JSON text; a plain object for all of Memory. */
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
    isAll(path) && !isPlainObject(value)
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
 * The schema encodes the value, and `set` writes it. Without a path, the encoded value must be a plain object.
 *
 * **Errors** `InvalidInput` (the value does not fit its schema, nothing is sent) and those of `set`.
 *
 * **Source** `POST /api/user/memory`.
 */
export const write = <A>(
  input: {
    /** Keys joined by dots, such as `creeps.Bob`; without it, or empty, all of Memory is replaced. */
    readonly path?: string | undefined
    readonly value: A
    readonly shard?: string | undefined
  },
  schema: Schema.Codec<A, unknown>
): Effect.Effect<DbInsert, ScreepsError, ScreepsClient> =>
  PlayerValue.encode(schema, input.value).pipe(
    Effect.mapError(
      (detail) =>
        new ScreepsError({ operation: set.name, reason: new InvalidInput({ field: "value", detail }) })
    ),
    Effect.flatMap((value) => set({ ...input, value }))
  )

/** The same endpoint without a value, which deletes the path. */
const unset = Operation.post(set.path, {
  input: {
    /** Keys joined by dots, such as `creeps.Bob`. */
    path: MemoryPath
  },
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
 * Success means that the request was accepted. When a parent is missing or null, it fails later, inside the game, and
 * only the console reports it (see `set`). Nothing is removed while the account runs no code.
 *
 * **Errors** `InvalidInput` (no path, nothing is sent: a server would empty all of Memory), `Unauthorized`,
 * `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/user/memory`, recorded from a server 4.3.0. Official quota: that of `set`.
 */
export const remove = (input: {
  /** Keys joined by dots, such as `creeps.Bob`. */
  readonly path: string
  readonly shard?: string | undefined
}): Effect.Effect<DbInsert, ScreepsError, ScreepsClient> => unset(input)

/**
 * Empties all of Memory when the user's code next runs.
 *
 * **Gotchas**
 *
 * Success means that the request was accepted; nothing happens while the account runs no code. The console reports a
 * `TypeError` although Memory is emptied, and later writes and commands of that tick are lost (see `set`).
 *
 * **Errors** `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/user/memory`, recorded from a server 4.3.0. Official quota: that of `set`.
 */
export const clear = (
  input: { readonly shard?: string | undefined } = {}
): Effect.Effect<DbInsert, ScreepsError, ScreepsClient> => set({ shard: input.shard, value: {} })

const wrongPath = "Incorrect memory path"

const notJson = "Memory is not JSON: the script stores it in a format of its own (RawMemory)"

const fail = (reason: ScreepsError["reason"]) =>
  Effect.fail(new ScreepsError({ operation: get.name, reason }))

/**
 * Returns a part of Memory, unpacked and checked by a schema; none when the last key of the path is missing.
 *
 * **Details**
 *
 * A key below a number or a text is missing, too.
 *
 * **Errors** `Rejected` ("Incorrect memory path": an earlier key is missing or null, or Memory is not JSON),
 * `UnexpectedResponse` when the value does not fit the schema or all of Memory is not JSON, and those of `get`.
 *
 * **Source** `GET /api/user/memory`.
 */
export const read = <A>(
  input: {
    /** Keys joined by dots, such as `creeps.Bob`; without it, or empty, all of Memory is returned. */
    readonly path?: string | undefined
    readonly shard?: string | undefined
  },
  schema: Schema.Codec<A, unknown>
): Effect.Effect<Option.Option<A>, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    const { data } = yield* get(input)
    if (data === undefined || data === null) return Option.none()
    if (data === wrongPath) {
      return yield* fail(
        isAll(input.path)
          ? new UnexpectedResponse({ status: 200, detail: notJson })
          : new Rejected({ detail: wrongPath, status: 200 })
      )
    }
    const value = yield* Effect.catch(GzipJson.decode(data), ({ detail }) =>
      fail(new UnexpectedResponse({ status: 200, detail }))
    )
    const checked = yield* Effect.catch(PlayerValue.decode(schema, value), (detail) =>
      fail(new UnexpectedResponse({ status: 200, detail }))
    )
    return Option.some(checked)
  })
