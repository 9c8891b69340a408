/** Rooms on the coarse map: the channel `roomMap2:<room>`. */
import * as Schema from "effect/Schema"
import type { UserId } from "../values/UserId.ts"

const Coordinate = Schema.Union([Schema.Finite, Schema.String])

const Squares = Schema.Array(Schema.Tuple([Coordinate, Coordinate]))

/**
 * Squares of a room by what they contain, complete in every event; x and y are 0–49 from the north-west corner.
 *
 * **Details**
 *
 * `w` constructed walls, `r` roads, `pb` power banks and dropped power, `p` portals, `s` sources, `c` controllers
 * without owner, `m` minerals and deposits, `d` deposits on xxscreeps, `k` keeper lairs; any other key is a user's identifier, with the squares of
 * everything that the user owns. A square with several objects is repeated. For a room that does not exist the event is
 * an empty object.
 *
 * **Gotchas**
 *
 * Construction sites, ruins, tombstones, public ramparts, structures without owner and other dropped resources are not
 * included. xxscreeps leaves out keys without squares. A mod may add keys, which then look like identifiers. Official servers are reported to send numbers as text
 * at times: `squares` reads both.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9.
 */
export const RoomMapEvent: Schema.Codec<RoomMapEvent> = Schema.Record(
  Schema.String,
  Schema.NullOr(Squares)
).annotate({ identifier: "RoomMapEvent" })

/** Squares of a room by what they contain. */
export type RoomMapEvent = { readonly [key: string]: typeof Squares.Type | null }

/** A square of a room: x (0–49, from the west) and y (0–49, from the north). */
export type Square = readonly [x: number, y: number]

const kinds = {
  walls: "w",
  roads: "r",
  power: "pb",
  portals: "p",
  sources: "s",
  controllers: "c",
  minerals: "m",
  deposits: "d",
  keeperLairs: "k"
} as const

/**
 * The layers of the coarse map: `power` is power banks and dropped power, `controllers` are those without owner,
 * `minerals` are minerals and deposits. `deposits` are empty on a server 4.3.0, which counts them as minerals; on
 * xxscreeps, `minerals` are minerals alone.
 */
export type Kind = keyof typeof kinds

const read = (squares: RoomMapEvent[string] | undefined): ReadonlyArray<Square> =>
  (squares ?? []).map(([x, y]) => [Number(x), Number(y)])

/** Returns the squares of one kind. */
export const squares = (event: RoomMapEvent, kind: Kind): ReadonlyArray<Square> => read(event[kinds[kind]])

const isUserId = (key: string): key is UserId =>
  key !== "" && !Object.values(kinds).some((letter) => letter === key)

/** Returns the squares of everything that users own, by user, including the NPC users (see `UserId`). */
export const owned = (event: RoomMapEvent): ReadonlyMap<UserId, ReadonlyArray<Square>> =>
  new Map(Object.entries(event).flatMap(([key, list]) => (isUserId(key) ? [[key, read(list)] as const] : [])))
