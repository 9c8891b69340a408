/** Records of the world: kept, requested together, and never twice. */
import { assert, describe, it } from "@effect/vitest"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Retry from "@screeps-effect/api/Retry"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Faults from "@screeps-effect/testing/Faults"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as World from "@screeps-effect/world/World"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { kept, sharedStore } from "./support/program.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

const bob = { username: "bob", password: "secret" }

/** The first rooms of a square. */
const roomsOf = (count: number): ReadonlyArray<RoomName> =>
  Array.from({ length: count }, (_, i): RoomName => `W${(i % 32) + 1}N${Math.floor(i / 32) + 1}`)

const makeWorld = (rooms: ReadonlyArray<RoomName> = roomsOf(8)) =>
  ScreepsWorld.make({ accounts: [bob], rooms })

const terrainPath = "/api/game/rooms"
const statsPath = "/api/game/map-stats"

const digits = (terrains: ReadonlyMap<RoomName, Terrain.Terrain>) =>
  Object.fromEntries([...terrains].map(([room, terrain]) => [room, Terrain.encode(terrain)]))

const claim = (world: ScreepsWorld.ScreepsWorld, room: RoomName, level: number) =>
  Effect.gen(function* () {
    const { _id: user } = yield* world.users.get("bob")
    const objects = yield* world.rooms.objects(room)
    const controller = objects.find(({ type }) => type === "controller")
    assert(controller !== undefined)
    yield* world.rooms.changeObject(controller._id, { user, level })
  })

/** A room with a controller. */
const home = "W1N1"

