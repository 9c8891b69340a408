import * as Effect from "effect/Effect"
import type { Scene } from "../stage.ts"
import type { Home } from "./settling.ts"

/** Memory, segments and the console, while a script runs and sockets listen. */
export const scripts =
  ({ room }: Home): Scene =>
  ({ call, dial, get, id, post, tick }) =>
    Effect.gen(function* () {
      const ann = id("ann")
      const main = `module.exports.loop = function () {
        Memory.ticks = (Memory.ticks || 0) + 1
        new RoomVisual("${room}").circle(10, 20)
        Game.map.visual.circle(new RoomPosition(25, 25, "${room}"))
        console.log("tick " + Game.time)
      }`
      const say = yield* dial("ann's script", "ann")
      const spy = yield* dial("bob's spy", "bob")
      for (const channel of ["console", "cpu", "memory/ticks", "memory/plan", "memory/none.at.all"]) {
        yield* say(`subscribe user:${ann}/${channel}`)
        yield* spy(`subscribe user:${ann}/${channel}`)
      }
      yield* say(`subscribe mapVisual:${ann}`)
      yield* spy(`subscribe mapVisual:${ann}`)
      yield* say(`subscribe room:${room}`)
      yield* get("ann", "/api/user/memory")
      yield* get("ann", "/api/user/memory", { path: "plan" })
      yield* post("ann", "/api/user/code", { branch: "default", modules: { main } })
      yield* tick(2)
      yield* post("ann", "/api/user/memory", { path: "plan", value: { rooms: [room], list: [1, { a: 2 }] } })
      yield* tick() // writes of one tick come in no fixed order
      yield* post("ann", "/api/user/memory", { path: "text", value: "gz: ä✓ 'quoted' \"twice\"" })
      yield* get("ann", "/api/user/memory", { path: "plan" })
      yield* tick()
      yield* get("ann", "/api/user/memory", { path: "plan" })
      yield* get("ann", "/api/user/memory", { path: "plan.list.1.a" })
      yield* get("ann", "/api/user/memory", { path: "plan.none" })
      yield* get("ann", "/api/user/memory", { path: "no.such.path" })
      for (const path of [
        "text.none",
        "text.length",
        "ticks.none",
        "plan.list.length",
        "constructor",
        "__proto__"
      ])
        yield* get("ann", "/api/user/memory", { path })
      yield* get("ann", "/api/user/memory")
      const failing = [
        { path: "no.parent", value: 1 },
        { path: "no.parent" },
        { path: "__proto__.none", value: 1 },
        { value: { kept: true } },
        { value: "abc" }
      ]
      for (const write of failing) {
        yield* post("ann", "/api/user/memory", write)
        yield* tick()
      }
      yield* get("ann", "/api/user/memory")
      yield* post("ann", "/api/user/memory", { path: "big", value: "x".repeat(1024 * 1024) })
      for (const expression of ["6 * 7", "({})", "console.log('<é> & 😀')", "undefined"]) {
        yield* post("ann", "/api/user/console", { expression })
        yield* tick()
      }
      yield* post("ann", "/api/user/console", { expression: "throw new Error('<boom>')" })
      yield* tick()
      yield* post("ann", "/api/user/console", { expression: "1".repeat(1023) })
      yield* call("ann", "POST", "/api/user/console", { body: {} })
      yield* post("ann", "/api/user/memory-segment", { segment: 7, data: "gz:not packed" })
      yield* post("ann", "/api/user/memory-segment", { segment: 100, data: "" })
      yield* post("ann", "/api/user/memory-segment", { segment: 1, data: "x".repeat(102_401) })
      yield* get("ann", "/api/user/memory-segment", { segment: "7" })
      yield* get("ann", "/api/user/memory-segment", { segment: "7,8,99" })
      yield* get("ann", "/api/user/memory-segment", { segment: "8" })
      yield* get("ann", "/api/user/memory-segment", { segment: "100" })
      yield* post("ann", "/api/user/code", {
        branch: "default",
        modules: { main: "module.exports.loop = () => { throw new Error('always') }" }
      })
      yield* tick(2)
      yield* post("ann", "/api/user/code", {
        branch: "default",
        modules: { main: "module.exports.loop = () => {}" }
      })
      yield* tick()
    }).pipe(Effect.scoped)

/** A room's history, once it is recorded. */
export const history =
  ({ room }: Home, base: number): Scene =>
  ({ get }) =>
    Effect.gen(function* () {
      yield* get(undefined, "/room-history", { room, time: String(base) })
      yield* get(undefined, "/room-history", { room, time: String(base + 1) })
      yield* get(undefined, "/room-history", { room })
    })
