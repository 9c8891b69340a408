/** The real server's world, and a copy of it in memory. */
import { PrivateServer } from "@screeps-effect/private-server"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { RoomName } from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { eventually, js, evaluate } from "../support/world.ts"
import type { Admin, Thing, UserFields } from "./stage.ts"

const Thing = Schema.StructWithRest(
  Schema.Struct({
    _id: Schema.String,
    type: Schema.String,
    room: RoomName,
    x: Schema.Finite,
    y: Schema.Finite
  }),
  [Schema.Record(Schema.String, Schema.Unknown)]
)

/** A world as stored by the real server, at one moment. */
const Dump = Schema.Struct({
  time: Schema.FiniteFromString,
  terrain: Schema.Array(Schema.Struct({ room: RoomName, terrain: Schema.String })),
  objects: Schema.Array(Thing)
})
export type Dump = (typeof Dump)["Type"]

const time = evaluate(Schema.FiniteFromString, "storage.env.get('gameTime').then(String)")

/** Waits until the simulation has paused itself, and reads the world. */
export const dump = Effect.gen(function* () {
  const still = Effect.gen(function* () {
    const before = yield* time
    yield* Effect.sleep("500 millis")
    const isPaused = yield* evaluate(
      Schema.Boolean,
      "storage.env.get('mainLoopPaused').then((paused) => !!+paused)"
    )
    return isPaused && before > 1 && before === (yield* time)
  })
  yield* eventually(still, (is) => is, "the simulation stands still")
  return yield* evaluate(
    Dump,
    `(async () => ({
      time: String(await storage.env.get('gameTime')),
      terrain: await storage.db['rooms.terrain'].find({}),
      objects: await storage.db['rooms.objects'].find({})
    }))()`
  )
})

/** Milliseconds between ticks below which the server sends two ticks as one. */
const throttle = 230

const millis = (credits: number) => Math.round(credits * 1000)

const real = Effect.gen(function* () {
  const server = yield* PrivateServer.PrivateServer
  const run = (code: string) => Effect.orDie(Effect.asVoid(Effect.uninterruptible(server.cli(code))))
  const now = Effect.orDie(Effect.provideService(time, PrivateServer.PrivateServer, server))
  const admin: Admin = {
    tick: Effect.gen(function* () {
      const before = yield* now
      yield* run("system.resumeSimulation()")
      while (before === (yield* now)) yield* Effect.sleep("15 millis")
      yield* Effect.sleep(throttle)
    }),
    quiet: (lastFrame) =>
      Effect.gen(function* () {
        const begun = Date.now()
        while (Date.now() - Math.max(begun, lastFrame()) < 60) yield* Effect.sleep("10 millis")
      }),
    change: (username, { credits, ...fields }) => {
      const changes = { ...fields, ...(credits === undefined ? {} : { money: millis(credits) }) }
      return run(`storage.db.users.update({ username: ${js(username)} }, { $set: ${js(changes)} })`)
    },
    put: (room, object) => run(`storage.db['rooms.objects'].insert(${js({ ...object, room })})`),
    announce: (text) => run(`system.sendServerMessage(${js(text)})`)
  }
  return admin
})

/** The administration of the real server, by its command line. */
export const realAdmin = real

/** Creates a copy of the world in memory, which runs the scenario's scripts. */
export const copy = ({ objects, terrain, time }: Dump) =>
  Effect.gen(function* () {
    const world = ScreepsWorld.make({
      tick: time,
      rooms: terrain.map(({ room }) => room),
      evaluate: ScreepsWorld.evaluate
    })
    for (const { room, terrain: digits } of terrain)
      yield* world.rooms.change(room, { terrain: Result.getOrThrow(Terrain.decode(digits)) })
    for (const { $loki: _, meta: __, room, ...object } of objects) yield* world.rooms.addObject(room, object)
    const admin: Admin = {
      tick: Effect.asVoid(world.tick),
      // Frames arrive in a microtask, without any time passing.
      quiet: () => Effect.sleep("1 millis"),
      change: (username, { credits, ...fields }: UserFields) =>
        world.users.change(username, { ...fields, money: credits }),
      put: (room, object: Thing) =>
        Effect.flatMap(Schema.decodeUnknownEffect(RoomName)(room), (name) =>
          world.rooms.addObject(name, object)
        ).pipe(Effect.orDie),
      announce: world.tables.announce
    }
    return { admin, layer: TestServer.layer(world) }
  })
