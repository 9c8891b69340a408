/** A room as a list of shapes. */
import * as ActionLog from "@screeps-effect/schema/ActionLog"
import * as Objects from "@screeps-effect/schema/RoomObject"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Say from "@screeps-effect/schema/Say"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import type { UserBrief } from "@screeps-effect/schema/UserBrief"
import { cut } from "./draw.ts"
import { ground } from "./ground.ts"
import { drawRamparts, drawRoads, drawWalls } from "./joined.ts"
import { height } from "./kinds.ts"
import { actions, light, npcs, ownerColor } from "./looks.ts"
import { drawObject, isShown } from "./objects.ts"
import { path, rectangle, type Shape, type Text, turn } from "./shapes.ts"

/** Shapes at a place of the room. */
export interface Sprite {
  /** The object that the shapes show; absent for the ground, roads, walls and ramparts. */
  readonly object?: ObjectId | undefined
  /** Name of the object: a creep's name, or a type such as `spawn`. It may be a player's text: renderers escape it. */
  readonly name?: string | undefined
  /** Origin of the shapes in squares from the room's western edge. */
  readonly x: number
  /** Origin of the shapes in squares from the room's northern edge. */
  readonly y: number
  /** The shapes, relative to the origin, in drawing order. */
  readonly shapes: ReadonlyArray<Shape>
}

/** A point in squares. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Options for drawing objects. */
export interface SceneOptions {
  /** The viewer: the user's objects have a colour of their own. */
  readonly user?: UserId | undefined
  /** Users by identifier, such as those of a `RoomState`: controllers and creeps of other players get their names. */
  readonly users?: ReadonlyMap<UserId, UserBrief> | undefined
}

/** Options for drawing one object. */
export interface SpriteOptions extends SceneOptions {
  /** Where the object is drawn, such as between two squares; default: its square. */
  readonly at?: Point | undefined
  /** Direction in radians, 0 is east; default: towards the target of its first action, else north. */
  readonly angle?: number | undefined
}

/** More objects than this are not drawn: a room has 2500 squares. */
const mostObjects = 5000

const longestName = 100
const longestSpeech = 20

type Actor = Objects.ByType["creep" | "powerCreep" | "tower" | "link" | "invaderCore"]
const actors: ReadonlySet<string> = new Set(["creep", "powerCreep", "tower", "link", "invaderCore"])
const isActor = (object: Objects.RoomObject): object is Actor => actors.has(object.type)

/** An action with its target. */
interface Target extends Point {
  readonly action: string
}

const targets = (object: Objects.RoomObject): ReadonlyArray<Target> =>
  isActor(object)
    ? ActionLog.entries(object).flatMap(({ action, value }) =>
        actions.has(action) && typeof value === "object" && "x" in value && "y" in value
          ? [{ action, x: Number(value.x), y: Number(value.y) }]
          : []
      )
    : []

const owner = (object: Objects.RoomObject) => (Objects.isOwned(object) ? object.user : undefined)

const nameOf = (object: Objects.RoomObject): string =>
  cut(object.type === "creep" || object.type === "powerCreep" ? object.name : object.type, longestName)

const north = -Math.PI / 2

/** Draws the ground of a room: plains, swamps, walls and exits. */
export const terrain = (land: Terrain): Sprite => ({ x: 0, y: 0, shapes: ground(land) })

/** The name of a player under an object; none for the viewer and the game's own users. */
const label = (object: Objects.RoomObject, { user, users }: SceneOptions): ReadonlyArray<Text> => {
  const id = owner(object)
  if (users === undefined || id === undefined || id === user || npcs.has(id)) return []
  if (object.type !== "creep" && object.type !== "powerCreep" && object.type !== "controller") return []
  const text = cut(users.get(id)?.username ?? "", longestSpeech)
  return text === "" ? [] : [{ kind: "text", text, x: 0, y: 0.85, size: 0.5, fill: light }]
}

/** Returns the direction of an object's first action in radians, 0 is east; `undefined` without a target. */
export const direction = (object: Objects.RoomObject): number | undefined => {
  const [[target], at] = [targets(object), Objects.position(object)]
  return target === undefined || at === undefined ? undefined : Math.atan2(target.y - at.y, target.x - at.x)
}

/** Draws one object; `undefined` without a place, and for creeps that are spawning. */
export const sprite = (object: Objects.RoomObject, options: SpriteOptions = {}): Sprite | undefined => {
  const at = options.at ?? Objects.position(object)
  if (at === undefined || !isShown(object)) return undefined
  const angle = options.angle ?? direction(object) ?? north
  const color = ownerColor(owner(object), options.user)
  return {
    object: Objects.id(object),
    name: nameOf(object),
    x: at.x + 0.5,
    y: at.y + 0.5,
    shapes: [...drawObject(object, color, angle), ...label(object, options)]
  }
}

/** Options for drawing what an object does. */
export interface ActivityOptions extends Pick<SpriteOptions, "at"> {
  /** 0 to 1: draws dots that move along the lines from 0 to 1; default: no dots. */
  readonly phase?: number | undefined
}