describe("World.terrain", () => {
  it.effect("requests 1,000 rooms once: a second run sends no request for terrain", () =>
    Effect.gen(function* () {
      const rooms = roomsOf(1000)
      const world = makeWorld(rooms)
      const store = yield* sharedStore
      const run = () => {
        const { layer, sent } = kept(world, { store })
        return Effect.map(Effect.provide(World.terrains(rooms), layer), (terrains) => ({ terrains, sent }))
      }
      const first = yield* run()
      assert.deepStrictEqual([first.terrains.size, first.sent.count(terrainPath)], [1000, 2])
      const second = yield* run()
      assert.deepStrictEqual(second.sent.paths, [])
      assert.deepStrictEqual(digits(second.terrains), digits(first.terrains))
    }).pipe(Effect.scoped)
  )

  it.effect("returns what the server has, and RoomNotFound for a room that it does not have", () => {
    const { layer, sent } = kept(makeWorld())
    return Effect.gen(function* () {
      const terrain = yield* World.terrain("W2N1")
      const known = yield* World.terrains(["W1N1", "W99N99", "W2N1"])
      assert.deepStrictEqual([...known.keys()], ["W1N1", "W2N1"])
      assert.strictEqual(Terrain.encode(terrain), digits(known)["W2N1"])
      const error = yield* Effect.flip(World.terrain("W99N99"))
      assert.strictEqual(error._tag, "RoomNotFound")
      assert.strictEqual(error.message, "the server has no room W99N99")
      assert.strictEqual(sent.count(terrainPath), 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "requests rooms one by one from a server without the endpoint for several, and asks it once",
    () => {
      const { layer, sent } = kept(makeWorld())
      return Effect.gen(function* () {
        const notFound = Faults.respond("no such endpoint", () => {
          const headers = { "content-type": "text/html" }
          return new Response("<pre>Cannot POST /api/game/rooms</pre>", { status: 404, headers })
        })
        const expected = digits(yield* World.terrains(["W1N1", "W2N1"]))
        yield* World.forget
        yield* Faults.next(terrainPath, notFound, Infinity)
        const found = digits(yield* World.terrains(["W1N1", "W99N99", "W2N1"]))
        assert.deepStrictEqual(found, expected)
        assert.strictEqual(sent.count("/api/game/room-terrain"), 3)
        yield* World.terrains(["W1N1", "W99N99", "W2N1"])
        assert.strictEqual(sent.count("/api/game/room-terrain"), 3)
        const requests = sent.count(terrainPath)
        yield* World.forget
        yield* World.terrains(["W1N1", "W2N1"])
        assert.deepStrictEqual([sent.count(terrainPath), sent.count("/api/game/room-terrain")], [requests, 5])
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("requests a missing room again after a day, and a known one never", () => {
    const world = makeWorld()
    const { layer, sent } = kept(world)
    const ask = World.terrains(["W1N1", "W99N99"])
    return Effect.gen(function* () {
      yield* ask
      yield* TestClock.adjust("24 hours")
      yield* ask
      assert.strictEqual(sent.count(terrainPath), 1)
      yield* world.rooms.change("W99N99", {})
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* ask).size, 2)
      yield* TestClock.adjust("1000 days")
      assert.strictEqual((yield* ask).size, 2)
      assert.strictEqual(sent.count(terrainPath), 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is requested again after forget, and for a world of another name", () =>
    Effect.gen(function* () {
      const store = yield* sharedStore
      const ask = (world?: World.Options, forget = false) => {
        const { layer, sent } = kept(makeWorld(), { store, world })
        const program = Effect.andThen(forget ? World.forget : Effect.void, World.terrain("W1N1"))
        return Effect.map(Effect.provide(program, layer), () => sent.count(terrainPath))
      }
      assert.deepStrictEqual([yield* ask(), yield* ask()], [1, 0])
      assert.deepStrictEqual([yield* ask({ world: "season 2" }), yield* ask({ world: "season 2" })], [1, 0])
      assert.deepStrictEqual([yield* ask({}, true), yield* ask()], [1, 0])
      assert.strictEqual(yield* ask({ world: "season 2" }), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("belongs to a shard: official servers have several, and need one", () => {
    const world = ScreepsWorld.make({ accounts: [bob], rooms: ["W1N1"], shards: ["shard0", "shard1"] })
    const { layer, sent } = kept(world, { server: { dialect: "official" } })
    return Effect.gen(function* () {
      const error = yield* Effect.flip(World.terrain("W1N1"))
      assert.strictEqual(error._tag === "ScreepsError" && error.reason._tag, "ShardRequired")
      yield* world.rooms.change(
        "W1N1",
        { terrain: Terrain.fromSquares([{ x: 1, y: 0, type: "wall" }]) },
        "shard1"
      )
      const [one, other] = yield* Effect.all(
        [World.terrain("W1N1", { shard: "shard0" }), World.terrain("W1N1", { shard: "shard1" })],
        { concurrency: 2 }
      )
      assert.strictEqual(other.at(1, 0), "wall")
      assert.notStrictEqual(Terrain.encode(one), Terrain.encode(other))
      yield* World.terrain("W1N1", { shard: "shard1" })
      assert.strictEqual(sent.count(terrainPath), 2)
    }).pipe(Effect.provide(layer))
  })
})

describe("World.room", () => {
  it.effect("merges 500 single calls of one turn into one request", () => {
    const rooms = roomsOf(500)
    const { layer, sent } = kept(makeWorld(rooms))
    return Effect.gen(function* () {
      const readings = yield* Effect.forEach(rooms, (room) => World.room(room), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        readings.map(({ room }) => room),
        rooms
      )
      assert.strictEqual(sent.count(statsPath), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("splits rooms into as many requests as the limit of one needs", () => {
    const rooms = roomsOf(500)
    const { layer, sent } = kept(makeWorld(rooms), { world: { roomsPerRequest: 60 } })
    return Effect.gen(function* () {
      assert.strictEqual((yield* World.rooms(rooms)).size, 500)
      assert.strictEqual(sent.count(statsPath), Math.ceil(500 / 60))
    }).pipe(Effect.provide(layer))
  })

  it.effect("halves a batch that the server rejects as too large", () => {
    const rooms = roomsOf(8)
    const { layer, sent } = kept(makeWorld(rooms))
    const tooLarge = Faults.respond("too large", () => new Response("<html>413</html>", { status: 413 }))
    return Effect.gen(function* () {
      yield* Faults.next(statsPath, tooLarge, 2)
      assert.deepStrictEqual([...(yield* World.rooms(rooms)).keys()], rooms)
      assert.strictEqual(sent.count(statsPath), 5) // 8 and 4 are rejected; 2, 2 and 4 are not
    }).pipe(Effect.provide(layer))
  })

  it.effect("has the owner, the level, the tick and the time of the reading", () => {
    const world = makeWorld()
    const { layer, sent } = kept(world)
    return Effect.gen(function* () {
      yield* claim(world, home, 3)
      yield* TestClock.adjust("5 seconds")
      const reading = yield* World.room(home)
      const { _id } = yield* world.users.get("bob")
      assert.deepStrictEqual(reading.stats.own, { user: _id, level: 3 })
      assert.strictEqual(reading.users[_id]?.username, "bob")
      assert.deepStrictEqual(
        [reading.tick, reading.readAt, reading.shard],
        [yield* world.time, 5000, undefined]
      )
      yield* TestClock.adjust("7 seconds")
      const again = yield* World.room(home)
      assert.deepStrictEqual(again, reading)
      assert.strictEqual(Duration.toMillis(yield* World.age(again)), 7000)
      assert.strictEqual(sent.count(statsPath), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is requested again when it is older than maxAge, 10 minutes by default", () => {
    const world = makeWorld()
    const { layer, sent } = kept(world)
    const level = (options?: World.RoomOptions) =>
      Effect.map(World.room(home, options), ({ stats }) => stats.own?.level)
    return Effect.gen(function* () {
      yield* claim(world, home, 1)
      assert.strictEqual(yield* level(), 1)
      yield* claim(world, home, 2)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* level(), 1)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* level(), 2)
      yield* claim(world, home, 3)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* level({ maxAge: "1 hour" }), 2)
      assert.strictEqual(yield* level({ maxAge: "30 seconds" }), 3)
      assert.strictEqual(sent.count(statsPath), 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails only the rooms of the request that failed", () => {
    const rooms = roomsOf(6)
    const { layer, sent } = kept(makeWorld(rooms), { world: { roomsPerRequest: 2 } })
    const broken = Faults.respond("broken", () => Response.json({ error: "internal" }))
    return Effect.gen(function* () {
      yield* Faults.next(statsPath, broken)
      const exits = yield* Effect.forEach(rooms, (room) => Effect.exit(World.room(room)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(exits.map(({ _tag }) => _tag).toSorted(), [
        "Failure",
        "Failure",
        "Success",
        "Success",
        "Success",
        "Success"
      ])
      assert.strictEqual((yield* World.rooms(rooms)).size, 6)
      assert.strictEqual(sent.count(statsPath), 4)
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps what was received when another request of the call failed", () => {
    const rooms = roomsOf(6)
    const { layer, sent } = kept(makeWorld(rooms), { world: { roomsPerRequest: 2 } })
    const broken = Faults.respond("broken", () => Response.json({ error: "internal" }))
    return Effect.gen(function* () {
      yield* Faults.next(statsPath, broken)
      const error = yield* Effect.flip(World.rooms(rooms))
      assert.strictEqual(error._tag, "ScreepsError")
      yield* World.rooms(rooms)
      assert.strictEqual(sent.count(statsPath), 4)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is requested once by calls of one turn, and by calls while the request is running", () => {
    const { layer, sent } = kept(makeWorld())
    return Effect.gen(function* () {
      yield* Faults.next(statsPath, Faults.delay("10 seconds"))
      const first = yield* Effect.forkChild(
        Effect.all([World.room(home), World.room(home)], { concurrency: 2 })
      )
      yield* pass("5 seconds")
      const late = yield* Effect.forkChild(World.room(home, { maxAge: 0 }))
      yield* pass("10 seconds")
      const [one, same] = yield* Fiber.join(first)
      assert.deepStrictEqual(one, same)
      assert.deepStrictEqual(yield* Fiber.join(late), one)
      assert.strictEqual(sent.count(statsPath), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("reaches a waiting call when the call that requested it is interrupted", () => {
    const { layer, sent } = kept(makeWorld())
    return Effect.gen(function* () {
      yield* Faults.next(statsPath, Faults.delay("5 seconds"))
      const first = yield* Effect.forkChild(World.room(home))
      yield* settle
      const late = yield* Effect.forkChild(World.room(home))
      yield* settle
      yield* Fiber.interrupt(first)
      yield* pass("10 seconds")
      assert.strictEqual((yield* Fiber.join(late)).room, home)
      assert.strictEqual(sent.count(statsPath), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is requested with the settings of the world, not with those of the first call", () => {
    const { layer } = kept(makeWorld())
    return Effect.gen(function* () {
      yield* Faults.next(statsPath, Faults.badGateway, 1)
      const first = yield* Effect.forkChild(Effect.provideService(World.room(home), Retry.Retry, Retry.none))
      const second = yield* Effect.forkChild(World.room(home))
      yield* pass("1 minute")
      assert.deepStrictEqual(
        [(yield* Fiber.join(first)).room, (yield* Fiber.join(second)).room],
        [home, home]
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("is requested for a call that does not wait for quota apart from those that wait", () => {
    const { layer, sent } = kept(makeWorld())
    return Effect.gen(function* () {
      yield* Faults.next(statsPath, Faults.rateLimited({ retryAfter: "1 minute" }), 2)
      const patient = yield* Effect.forkChild(World.room(home))
      const impatient = yield* Effect.forkChild(
        Effect.flip(Effect.provideService(World.room(home), RateLimits.OnLimit, "fail"))
      )
      yield* pass("5 seconds")
      const error = impatient.pollUnsafe() === undefined ? undefined : yield* Fiber.join(impatient)
      assert.strictEqual(error?._tag === "ScreepsError" && error.reason._tag, "RateLimited")
      assert.isUndefined(patient.pollUnsafe())
      yield* pass("3 minutes")
      assert.strictEqual((yield* Fiber.join(patient)).room, home)
      assert.isAbove(sent.count(statsPath), 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not wait for quota when the client of the world does not", () => {
    const { layer } = kept(makeWorld())
    return Effect.gen(function* () {
      yield* Faults.next(statsPath, Faults.rateLimited({ retryAfter: "1 minute" }), 2)
      const error = yield* Effect.flip(World.room(home))
      assert.strictEqual(error._tag === "ScreepsError" && error.reason._tag, "RateLimited")
    }).pipe(Effect.provide(Layer.provide(layer, Layer.succeed(RateLimits.OnLimit, "fail"))))
  })

  it.effect("is not requested any more when the only call is interrupted", () => {
    const rooms = roomsOf(100)
    const { layer, sent } = kept(makeWorld(rooms), { world: { roomsPerRequest: 10 } })
    return Effect.gen(function* () {
      yield* Faults.next(statsPath, Faults.delay("5 seconds"), 4)
      const fiber = yield* Effect.forkChild(World.rooms(rooms))
      yield* settle
      assert.strictEqual(sent.count(statsPath), 4)
      yield* Fiber.interrupt(fiber)
      yield* pass("10 seconds")
      assert.strictEqual(sent.count(statsPath), 4)
      yield* World.rooms(rooms)
      assert.strictEqual(sent.count(statsPath), 10) // what the four requests returned is kept
    }).pipe(Effect.provide(layer))
  })
})

describe("a stored record", () => {
  /** A store whose records a test can damage. */
  const damaged = (damage: (key: string, value: object | undefined) => object | undefined) =>
    Persistence.BackingPersistence.of({
      make: (storeId) => {
        const records = new Map<string, object>()
        return Effect.succeed({
          get: (key) => Effect.sync(() => records.get(key)),
          getMany: ([first, ...rest]) => {
            const get = (key: string) => damage(`${storeId} ${key}`, records.get(key))
            return Effect.sync(() => [get(first), ...rest.map(get)])
          },
          set: (key, value) => Effect.sync(() => void records.set(key, value)),
          setMany: (entries) =>
            Effect.sync(() => {
              for (const [key, value] of entries) records.set(key, value)
            }),
          remove: (key) => Effect.sync(() => void records.delete(key)),
          clear: Effect.sync(() => records.clear())
        })
      }
    })

  it.effect.prop(
    "that is malformed is requested again, whatever it is",
    [Schema.Json],
    ([junk]) => {
      let isDamaged = false
      const value =
        typeof junk === "object" && junk !== null ? junk : { digits: junk, stats: junk, readAt: junk }
      const store = Layer.succeed(
        Persistence.BackingPersistence,
        damaged((_, record) => (isDamaged ? value : record))
      )
      const { layer, sent } = kept(makeWorld(), { store })
      return Effect.gen(function* () {
        const before = [yield* World.terrain(home), yield* World.room(home)] as const
        isDamaged = true
        const after = [yield* World.terrain(home), yield* World.room(home)] as const
        assert.strictEqual(Terrain.encode(after[0]), Terrain.encode(before[0]))
        assert.deepStrictEqual(after[1].stats, before[1].stats)
        assert.deepStrictEqual([sent.count(terrainPath), sent.count(statsPath)], [2, 2])
      }).pipe(Effect.provide(layer))
    },
    { arbitrary: { runs: 30 } }
  )
})

describe("World.user", () => {
  it.effect("finds a user by name or id, and requests it again after an hour", () => {
    const world = makeWorld()
    const { layer, sent } = kept(world)
    return Effect.gen(function* () {
      const { _id } = yield* world.users.get("bob")
      const byName = World.user({ username: "bob" })
      assert.strictEqual((yield* byName).user._id, _id)
      assert.strictEqual((yield* World.user({ id: _id })).user.username, "bob")
      yield* TestClock.adjust("1 hour")
      yield* byName
      assert.strictEqual(sent.count("/api/user/find"), 2)
      yield* TestClock.adjust("1 second")
      yield* byName
      assert.strictEqual(sent.count("/api/user/find"), 3)
      const error = yield* Effect.flip(World.user({ username: "nobody" }))
      assert.strictEqual(error._tag, "ScreepsError")
    }).pipe(Effect.provide(layer))
  })
})

describe("World.changes", () => {
  it.effect("emits rooms that differ from the reading before, the first time from the stored one", () => {
    const world = makeWorld()
    const { layer } = kept(world)
    return Effect.gen(function* () {
      yield* World.rooms([home, "W2N1"])
      yield* TestClock.adjust("1 hour")
      yield* claim(world, home, 1)
      const received: Array<World.RoomChange> = []
      const fiber = yield* Stream.runForEach(World.changes([home, "W2N1", "W3N1", "W99N99"]), (change) =>
        Effect.sync(() => received.push(change))
      ).pipe(Effect.forkChild)
      const short = () =>
        received
          .splice(0)
          .map(({ after, before, room }) => [room, before?.stats.own?.level, after?.stats.own?.level])
      yield* pass("1 second")
      assert.deepStrictEqual(
        received.map(({ before, room }) => [room, before === undefined]),
        [
          [home, false],
          ["W3N1", true]
        ]
      )
      assert.deepStrictEqual(short()[0], [home, undefined, 1])
      yield* pass("10 minutes")
      assert.deepStrictEqual(short(), [])
      yield* claim(world, home, 2)
      yield* Faults.next(statsPath, Faults.reset, 10)
      yield* pass("10 minutes")
      assert.deepStrictEqual(short(), [])
      yield* Faults.clear
      yield* pass("10 minutes")
      assert.deepStrictEqual(short(), [[home, 1, 2]])
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(layer))
  })
})
