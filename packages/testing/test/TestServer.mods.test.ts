/** What mods add to the in-memory server: the map tool, and the channels of the admin mod. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as MapTool from "@screeps-effect/api/MapTool"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import { capture, recording } from "@screeps-effect/fixtures"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { alice, makeServer } from "./support/server.ts"
import { dial, type Stage, withServer } from "./support/wire.ts"

const admin = { user: "keeper", password: Redacted.make("maptool-pass") }
const options: TestServer.Options = {
  mods: ["screepsmod-auth", "screepsmod-map-tool"],
  mapTool: { user: "keeper", password: "maptool-pass" }
}

/** Runs a program of the map tool's user, who is no player. */
const run = <A, E>(
  program: Effect.Effect<A, E, ScreepsClient.ScreepsClient>,
  world: ScreepsWorld.ScreepsWorld
) =>
  Effect.provide(
    program,
    ScreepsClient.layer.pipe(
      Layer.provide(Credentials.layerGuest),
      Layer.provide(TestServer.layer(world, options))
    )
  )

describe("the map tool of the in-memory server", () => {
  it.effect("returns rooms in the shape that was recorded, but for the storage's bookkeeping", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ rooms: ["W1N1"] })
      const { rooms } = yield* run(MapTool.rooms(admin), world)
      assert.lengthOf(rooms, 1)
      const [room] = rooms
      const { body } = recording("game/maptool-rooms.server-password").response
      const then = (body as { readonly rooms: ReadonlyArray<Readonly<Record<string, unknown>>> }).rooms[0]
      const keys = Object.keys(room ?? {})
      assert.includeMembers(
        keys,
        Object.keys(then ?? {}).filter(
          (key) => !["$loki", "meta", "invaderGoal", "nextForceUpdateTime"].includes(key)
        )
      )
      const encoded = Schema.encodeSync(MapTool.StoredRoom)(room ?? assert.fail())
      assert.lengthOf(encoded.terrain ?? "", 2500)
      assert.includeMembers(room?.objects.map(({ type }) => type) ?? [], ["controller", "source", "mineral"])
    })
  )

  it.effect("takes rooms back, and replaces all that was there", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ rooms: ["W1N1"] })
      const { before, after } = yield* run(
        Effect.gen(function* () {
          const read = Effect.map(MapTool.rooms(admin), ({ rooms }) => rooms.filter((room) => room !== null))
          const before = yield* read
          const inputs = before.map((room) => Result.getOrThrow(MapTool.toInput(room)))
          const [first = assert.fail()] = inputs
          const creep = { type: "creep", x: 5, y: 6, name: "visitor" }
          const { terrain } = first
          const changed = { room: "W1N1", terrain, status: "out of borders", openTime: 5, objects: [creep] }
          const objects = first.objects.map(({ type, x, y }) => ({ type, x, y }))
          const added = { room: "W2N1", terrain, status: "normal", bus: true, objects } as const
          const rooms = [yield* Schema.decodeUnknownEffect(MapTool.RoomInput)(changed), added] as const
          assert.deepStrictEqual(yield* MapTool.set({ ...admin, rooms }), [true, true])
          return { before, after: yield* read }
        }),
        world
      )
      const [one, two] = after
      assert.deepStrictEqual(
        one?.objects.map(({ name, room, type }) => [type, name, room]),
        [["creep", "visitor", "W1N1"]]
      )
      assert.deepStrictEqual(
        [one?.status, Number(one?.openTime), one?.terrain],
        ["out of borders", 5, before[0]?.terrain]
      )
      assert.deepStrictEqual(
        [two?.room, two?.bus, two?.active, two?.objects.length],
        ["W2N1", true, true, before[0]?.objects.length]
      )
    })
  )

  it.effect("asks for its own password, and never for the server's", () =>
    Effect.gen(function* () {
      const server = makeServer({ serverPassword: "sesame" }, options)
      const ask = (password: string) =>
        server.get("/api/maptool/rooms", {}, { authorization: `Basic ${btoa(`keeper:${password}`)}` })
      assert.strictEqual((yield* ask("maptool-pass")).status, 200)
      assert.deepStrictEqual(
        [(yield* ask("wrong")).status, (yield* ask("wrong")).body],
        [401, "Unauthorized"]
      )
      const closed = makeServer({}, { mods: ["screepsmod-map-tool"] })
      const nobody = yield* closed.get("/api/maptool/rooms", {}, { authorization: `Basic ${btoa("admin:")}` })
      assert.strictEqual(nobody.status, 401)
    })
  )
})

