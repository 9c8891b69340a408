/** What the server of `socket.ts` and its clients agree on. */
import type { RoomName } from "@screeps-effect/schema/RoomName"

/** The rooms: frames recorded from a server, a room of 300 objects, and recorded frames that say when they were sent. */
export const rooms = { recorded: "W7N3", large: "W5N8", paced: "W1N1" } as const satisfies Record<
  string,
  RoomName
>

/** Returns the present time in microseconds, by a clock that all processes of the machine share. */
export const now = (): number => Number(process.hrtime.bigint() / 1000n)