/** Draws what an object does in this tick: a line to each target, and a creep's speech; `undefined` if nothing. */
export const activity = (
  object: Objects.RoomObject,
  { at = Objects.position(object), phase }: ActivityOptions = {}
): Sprite | undefined => {
  if (at === undefined || !isShown(object)) return undefined
  const lines = targets(object).flatMap(({ action, x, y }) => beam(action, x - at.x, y - at.y, phase))
  const speech = object.type === "creep" || object.type === "powerCreep" ? Say.of(object)?.message : undefined
  const shapes = [...lines, ...(speech === undefined ? [] : bubble(cut(speech, longestSpeech)))]
  return shapes.length === 0 ? undefined : { x: at.x + 0.5, y: at.y + 0.5, shapes }
}

const beam = (action: string, x: number, y: number, phase: number | undefined): ReadonlyArray<Shape> => {
  const color = actions.get(action)
  const line = path(
    [
      ["M", 0, 0],
      ["L", x, y]
    ],
    { stroke: color, width: 0.14, opacity: 0.4 }
  )
  if (phase === undefined) return [line]
  const dots = [0, 1 / 3, 2 / 3].map((offset) => {
    const along = (phase + offset) % 1
    const part = action === "harvest" ? 1 - along : along
    return path([["A", x * part, y * part, 0.09, 0, turn], ["Z"]], { fill: color })
  })
  return [line, ...dots]
}

const bubble = (text: string): ReadonlyArray<Shape> => {
  const width = 0.6 + 0.42 * Array.from(text).length
  return [
    path(rectangle(-width / 2, -1.65, width, 1, [0.3, 0.3, 0.3, 0.3]), { fill: "#e9eef4" }),
    { kind: "text", text, x: 0, y: -1.15, size: 0.7, fill: "#12161b" }
  ]
}

const present = (sprite: Sprite | undefined) => (sprite === undefined ? [] : [sprite])

const joined: ReadonlySet<string> = new Set(["road", "constructedWall", "rampart"])
const turning: ReadonlySet<string> = new Set(["creep", "powerCreep", "tower"])

const inOrder = (objects: Iterable<Objects.RoomObject>): ReadonlyArray<Objects.RoomObject> =>
  [...objects].slice(0, mostObjects).toSorted((one, other) => height(one) - height(other))

const squaresOf = (objects: ReadonlyArray<Objects.RoomObject>, type: Objects.Type) =>
  objects.filter(Objects.is(type)).flatMap((object) => Objects.position(object) ?? [])

/**
 * Draws what stands still between two ticks, above the ground: roads and walls as one, and every object that is neither a
 * creep, a power creep nor a tower. A page that animates a room paints it once per tick.
 */
export const standing = (
  objects: Iterable<Objects.RoomObject>,
  options: SceneOptions = {}
): ReadonlyArray<Sprite> => {
  const all = inOrder(objects)
  const ground = [...drawRoads(squaresOf(all, "road")), ...drawWalls(squaresOf(all, "constructedWall"))]
  return [
    { x: 0, y: 0, shapes: ground },
    ...all
      .filter(({ type }) => !joined.has(type) && !turning.has(type))
      .flatMap((object) => present(sprite(object, options)))
  ]
}

/** Returns the objects that may move or turn between two ticks, in drawing order: towers, power creeps and creeps. */
export const moving = (objects: Iterable<Objects.RoomObject>): ReadonlyArray<Objects.RoomObject> =>
  inOrder(objects).filter(({ type }) => turning.has(type))

/** Draws ramparts, which are above creeps: those of an owner as one. */
export const ramparts = (
  objects: Iterable<Objects.RoomObject>,
  options: SceneOptions = {}
): ReadonlyArray<Sprite> => {
  const all = [...objects].filter(Objects.is("rampart"))
  return [...new Set(all.map(owner))].map((user) => ({
    x: 0,
    y: 0,
    shapes: drawRamparts(
      squaresOf(
        all.filter((one) => owner(one) === user),
        "rampart"
      ),
      ownerColor(user, options.user)
    )
  }))
}

/**
 * Draws a room and its objects, such as those of a `RoomState`, as shapes: for `toSvg`, for `paint`, or for a renderer of
 * your own.
 *
 * **Details**
 *
 * Objects have the colours of their owners. Above them are ramparts, the actions and the speech of this tick. Objects of
 * unknown kinds are boxes with a question mark. At most 5000 objects are drawn.
 */
export const scene = (
  land: Terrain,
  objects: Iterable<Objects.RoomObject>,
  options: SceneOptions = {}
): ReadonlyArray<Sprite> => {
  const all = inOrder(objects)
  return [
    terrain(land),
    ...standing(all, options),
    ...moving(all).flatMap((object) => present(sprite(object, options))),
    ...ramparts(all, options),
    ...all.flatMap((object) => present(activity(object)))
  ]
}
