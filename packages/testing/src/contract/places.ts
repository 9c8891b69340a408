/** Where players of the contract live. */
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as User from "@screeps-effect/api/User"
import * as RoomName from "@screeps-effect/schema/RoomName"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import { failTest, eventually } from "./test.ts"

/** A room that no world has. @internal */
export const nowhere = "W120N120"

/** A room in which nobody of the contract settles. @internal */
export const wild: RoomName.RoomName = "W7N3"

/** Rooms around a room that may have a controller. */
const around = (room: RoomName.RoomName): ReadonlyArray<RoomName.RoomName> => {
  const { x, y } = RoomName.toWorld(room)
  const near: Array<RoomName.RoomName> = []
  for (let dx = -5; dx <= 5; dx++)
    for (let dy = -5; dy <= 5; dy++) near.push(RoomName.fromWorld({ x: x + dx, y: y + dy }))
  return near.filter(
    (name) =>
      name !== wild &&
      !RoomName.isHighway(name) &&
      !RoomName.isKeeperRoom(name) &&
      !RoomName.isSectorCentre(name)
  )
}

interface Square {
  readonly x: number
  readonly y: number
}

const apart = (a: Square, b: Square) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))

/** Squares with room around them, nearest to the middle first. */
const spacious = (land: Terrain): ReadonlyArray<Square> => {
  const spots: Array<Square> = []
  for (let x = 5; x < 45; x++) for (let y = 5; y < 45; y++) if (free(land, x, y)) spots.push({ x, y })
  return spots.toSorted((a, b) => apart(a, { x: 25, y: 25 }) - apart(b, { x: 25, y: 25 }))
}

const free = (land: Terrain, x: number, y: number): boolean => {
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++) if (!land.isWalkable(x + dx, y + dy)) return false
  return true
}

const place = Effect.fnUntraced(function* (called: { readonly name?: string }) {
  const [start] = (yield* User.worldStartRoom()).room
  const centre = start !== undefined && RoomName.is(start) ? start : "W5N5"
  for (const room of yield* Random.shuffle(around(centre))) {
    const land = yield* Effect.result(Game.terrain({ room }))
    if (land._tag === "Failure") continue
    const spots = spacious(land.success)
    for (const { x, y } of spots.slice(0, 12)) {
      const placed = yield* Effect.result(Game.placeSpawn({ room, x, y, ...called }))
      if (placed._tag === "Success") {
        return { room, x, y, spots: spots.filter((spot) => apart(spot, { x, y }) > 2) }
      }
      if (placed.failure.reason._tag !== "Rejected") return yield* placed.failure
      // Somebody else's room, or none to live in: on to the next. A bad spot: on to the next spot.
      if (placed.failure.reason.detail !== "invalid location") break
    }
  }
  return yield* failTest("no room is free")
})

/** Places a first spawn; returns its place and places where something may be built. @internal */
export const settle = place({ name: "Spawn1" })

/** The same with a spawn that has no name. @internal */
export const settleNameless = place({})

/**
 * Gives an order to the spawn. A real server may forget that it was placed: the room is noted as active between two
 * steps of the main loop, sleeps for about a hundred ticks, and has no history. An order wakes it.
 *
 * @internal
 */
export const awake = (script = "") =>
  Effect.gen(function* () {
    const order = "for (const name in Game.spawns) Game.spawns[name].spawnCreep([MOVE], 'Scout' + Game.time)"
    yield* Code.set({ modules: { main: `module.exports.loop = function () { ${order}; ${script} }` } })
    yield* Memory.set({ path: "ran", value: true })
    const ran = Memory.read({ path: "ran" }, Schema.Boolean)
    yield* eventually(ran, Option.isSome, "the player's code runs")
  })
