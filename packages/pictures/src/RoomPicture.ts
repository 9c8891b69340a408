/**
 * Pictures of rooms: for terminals, as SVG, and on a canvas.
 *
 * **Details**
 *
 * `draw` is for terminals: with colours each character shows two squares, one above the other, so that squares look square: 25 lines of 50
 * characters. Without colours each square is a letter: 50 lines of 50 letters.
 *
 * ```ts
 * import { RoomPicture } from "@screeps-effect/pictures"
 * import { Terrain } from "@screeps-effect/schema"
 *
 * const land = Terrain.fromSquares([{ x: 1, y: 1, type: "wall" }])
 * console.log(RoomPicture.draw(land, [], { colors: true }).join("\n"))
 * ```
 *
 * `scene` draws a room as a list of shapes, which `toSvg` writes as an image and `paint` paints on a canvas. To animate a
 * room, paint `terrain` and `roads` once, and a `sprite` and an `activity` for each object wherever it is:
 *
 * ```ts
 * import { RoomPicture } from "@screeps-effect/pictures"
 * import { type RoomState, Terrain, type UserId } from "@screeps-effect/schema"
 *
 * const land = Terrain.fromSquares([{ x: 1, y: 1, type: "wall" }])
 *
 * const image = ({ objects, room }: RoomState.RoomState, user: UserId.UserId) =>
 *   RoomPicture.toSvg(RoomPicture.scene(land, objects.values(), { user }), { size: 400, title: room })
 *
 * const redraw = (context: RoomPicture.Context2d, { objects }: RoomState.RoomState) =>
 *   RoomPicture.paint(context, RoomPicture.scene(land, objects.values()), 16)
 * ```
 */
import type { RoomObject } from "@screeps-effect/schema/RoomObject"
import { isOwned, position } from "@screeps-effect/schema/RoomObject"
import { size, type Terrain } from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import { height, type Look, looks, unknown } from "./RoomPicture/kinds.ts"

export * from "./RoomPicture/canvas.ts"
export { edges, ground, ownerColor } from "./RoomPicture/looks.ts"
export { height } from "./RoomPicture/kinds.ts"
export * from "./RoomPicture/scene.ts"
export type { Path, Shape, Step, Text } from "./RoomPicture/shapes.ts"
export * from "./RoomPicture/svg.ts"

/** Options for drawing a room in a terminal. */
export interface Options {
  /** Whether to draw with 256 colours; letters are drawn otherwise. */
  readonly colors: boolean
  /** User whose creeps are drawn differently from the creeps of all other users. */
  readonly user?: UserId | undefined
}

const land: { readonly [kind in ReturnType<Terrain["at"]>]: Look } = {
  plain: { name: "plain", color: 237, letter: "." },
  wall: { name: "wall", color: 232, letter: "#" },
  swamp: { name: "swamp", color: 58, letter: "~" }
}

const foreign: Look = { name: "others' creep", color: 196, letter: "x" }

const looksLike = (object: RoomObject, user: UserId | undefined): Look => {
  const isCreep = object.type === "creep" || object.type === "powerCreep"
  if (isCreep && user !== undefined && !(isOwned(object) && object.user === user)) return foreign
  return looks.get(object.type) ?? unknown
}

/** Returns the appearance of each square that contains objects. */
const standing = (objects: Iterable<RoomObject>, user: UserId | undefined): ReadonlyMap<string, Look> => {
  const highest = new Map<string, number>()
  const seen = new Map<string, Look>()
  for (const object of objects) {
    const place = position(object)
    if (place === undefined) continue
    const at = `${place.x},${place.y}`
    const own = height(object)
    if (own < (highest.get(at) ?? 0)) continue
    highest.set(at, own)
    seen.set(at, looksLike(object, user))
  }
  return seen
}

/**
 * Draws a room and its objects for a terminal, line by line from north to south, with a legend of the colours or letters on the right.
 *
 * **Details**
 *
 * On a square with several objects, creeps hide everything and roads hide nothing. Each kind has a letter and a colour of its
 * own, and objects of unknown kinds have theirs.
 */
export const draw = (
  terrain: Terrain,
  objects: Iterable<RoomObject>,
  { colors, user }: Options
): ReadonlyArray<string> => {
  const things = standing(objects, user)
  const shown = new Set<Look>()
  const at = (x: number, y: number): Look => {
    const found = things.get(`${x},${y}`) ?? land[terrain.at(x, y)]
    shown.add(found)
    return found
  }
  const squares = Array.from({ length: size }, (_, i) => i)
  const halves = (y: number) =>
    squares.map((x) => `\x1b[38;5;${at(x, y).color};48;5;${at(x, y + 1).color}m▀`).join("") + "\x1b[0m"
  const letters = (y: number) => squares.map((x) => at(x, y).letter).join("")
  const rows = colors ? squares.filter((y) => y % 2 === 0).map(halves) : squares.map(letters)
  const legend = [...Object.values(land), ...looks.values(), unknown, foreign]
    .filter((one) => shown.has(one))
    .map(({ color, letter, name }) => (colors ? `\x1b[48;5;${color}m  \x1b[0m ${name}` : `${letter} ${name}`))
  return rows.map((row, i) => (legend[i] === undefined ? row : `${row}  ${legend[i]}`))
}
