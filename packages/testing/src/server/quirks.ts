/** Quirks of real servers as options. */
import * as Duration from "effect/Duration"
import type { SocketQuirks } from "../socket/connection.ts"

/**
 * Options for quirks of a server and its socket. The defaults match a private server 4.3.0 as far as a correct program can
 * observe.
 *
 * **Source** recorded from a server 4.3.0.
 */
export interface Quirks {
  /**
   * Whether changes of one record that overlap in time overwrite each other, as on private servers, which read a record,
   * change it and write it back: of several flags created in a room at once only some are kept, although every
   * response is `ok: 1`, and a name registered several times at once gets several accounts. `true` by default, `false`
   * on official servers, of which it is not known.
   */
  readonly loseConcurrentWrites?: boolean | undefined
  /**
   * Whether connections that are not signed in receive any user's console, cpu, code and message events, as on private
   * servers; `false` by default.
   */
  readonly allowAnonymousUserChannels?: boolean | undefined
  /**
   * How a connection's second subscription to a channel counts. `counted`, the default: events need as many
   * unsubscriptions, and content of every tick is sent twice. `ignored`, as on xxscreeps: it has no effect.
   */
  readonly duplicateSubscriptions?: "counted" | "ignored" | undefined
  /** How many rooms of an account are sent per tick; 2 by default. */
  readonly roomsPerAccount?: number | undefined
  /** How many Memory paths of a user can be watched per server run, unsubscribed ones included; 50 by default. */
  readonly maxWatchedPaths?: number | undefined
  /**
   * Minimum time between two ticks whose rooms, maps, Memory and cpu are sent; none by default, 200 milliseconds on
   * real servers. Ticks in between are skipped, not sent later.
   */
  readonly throttle?: Duration.Input | undefined
  /**
   * Whether plain frames of other channels overtake compressed ones after a client requested `gzip`; `false` by
   * default. Compressed frames then wait for all other frames of the tick, and for ticks that pass meanwhile; each
   * channel keeps its order. Real servers compress several frames at a time in no certain order.
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
