/**
 * Rooms as one page for a browser: a replay in a file that opens without a network, or live rooms.
 *
 * **Details**
 *
 * The states of a replay may come from room history (`HistoryReplay.states`), from the room channel (`RoomFeed.states`), or from
 * any other source:
 *
 * ```ts
 * import { RoomFeed } from "@screeps-effect/socket"
 * import { RoomName, Terrain } from "@screeps-effect/schema"
 * import * as RoomPage from "@screeps-effect/pictures/RoomPage"
 * import * as Stream from "effect/Stream"
 *
 * const page = (room: RoomName.RoomName, terrain: Terrain.Terrain) =>
 *   RoomFeed.states(room).pipe(Stream.take(100), RoomPage.replay({ room, terrain }), Stream.mkString)
 * ```
 *
 * A live page reads `Update`s as server-sent events from the program that serves it (`screeps view` does): it has no account,
 * and sends nothing but the names of the rooms that it shows.
 *
 * Both pages draw rooms with `RoomCanvas`. Texts of servers and players are data: they cannot add elements or scripts to a
 * page, whose Content-Security-Policy allows its own script and style only.
 *
 * The package's index does not export this module: it contains the page's script, of 150 kB.
 */
import * as Stream from "effect/Stream"
import * as Terrain from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Page from "./RoomPage/page.ts"
import * as Parts from "./RoomPage/parts.ts"
import type { RoomState } from "@screeps-effect/schema/RoomState"

export * as Update from "./RoomPage/updates.ts"

/** Options of a replay. */
export interface ReplayOptions {
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
 * Of each object the file contains all fields that belong to the game, and of users their names and badges. Flags and visuals
 * are left out. At most 100 states are in memory. The page's policy allows no connection.
 */
export const replay =
  ({ from, room, terrain, to, user }: ReplayOptions) =>
  <E, R>(states: Stream.Stream<RoomState, E, R>): Stream.Stream<string, E, R> =>
    Stream.succeed(
      Page.begin({ mode: "replay", rooms: [room], terrain: Terrain.encode(terrain), user, from, to })
    ).pipe(
      Stream.concat(
        Stream.map(
          Stream.mapAccum(states, (): Parts.Open => undefined, Parts.add, { onHalt: Parts.end }),
          Page.part
        )
      ),
      Stream.concat(Stream.sync(Page.end))
    )

/** Options of a live page. */
export interface LiveOptions {
  /** Names of the rooms that it shows first. */
  readonly rooms: ReadonlyArray<string>
  /** The viewer: the user's objects have a colour of their own. */
  readonly user?: UserId | undefined
  /**
   * Address of the events, relative to the page's own: the page adds the rooms that it shows (`?room=W7N3&room=W8N3`). A
   * stream begins with a `room` for each of them.
   */
  readonly events: string
  /** A remark below the name of the room, such as the server's name. */
  readonly about?: string | undefined
}

/** Returns a live page. Its policy allows connections to its own origin only. */
export const live = ({ about, events, rooms, user }: LiveOptions): string =>
  Page.begin({ mode: "live", rooms, user, events, about }) + Page.end()

/** The Content-Security-Policy of a live page, for the header of a response: it also forbids frames of other pages. */
export const livePolicy: string = `${Page.policy("live")}; frame-ancestors 'none'`
