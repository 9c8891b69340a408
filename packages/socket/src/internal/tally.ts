/** What is counted while a socket lives. */
export interface Tally {
  connections: number
  retries: number
  unknownWords: number
  unknownChannels: number
  unclaimed: number
  decodeFailures: number
  damaged: number
}

export const make = (): Tally => ({
  connections: 0,
  retries: 0,
  unknownWords: 0,
  unknownChannels: 0,
  unclaimed: 0,
  decodeFailures: 0,
  damaged: 0
})
