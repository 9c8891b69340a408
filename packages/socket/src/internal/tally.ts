/** What is counted while a socket lives. */
export interface Tally {
  connections: number
  retries: number
  unknownWords: number
  unknownChannels: number
  unheard: number
  undecodable: number
  damaged: number
}

export const make = (): Tally => ({
  connections: 0,
  retries: 0,
  unknownWords: 0,
  unknownChannels: 0,
  unheard: 0,
  undecodable: 0,
  damaged: 0
})
