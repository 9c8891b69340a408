/**
 * Room history across kinds of servers: what happened in a room, some ticks at a time.
 *
 * **Details**
 *
 * Official servers tell a chunk under `/room-history/{shard}/{room}/{tick}.json` of the host's root, private ones
 * under `/room-history` with a query. `RoomHistory` of the schemas puts the ticks of a chunk together.
 */
import * as Decoder from "@screeps-effect/schema/Decoder"
import { RoomHistory } from "@screeps-effect/schema/RoomHistory"
import { is as isRoomName, RoomName } from "@screeps-effect/schema/RoomName"
import { ShardName } from "@screeps-effect/schema/ShardName"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Game from "./Game.ts"
import * as Operation from "../Operation.ts"
import { ScreepsClient } from "../client/ScreepsClient.ts"
import {
  InvalidInput,
  type Reason,
  ScreepsError,
  ShardRequired,
  UnexpectedResponse
} from "../ScreepsError.ts"
import type { Description } from "../config/Server.ts"

const time = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0, { expected: "a tick: a whole number from 0" }))

/**
 * Tells a chunk of a room's history on a private server by its first tick; `chunk` asks any server for any tick.
 *
 * **Gotchas**
 *
 * A tick in the middle of a chunk is not found.
 *
 * **Errors** `HistoryNotFound`, `EndpointNotFound` without a history mod.
 *
 * **Source** `GET /room-history`, recorded from a server 4.3.0 with a history mod.
 */
export const get = Operation.get("/room-history", {
  input: { room: RoomName, time },
  output: RoomHistory,
  auth: "never",
  provenance: { official: "absent" },
  mod: "a history mod"
})

/** The path under which official servers tell chunks, at the root of the host. */
export const officialPath = "/room-history/{shard}/{room}/{tick}.json"

const fail = (reason: Reason) => new ScreepsError({ operation: `GET ${officialPath}`, reason })

const decode = Decoder.make(RoomHistory)
const isShardName = Schema.is(ShardName)
const isTick = Schema.is(time)

/** The room of which history is asked. */
export interface Place {
  readonly room: RoomName
  readonly shard?: ShardName | undefined
}

/** A chunk to ask for; only official servers are told a shard. */
interface Target {
  readonly room: RoomName
  readonly shard: ShardName | undefined
}

/** What is asked for, checked: on official servers it becomes a part of the path. */
const target = (
  { room, shard }: Place,
  { field, tick }: { readonly field: string; readonly tick: number },
  server: Description
): Result.Result<Target, InvalidInput | ShardRequired> => {
  const invalid = (field: string, why: string) => Result.fail(new InvalidInput({ field, detail: why }))
  if (!isRoomName(room)) return invalid("room", "expected a room name such as W12N3")
  if (!isTick(tick)) return invalid(field, "expected a tick: a whole number from 0")
  if (server.kind === "private") return Result.succeed({ room, shard: undefined })
  const named = shard ?? server.shard
  if (named === undefined) return Result.fail(new ShardRequired())
  return isShardName(named)
    ? Result.succeed({ room, shard: named })
    : invalid("shard", "expected a shard name such as shard3")
}

const read = Effect.fnUntraced(function* ({ room, shard }: Target, base: number) {
  if (shard === undefined) return yield* get({ room, time: base })
  const client = yield* ScreepsClient
  const path = `/room-history/${shard}/${room}/${base}.json` as const
  const reply = yield* client.send({ method: "GET", path, auth: "never", operation: get.name })
  const decoded = decode(reply.body)
  if (Result.isSuccess(decoded)) return decoded.success
  const issue = reply.redact(decoded.failure.message.replaceAll("\n", " "))
  return yield* fail(new UnexpectedResponse({ status: reply.status, detail: issue }))
})

/**
 * Reads the chunk of a room's history that begins with a tick.
 *
 * **Details**
 *
 * For walking through chunks of known size; `chunk` finds the first tick by itself.
 *
 * **Errors** `HistoryNotFound` when there is no such chunk, `EndpointNotFound` where no history is kept, `ShardRequired` on
 * official servers without a shard, `InvalidInput` (nothing is sent).
 *
 * **Source** `GET /room-history`, recorded from a server 4.3.0 with a history mod; the official path reported.
 */
export const chunkAt = (
  input: Place & { readonly base: number }
): Effect.Effect<RoomHistory, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    const { server } = yield* ScreepsClient
    const asked = target(input, { field: "base", tick: input.base }, server)
    if (Result.isFailure(asked)) return yield* fail(asked.failure)
    return yield* read(asked.success, input.base)
  })

/**
 * Reads the chunk of a room's history that holds a tick.
 *
 * **Details**
 *
 * The size of chunks, and so the chunk's first tick, is what `Game.version` tells: 100 ticks on official servers, 20
 * or 100 on private ones. Chunks appear some ticks after their end.
 *
 * **Errors** `HistoryNotFound` when there is no such chunk (yet, or any more), `EndpointNotFound` where no history is kept,
 * `ShardRequired` on official servers without a shard, `InvalidInput` (nothing is sent), and those of `Game.version`.
 *
 * **Source** `GET /room-history`, recorded from a server 4.3.0 with a history mod; the official path reported.
 */
export const chunk = (
  input: Place & { readonly tick: number }
): Effect.Effect<RoomHistory, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    const { server } = yield* ScreepsClient
    const asked = target(input, { field: "tick", tick: input.tick }, server)
    if (Result.isFailure(asked)) return yield* fail(asked.failure)
    const { historyChunkSize: size } = (yield* Game.version()).serverData
    if (!Number.isInteger(size) || size < 1) {
      return yield* fail(
        new UnexpectedResponse({ status: 200, detail: "expected a size of chunks in the version" })
      )
    }
    return yield* read(asked.success, input.tick - (input.tick % size))
  })
