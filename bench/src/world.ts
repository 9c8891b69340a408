/** Measures a large world in memory: its ticks, and room subscriptions on its socket. */
import { Credentials, Session } from "@screeps-effect/api"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import { type Benchmark, median } from "./harness.ts"
import { documents } from "./room.ts"

const rooms = Array.from({ length: 100 }, (_, i): RoomName => `W${1 + (i % 10)}N${1 + Math.floor(i / 10)}`)
const listened = 50
/** Ticks of one measurement. */
const ticks = 5

/** Creates a world full of the objects of the recorded rooms, with its own ids and owners. */
const populate = Effect.gen(function* () {
  const world = ScreepsWorld.make({ rooms, accounts: [{ username: "bob", password: "secret12" }] })
  const { _id: user } = yield* world.users.get("bob")
  for (const room of rooms) {
    yield* world.rooms.clear(room)
    for (const [i, { _id, room: _, type, ...fields }] of documents.entries()) {
      const owner = "user" in fields ? { user } : {}
      const square = { x: i % 50, y: Math.floor(i / 50) }
      yield* world.rooms.addObject(room, { ...fields, ...owner, ...square, type: String(type) })
    }
  }
  return world
})

const ticking = Effect.fnUntraced(function* (world: ScreepsWorld.ScreepsWorld, rounds: number) {
  const times: Array<number> = []
  for (let i = 0; i < rounds; i++) {
    const before = performance.now()
    yield* world.tick
    yield* Effect.yieldNow
    times.push(performance.now() - before)
  }
  return median(times)
})

/** Subscribes to fifty rooms and returns a function that counts the messages received since it was last called. */
const subscribe = Effect.fnUntraced(function* (world: ScreepsWorld.ScreepsWorld) {
  const services = yield* Layer.build(
    Layer.effect(Session.Session, Session.make).pipe(
      Layer.provide(Credentials.layerPassword({ username: "bob", password: Redacted.make("secret12") })),
      Layer.provideMerge(TestServer.layer(world, { quirks: { roomsPerAccount: Infinity } }))
    )
  )
  const { token } = yield* Context.get(services, Session.Session).acquire
  const socket = Context.get(services, Socket.WebSocketConstructor)("ws://screeps.test/socket/websocket")
  let messages = 0
  yield* Effect.callback<void>((resume) => {
    socket.addEventListener("message", ({ data }) => {
      const text = String(data)
      if (text.startsWith("auth ok")) resume(Effect.void)
      if (text.startsWith("[")) messages++
    })
    socket.addEventListener("open", () => socket.send(`auth ${Redacted.value(token)}`))
  })
  for (const room of rooms.slice(0, listened)) socket.send(`subscribe room:${room}`)
  return () => {
    const received = messages
    messages = 0
    return received
  }
})

/** Measures a world that ticks alone, and one with subscriptions to fifty rooms. */
export const world: Benchmark = {
  name: `world in memory, ${rooms.length} rooms of ${documents.length} objects`,
  group: "memory",
  units: ["ms per tick"],
  reference: "alone",
  open: async () => {
    const scope = Scope.makeUnsafe()
    const [alone, watched] = await Effect.runPromise(Effect.all([populate, populate]))
    const received = await Effect.runPromise(Scope.provide(subscribe(watched), scope))
    return {
      clients: [
        {
          name: "alone",
          isOurs: true,
          measure: async () => [await Effect.runPromise(ticking(alone, ticks))]
        },
        {
          name: `${listened} rooms subscribed`,
          isOurs: true,
          measure: async () => {
            received()
            const millis = await Effect.runPromise(ticking(watched, ticks))
            await Effect.runPromise(Effect.sleep("20 millis"))
            if (received() === 0) throw new Error("The subscribed rooms sent nothing.")
            return [millis]
          }
        }
      ],
      close: () => Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}
