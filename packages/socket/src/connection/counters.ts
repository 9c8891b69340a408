/** Counters of a socket since it was created. */
export interface Counters {
  /** Connections that became ready. */
  connections: number
  /** Attempts to connect after the first one. */
  retries: number
  /** Control words that the SDK does not know. */
  unknownWords: number
  /** Frames of channels whose names the SDK cannot parse. */
  unknownChannels: number
  /** Frames that were dropped because their channel has no listeners, or not yet or no longer. */
  unclaimed: number
  /** Payloads that did not match their channel's schema. */
  decodeFailures: number
  /** Compressed frames that could not be decompressed. */
  damaged: number
}

export const make = (): Counters => ({
  connections: 0,
  retries: 0,
  unknownWords: 0,
  unknownChannels: 0,
  unclaimed: 0,
  decodeFailures: 0,
  damaged: 0
})
