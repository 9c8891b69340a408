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

export * from "./RoomPicture/canvas.ts"
export { edges, ground, ownerColor } from "./RoomPicture/looks.ts"
export { height } from "./RoomPicture/objects.ts"
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

/** The appearance of a kind of object: a colour of the terminal's 256, and a letter for terminals without colours. */
interface Look {
  readonly name: string
  readonly color: number
  readonly letter: string
}

const look = (name: string, color: number, letter: string): Look => ({ name, color, letter })

const land: { readonly [kind in ReturnType<Terrain["at"]>]: Look } = {
  plain: look("plain", 237, "."),
  wall: look("wall", 232, "#"),
  swamp: look("swamp", 58, "~")
}

const foreign = look("others' creep", 196, "x")
const building = look("building", 109, "B")
const unknown = look("unknown kind", 199, "?")

/** Appearances by type of object; later entries are drawn over earlier ones. */
const looks: ReadonlyMap<string, Look> = new Map([
  ["road", look("road", 242, "+")],
  ["rampart", look("rampart", 28, "R")],
  ["constructedWall", look("built wall", 240, "W")],
  ["container", look("container", 136, "u")],
  ["ruin", look("ruin", 95, "r")],
  ["tombstone", look("tombstone", 103, "t")],
  ["energy", look("pile", 220, "e")],
  ["constructionSite", look("site", 152, "*")],
  ["extension", look("extension", 172, "E")],
  ["tower", look("tower", 209, "T")],
  ["storage", look("storage", 214, "G")],
  ["terminal", look("terminal", 177, "M")],
  ["spawn", look("spawn", 201, "S")],
  ["controller", look("controller", 51, "C")],
  ["source", look("source", 226, "s")],
  ["mineral", look("mineral", 255, "m")],
  ["keeperLair", look("lair", 124, "K")],
  ["portal", look("portal", 33, "P")],
  ["powerCreep", look("power creep", 213, "p")],
  ["creep", look("creep", 46, "o")]
])

const heights = new Map([...looks.keys()].map((type, height) => [type, height]))
const ofBuildings = heights.get("extension") ?? 0

const looksLike = (object: RoomObject, user: UserId | undefined): Look => {
  const isCreep = object.type === "creep" || object.type === "powerCreep"
  if (isCreep && user !== undefined && !(isOwned(object) && object.user === user)) return foreign
  return object.type === "unknown" ? unknown : (looks.get(object.type) ?? building)
}

/** Returns the appearance of each square that contains objects. */
const standing = (objects: Iterable<RoomObject>, user: UserId | undefined): ReadonlyMap<string, Look> => {
  const highest = new Map<string, number>()
  const seen = new Map<string, Look>()
  for (const object of objects) {
    const place = position(object)
    if (place === undefined) continue
    const at = `${place.x},${place.y}`
    const height = heights.get(object.type) ?? ofBuildings
    if (height < (highest.get(at) ?? 0)) continue
    highest.set(at, height)
    seen.set(at, looksLike(object, user))
  }
  return seen
}

/**
 * Draws a room and its objects for a terminal, line by line from north to south, with a legend of the colours or letters on the right.
 *
 * **Details**
 *
 * On a square with several objects, creeps hide everything and roads hide nothing. Kinds without their own appearance
 * are drawn as buildings, objects of unknown kinds as such.
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
  const legend = [...Object.values(land), ...looks.values(), building, unknown, foreign]
    .filter((one) => shown.has(one))
    .map(({ color, letter, name }) => (colors ? `\x1b[48;5;${color}m  \x1b[0m ${name}` : `${letter} ${name}`))
  return rows.map((row, i) => (legend[i] === undefined ? row : `${row}  ${legend[i]}`))
}
