/**
 * Replays of a room for a browser: one file with the states of a room and a player, which opens without a network.
 *
 * **Details**
 *
 * The states may come from room history (`HistoryReplay.states`), from the room channel (`RoomFeed.states`), or from any
 * other source. The page draws them with `RoomPicture`.
 *
 * ```ts
 * import { RoomFeed } from "@screeps-effect/socket"
 * import { RoomName, Terrain } from "@screeps-effect/schema"
 * import * as RoomReplay from "@screeps-effect/pictures/RoomReplay"
 * import { Stream } from "effect"
 *
 * const page = (room: RoomName.RoomName, terrain: Terrain.Terrain) =>
 *   RoomFeed.states(room).pipe(Stream.take(100), RoomReplay.html({ room, terrain }), Stream.mkString)
 * ```
 *
 * The package's index does not export this module: it contains the player's script, of 120 kB.
 */
import * as Stream from "effect/Stream"
import * as Terrain from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Page from "./RoomReplay/page.ts"
import * as Parts from "./RoomReplay/parts.ts"
import type { RoomState } from "@screeps-effect/schema/RoomState"

/** Options of a replay. */
export interface Options {
  /** Name of the room. */
  readonly room: string
  /** The room's terrain. */
  readonly terrain: Terrain.Terrain
  /** The viewer: the user's objects have a colour of their own. */
  readonly user?: UserId | undefined
  /** First tick of the slider; default: the first tick with a state. */
  readonly from?: number | undefined
  /** Last tick of the slider; default: the last tick with a state. */
  readonly to?: number | undefined
}

/**
 * Writes a replay as one HTML file, in pieces that can be written to a file while the states are read.
 *
 * **Details**
 *
 * Ticks between two states, and between the first or last state and the ends of the range, are shown as gaps. Without any
 * state the page says so. A state without a tick, or with a tick that is not after the tick before, is left out.
 *
 * Of each object the file contains all fields that belong to the game, and of users their names. Flags and visuals are left
 * out. At most 100 states are in memory.
 *
 * Texts of servers and players are data: they cannot add elements or scripts to the page, whose Content-Security-Policy
 * allows its own script and style only, and no connection.
 */
export const html =
  ({ from, room, terrain, to, user }: Options) =>
  <E, R>(states: Stream.Stream<RoomState, E, R>): Stream.Stream<string, E, R> =>
    Stream.succeed(Page.begin({ room, terrain: Terrain.encode(terrain), user, from, to })).pipe(
      Stream.concat(
        Stream.map(
          Stream.mapAccum(states, (): Parts.Open => undefined, Parts.add, { onHalt: Parts.end }),
          Page.part
        )
      ),
      Stream.concat(Stream.sync(Page.end))
    )
