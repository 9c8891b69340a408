/** Crawls the chunks of a room's history between two ticks. */
import * as Capabilities from "@screeps-effect/api/Capabilities"
import * as History from "@screeps-effect/api/History"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { InvalidInput, type Reason, ScreepsError, UnexpectedResponse } from "@screeps-effect/api/ScreepsError"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as RoomHistory from "@screeps-effect/schema/RoomHistory"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { Tick } from "@screeps-effect/schema/Tick"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

/** A store of chunks as texts by key; Effect's `KeyValueStore` is one. */
export interface ChunkCache<out E = never> {
  readonly get: (key: string) => Effect.Effect<string | undefined, E>
  readonly set: (key: string, chunk: string) => Effect.Effect<unknown, E>
}

/** Options for requesting history. */
export interface Options<out E = never> {
  /** The shard, on official servers; by default the server's default shard. */
  readonly shard?: ShardName | undefined
  /** How many chunks are requested at once, and so read ahead; 4 by default. */
  readonly concurrency?: number | undefined
  /** How many ticks a chunk holds; by default requested from the server. */
  readonly chunkSize?: number | undefined
  /** Where complete chunks are stored; by default every chunk is requested from the server. */
  readonly cache?: ChunkCache<E> | undefined
}

/** The requested ticks of one chunk. */
interface Part {
  /** The chunk's first tick. */
  readonly base: Tick
  /** The first requested tick of the chunk. */
  readonly from: Tick
  /** The last requested tick of the chunk. */
  readonly to: Tick
  /** The chunk's number in the crawl, from 1. */
  readonly number: number
  /** How many chunks the crawl has. */
  readonly of: number
}

/** A recorded chunk. */
export interface Recorded extends Part {
  readonly _tag: "Recorded"
  readonly chunk: RoomHistory.RoomHistory
  /** Whether the chunk comes from the cache. */
  readonly isCached: boolean
}

/** A chunk that was not recorded, is not recorded yet, or was deleted. */
export interface Missing extends Part {
  readonly _tag: "Missing"
}

/** One chunk; `number` and `of` are the crawl's progress. */
export type Chunk = Recorded | Missing

const isTick = (value: number): value is Tick => Number.isSafeInteger(value) && value >= 0
const isCount = (value: number) => Number.isSafeInteger(value) && value > 0

const decode = Decoder.make(RoomHistory.RoomHistory)

/** Whether a chunk is complete: it holds its last tick. */
const isWhole = (chunk: RoomHistory.RoomHistory, size: number) =>
  Object.hasOwn(chunk.ticks, String(chunk.base + size - 1))

/** Parses a cached chunk; `undefined` when it is not valid, not complete, or another chunk. */
const revive = (text: string, room: string, base: number, size: number) => {
  const data = Result.try((): unknown => JSON.parse(text))
  const chunk = Result.isSuccess(data) ? decode(data.success) : data
  if (Result.isFailure(chunk)) return undefined
  const { success } = chunk
  return success.room === room && success.base === base && isWhole(success, size) ? success : undefined
}

const fail = (reason: Reason) => new ScreepsError({ operation: History.officialChunk.name, reason })

const invalid = (field: string, detail: string) => fail(new InvalidInput({ field, detail }))

const sizeOfChunks = Effect.fnUntraced(function* (given: number | undefined) {
  if (given !== undefined) {
    return isCount(given)
      ? given
      : yield* invalid("chunkSize", "expected a whole number of ticks, at least 1")
  }
  const { historyChunkSize: size } = yield* Capabilities.read
  if (size !== undefined && isCount(size)) return size
  return yield* fail(
    new UnexpectedResponse({ status: 200, detail: "expected historyChunkSize in the version" })
  )
})

/** Yields the parts of a range of ticks. */
function* partsOf(from: Tick, to: Tick, size: number): Generator<Part> {
  const first = from - (from % size)
  const of = Math.floor((to - first) / size) + 1
  for (let i = 0; i < of; i++) {
    const base = first + i * size
    const [begin, end] = [Math.max(base, from), Math.min(base + size - 1, to)]
    if (isTick(base) && isTick(begin) && isTick(end)) yield { base, from: begin, to: end, number: i + 1, of }
  }
}

/**
 * Emits the chunks of a room's history that hold the ticks from one to another, both included, in order.
 *
 * **Details**
 *
 * At most `concurrency` chunks are requested at once and read ahead. A chunk that does not exist is emitted as
 * `Missing`. With a cache, complete chunks are requested once; those without their last tick may still grow and are
 * requested again. A cached chunk is checked when it is read, and requested again when it is not valid.
 *
 * **Gotchas**
 *
 * Cache keys consist of the server's address, shard, room and tick: a server that starts a new world at its old address
 * needs a new cache (`KeyValueStore.prefix`).
 *
 * **Errors** those of `History.chunkAt` except `HistoryNotFound`, and the cache's own. Chunks before a failure are
 * emitted before it, so that a crawl can be continued.
 *
 * **Source** `GET /room-history`, recorded from a server 4.3.0 with a history mod; the official path reported.
 */
export const chunks = <E = never>(
  room: RoomName,
  from: number,
  to: number,
  { cache, chunkSize, concurrency = 4, shard }: Options<E> = {}
): Stream.Stream<Chunk, ScreepsError | E, ScreepsClient> =>
  Stream.unwrap(
    Effect.gen(function* () {
      if (!isTick(from)) return yield* invalid("from", "expected a tick: a whole number, at least 0")
      if (!isTick(to)) return yield* invalid("to", "expected a tick: a whole number, at least 0")
      if (to < from) return yield* invalid("to", "expected a tick that is not before the first one")
      if (!isCount(concurrency)) return yield* invalid("concurrency", "expected a whole number, at least 1")
      const { server } = yield* ScreepsClient
      const size = yield* sizeOfChunks(chunkSize)
      const place = server.kind === "private" ? room : `${shard ?? server.shard ?? ""}/${room}`

      const request = Effect.fnUntraced(function* (part: Part) {
        const key = `${server.historyUrl ?? server.url}/room-history/${place}/${part.base}+${size}`
        const kept = cache === undefined ? undefined : yield* cache.get(key)
        const cached = kept === undefined ? undefined : revive(kept, room, part.base, size)
        if (cached !== undefined) return { ...part, _tag: "Recorded", chunk: cached, isCached: true } as const
        const chunk = yield* History.chunkAt({ room, base: part.base, shard })
        if (cache !== undefined && isWhole(chunk, size)) yield* cache.set(key, JSON.stringify(chunk))
        return { ...part, _tag: "Recorded", chunk, isCached: false } as const
      })

      const read = (part: Part): Effect.Effect<Chunk, ScreepsError | E, ScreepsClient> =>
        Effect.catchReason(request(part), "ScreepsError", "HistoryNotFound", () =>
          Effect.succeed({ ...part, _tag: "Missing" } as const)
        )

      return Stream.fromIterable({ [Symbol.iterator]: () => partsOf(from, to, size) }, { chunkSize: 1 }).pipe(
        // Failures are kept as values, so that the chunks before them are emitted first.
        Stream.mapEffect((part) => Effect.result(read(part)), { concurrency }),
        Stream.mapEffect(Effect.fromResult)
      )
    })
  )
