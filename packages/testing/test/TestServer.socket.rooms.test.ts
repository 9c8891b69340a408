import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Frames from "@screeps-effect/schema/RoomFrame"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as Schema from "effect/Schema"
import { alice, bob } from "./support/server.ts"
import { type Client, type Stage, tokenOf, withServer } from "./support/wire.ts"

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
  client.news().flatMap(([name, payload]) => (name === channel ? [payload as Payload] : []))

const begin = ({ server, signedIn, world }: Stage) =>
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

/** The objects of a room as the world has them. */
const documents = (world: ScreepsWorld.ScreepsWorld, name: RoomName) =>
  Effect.map(world.rooms.objects(name), (objects) =>
    Object.fromEntries(objects.map((object) => [object._id, object] as const))
  )

describe("a watched room", () => {
  it.effect("is told whole first: all objects, users and flags, no tick and no drawings", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { client, id, spawn } = yield* begin(stage)
        yield* client.say(`subscribe room:${room}`)
        const [whole] = payloads(client)
        assert.deepStrictEqual(Object.keys(whole ?? {}), ["objects", "users", "flags", "info"])
        assert.deepStrictEqual(whole?.objects, yield* documents(stage.world, room))
        assert.deepStrictEqual(Object.keys(whole?.objects ?? {}), [spawn])
        assert.deepStrictEqual(Object.keys(whole?.users ?? {}), ["2", "3", id])
        assert.deepInclude(whole, { flags: null, info: { mode: "world" } })
      })
    )
  )

  it.effect("is told in patches then: what changed, the tick, what was drawn", () =>
    withServer(
      (stage) =>
        Effect.gen(function* () {
          const { client, spawn } = yield* begin(stage)
          yield* client.say(`subscribe room:${room}`)
          yield* stage.tick
          client.news()
          yield* stage.world.rooms.changeObject(spawn, { hits: 4000, off: true })
          const road = yield* stage.world.rooms.addObject(room, { type: "road", x: 1, y: 1, hits: 5 })
          yield* stage.tick
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
          yield* stage.world.rooms.removeObject(road)
          yield* stage.world.rooms.changeObject(spawn, { off: undefined })
          yield* stage.tick
          assert.deepStrictEqual(payloads(client)[0]?.objects, { [road]: null, [spawn]: { off: null } })
          yield* stage.tick
          assert.deepStrictEqual(payloads(client)[0]?.objects, {})
        }),
      { evaluate: () => ({ visuals: { [room]: "here\n", "": "everywhere\n", W1N1: "there\n" } }) }
    )
  )

  it.effect("tells of users when they first appear, and nothing of one who does not exist, every time", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { client } = yield* begin(stage)
        const { _id: other } = yield* stage.world.users.get("alice")
        yield* client.say(`subscribe room:${room}`)
        client.news()
        yield* stage.tick
        assert.notProperty(payloads(client)[0], "users")
        const controller = { type: "controller", x: 9, y: 9, reservation: { user: other, endTime: 99_999 } }
        yield* stage.world.rooms.addObject(room, controller)
        yield* stage.tick
        assert.deepStrictEqual(Object.keys(payloads(client)[0]?.users ?? {}), [other])
        yield* stage.world.rooms.addObject(room, { type: "probe", x: 2, y: 2, user: "ffffffffffffffff" })
        for (let tick = 0; tick < 2; tick++) {
          yield* stage.tick
          assert.deepStrictEqual(payloads(client)[0]?.users, {})
        }
      })
    )
  )

  it.effect("leaks the records of its users, which decoding drops", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { client, id } = yield* begin(stage)
        yield* client.say(`subscribe room:${room}`)
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

  it.effect("tells the listener's own flags every tick, from the first one on", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { client } = yield* begin(stage)
        const flag = { name: "F one", color: 1, secondaryColor: 10, x: 4, y: 5 } as const
        yield* stage.world.rooms.addFlag("alice", room, { ...flag, name: "hers" })
        yield* client.say(`subscribe room:${room}`)
        client.news()
        yield* stage.tick
        assert.notProperty(payloads(client)[0], "flags")
        yield* stage.world.rooms.addFlag("bob", room, flag)
        for (let tick = 0; tick < 2; tick++) {
          yield* stage.tick
          assert.strictEqual(payloads(client)[0]?.flags, "F one~1~10~4~5")
        }
        yield* stage.world.rooms.addFlag("bob", "W1N1", flag)
        yield* stage.tick
        assert.strictEqual(payloads(client)[0]?.flags, "")
      })
    )
  )

  it.effect("is told whole again to whoever leaves and comes back, also at once", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { client } = yield* begin(stage)
        yield* client.say(`subscribe room:${room}`)
        yield* stage.tick
        client.news()
        yield* client.say(`unsubscribe room:${room}`, `subscribe room:${room}`)
        const [whole, ...more] = payloads(client)
        assert.deepStrictEqual(whole?.objects, yield* documents(stage.world, room))
        assert.deepStrictEqual(more, [])
        yield* client.say(`unsubscribe room:${room}`)
        yield* stage.tick
        assert.deepStrictEqual(payloads(client), [])
      })
    )
  )

  it.effect("adds up, patch by patch, to what stands in it after a hundred ticks", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const { client, id, spawn } = yield* begin(stage)
        yield* client.say(`subscribe room:${room}`)
        const creep = yield* stage.world.rooms.addObject(room, {
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
          if (tick < 50) yield* stage.world.rooms.moveObject(creep, { x: 1 + (tick % 40), y: 1 })
          yield* stage.world.rooms.changeObject(spawn, { store: { energy: tick } })
          yield* stage.tick
        }
        let state = RoomState.empty
        for (const payload of payloads(client)) {
          const frame = yield* Schema.decodeUnknownEffect(Frames.RoomFrame)(payload)
          state = RoomState.fold(state, frame)
        }
        const folded = Object.fromEntries(
          [...state.objects].map(([key, object]) => [key, RoomObject.toDocument(object)] as const)
        )
        assert.deepStrictEqual(folded, yield* documents(stage.world, room))
        assert.notProperty(folded, creep)
        assert.strictEqual(state.tick, 101)
      })
    )
  )
})

