import * as Effect from "effect/Effect"
import { type Scene, textOf } from "../stage.ts"
import type { Home } from "./settling.ts"

const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` })

/** Requests that no client of ours sends: unusual parameters, and credentials in other places. */
export const unusual: Scene = ({ call, get, post }) =>
  Effect.gen(function* () {
    const register = (fields: object) =>
      post(undefined, "/api/register/submit", { password: "x y z", ...fields })
    for (const username of ["gil", "hal"]) yield* register({ username, email: "" })
    for (const username of ["Invader", "Source Keeper", "Screeps"]) yield* register({ username })
    for (const username of [5, null]) yield* register({ username })
    yield* get(undefined, "/api/user/find", { username: "" })
    yield* get(undefined, "/api/user/find", { id: "", username: "ann" })
    for (const text of ["nobody", "ann:", ":secret of ann", "ann:secret of ann", "ann:secret of ann:more"]) {
      const body = { modules: { main: "" } }
      yield* call(undefined, "POST", "/api/user/code", { headers: basic(text), body })
      yield* call(undefined, "POST", "/api/auth/signin", { headers: basic(text), body: {} })
    }
    yield* post(undefined, "/api/auth/signin", { email: 5, password: 5 })
    yield* get("ann", "/api/user/money-history", { page: "-1" })
    yield* get(undefined, "/api/game/room-terrain")
    yield* get(undefined, "/api/game/room-terrain", { encoded: "1" })
    yield* get(undefined, "/api/game/room-terrain?room=W7N3&room=W8N3")
    for (const rooms of [["W7N3", "W8N3", "W7N3"], "W7N3", [5, null], { a: "W7N3" }, null])
      yield* post(undefined, "/api/game/rooms", { rooms })
    yield* post("ann", "/api/game/map-stats", { rooms: [5, "W7N3"], statName: "owner0" })
    for (const expression of ["", 5, null]) yield* post("ann", "/api/user/console", { expression })
    yield* post("ann", "/api/user/console", {})
    yield* post("ann", "/api/user/memory-segment", { segment: 1.5, data: "one" })
    yield* get("ann", "/api/user/memory-segment", { segment: "1" })
    for (const room of [undefined, 5])
      yield* post("ann", "/api/game/add-object-intent", { room, _id: "room", name: "fly", intent: {} })
  })

const creep = (user: string, name: string, body: ReadonlyArray<string>) => ({
  type: "creep",
  name,
  user,
  body: body.map((type) => ({ type, hits: 100 })),
  hits: 100 * body.length,
  hitsMax: 100 * body.length,
  fatigue: 0,
  store: { energy: 30 },
  storeCapacity: 50,
  spawning: false,
  ageTime: 1300
})

/** An account whose script waits for its first object, creeps that obey requests, and a nuke. */
export const late =
  ({ room, squares }: Home): Scene =>
  ({ dial, get, id, join, post, put, tick }) =>
    Effect.gen(function* () {
      const at = (i: number) => squares[i] ?? { x: 0, y: 0 }
      yield* join("eve", "secret of eve")
      yield* post("eve", "/api/user/memory", { path: "early", value: 1 })
      yield* tick(2)
      yield* get("eve", "/api/user/memory")
      yield* post("eve", "/api/game/place-spawn", { room, ...at(0), name: "Spawn1" })
      yield* tick(2)
      yield* get("eve", "/api/user/memory")

      const say = yield* dial("eve's room", "eve")
      yield* say(`subscribe room:${room}`)
      yield* tick()
      const user = id("eve")
      const [light, heavy] = ["d1ff0000000000a", "d1ff0000000000b"]
      yield* put(room, { _id: light, ...at(1), ...creep(user, "Light", ["carry", "move"]) })
      yield* put(room, { _id: heavy, ...at(2), ...creep(user, "Heavy", ["work", "work", "carry", "move"]) })
      const timestamp = 1000
      const wall = {
        type: "constructedWall",
        hits: 1,
        hitsMax: 1,
        newbieWall: true,
        decayTime: { timestamp }
      }
      yield* put(room, { _id: "d1ff0000000000c", ...at(3), ...wall })
      yield* tick(2)
      const intent = (_id: string, name: string, intent: object) =>
        post("eve", "/api/game/add-object-intent", { room, _id, name, intent })
      for (const _id of [light, heavy]) yield* intent(_id, "move", { direction: 1 })
      yield* intent(light, "say", { message: "more than ten", isPublic: true })
      yield* tick()
      // Creeps of the in-memory server do not exchange resources.
      const giver = "d1ff0000000000f"
      yield* put(room, {
        _id: giver,
        ...at(2),
        ...creep(user, "Giver", ["carry", "move"]),
        store: { H: 10 }
      })
      yield* tick(2)
      yield* intent(giver, "transfer", { id: heavy, resourceType: "H", amount: 4 })
      yield* tick()
      yield* intent(heavy, "move", { direction: 1 })
      yield* intent(light, "drop", { resourceType: "energy", amount: 10 })
      yield* intent(heavy, "drop", { resourceType: "energy", amount: 31 })
      yield* tick(3)
      const { body: clock } = yield* get(undefined, "/api/game/time")
      const landTime = Number(textOf(clock, "time")) + 4
      yield* put(room, { _id: "d1ff0000000000d", type: "nuke", landTime, launchRoomName: "W1N1", ...at(8) })
      const rampart = { type: "rampart", user, hits: 7_000_000, hitsMax: 0, nextDecayTime: 1300 }
      yield* put(room, { _id: "d1ff0000000000e", ...at(8), ...rampart })
      yield* tick(7)
      yield* say(`unsubscribe room:${room}`)
      yield* post("eve", "/api/game/create-construction", { room, y: 9, structureType: "road" })
    }).pipe(Effect.scoped)