const mods = ["screepsmod-auth", "screepsmod-admin-utils"]

/** Somebody else's creep in a room of alice, where they fought in this tick. */
const fight = ({ world }: Stage) =>
  Effect.gen(function* () {
    const alice = (yield* world.users.get("alice"))._id
    const bob = (yield* world.users.get("bob"))._id
    yield* world.rooms.clear("W7N7")
    yield* world.rooms.addObject("W7N7", { type: "controller", x: 5, y: 5, user: alice, level: 5 })
    const body = [{ type: "attack", hits: 100 }]
    yield* world.rooms.addObject("W7N7", {
      type: "creep",
      x: 9,
      y: 9,
      user: bob,
      body,
      hits: 100,
      hitsMax: 100
    })
    yield* world.rooms.change("W7N7", { lastPvpTime: yield* world.time })
  })

describe("the channels of the admin mod", () => {
  it.effect("come after every tick, to somebody who is not signed in, and not on subscribing", () =>
    withServer(
      (stage) =>
        Effect.gen(function* () {
          yield* stage.server.settle(alice, { room: "W7N7", x: 25, y: 25 })
          const client = yield* dial()
          client.news()
          yield* client.say("subscribe stats:full", "subscribe stats:users")
          assert.isEmpty(client.news())
          yield* stage.tick
          yield* stage.tick
          const news = client.news()
          assert.deepStrictEqual(
            news.map(([channel]) => channel),
            ["stats:full", "stats:users", "stats:full", "stats:users"]
          )
          const [full, users] = news.map(([, payload]) => payload)
          assert.deepStrictEqual((full as { readonly users: unknown }).users, users)
          const line = capture("93-stats-gzip").find(({ data }) => data.startsWith('["stats:users"'))
          assert.isDefined(line)
        }),
      {},
      { mods }
    )
  )

  it.effect("end with the second of two unsubscribes, since each subscribe counts twice", () =>
    withServer(
      (stage) =>
        Effect.gen(function* () {
          const client = yield* dial()
          yield* client.say("subscribe stats:users", "unsubscribe stats:users")
          client.news()
          yield* stage.tick
          assert.lengthOf(client.news(), 1)
          yield* client.say("unsubscribe stats:users")
          yield* stage.tick
          assert.isEmpty(client.news())
        }),
      {},
      { mods }
    )
  )

  it.effect("name battles in the tick of the fight, one by one and all together", () =>
    withServer(
      (stage) =>
        Effect.gen(function* () {
          const client = yield* dial()
          yield* client.say(
            "subscribe warpath:battles",
            "subscribe warpath:battle",
            "subscribe warpath:battle:W7N7"
          )
          client.news()
          yield* stage.tick
          assert.isEmpty(client.news())
          yield* fight(stage)
          yield* stage.tick
          const [one, all, ...more] = client.news()
          assert.isEmpty(more)
          assert.deepStrictEqual([one?.[0], all?.[0]], ["warpath:battle", "warpath:battles"])
          assert.deepStrictEqual(all?.[1], [one?.[1]])
          const sent = capture("96-warpath").find(({ data }) => data.startsWith('["warpath:battle"'))
          const [, recorded] = JSON.parse(sent?.data ?? "") as readonly [string, object]
          assert.deepStrictEqual({ ...(one?.[1] as object), room: "W2N1", lastPvpTime: 78 }, { ...recorded })
          yield* stage.tick
          assert.isEmpty(client.news())
        }),
      {},
      { mods }
    )
  )

  it.effect("are silent without the mod", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const client = yield* dial()
        yield* client.say("subscribe stats:full", "subscribe warpath:battles")
        client.news()
        yield* fight(stage)
        yield* stage.tick
        assert.isEmpty(client.news())
      })
    )
  )
})
