/** Features of mods on TestServer: the map tool, and the channels of the admin mod. */
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
import { connect, type Setup, withServer } from "./support/wire.ts"

const admin = { user: "keeper", password: Redacted.make("maptool-pass") }
const options: TestServer.Options = {
  mods: ["screepsmod-auth", "screepsmod-map-tool"],
  mapTool: { user: "keeper", password: "maptool-pass" }
}

/** Runs a program as the map tool's user, which is not a player. */
const run = <A, E>(
  program: Effect.Effect<A, E, ScreepsClient.ScreepsClient>,
  world: ScreepsWorld.ScreepsWorld
) =>
  Effect.provide(
    program,
    ScreepsClient.layerNoDeps().pipe(
      Layer.provide(Credentials.layerGuest),
      Layer.provide(TestServer.layer(world, options))
    )
  )

describe("the map tool on TestServer", () => {
  it.effect("returns rooms in the recorded shape, without the storage's bookkeeping", () =>
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

  it.effect("replaces rooms with everything in them", () =>
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

  it.effect("requires its own password, and never the server's", () =>
    Effect.gen(function* () {
      const server = makeServer({ serverPassword: "sesame" }, options)
      const requestWith = (password: string) =>
        server.get("/api/maptool/rooms", {}, { authorization: `Basic ${btoa(`keeper:${password}`)}` })
      assert.strictEqual((yield* requestWith("maptool-pass")).status, 200)
      assert.deepStrictEqual(
        [(yield* requestWith("wrong")).status, (yield* requestWith("wrong")).body],
        [401, "Unauthorized"]
      )
      const closed = makeServer({}, { mods: ["screepsmod-map-tool"] })
      const withoutPassword = yield* closed.get(
        "/api/maptool/rooms",
        {},
        { authorization: `Basic ${btoa("admin:")}` }
      )
      assert.strictEqual(withoutPassword.status, 401)
    })
  )
})

const mods = ["screepsmod-auth", "screepsmod-admin-utils"]

/** Adds a creep of another player to a room of alice, with a fight in this tick. */
const fight = ({ world }: Setup) =>
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

describe("the channels of the admin mod on TestServer", () => {
  it.effect("are sent after every tick, to guests, too, and not when subscribing", () =>
    withServer(
      (setup) =>
        Effect.gen(function* () {
          yield* setup.server.settle(alice, { room: "W7N7", x: 25, y: 25 })
          const client = yield* connect()
          client.newEvents()
          yield* client.send("subscribe stats:full", "subscribe stats:users")
          assert.isEmpty(client.newEvents())
          yield* setup.tick
          yield* setup.tick
          const received = client.newEvents()
          assert.deepStrictEqual(
            received.map(([channel]) => channel),
            ["stats:full", "stats:users", "stats:full", "stats:users"]
          )
          const [full, users] = received.map(([, payload]) => payload)
          assert.deepStrictEqual((full as { readonly users: unknown }).users, users)
          const line = capture("93-stats-gzip").find(({ data }) => data.startsWith('["stats:users"'))
          assert.isDefined(line)
        }),
      {},
      { mods }
    )
  )

  it.effect("end with the second unsubscription, since each subscription counts twice", () =>
    withServer(
      (setup) =>
        Effect.gen(function* () {
          const client = yield* connect()
          yield* client.send("subscribe stats:users", "unsubscribe stats:users")
          client.newEvents()
          yield* setup.tick
          assert.lengthOf(client.newEvents(), 1)
          yield* client.send("unsubscribe stats:users")
          yield* setup.tick
          assert.isEmpty(client.newEvents())
        }),
      {},
      { mods }
    )
  )

  it.effect("list battles in the tick of the fight, one by one and all together", () =>
    withServer(
      (setup) =>
        Effect.gen(function* () {
          const client = yield* connect()
          yield* client.send(
            "subscribe warpath:battles",
            "subscribe warpath:battle",
            "subscribe warpath:battle:W7N7"
          )
          client.newEvents()
          yield* setup.tick
          assert.isEmpty(client.newEvents())
          yield* fight(setup)
          yield* setup.tick
          const [one, all, ...more] = client.newEvents()
          assert.isEmpty(more)
          assert.deepStrictEqual([one?.[0], all?.[0]], ["warpath:battle", "warpath:battles"])
          assert.deepStrictEqual(all?.[1], [one?.[1]])
          const sent = capture("96-warpath").find(({ data }) => data.startsWith('["warpath:battle"'))
          const [, recorded] = JSON.parse(sent?.data ?? "") as readonly [string, object]
          assert.deepStrictEqual({ ...(one?.[1] as object), room: "W2N1", lastPvpTime: 78 }, { ...recorded })
          yield* setup.tick
          assert.isEmpty(client.newEvents())
        }),
      {},
      { mods }
    )
  )

  it.effect("are silent without the mod", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const client = yield* connect()
        yield* client.send("subscribe stats:full", "subscribe warpath:battles")
        client.newEvents()
        yield* fight(setup)
        yield* setup.tick
        assert.isEmpty(client.newEvents())
      })
    )
  )
})
