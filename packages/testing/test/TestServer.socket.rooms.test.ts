import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Frames from "@screeps-effect/schema/RoomFrame"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Schema from "effect/Schema"
import { alice, bob } from "./support/server.ts"
import { type Client, type Setup, tokenOf, withServer } from "./support/wire.ts"

interface Payload {
  readonly objects: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  readonly users?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly flags?: string | null
  readonly gameTime?: number
  readonly visual?: string
  readonly info?: unknown
}

const room: RoomName = "W7N7"

const payloads = (client: Client, channel = `room:${room}`): ReadonlyArray<Payload> =>
  client.newEvents().flatMap(([name, payload]) => (name === channel ? [payload as Payload] : []))

const begin = ({ server, signedIn, world }: Setup) =>
  Effect.gen(function* () {
    const { _id: id } = yield* world.users.get("bob")
    yield* world.rooms.clear(room)
    const spawn = yield* world.rooms.addObject(room, {
      type: "spawn",
      x: 25,
      y: 25,
      user: id,
      name: "Spawn1",
      store: { energy: 300 },
      storeCapacityResource: { energy: 300 },
      hits: 5000,
      hitsMax: 5000
    })
    const client = yield* signedIn(yield* tokenOf(server, bob))
    return { id, client, spawn }
  })

/** Returns the objects of a room as the world has them. */
const documents = (world: ScreepsWorld.ScreepsWorld, name: RoomName) =>
  Effect.map(world.rooms.objects(name), (objects) =>
    Object.fromEntries(objects.map((object) => [object._id, object] as const))
  )

