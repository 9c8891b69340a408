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
import { expected, nullish } from "@screeps-effect/schema/Record"
import { RoomHistory } from "@screeps-effect/schema/RoomHistory"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Tick } from "@screeps-effect/schema/Tick"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ScreepsClient } from "../client/service.ts"
import { seasonShard } from "../config/address.ts"
import type { Description } from "../config/Server.ts"
import * as Operation from "../Operation.ts"
import { answer } from "./answer.ts"
import { InvalidInput, type Reason, ScreepsError, UnexpectedResponse } from "../ScreepsError.ts"
import * as Game from "./Game.ts"

const firstTick = Schema.Int.check(
  Schema.isGreaterThanOrEqualTo(0, { expected: "a tick: a whole number from 0" })
).annotate({ examples: [71_000_000] })

/** A chunk that does not name its room is of the requested one. */
const ofRoom = (body: unknown, { room }: { readonly room: RoomName }): unknown =>
  typeof body === "object" && body !== null && !("room" in body) ? { ...body, room } : body

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
 * **Source** `GET /room-history/{shard}/{room}/{tick}.json`, reported (official servers only). Official: published in
 * 2026 (Xerxes-2/lazycreep). xxscreeps: absent.
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
  complete: ofRoom,
  auth: "never",
  provenance: { private: "absent", official: "published", xxscreeps: "absent" },
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
  complete: ofRoom,
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

/** The code of a shared part of a room's history. */
export class HistoryShare extends answer<HistoryShare>("HistoryShare")({
  /** The code; players open `https://screeps.com/s/<code>`. */
  code: Schema.String,
  /** Name of the room. */
  room: nullish(Schema.String),
  /** Name of the room's shard. */
  shard: nullish(Schema.String),
  /** The tick at which the replay opens. */
  time: nullish(Tick)
}) {}

/**
 * Creates a code with which everybody can watch a room's history from a tick.
 *
 * **Gotchas**
 *
 * How long a code is valid, and whether it can be deleted, is not known.
 *
 * **Errors** `Rejected`, `ShardRequired` without a shard, `EndpointNotFound` on private servers.
 *
 * **Source** `POST /api/game/history-share`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const share = Operation.post("/api/game/history-share", {
  input: {
    /** The room whose history is shared. */
    room: RoomName,
    /** The tick at which the replay opens. */
    time: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
  },
  shard: "required",
  output: HistoryShare,
  auth: "optional",
  provenance: { private: "absent", xxscreeps: "absent" }
})

const shareCode = {
  /** The code of the share. */
  code: Schema.NonEmptyString
} as const

/** A shared part of a room's history. */
export class SharedHistory extends answer<SharedHistory>("SharedHistory")({
  /** Name of the room. */
  room: RoomName,
  /** Terrain of the room, encoded: `Terrain.decode` of the schema package decodes it. */
  terrain: expected(Schema.String),
  /** First tick of the replay. */
  minTime: expected(Tick),
  /** Last tick of the replay. */
  maxTime: expected(Tick),
  /** Settings of the client's renderer, as JSON text. */
  renderer: nullish(Schema.String),
  /** The room's decorations, as JSON text. */
  decorations: nullish(Schema.String)
}) {}

/**
 * Returns which room and ticks a code shares.
 *
 * **Details**
 *
 * It also resolves codes of the main world, although its path is one of the seasons.
 *
 * **Errors** `Rejected` (the text for an unknown code is not known), `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons/replay/{code}`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const shared = Operation.get("/api/seasons/replay/{code}", {
  input: shareCode,
  output: SharedHistory,
  auth: "optional",
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Returns a chunk of a shared part of a room's history, by its first tick.
 *
 * **Details**
 *
 * `shared` returns the room and the first and last tick; chunks begin at multiples of 100 (`historyChunkSize` of
 * `Game.version`). `User.findShared` returns the owners of objects.
 *
 * **Errors** `HistoryNotFound`, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons/replay/{code}/{tick}`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const sharedChunk = Operation.get("/api/seasons/replay/{code}/{tick}", {
  input: {
    ...shareCode,
    /** First tick of the chunk. */
    tick: firstTick,
    /** The room of the share, for chunks that do not name theirs; it is not sent. */
    room: RoomName
  },
  clientOnly: ["room"],
  output: RoomHistory,
  complete: ofRoom,
  auth: "optional",
  provenance: { private: "absent", xxscreeps: "absent" }
})
