/** The time of a server in ticks, and the length of its chunks of history. */
import * as Game from "@screeps-effect/api/Game"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { ScreepsError, UnexpectedResponse } from "@screeps-effect/api/ScreepsError"
import * as Effect from "effect/Effect"
import type { KnownTime } from "./job.ts"

type Requested = Effect.Effect<number, ScreepsError, ScreepsClient>

/** Returns the ticks in a chunk of history, requested once. */
export const chunkSize = (known: KnownTime): Requested =>
  Effect.gen(function* () {
    if (known.chunkSize !== undefined) return known.chunkSize
    const size = (yield* Game.version()).serverData?.historyChunkSize
    if (size !== undefined && Number.isInteger(size) && size > 0) return (known.chunkSize = size)
    const detail = "expected a positive integer as historyChunkSize of the version"
    return yield* new ScreepsError({
      operation: Game.version.name,
      reason: new UnexpectedResponse({ status: 200, detail })
    })
  })

/** Requests the present tick of a shard. */
export const presentTick = ({ ticks }: KnownTime, shard: string): Requested =>
  Effect.map(Game.time(shard === "" ? {} : { shard }), ({ time }) => {
    ticks.set(shard, time)
    return time
  })

/** Chunks that end after another one until it is certain that the server has written it, if it ever does. */
const laterChunks = 2

/** Returns whether a chunk has ended so long ago that a server which records it has written it. */
export const isLongOver = Effect.fnUntraced(function* (
  known: KnownTime,
  shard: string,
  base: number
): Effect.fn.Return<boolean, ScreepsError, ScreepsClient> {
  const end = base + (laterChunks + 1) * (yield* chunkSize(known))
  // Ticks only grow: an earlier one is as good, if it is late enough.
  return (known.ticks.get(shard) ?? 0) >= end || (yield* presentTick(known, shard)) >= end
})
