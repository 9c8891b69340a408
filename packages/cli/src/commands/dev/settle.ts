/** Creates a first account on the game's own server, with a room and a script. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as User from "@screeps-effect/api/User"
import * as RoomName from "@screeps-effect/schema/RoomName"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { Refused } from "../../runner/failure.ts"
import { around } from "../map/grid.ts"

const main = `module.exports.loop = () => {
  const [spawn] = Object.values(Game.spawns)
  if (spawn && Object.keys(Game.creeps).length < 3) spawn.spawnCreep([WORK, CARRY, MOVE], "Worker" + Game.time)
  for (const name in Memory.creeps) if (!Game.creeps[name]) delete Memory.creeps[name]
  for (const creep of Object.values(Game.creeps)) {
    if (!creep.store.getFreeCapacity()) creep.memory.isFull = true
    if (!creep.store.getUsedCapacity()) creep.memory.isFull = false
    const source = creep.pos.findClosestByPath(FIND_SOURCES)
    const needy = spawn && spawn.store.getFreeCapacity(RESOURCE_ENERGY) ? spawn : creep.room.controller
    if (!creep.memory.isFull && source) { if (creep.harvest(source)) creep.moveTo(source) }
    else if (needy === spawn) { if (creep.transfer(spawn, RESOURCE_ENERGY)) creep.moveTo(spawn) }
    else if (creep.upgradeController(needy)) creep.moveTo(needy)
  }
  if (Game.time % 10 === 0) console.log("tick " + Game.time + ": " + Object.keys(Game.creeps).length + " creeps")
}
`

const isOpen = (land: Terrain, x: number, y: number) =>
  [-1, 0, 1].every((dx) => [-1, 0, 1].every((dy) => land.isWalkable(x + dx, y + dy)))

/** Returns squares with free neighbours, nearest to the centre first. */
const spots = (land: Terrain) => {
  const inner = Array.from({ length: 36 }, (_, i) => i + 7)
  return inner
    .flatMap((x) => inner.map((y) => ({ x, y })))
    .filter(({ x, y }) => isOpen(land, x, y))
    .toSorted((a, b) => Math.hypot(a.x - 25, a.y - 25) - Math.hypot(b.x - 25, b.y - 25))
    .slice(0, 8)
}

/** Places a first spawn in the nearest room where the server accepts it. */
const placeSpawn = Effect.gen(function* () {
  const [named = ""] = (yield* User.worldStartRoom()).room
  const rooms = around(RoomName.is(named) ? named : "W5N5", 4).flat()
  for (const room of rooms.filter((one) => !RoomName.isHighway(one) && !RoomName.isKeeperRoom(one))) {
    const land = yield* Effect.option(Game.terrain({ room }))
    for (const { x, y } of land._tag === "Some" ? spots(land.value) : []) {
      const placed = yield* Effect.option(Game.placeSpawn({ room, x, y, name: "Spawn1" }))
      if (placed._tag === "Some") return room
    }
  }
  return yield* new Refused({ message: "the server accepted no spawn in the rooms around the start room" })
})

const { username } = SampleWorld.account

/** Registers the sample account with a script, places its spawn, and returns the room. */
export const settle = (password: Redacted.Redacted) =>
  Effect.gen(function* () {
    yield* Register.submit({ username, password, modules: { main } })
    return yield* placeSpawn
  }).pipe(
    Effect.provide(
      ScreepsClient.layerNoDeps().pipe(
        Layer.provide(Credentials.layerPassword({ username, password })),
        Layer.provide(FetchHttpClient.layer)
      )
    )
  )
