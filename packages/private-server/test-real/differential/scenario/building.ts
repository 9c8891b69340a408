import * as Effect from "effect/Effect"
import { type Scene, textOf } from "../stage.ts"
import type { Home } from "./settling.ts"

const unknownId = "0123456789abcde"

/** Flags and construction sites, while a socket receives the room. */
export const building =
  ({ room, squares }: Home): Scene =>
  ({ dial, get, post, tick }) =>
    Effect.gen(function* () {
      const [, road, extension, other, last] = squares
      const say = yield* dial("ann's room", "ann")
      yield* say(`subscribe room:${room}`)
      yield* say(`subscribe roomMap2:${room}`)
      yield* say("subscribe room:W120N120")
      yield* tick(2)

      const flag = (fields: object) => post("ann", "/api/game/create-flag", { room, ...fields })
      yield* post("ann", "/api/game/gen-unique-flag-name", {})
      yield* flag({ x: 3, y: 4, name: "a|b~c", color: 1, secondaryColor: 3 })
      yield* flag({ x: 5, y: 6, name: "plain", color: 10, secondaryColor: 10 })
      yield* flag({ x: 7, y: 8, name: "plain", color: 2, secondaryColor: 10 })
      yield* flag({ x: 7, y: 8, name: "bad", color: 11, secondaryColor: 10 })
      yield* flag({ x: 7, y: 8, name: "x".repeat(61), color: 1, secondaryColor: 1 })
      yield* flag({ x: 1, y: 1, name: "far", color: 1, secondaryColor: 1, room: "W120N120" })
      yield* tick()
      yield* post("ann", "/api/game/change-flag-color", { room, name: "plain", color: 5, secondaryColor: 6 })
      yield* post("ann", "/api/game/change-flag-color", { room, name: "none", color: 5, secondaryColor: 6 })
      yield* post("ann", "/api/game/check-unique-flag-name", { name: "plain" })
      yield* post("ann", "/api/game/check-unique-flag-name", { name: "free" })
      yield* post("ann", "/api/game/remove-flag", { room, name: "a|b~c" })
      yield* tick()

      const site = (fields: object) => post("ann", "/api/game/create-construction", { room, ...fields })
      const { body: placed } = yield* site({ ...road, structureType: "road" })
      yield* site({ ...road, structureType: "road" })
      yield* site({ ...other, structureType: "road" })
      yield* site({ ...last, structureType: "container" })
      yield* site({ ...extension, structureType: "extension" })
      yield* site({ ...extension, structureType: "castle" })
      yield* site({ ...extension, structureType: "spawn" })
      yield* site({ ...extension, structureType: "road", room: "W120N120" })
      yield* site({ ...extension, structureType: "road", room: "W9N9" })
      yield* tick()
      const id = textOf(placed, "_id")
      const intent = (fields: object) => post("ann", "/api/game/add-object-intent", { room, ...fields })
      yield* intent({ _id: "room", name: "removeConstructionSite", intent: [{ roomName: room, id }] })
      yield* tick()
      yield* intent({ _id: "room", name: "removeFlag", intent: [{ roomName: room, name: "plain" }] })
      yield* tick()
      yield* intent({ _id: unknownId, name: "fly", intent: {} })
      yield* intent({ _id: unknownId, name: "fly", intent: {}, room: "W120N120" })
      yield* post("ann", "/api/game/set-notify-when-attacked", { _id: unknownId, enabled: false })
      yield* get("ann", "/api/game/room-overview", { room, interval: "8" })
      yield* tick(2)
      yield* say(`unsubscribe room:${room}`)
      yield* say(`subscribe room:${room}`)
      yield* tick()
    }).pipe(Effect.scoped)
