import { RoomName } from "@screeps-effect/schema/RoomName"

/** How the measured server sends messages of a room: its Y coordinate chooses, its X coordinate is the client's. */
export const kinds = {
  /** 300 objects, sent as soon as they are granted. */
  generated: 1,
  /** Recorded messages of a small room, sent as soon as they are granted. */
  recorded: 2,
  /** 300 objects, one message every two milliseconds; the time of sending is the visual. */
  paced: 3
} as const

export type Kind = keyof typeof kinds

export const roomOf = (kind: Kind, client: number): RoomName => RoomName.make(`W${client + 1}N${kinds[kind]}`)

/** The rooms whose map data is requested at once. */
export const mapRooms = Array.from({ length: 500 }, (_, i) =>
  RoomName.make(`W${1 + (i % 25)}N${1 + Math.floor(i / 25)}`)
)