describe("the limit of two rooms", () => {
  const limit = "subscribe limit reached"

  /** What the ticks told of rooms: `1` for a frame, `e` for a refusal. */
  const heard = (client: Client) => client.news().map(([channel]) => (channel.startsWith("err@") ? "e" : "1"))

  it.effect("serves two rooms of an account per tick and refuses the others, in turns", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const client = yield* stage.signedIn(yield* tokenOf(stage.server, bob))
        const rooms = ["W1N1", "W2N2", "W3N3"]
        yield* client.say(...rooms.map((name) => `subscribe room:${name}`))
        assert.deepStrictEqual(heard(client), ["1", "1", "1"])
        const served = new Map(rooms.map((name) => [`room:${name}`, 0]))
        for (let tick = 0; tick < 300; tick++) {
          yield* stage.world.tick
          yield* client.say()
          const told = client.news()
          assert.lengthOf(told, 3)
          const refused = told.filter(([channel]) => channel.startsWith("err@"))
          assert.deepStrictEqual(
            refused.map(([, text]) => text),
            [limit]
          )
          for (const [channel] of told) {
            const count = served.get(channel)
            if (count !== undefined) served.set(channel, count + 1)
          }
        }
        for (const count of served.values()) assert.isTrue(count > 170 && count < 230, `${count} of 300`)
      })
    )
  )

  it.effect("counts all connections of an account, and another account apart", () =>
    withServer((stage) =>
      Effect.gen(function* () {
        const token = yield* tokenOf(stage.server, bob)
        const first = yield* stage.signedIn(token)
        const second = yield* stage.signedIn(token)
        const other = yield* stage.signedIn(yield* tokenOf(stage.server, alice))
        yield* first.say("subscribe room:W1N1", "subscribe room:W2N2")
        yield* second.say("subscribe room:W1N1")
        yield* other.say("subscribe room:W1N1")
        for (const client of [first, second, other]) client.news()
        yield* stage.tick
        assert.deepStrictEqual(heard(other), ["1"])
        const told = [...heard(first), ...heard(second)]
        assert.deepStrictEqual(told.toSorted(), ["1", "1", "e"])
      })
    )
  )

  it.effect(
    "refuses a newcomer at once while somebody is refused, and tells the whole when it is served",
    () =>
      withServer((stage) =>
        Effect.gen(function* () {
          const client = yield* stage.signedIn(yield* tokenOf(stage.server, bob))
          yield* stage.world.rooms.clear("W4N4")
          const road = yield* stage.world.rooms.addObject("W4N4", { type: "road", x: 1, y: 1 })
          yield* client.say("subscribe room:W1N1", "subscribe room:W2N2", "subscribe room:W3N3")
          yield* stage.tick
          client.news()
          yield* client.say("subscribe room:W4N4")
          assert.deepStrictEqual(client.news(), [["err@room:W4N4", limit]])
          yield* client.say("unsubscribe room:W1N1", "unsubscribe room:W2N2")
          yield* stage.tick
          const [first] = payloads(client, "room:W4N4")
          assert.deepStrictEqual(Object.keys(first?.objects ?? {}), [road])
          assert.deepInclude(first, { gameTime: 3, visual: "" })
          assert.notProperty(first, "users")
        })
      )
  )

  it.effect("is as wide as it is told to be", () =>
    withServer(
      (stage) =>
        Effect.gen(function* () {
          const client = yield* stage.signedIn(yield* tokenOf(stage.server, bob))
          yield* client.say("subscribe room:W1N1", "subscribe room:W2N2", "subscribe room:W3N3")
          client.news()
          yield* stage.tick
          assert.deepStrictEqual(heard(client), ["1", "1", "1"])
        }),
      {},
      { quirks: { roomsPerAccount: Infinity } }
    )
  )
})
