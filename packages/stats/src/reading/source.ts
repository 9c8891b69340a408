/** Where samples come from: an endpoint that is polled, or a channel of the socket. */
import type { Metadata } from "@screeps-effect/api/Operation"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import type { Services } from "@screeps-effect/socket/Screeps"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import type * as Samples from "./samples.ts"
import type { SourceKey } from "./series.ts"

/** The samples of a source at one moment. */
export interface Reading {
  readonly samples: ReadonlyArray<Samples.Sample>
  /** When they were received, in milliseconds since 1970. */
  readonly at: number
  /** Whether values were left out before they became samples. */
  readonly isCut?: boolean
  /** Whether the server pushed them, so that no request was sent for them. */
  readonly isPushed?: boolean
}

export type SourceError = ScreepsError | SocketError

/** What a request counts towards. */
export type Counted = Pick<Metadata, "limitKey" | "quota">

/** A source of samples. */
export interface Source {
  readonly key: SourceKey
  /** The requests of one reading; none for a source that the server pushes. */
  readonly requests: ReadonlyArray<Counted>
  /** How often it is read, in milliseconds; longer than wanted where quotas require it. */
  readonly every: number
  /** Emits a reading at once and about every `interval`. A stream that fails is started again later. */
  readonly readings: (interval: Duration.Duration) => Stream.Stream<Reading, SourceError, Services>
}

/** A source of an account: an endpoint, a channel or a room. */
export interface SourceStatus {
  readonly account: string
  /** What is read: `account`, `resources`, `cpu`, `memory`, `segments`, `rooms`, `room`, `market`, `tick`, … */
  readonly source: string
  readonly shard: string | undefined
  readonly room: string | undefined
  /** A path in Memory, or a resource on the market. */
  readonly item: string | undefined
  /** How often it is read. */
  readonly every: Duration.Duration
  /** HTTP requests a day; 0 for what the socket pushes, such as a path in Memory whose last reading was pushed. */
  readonly requestsPerDay: number
  /** The reason of the last failure, such as `Unreachable`; `undefined` after a reading, and before the first one. */
  readonly failure: string | undefined
  /** When it last had values, in milliseconds since 1970; `undefined` before the first reading. */
  readonly seenAt: number | undefined
  /** The number of values of the last reading. */
  readonly values: number
}

/** Returns the state of a source before its first reading. */
export const unread = (account: string, { every, key, requests }: Source): SourceStatus => ({
  account,
  source: key.source,
  shard: key.shard,
  room: key.room,
  item: key.item,
  every: Duration.millis(every),
  requestsPerDay: Math.round((requests.length * 86_400_000) / every),
  failure: undefined,
  seenAt: undefined,
  values: 0
})

/** Adds the present time to samples. */
const now = (samples: ReadonlyArray<Samples.Sample>): Effect.Effect<Reading> =>
  Effect.map(Clock.currentTimeMillis, (at) => ({ samples, at }))

/** Creates a source that is read again and again. */
export const polled = ({
  read,
  ...source
}: Omit<Source, "readings"> & {
  readonly read: Effect.Effect<ReadonlyArray<Samples.Sample> | Reading, SourceError, Services>
}): Source => ({
  ...source,
  readings: (interval) =>
    Stream.fromEffect(
      Effect.flatMap(read, (values) => ("samples" in values ? Effect.succeed(values) : now(values)))
    ).pipe(Stream.repeat(Schedule.spaced(interval)))
})

/** Ticks of a private server may last a few milliseconds: a second between two readings is enough. */
const leastBetween = 1000

/** Creates a source that the server pushes, at most one reading per second. */
export const pushed = <A>(
  key: SourceKey,
  payloads: Stream.Stream<A, SourceError, Services>,
  toSamples: (payload: A) => ReadonlyArray<Samples.Sample>
): Source => ({
  key,
  requests: [],
  every: leastBetween,
  readings: () => atMostOneASecond(payloads.pipe(Stream.mapEffect((payload) => now(toSamples(payload)))))
})

/** Leaves out readings that follow too soon after another. */
export const atMostOneASecond = <E, R>(
  readings: Stream.Stream<Reading, E, R>
): Stream.Stream<Reading, E, R> =>
  Stream.suspend(() => {
    let last = -Infinity
    return Stream.filter(readings, ({ at }) => {
      if (at - last < leastBetween) return false
      last = at
      return true
    })
  })
