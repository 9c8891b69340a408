/** The quirks of real servers' sockets, each an option. */
import * as Duration from "effect/Duration"
import type { SocketQuirks } from "../socket/connection.ts"

/**
 * Quirks of the socket. The defaults are those of a private server 4.3.0, as far as a correct program can notice.
 *
 * **Source** recorded from a server 4.3.0.
 */
export interface Quirks {
  /**
   * Whether connections that have not signed in receive any user's console, cpu, code and messages, as on private
   * servers; `false` by default.
   */
  readonly allowAnonymousUserChannels?: boolean | undefined
  /**
   * What becomes of a channel that one connection subscribes to twice: `counted` by default. Events then need as many
   * unsubscriptions, what is sent every tick comes twice; with `ignored`, as on xxscreeps, the second one does nothing.
   */
  readonly duplicateSubscriptions?: "counted" | "ignored" | undefined
  /** How many rooms of an account are served per tick; 2 by default. */
  readonly roomsPerAccount?: number | undefined
  /** How many paths of a user's Memory can be watched, unsubscribed ones included; 50 by default. */
  readonly maxWatchedPaths?: number | undefined
  /**
   * The minimum time between two ticks whose rooms, maps, Memory and cpu are sent; none by default, where
   * real servers say 200 milliseconds. What falls in between is skipped, not sent later.
   */
  readonly throttle?: Duration.Input | undefined
  /**
   * Whether plain frames of other channels overtake packed ones, where a client asked for `gzip`; `false` by default.
   * Packed frames then wait for all other frames of the tick, and for later ticks that pass meanwhile; each channel
   * keeps its own order. Real servers pack several frames at a time, and leave the order to chance.
   */
  readonly reorderCompressed?: boolean | undefined
}

/** @internal */
export const resolveQuirks = (quirks: Quirks = {}): SocketQuirks => ({
  allowAnonymousUserChannels: quirks.allowAnonymousUserChannels ?? false,
  countDuplicates: quirks.duplicateSubscriptions !== "ignored",
  roomsPerAccount: quirks.roomsPerAccount ?? 2,
  maxWatchedPaths: quirks.maxWatchedPaths ?? 50,
  reorderCompressed: quirks.reorderCompressed ?? false,
  throttle: quirks.throttle === undefined ? 0 : Duration.toMillis(Duration.fromInputUnsafe(quirks.throttle))
})