describe("the room channel of TestServer", () => {
  it.effect("sends the full state first: all objects, users and flags, without tick and visuals", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { client, id, spawn } = yield* begin(setup)
        yield* client.send(`subscribe room:${room}`)
        const [whole] = payloads(client)
        assert.deepStrictEqual(Object.keys(whole ?? {}), ["objects", "users", "flags", "info"])
        assert.deepStrictEqual(whole?.objects, yield* documents(setup.world, room))
        assert.deepStrictEqual(Object.keys(whole?.objects ?? {}), [spawn])
        assert.deepStrictEqual(Object.keys(whole?.users ?? {}), ["2", "3", id])
        assert.deepInclude(whole, { flags: null, info: { mode: "world" } })
      })
    )
  )

  it.effect("then sends patches: the changes, the tick, and the visuals", () =>
    withServer(
      (setup) =>
        Effect.gen(function* () {
          const { client, spawn } = yield* begin(setup)
          yield* client.send(`subscribe room:${room}`)
          yield* setup.tick
          client.newEvents()
          yield* setup.world.rooms.changeObject(spawn, { hits: 4000, off: true })
          const road = yield* setup.world.rooms.addObject(room, { type: "road", x: 1, y: 1, hits: 5 })
          yield* setup.tick
          assert.deepStrictEqual(payloads(client), [
            {
              objects: {
                [spawn]: { hits: 4000, off: true },
                [road]: { _id: road, type: "road", room, x: 1, y: 1, hits: 5 }
              },
              gameTime: 3,
              info: { mode: "world" },
              visual: "everywhere\nhere\n"
            }
          ])
          yield* setup.world.rooms.removeObject(road)
          yield* setup.world.rooms.changeObject(spawn, { off: undefined })
          yield* setup.tick
          assert.deepStrictEqual(payloads(client)[0]?.objects, { [road]: null, [spawn]: { off: null } })
          yield* setup.tick
          assert.deepStrictEqual(payloads(client)[0]?.objects, {})
        }),
      { evaluate: () => ({ visuals: { [room]: "here\n", "": "everywhere\n", W1N1: "there\n" } }) }
    )
  )

  it.effect("sends users when they first appear, and an empty set for an unknown one in every tick", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { client } = yield* begin(setup)
        const { _id: other } = yield* setup.world.users.get("alice")
        yield* client.send(`subscribe room:${room}`)
        client.newEvents()
        yield* setup.tick
        assert.notProperty(payloads(client)[0], "users")
        const controller = { type: "controller", x: 9, y: 9, reservation: { user: other, endTime: 99_999 } }
        yield* setup.world.rooms.addObject(room, controller)
        yield* setup.tick
        assert.deepStrictEqual(Object.keys(payloads(client)[0]?.users ?? {}), [other])
        yield* setup.world.rooms.addObject(room, { type: "probe", x: 2, y: 2, user: "ffffffffffffffff" })
        for (let tick = 0; tick < 2; tick++) {
          yield* setup.tick
          assert.deepStrictEqual(payloads(client)[0]?.users, {})
        }
      })
    )
  )

  it.effect("leaks the records of users, which decoding drops", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { client, id } = yield* begin(setup)
        yield* client.send(`subscribe room:${room}`)
        const [whole] = payloads(client)
        const record = whole?.users?.[id] ?? {}
        assert.strictEqual(record["email"], bob.email)
        assert.match(String(record["password"]), /^-?[0-9a-f]+$/)
        assert.notInclude(JSON.stringify(whole), bob.password)
        const { users } = yield* Schema.decodeUnknownEffect(Frames.RoomFrame)(whole)
        assert.deepStrictEqual(Object.keys(users?.[id] ?? {}).toSorted(), ["_id", "username"])
      })
    )
  )

  it.effect("sends the subscriber's own flags in every tick from the first flag on", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { client } = yield* begin(setup)
        const flag = { name: "F one", color: 1, secondaryColor: 10, x: 4, y: 5 } as const
        yield* setup.world.rooms.addFlag("alice", room, { ...flag, name: "hers" })
        yield* client.send(`subscribe room:${room}`)
        client.newEvents()
        yield* setup.tick
        assert.notProperty(payloads(client)[0], "flags")
        yield* setup.world.rooms.addFlag("bob", room, flag)
        for (let tick = 0; tick < 2; tick++) {
          yield* setup.tick
          assert.strictEqual(payloads(client)[0]?.flags, "F one~1~10~4~5")
        }
        yield* setup.world.rooms.addFlag("bob", "W1N1", flag)
        yield* setup.tick
        assert.strictEqual(payloads(client)[0]?.flags, "")
      })
    )
  )

  it.effect("sends the full state again after unsubscribing and subscribing, also at once", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { client } = yield* begin(setup)
        yield* client.send(`subscribe room:${room}`)
        yield* setup.tick
        client.newEvents()
        yield* client.send(`unsubscribe room:${room}`, `subscribe room:${room}`)
        const [whole, ...more] = payloads(client)
        assert.deepStrictEqual(whole?.objects, yield* documents(setup.world, room))
        assert.deepStrictEqual(more, [])
        yield* client.send(`unsubscribe room:${room}`)
        yield* setup.tick
        assert.deepStrictEqual(payloads(client), [])
      })
    )
  )

  it.effect("sends patches that add up to the room's state after a hundred ticks", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const { client, id, spawn } = yield* begin(setup)
        yield* client.send(`subscribe room:${room}`)
        const creep = yield* setup.world.rooms.addObject(room, {
          type: "creep",
          x: 1,
          y: 1,
          user: id,
          name: "w",
          body: [{ type: "work", hits: 100 }],
          hits: 100,
          hitsMax: 100,
          fatigue: 0,
          spawning: false,
          store: {},
          storeCapacity: 0,
          ageTime: 60,
          actionLog: {}
        })
        for (let tick = 0; tick < 100; tick++) {
          if (tick < 50) yield* setup.world.rooms.moveObject(creep, { x: 1 + (tick % 40), y: 1 })
          yield* setup.world.rooms.changeObject(spawn, { store: { energy: tick } })
          yield* setup.tick
        }
        let state = RoomState.empty
        for (const payload of payloads(client)) {
          const frame = yield* Schema.decodeUnknownEffect(Frames.RoomFrame)(payload)
          state = RoomState.fold(state, frame)
        }
        const folded = Object.fromEntries(
          [...state.objects].map(([key, object]) => [key, RoomObject.toDocument(object)] as const)
        )
        assert.deepStrictEqual(folded, yield* documents(setup.world, room))
        assert.notProperty(folded, creep)
        assert.strictEqual(state.tick, 101)
      })
    )
  )
})

