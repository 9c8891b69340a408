import * as Effect from "effect/Effect"
import type { Scene } from "../stage.ts"
import type { Home } from "./settling.ts"

/** Objects that age and decay, and intents that destroy them, while a socket receives the room. */
export const nature =
  ({ room, squares }: Home): Scene =>
  ({ dial, id, post, put, tick }) =>
    Effect.gen(function* () {
      const user = id("ann")
      const at = (i: number) => squares[i] ?? { x: 0, y: 0 }
      const creep = { type: "creep", user, spawning: false, fatigue: 0, store: {}, storeCapacity: 0 }
      const body = [
        { type: "tough", hits: 100 },
        { type: "move", hits: 100 }
      ]
      const say = yield* dial("ann's nature", "ann")
      yield* say(`subscribe room:${room}`)
      yield* tick()
      yield* put(room, {
        ...creep,
        ...at(5),
        _id: "d1ff00000000001",
        name: "Old",
        body,
        hits: 200,
        hitsMax: 200,
        ageTime: 1200
      })
      yield* put(room, {
        ...creep,
        ...at(6),
        _id: "d1ff00000000002",
        name: "Dies",
        body,
        hits: 200,
        hitsMax: 200,
        ageTime: 1200
      })
      yield* put(room, {
        _id: "d1ff00000000003",
        type: "energy",
        resourceType: "energy",
        energy: 100,
        ...at(7)
      })
      yield* put(room, {
        _id: "d1ff00000000004",
        type: "extension",
        user,
        hits: 1000,
        hitsMax: 1000,
        store: { energy: 0 },
        storeCapacityResource: { energy: 50 },
        ...at(8)
      })
      yield* tick(2)
      const intent = (fields: object) => post("ann", "/api/game/add-object-intent", { room, ...fields })
      yield* intent({ _id: "d1ff00000000002", name: "suicide", intent: { id: "d1ff00000000002" } })
      yield* tick(2)
      const destroyed = [{ roomName: room, id: "d1ff00000000004", user }]
      yield* intent({ _id: "room", name: "destroyStructure", intent: destroyed })
      yield* tick(8)
    }).pipe(Effect.scoped)
