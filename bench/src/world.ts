/** Measures a large world in memory: its ticks, and room subscriptions on its socket. */
import { Credentials, Session } from "@screeps-effect/api"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { Effect, Layer, Redacted } from "effect"
import * as Socket from "effect/socket/Socket"
import { documents } from "./room.ts"

export interface WorldResult {
  readonly name: string
  /** Median milliseconds per tick. */
  readonly millis: number
  /** Frames sent per tick, and their thousands of characters. */
  readonly frames: number
  readonly thousands: number
  /** Megabytes in use afterwards. */
  readonly memory: number
}

const rooms = Array.from({ length: 100 }, (_, i): RoomName => `W${1 + (i % 10)}N${1 + Math.floor(i / 10)}`)
const listened = 50
const name = `world of ${rooms.length} rooms with ${documents.length} objects each`

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

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

/** Measures a world that ticks alone, then with subscriptions to fifty rooms. */
export const measureWorld = async (rounds: number, filter: string): Promise<ReadonlyArray<WorldResult>> => {
  if (!name.includes(filter)) return []
  const used = () => process.memoryUsage().heapUsed / 1e6
  const program = Effect.gen(function* () {
    const world = yield* populate
    yield* ticking(world, 3)
    const alone = { name, millis: yield* ticking(world, rounds), frames: 0, thousands: 0, memory: used() }
    const withSubscriptions = yield* Effect.gen(function* () {
      const { token } = yield* (yield* Session.Session).acquire
      const construct = yield* Socket.WebSocketConstructor
      const socket = construct("ws://screeps.test/socket/websocket")
      let [frames, characters] = [0, 0]
      const opened = Effect.callback<void>((resume) => {
        socket.addEventListener("message", ({ data }) => {
          const text = String(data)
          if (text.startsWith("auth ok")) resume(Effect.void)
          if (!text.startsWith("[")) return
          frames++
          characters += text.length
        })
        socket.addEventListener("open", () => socket.send(`auth ${Redacted.value(token)}`))
      })
      yield* opened
      for (const room of rooms.slice(0, listened)) socket.send(`subscribe room:${room}`)
      yield* Effect.sleep("100 millis")
      frames = characters = 0
      const millis = yield* ticking(world, rounds)
      yield* Effect.sleep("100 millis")
      socket.close()
      if (frames < rounds * listened)
        throw new Error(`received ${frames} frames, expected at least ${rounds * listened}`)
      const thousands = characters / rounds / 1000
      return {
        name: `${name}, ${listened} subscribed`,
        millis,
        frames: frames / rounds,
        thousands,
        memory: used()
      }
    }).pipe(
      Effect.provide(
        Session.layer.pipe(
          Layer.provide(Credentials.layerPassword({ username: "bob", password: Redacted.make("secret12") })),
          Layer.provideMerge(TestServer.layer(world, { quirks: { roomsPerAccount: Infinity } }))
        )
      )
    )
    return [alone, withSubscriptions]
  })
  return await Effect.runPromise(program)
}
