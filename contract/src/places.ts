/** Where the contract's test players settle. */
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

/** A room outside every world. */
export const roomOutside = "W120N120"

/** A room in which no test player settles. */
export const unsettledRoom: RoomName.RoomName = "W7N3"

/** Returns rooms near a room that may have a controller. */
const around = (room: RoomName.RoomName): ReadonlyArray<RoomName.RoomName> => {
  const { x, y } = RoomName.toWorld(room)
  const near: Array<RoomName.RoomName> = []
  for (let dx = -5; dx <= 5; dx++)
    for (let dy = -5; dy <= 5; dy++) near.push(RoomName.fromWorld({ x: x + dx, y: y + dy }))
  return near.filter(
    (name) =>
      name !== unsettledRoom &&
      !RoomName.isHighway(name) &&
      !RoomName.isKeeperRoom(name) &&
      !RoomName.isSectorCentre(name)
  )
}

interface Square {
  readonly x: number
  readonly y: number
}

const distance = (a: Square, b: Square) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))

/** Lists squares without walls around them, those nearest to the middle first. */
const spacious = (land: Terrain): ReadonlyArray<Square> => {
  const spots: Array<Square> = []
  for (let x = 5; x < 45; x++) for (let y = 5; y < 45; y++) if (free(land, x, y)) spots.push({ x, y })
  return spots.toSorted((a, b) => distance(a, { x: 25, y: 25 }) - distance(b, { x: 25, y: 25 }))
}

const free = (land: Terrain, x: number, y: number): boolean => {
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++) if (!land.isWalkable(x + dx, y + dy)) return false
  return true
}

/** Rooms in which a test has settled: free again after it gives its room up, while the test still looks at it. */
const settled = new Set<RoomName.RoomName>()

const place = Effect.fnUntraced(function* (called: { readonly name?: string }) {
  const [start] = (yield* User.worldStartRoom()).room
  const centre = start !== undefined && RoomName.is(start) ? start : "W5N5"
  const rooms = yield* Random.shuffle(around(centre))
  for (const room of [...rooms.filter((room) => !settled.has(room)), ...settled]) {
    const land = yield* Effect.result(Game.terrain({ room }))
    if (land._tag === "Failure") continue
    const spots = spacious(land.success)
    for (const { x, y } of spots.slice(0, 12)) {
      const placed = yield* Effect.result(Game.placeSpawn({ room, x, y, ...called }))
      if (placed._tag === "Success") {
        settled.add(room)
        return { room, x, y, spots: spots.filter((spot) => distance(spot, { x, y }) > 2) }
      }
      const { reason } = placed.failure
      // xxscreeps rejects with status 500, without saying what is wrong.
      if (reason._tag === "ServerFault" && reason.detail === "") continue
      if (reason._tag !== "Rejected") return yield* placed.failure
      // The room is owned or has no controller: try the next room. A bad square: try the next square.
      if (reason.detail !== "invalid location") break
    }
  }
  return yield* failTest("No room is free for a first spawn.")
})

/** Places a first spawn; returns its position and squares to build on. */
export const settle = place({ name: "Spawn1" })

/** Places a first spawn without a name. */
export const settleNameless = place({})

/**
 * Makes the room active by having the spawn create a creep. A real server may not notice a new spawn: when the room is
 * marked as active between two steps of the main loop, it stays inactive for about a hundred ticks, without history.
 */
export const activate = (script = "") =>
  Effect.gen(function* () {
    const order = "for (const name in Game.spawns) Game.spawns[name].spawnCreep([MOVE], 'Scout' + Game.time)"
    yield* Code.set({
      branch: "$activeWorld",
      modules: { main: `module.exports.loop = function () { ${order}; ${script} }` }
    })
    yield* Memory.set({ path: "ran", value: true })
    const ran = Memory.read({ path: "ran" }, Schema.Boolean)
    yield* eventually(ran, Option.isSome, "the player's script runs")
  })
