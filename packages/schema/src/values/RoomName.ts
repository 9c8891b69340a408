/**
 * Names of rooms, such as `W12N3`, and the geometry that follows from them.
 *
 * **Details**
 *
 * Columns and rows are counted from the origin in both directions, starting at 0: `W0` and `E0` are neighbours.
 * World coordinates are integers with x growing eastwards and y growing southwards: `E0S0` is `(0, 0)`, `W0N0` is
 * `(-1, -1)`.
 *
 * **Source** recorded from a server 4.3.0 (`W0N0` is valid there) and read in its source.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The name of a room, such as `W12N3`. */
export type RoomName =
  | `W${number}N${number}`
  | `W${number}S${number}`
  | `E${number}N${number}`
  | `E${number}S${number}`

// Template types are wider than the grammar (`W1.5N-2`, `W01N1`), so a check at run time stays necessary.
const grammar = /^([WE])(0|[1-9]\d{0,6})([NS])(0|[1-9]\d{0,6})$/u

/** A number from 0 to 127. */
const index = "(0|[1-9][0-9]?|1[01][0-9]|12[0-7])"

/**
 * Checks a room name: `W` or `E`, a number, `N` or `S`, a number; no leading zeros, no signs.
 *
 * **Details**
 *
 * Numbers of up to seven digits are accepted; the game's path finder works within 0–127 in each direction. This is
 * for names that callers send. Rooms in responses are plain text, since servers also send `sim`, `"undefined"` and
 * `shard0/E4S61`.
 */
export const RoomName: Schema.Codec<RoomName, string> = Schema.String.pipe(
  Schema.refine((text): text is RoomName => grammar.test(text), {
    expected: "a room name such as W12N3",
    toJsonSchema: () => ({ pattern: grammar.source }),
    // Generated names stay within the range of the game's path finder.
    arbitraryConstraint: { patterns: [{ source: `^[WE]${index}[NS]${index}$`, flags: "" }] }
  })
).annotate({ identifier: "RoomName" })

/** The text is not a room name. */
export class InvalidRoomName extends Data.TaggedError("InvalidRoomName")<{
  /** The text that was passed. */
  readonly text: string
}> {
  override get message() {
    return `"${this.text}" is not a valid room name (expected a name such as W12N3)`
  }
}

/** Checks whether a text is a room name. */
export const is = (text: string): text is RoomName => grammar.test(text)

/**
 * Parses a room name that a person typed; surrounding spaces and lower case are accepted.
 *
 * **Errors** `InvalidRoomName` when the text is not a room name.
 */
export const parse = (text: string): Result.Result<RoomName, InvalidRoomName> => {
  const name = text.trim().toUpperCase()
  return is(name) ? Result.succeed(name) : Result.fail(new InvalidRoomName({ text }))
}

/** The position of a room in the world, in rooms: x grows eastwards, y southwards; `E0S0` is `(0, 0)`. */
export interface WorldPosition {
  readonly x: number
  readonly y: number
}

/**
 * Returns the position of a room in the world.
 *
 * **Gotchas**
 *
 * The name must be valid (`is`): the type `RoomName` also allows texts such as `W1.5N-2`, which have no position.
 */
export const toWorld = (room: RoomName): WorldPosition => {
  const [, we, column, ns, row] = grammar.exec(room) ?? []
  return {
    x: we === "W" ? -Number(column) - 1 : Number(column),
    y: ns === "N" ? -Number(row) - 1 : Number(row)
  }
}

/** Returns the room at a position in the world; both coordinates must be whole numbers. */
export const fromWorld = ({ x, y }: WorldPosition): RoomName => {
  const column: `W${number}` | `E${number}` = x < 0 ? `W${-x - 1}` : `E${x}`
  const row: `N${number}` | `S${number}` = y < 0 ? `N${-y - 1}` : `S${y}`
  return `${column}${row}`
}

/** The four rooms next to a room. */
export interface Neighbours {
  readonly top: RoomName
  readonly right: RoomName
  readonly bottom: RoomName
  readonly left: RoomName
}

/** Returns the four rooms next to a room, whether or not they exist on a server or have an exit between them. */
export const neighbours = (room: RoomName): Neighbours => {
  const { x, y } = toWorld(room)
  return {
    top: fromWorld({ x, y: y - 1 }),
    right: fromWorld({ x: x + 1, y }),
    bottom: fromWorld({ x, y: y + 1 }),
    left: fromWorld({ x: x - 1, y })
  }
}

/** Returns the distance between two rooms, in rooms; a diagonal step counts as one. */
export const distance = (from: RoomName, to: RoomName): number => {
  const a = toWorld(from)
  const b = toWorld(to)
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
}

/**
 * Returns the distance between two rooms in a world that wraps around at its borders, as used for the costs of
 * terminals and the market.
 *
 * **Details**
 *
 * `world` is the size of the world in rooms, as `Game.worldSize` returns it.
 */
export const distanceWrapped = (
  from: RoomName,
  to: RoomName,
  world: { readonly width: number; readonly height: number }
): number => {
  const a = toWorld(from)
  const b = toWorld(to)
  const dx = Math.abs(a.x - b.x)
  const dy = Math.abs(a.y - b.y)
  return Math.max(Math.min(dx, Math.abs(world.width - dx)), Math.min(dy, Math.abs(world.height - dy)))
}

const numbers = (room: RoomName): readonly [number, number] => {
  const [, , column, , row] = grammar.exec(room) ?? []
  return [Number(column), Number(row)]
}

/** Checks whether a room lies on a highway: no controller, no sources, one of its numbers divisible by ten. */
export const isHighway = (room: RoomName): boolean => numbers(room).some((n) => n % 10 === 0)

/** Checks whether a room is one of the eight keeper rooms around the centre of its sector. */
export const isKeeperRoom = (room: RoomName): boolean =>
  numbers(room).every((n) => n % 10 >= 4 && n % 10 <= 6) && !isSectorCentre(room)

/** Checks whether a room is the centre of its sector: both numbers end in five. */
export const isSectorCentre = (room: RoomName): boolean => numbers(room).every((n) => n % 10 === 5)

/**
 * Returns the centre of a room's sector, such as `W5N5` for `W3N8`; `undefined` for rooms on highways, which separate
 * the sectors.
 */
export const sector = (room: RoomName): RoomName | undefined => {
  if (isHighway(room)) return undefined
  const centre = (n: number) => Math.floor(n / 10) * 10 + 5
  const [column, row] = numbers(room)
  const we = room.startsWith("W") ? "W" : "E"
  const ns = room.includes("N") ? "N" : "S"
  const name = `${we}${centre(column)}${ns}${centre(row)}`
  return is(name) ? name : undefined
}
