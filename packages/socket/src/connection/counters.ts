/** What a socket has counted since it was created. */
export interface Counters {
  /** Connections that became ready. */
  connections: number
  /** Attempts after the first one. */
  retries: number
  /** Control words that the SDK does not know. */
  unknownWords: number
  /** Frames of channels whose names the SDK cannot parse. */
  unknownChannels: number
  /** Frames that were dropped since nothing listens to their channel, late ones included. */
  unclaimed: number
  /** Payloads that had not the expected shape. */
  decodeFailures: number
  /** Compressed frames that could not be inflated. */
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
