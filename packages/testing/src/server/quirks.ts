/** Quirks of real servers as options. */
import * as Duration from "effect/Duration"

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
  /** How many rooms of an account are sent per tick; 2 by default. */
  readonly roomsPerAccount?: number | undefined
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

/** The quirks of a socket, with all defaults. @internal */
export const socketQuirks = (quirks: Quirks = {}) => ({
  allowAnonymousUserChannels: quirks.allowAnonymousUserChannels ?? false,
  roomsPerAccount: quirks.roomsPerAccount ?? 2,
  reorderCompressed: quirks.reorderCompressed ?? false,
  /** In milliseconds. */
  throttle: quirks.throttle === undefined ? 0 : Duration.toMillis(Duration.fromInputUnsafe(quirks.throttle))
})

/** @internal */
export type SocketQuirks = ReturnType<typeof socketQuirks>
