import * as Effect from "effect/Effect"
import type { Square } from "../land.ts"
import type { Scene } from "../stage.ts"

/** A room of the scenario, with squares to build on. */
export interface Home {
  readonly room: string
  readonly squares: ReadonlyArray<Square>
}

const spawnAt = "/api/game/place-spawn"

/** First spawns, and squares where they are rejected. */
export const settling =
  (anns: Home, bobs: Home): Scene =>
  ({ get, id, post, tick }) =>
    Effect.gen(function* () {
      const [square = { x: 0, y: 0 }, other = { x: 0, y: 0 }] = anns.squares
      yield* post("ann", "/api/user/respawn", {})
      yield* post("ann", spawnAt, { room: anns.room, x: 0, y: 10, name: "Spawn1" })
      yield* post("ann", spawnAt, { room: anns.room, x: 50, y: 10, name: "Spawn1" })
      yield* post("ann", spawnAt, { room: "W120N120", x: 25, y: 25, name: "Spawn1" })
      yield* post("ann", spawnAt, { room: "W0N0", x: 25, y: 25, name: "Spawn1" })
      yield* post("ann", spawnAt, { room: "W9N9", x: 25, y: 25, name: "Spawn1" })
      yield* post("ann", spawnAt, { room: anns.room, ...square, name: "x".repeat(51) })
      yield* post(undefined, spawnAt, { room: anns.room, ...square, name: "Spawn1" })
      yield* post("ann", "/api/game/gen-unique-object-name", { type: "spawn" })
      yield* post("ann", "/api/game/gen-unique-object-name", { type: "flag" })
      yield* post("ann", "/api/game/check-unique-object-name", { type: "spawn", name: "Spawn1" })
      yield* post("ann", spawnAt, { room: anns.room, ...square, name: "Spawn1" })
      yield* post("ann", spawnAt, { room: anns.room, ...other, name: "Spawn2" })
      yield* post("bob", spawnAt, { room: anns.room, ...other, name: "Spawn1" })
      yield* post("bob", spawnAt, { room: bobs.room, ...bobs.squares[0] })
      yield* post("ann", "/api/game/gen-unique-object-name", { type: "spawn" })
      yield* post("ann", "/api/game/check-unique-object-name", { type: "spawn", name: "Spawn1" })
      yield* get("ann", "/api/user/world-status")
      yield* get("ann", "/api/user/world-start-room")
      yield* get("ann", "/api/user/rooms", { id: id("ann") })
      yield* get("ann", "/api/user/overview", { interval: "8", statName: "energyHarvested" })
      yield* get("ann", "/api/game/room-overview", { room: anns.room, interval: "8" })
      const rooms = [anns.room, bobs.room]
      for (const statName of ["owner0", "energyHarvested8", "minerals0"])
        yield* post("ann", "/api/game/map-stats", { rooms, statName })
      yield* tick()
    })

/** A player gives up the room. */
export const leaving =
  (bobs: Home): Scene =>
  ({ dial, get, id, post, put, tick }) =>
    Effect.gen(function* () {
      const say = yield* dial("bob's room", "bob")
      yield* say(`subscribe room:${bobs.room}`)
      yield* tick()
      yield* post("bob", "/api/user/respawn", {})
      yield* tick()
      yield* get("bob", "/api/game/power-creeps/list")
      yield* get("bob", "/api/user/world-status")
      yield* get("bob", "/api/user/rooms", { id: id("bob") })
      yield* get("bob", "/api/game/room-overview", { room: bobs.room, interval: "8" })
      yield* post("bob", spawnAt, { room: bobs.room, ...bobs.squares[1], name: "Again" })
      yield* tick()
      yield* get("bob", "/api/user/world-start-room")
      const creep = { _id: "5bbcac000000000000000c01", type: "creep", x: 25, y: 25, user: id("cat") }
      yield* put(bobs.room, { ...creep, name: "Lone", body: [] })
      yield* get("cat", "/api/user/world-start-room")
      yield* get("cat", "/api/user/world-status")
    }).pipe(Effect.scoped)
