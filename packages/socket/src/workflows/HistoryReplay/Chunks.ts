/** The chunks of a room's history between two ticks. */
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

/** Where chunks are kept, as texts by key; a `KeyValueStore` of Effect is one as it stands. */
export interface ChunkCache<out E = never> {
  readonly get: (key: string) => Effect.Effect<string | undefined, E>
  readonly set: (key: string, chunk: string) => Effect.Effect<unknown, E>
}

/** How history is requested. */
export interface Options<out E = never> {
  /** The shard, on official servers; by default that of the server. */
  readonly shard?: ShardName | undefined
  /** How many chunks are requested at once, and so read ahead; default 4. */
  readonly concurrency?: number | undefined
  /** How many ticks a chunk holds; read from the server by default. */
  readonly chunkSize?: number | undefined
  /** Where whole chunks are kept; by default every chunk is requested from the server. */
  readonly cache?: ChunkCache<E> | undefined
}

/** The part of a span of ticks that lies in one chunk. */
interface Part {
  /** The chunk's first tick. */
  readonly base: Tick
  /** The first tick of the chunk that is wanted. */
  readonly from: Tick
  /** The last tick of the chunk that is wanted. */
  readonly to: Tick
  /** Which one of all parts it is, from 1 on. */
  readonly number: number
  /** How many parts there are. */
  readonly of: number
}

/** A chunk that was recorded. */
export interface Recorded extends Part {
  readonly _tag: "Recorded"
  readonly chunk: RoomHistory.RoomHistory
  readonly isCached: boolean
}

/** A chunk that was not recorded, not yet, or is not kept any more. */
export interface Missing extends Part {
  readonly _tag: "Missing"
}

/** One chunk. `number` and `of` say how far a crawl is. */
export type Chunk = Recorded | Missing

const isTick = (value: number): value is Tick => Number.isSafeInteger(value) && value >= 0
const isCount = (value: number) => Number.isSafeInteger(value) && value > 0

const decode = Decoder.make(RoomHistory.RoomHistory)

/** Whether nothing can be added to a chunk: it holds its last tick. */
const isWhole = (chunk: RoomHistory.RoomHistory, size: number) =>
  Object.hasOwn(chunk.ticks, String(chunk.base + size - 1))

/** A chunk from its text; `undefined` when it is not the one that is meant. */
const revive = (text: string, room: string, base: number, size: number) => {
  const data = Result.try((): unknown => JSON.parse(text))
  const chunk = Result.isSuccess(data) ? decode(data.success) : data
  if (Result.isFailure(chunk)) return undefined
  const { success } = chunk
  return success.room === room && success.base === base && isWhole(success, size) ? success : undefined
}

const fail = (reason: Reason) => new ScreepsError({ operation: History.officialChunk.name, reason })

const invalid = (field: string, why: string) => fail(new InvalidInput({ field, detail: why }))

const sizeOfChunks = Effect.fnUntraced(function* (given: number | undefined) {
  if (given !== undefined) {
    return isCount(given) ? given : yield* invalid("chunkSize", "expected a whole number of ticks from 1")
  }
  const { historyChunkSize: size } = yield* Capabilities.read
  if (isCount(size)) return size
  return yield* fail(
    new UnexpectedResponse({ status: 200, detail: "expected a size of chunks in the version" })
  )
})

/** The parts of a span, created one by one. */
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
 * Crawls the chunks of a room's history that hold the ticks from one to another, both included, in their order.
 *
 * **Details**
 *
 * At most `concurrency` chunks are requested at once and read ahead. A chunk that does not exist is emitted as `Missing`.
 * With a cache, whole chunks are requested once; those without their last tick may still grow and are requested again.
 * A cached chunk is checked when it is read, and requested again when it is not valid.
 *
 * **Gotchas**
 *
 * Chunks are kept under the server's address, shard, room and tick: a server that begins a new world under its old
 * address needs a new cache (`KeyValueStore.prefix`).
 *
 * **Errors** those of `History.chunkAt` but for `HistoryNotFound`, and the cache's own. Chunks before a failure are
 * emitted before it, so that a crawl goes on where it ended.
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
      if (!isTick(from)) return yield* invalid("from", "expected a tick: a whole number from 0")
      if (!isTick(to)) return yield* invalid("to", "expected a tick: a whole number from 0")
      if (to < from) return yield* invalid("to", "expected a tick that is not before the first one")
      if (!isCount(concurrency)) return yield* invalid("concurrency", "expected a whole number from 1")
      const { server } = yield* ScreepsClient
      const size = yield* sizeOfChunks(chunkSize)
      const place = server.kind === "private" ? room : `${shard ?? server.shard ?? ""}/${room}`

      const request = Effect.fnUntraced(function* (part: Part) {
        const key = `${server.url}/room-history/${place}/${part.base}+${size}`
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
        // A failure waits for its turn: the chunks before it are emitted first.
        Stream.mapEffect((part) => Effect.result(read(part)), { concurrency }),
        Stream.mapEffect(Effect.fromResult)
      )
    })
  )
