/**
 * Room history on servers of all kinds: what happened in a room, one chunk of ticks at a time.
 *
 * **Details**
 *
 * `chunk` and `chunkAt` choose the operation for the kind of server. `RoomHistory` of the schema package computes the
 * state of the room at each tick of a chunk.
 *
 * **Gotchas**
 *
 * Official servers serve the history of the main world at the root of the host, and that of the seasonal world beside it
 * as `shardSeason`. Where the test realm serves its history is not known, and its shards have the same names as those of
 * the main world: calls fail with `EndpointNotFound`, before anything is sent, unless the server option `historyUrl` names
 * the address.
 *
 * **Source** observed by others; not recorded.
 */
import { RoomHistory } from "@screeps-effect/schema/RoomHistory"
import { RoomName } from "@screeps-effect/schema/RoomName"

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ScreepsClient } from "../client/service.ts"
import { seasonShard } from "../config/address.ts"
import type { Description } from "../config/Server.ts"
import * as Operation from "../Operation.ts"
import { InvalidInput, type Reason, ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"
import * as Game from "./Game.ts"

const firstTick = Schema.Int.check(
  Schema.isGreaterThanOrEqualTo(0, { expected: "a tick: a whole number from 0" })
).annotate({ examples: [71_000_000] })

const elsewhere = `the main world and, as ${seasonShard}, on the seasonal world; the address of this server's history is not known: set the server option historyUrl`

/**
 * Returns a chunk of a room's history on an official server, by its first tick.
 *
 * **Details**
 *
 * It is served at the root of the host, also that of the seasonal world's `shardSeason`; or at the server option
 * `historyUrl`.
 *
 * **Gotchas**
 *
 * A tick in the middle of a chunk is not found.
 *
 * **Errors** `HistoryNotFound`, `ShardRequired` without a shard, `EndpointNotFound` on private servers, on the test realm
 * and for other shards of the seasonal world, unless `historyUrl` is set (nothing is sent).
 *
 * **Source** `GET /room-history/{shard}/{room}/{tick}.json`, reported (official servers only). xxscreeps: absent.
 */
export const officialChunk = Operation.get("/room-history/{shard}/{room}/{tick}.json", {
  input: {
    /** The room whose history is returned. */
    room: RoomName,
    /** First tick of the chunk. */
    tick: firstTick
  },
  shard: "required",
  output: RoomHistory,
  auth: "never",
  provenance: { private: "absent", xxscreeps: "absent" },
  foundOn: ({ historyUrl, url }, shard) =>
    historyUrl !== undefined || new URL(url).pathname === "/" || shard === seasonShard ? undefined : elsewhere
})

/**
 * Returns a chunk of a room's history on a private server, by its first tick.
 *
 * **Details**
 *
 * It needs a mod that stores chunks and serves them under this path, such as `screepsmod-history`.
 *
 * **Gotchas**
 *
 * A tick in the middle of a chunk is not found.
 *
 * **Errors** `HistoryNotFound`, `EndpointNotFound` without a history mod; `ServerFault` for a status of 500 with another
 * text, which is not retried.
 *
 * **Source** `GET /room-history`, recorded from a server 4.3.0 with a history mod. xxscreeps: absent.
 */
export const privateChunk = Operation.get("/room-history", {
  input: {
    /** The room whose history is returned. */
    room: RoomName,
    /** First tick of the chunk. */
    time: firstTick
  },
  output: RoomHistory,
  auth: "never",
  provenance: { official: "absent", xxscreeps: "absent" },
  mod: "history"
})

/** A room and its shard. */
export interface Place extends Operation.ShardInput {
  readonly room: RoomName
}

const operationOf = ({ kind }: Description) => (kind === "private" ? privateChunk : officialChunk)

/** Checks the input before the first request, and reports an invalid tick under the name that the caller used. */
const check = (server: Description, { room, shard }: Place, field: string, tick: number) => {
  const operation = operationOf(server)
  const request = operation.request(
    server.kind === "private" ? { room, time: tick } : { room, shard, tick },
    server
  )
  if (Result.isSuccess(request)) return Effect.void
  const reason = request.failure
  const isTick = reason._tag === "InvalidInput" && (reason.field === "time" || reason.field === "tick")
  return fail(operation, isTick ? new InvalidInput({ field, detail: reason.detail }) : reason)
}

const fail = (operation: { readonly name: string }, reason: Reason) =>
  Effect.fail(new ScreepsError({ operation: operation.name, reason }))

/** Calls the operation for this kind of server. */
const read = ({ kind }: Description, { room, shard }: Place, tick: number) =>
  kind === "private" ? privateChunk({ room, time: tick }) : officialChunk({ room, shard, tick })

/**
 * Returns the chunk of a room's history that begins at a tick.
 *
 * **Details**
 *
 * Use it to iterate over chunks whose size is known; `chunk` computes the first tick itself.
 *
 * **Errors** `HistoryNotFound` when there is no such chunk, `EndpointNotFound` on servers that keep no history,
 * `ShardRequired` on official servers without a shard, `InvalidInput` (nothing is sent).
 *
 * **Source** `GET /room-history`, recorded from a server 4.3.0 with a history mod; the official path reported.
 */
export const chunkAt = (
  input: Place & {
    /** First tick of the chunk. */
    readonly base: number
  }
): Effect.Effect<RoomHistory, ScreepsError, ScreepsClient> =>
  Effect.flatMap(ScreepsClient, ({ server }) =>
    Effect.andThen(check(server, input, "base", input.base), read(server, input, input.base))
  )

/**
 * Returns the chunk of a room's history that contains a tick.
 *
 * **Details**
 *
 * The length of chunks, and so the first tick of the chunk, is taken from `Game.version`: 100 ticks on official
 * servers, 20 or 100 on private ones. Chunks become available some ticks after their end.
 *
 * **Errors** `HistoryNotFound` when there is no such chunk (not yet, or no longer), `EndpointNotFound` on servers
 * that keep no history, `ShardRequired` on official servers without a shard, `InvalidInput` (nothing is sent), and
 * those of `Game.version`.
 *
 * **Source** `GET /room-history`, recorded from a server 4.3.0 with a history mod; the official path reported.
 */
export const chunk = (
  input: Place & {
    /** Any tick of the chunk. */
    readonly tick: number
  }
): Effect.Effect<RoomHistory, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    const { server } = yield* ScreepsClient
    yield* check(server, input, "tick", input.tick)
    const size = (yield* Game.version()).serverData?.historyChunkSize
    if (size === undefined || !Number.isInteger(size) || size < 1) {
      const detail = "expected a positive integer as historyChunkSize of the version"
      return yield* fail(Game.version, new UnexpectedResponse({ status: 200, detail }))
    }
    return yield* read(server, input, input.tick - (input.tick % size))
  })