describe("the limit of two rooms on TestServer", () => {
  const limit = "subscribe limit reached"

  /** Returns the room events of the ticks: `1` for a frame, `e` for an error. */
  const outcomes = (client: Client) =>
    client.newEvents().map(([channel]) => (channel.startsWith("err@") ? "e" : "1"))

  it.effect("sends two rooms of an account per tick and rejects the others, in turns", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const client = yield* setup.signedIn(yield* tokenOf(setup.server, bob))
        const rooms = ["W1N1", "W2N2", "W3N3"]
        yield* client.send(...rooms.map((name) => `subscribe room:${name}`))
        assert.deepStrictEqual(outcomes(client), ["1", "1", "1"])
        const served = new Map(rooms.map((name) => [`room:${name}`, 0]))
        for (let tick = 0; tick < 300; tick++) {
          yield* setup.world.tick
          yield* client.send()
          const received = client.newEvents()
          assert.lengthOf(received, 3)
          const refused = received.filter(([channel]) => channel.startsWith("err@"))
          assert.deepStrictEqual(
            refused.map(([, text]) => text),
            [limit]
          )
          for (const [channel] of received) {
            const count = served.get(channel)
            if (count !== undefined) served.set(channel, count + 1)
          }
        }
        for (const count of served.values()) assert.isTrue(count > 170 && count < 230, `${count} of 300`)
      })
    )
  )

  it.effect("counts all connections of an account together, and other accounts separately", () =>
    withServer((setup) =>
      Effect.gen(function* () {
        const token = yield* tokenOf(setup.server, bob)
        const first = yield* setup.signedIn(token)
        const second = yield* setup.signedIn(token)
        const other = yield* setup.signedIn(yield* tokenOf(setup.server, alice))
        yield* first.send("subscribe room:W1N1", "subscribe room:W2N2")
        yield* second.send("subscribe room:W1N1")
        yield* other.send("subscribe room:W1N1")
        for (const client of [first, second, other]) client.newEvents()
        yield* setup.tick
        assert.deepStrictEqual(outcomes(other), ["1"])
        const received = [...outcomes(first), ...outcomes(second)]
        assert.deepStrictEqual(received.toSorted(), ["1", "1", "e"])
      })
    )
  )

  it.effect(
    "rejects a new room at once while another is rejected, and sends the full state once it is served",
    () =>
      withServer((setup) =>
        Effect.gen(function* () {
          const client = yield* setup.signedIn(yield* tokenOf(setup.server, bob))
          yield* setup.world.rooms.clear("W4N4")
          const road = yield* setup.world.rooms.addObject("W4N4", { type: "road", x: 1, y: 1 })
          yield* client.send("subscribe room:W1N1", "subscribe room:W2N2", "subscribe room:W3N3")
          yield* setup.tick
          client.newEvents()
          yield* client.send("subscribe room:W4N4")
          assert.deepStrictEqual(client.newEvents(), [["err@room:W4N4", limit]])
          yield* client.send("unsubscribe room:W1N1", "unsubscribe room:W2N2")
          yield* setup.tick
          const [first] = payloads(client, "room:W4N4")
          assert.deepStrictEqual(Object.keys(first?.objects ?? {}), [road])
          assert.deepInclude(first, { gameTime: 3, visual: "" })
          assert.notProperty(first, "users")
        })
      )
  )

  it.effect("follows the option roomsPerAccount", () =>
    withServer(
      (setup) =>
        Effect.gen(function* () {
          const client = yield* setup.signedIn(yield* tokenOf(setup.server, bob))
          yield* client.send("subscribe room:W1N1", "subscribe room:W2N2", "subscribe room:W3N3")
          client.newEvents()
          yield* setup.tick
          assert.deepStrictEqual(outcomes(client), ["1", "1", "1"])
        }),
      {},
      { quirks: { roomsPerAccount: Infinity } }
    )
  )
})
