import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Schedule from "effect/Schedule"
import type { SocketError } from "../SocketError.ts"

/** Options of a socket. */
export interface Options {
  /** Whether the server compresses frames, which halves whole rooms but hardly other frames; `false` by default. */
  readonly gzip?: boolean | undefined
  /** How long the server may take to open the connection and to respond to a sign-in; 10 seconds by default. */
  readonly connectTimeout?: Duration.Input | undefined
  /**
   * How long the server may send nothing before the socket checks whether it still responds; 30 seconds by default,
   * never with `"Infinity"`.
   */
  readonly liveness?: Duration.Input | undefined
  /** How many payloads may wait for a listener; 1024 by default. */
  readonly capacity?: number | undefined
  /**
   * The delays between attempts to connect; by default half a second, doubling up to 30 seconds, with jitter, without
   * end. The delays start again after a connection that was ready for ten seconds. The socket closes when the schedule
   * ends.
   */
  readonly backoff?: Schedule.Schedule<unknown, SocketError> | undefined
  /**
   * What happens to a payload that does not match the channel's schema: `skip` (default) leaves it out, counts it and
   * logs a warning once per channel; a room is subscribed to again, at most three times a minute, and fails if that does
   * not help. `fail` fails the channel's streams with `UnexpectedPayload`.
   */
  readonly onDecodeFailure?: "skip" | "fail" | undefined
}

/** How much data of a server a socket keeps in memory. */
export interface Limits {
  /**
   * The longest frame, decompressed: 16 MiB by default. Decompression stops there.
   */
  readonly frameBytes: number
  /**
   * The most data that waits at once: frames that were received and not yet read, and payloads that wait for one
   * listener; 64 MiB by default.
   */
  readonly waitingBytes: number
}

/**
 * How much data of a server a socket keeps in memory.
 *
 * **Details**
 *
 * A `Context.Reference`, read when the socket is created: replace it with `Layer.provide(Layer.succeed(Limits, …))`.
 * Text counts one byte for each UTF-16 unit. A server that exceeds a limit is disconnected with the reason
 * `LimitExceeded`, and the socket reconnects with backoff. A listener for which too much waits fails with `TooSlow`, or
 * gets a gap (see `Delivery`).
 *
 * **Gotchas**
 *
 * The WebSocket receives a plain frame completely before it is checked: its own limit is that of the platform.
 */
export const Limits: Context.Reference<Limits> = Context.Reference("@screeps-effect/socket/Limits", {
  defaultValue: (): Limits => ({ frameBytes: 16 * 1024 * 1024, waitingBytes: 64 * 1024 * 1024 })
})

/** The default delays between attempts to connect: see `Options.backoff`. */
export const defaultBackoff: Schedule.Schedule<unknown, SocketError> = Schedule.min([
  Schedule.exponential("500 millis"),
  Schedule.spaced("30 seconds")
]).pipe(Schedule.jittered)

/** Options with their defaults, and the limits. */
export type Settings = ReturnType<typeof make>

export const make = (options: Options, limits: Limits) => ({
  limits,
  gzip: options.gzip ?? false,
  connectTimeout: Duration.fromInputUnsafe(options.connectTimeout ?? "10 seconds"),
  liveness: Duration.fromInputUnsafe(options.liveness ?? "30 seconds"),
  capacity: Math.max(1, options.capacity ?? 1024),
  backoff: options.backoff ?? defaultBackoff,
  onDecodeFailure: options.onDecodeFailure ?? "skip"
})
