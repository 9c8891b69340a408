import * as Context from "effect/Context"

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
