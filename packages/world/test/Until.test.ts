/** Waiting for the game, without being fooled by old states and lost connections. */
import { pass, settle, withSystemTime } from "@screeps-effect/fixtures/time"
import { assert, describe, it } from "@effect/vitest"
import { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as Millis from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { RoomFeed } from "@screeps-effect/socket/RoomFeed"
import { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import { Ended, SocketError } from "@screeps-effect/socket/SocketError"
import * as Faults from "@screeps-effect/testing/Faults"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as Until from "@screeps-effect/world/Until"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { counted } from "./support/program.ts"

const [home, other] = ["W1N1", "W2N1"] as const satisfies ReadonlyArray<RoomName>

const makeWorld = (evaluate?: ScreepsWorld.Evaluate) =>
  ScreepsWorld.make({
    accounts: [
      { username: "bob", password: "secret" },
      { username: "eve", password: "secret" }
    ],
    rooms: [home, other],
    evaluate
  })

/** Makes a user the owner of a room; level 0 releases it. */
const own = (world: ScreepsWorld.ScreepsWorld, level: number, username = "bob") =>
  Effect.gen(function* () {
    const { _id } = yield* world.users.get(username)
    const objects = yield* world.rooms.objects(home)
    const controller = objects.find(({ type }) => type === "controller")
    assert(controller !== undefined)
    yield* world.rooms.changeObject(controller._id, { user: level === 0 ? undefined : _id, level })
  })

const spawn = (user: string) => ({
  type: "spawn",
  user,
  name: "Spawn1",
  x: 25,
  y: 25,
  hits: 5000,
  hitsMax: 5000,
  store: { energy: 0 },
  storeCapacityResource: { energy: 300 }
})

/** Starts a wait, and returns a function for its result so far. */
const start = <A, E, R>(wait: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkScoped(Effect.result(wait))
    yield* settle
    return {
      isOver: () => fiber.pollUnsafe() !== undefined,
      result: Fiber.join(fiber)
    }
  })

/** Ticks of three seconds. */
const ticks = (world: ScreepsWorld.ScreepsWorld, count: number) =>
  Effect.repeat(Effect.andThen(world.tick, pass("3 seconds")), { times: count - 1 })

/** A program without a socket: its rooms have no states. */
const withoutStates = Effect.provideService(
  RoomFeed,
  RoomFeed.of({ signals: () => Stream.never, runForEachWhile: () => Effect.never })
)

/** A program whose socket has failed for good. */
const withoutSocket = Effect.provideService(
  RoomFeed,
  RoomFeed.of({
    signals: () => Stream.fail(new SocketError({ reason: new Ended() })),
    runForEachWhile: () => Effect.fail(new SocketError({ reason: new Ended() }))
  })
)

describe("Until.tick", () => {
  it.effect("returns the current tick once it has begun, with few requests", () => {
    const world = makeWorld()
    const { sent, server } = counted(world)
    return Effect.gen(function* () {
      const wait = yield* start(Until.tick(41))
      yield* ticks(world, 39)
      assert.isFalse(wait.isOver())
      yield* ticks(world, 1)
      const result = yield* wait.result
      assert.isTrue(result._tag === "Success" && result.success === 41)
      // 40 ticks of three seconds: a request a second would be 120.
      assert.isAtMost(sent.count("/api/game/time"), 20)
    }).pipe(Effect.scoped, Effect.provide(server))
  })

  it.effect("fails after the time limit with the tick that was seen last", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const wait = yield* start(Until.tick(100, { timeout: "1 minute" }))
      yield* ticks(world, 21)
      const result = yield* wait.result
      assert(result._tag === "Failure" && result.failure._tag === "WaitTimedOut")
      assert.match(result.failure.message, /^tick 100: not within 1m \(tick \d+\)$/)
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  it.effect("waits on while the server does not respond", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      yield* Faults.next("/api/game/time", Faults.reset, 1000)
      const wait = yield* start(Until.tick(2))
      yield* ticks(world, 20)
      assert.isFalse(wait.isOver())
      yield* Faults.clear
      yield* pass("1 minute")
      assert.isTrue((yield* wait.result)._tag === "Success")
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })
})

describe("Until.controllerLevel", () => {
  it.effect("returns the level when a state of the room shows it, without requests", () => {
    const world = makeWorld()
    const { sent, server } = counted(world)
    return Effect.gen(function* () {
      const { _id } = yield* world.users.get("eve")
      yield* own(world, 2, "eve")
      const wait = yield* start(Until.controllerLevel(home, 3))
      yield* ticks(world, 10)
      assert.isFalse(wait.isOver())
      yield* own(world, 4, "eve")
      yield* ticks(world, 1)
      const result = yield* wait.result
      assert(result._tag === "Success")
      assert.deepStrictEqual(result.success, { user: _id, level: 4 })
      assert.strictEqual(sent.count("/api/game/map-stats"), 0)
    }).pipe(Effect.scoped, Effect.provide(server))
  })

  it.effect("takes neither more requests nor longer when the system's clock is set back", () =>
    withSystemTime((setBack) => {
      const world = makeWorld()
      const { sent, server } = counted(world)
      return Effect.gen(function* () {
        yield* own(world, 2)
        const wait = yield* start(Until.controllerLevel(home, 3))
        const polling = yield* start(withoutStates(Until.controllerLevel(home, 3)))
        setBack("1 hour")
        yield* own(world, 3)
        yield* ticks(world, 1)
        assert.isTrue(wait.isOver())
        assert.strictEqual(sent.count("/api/game/map-stats"), 0)
        yield* pass("3 minutes")
        assert.isTrue(polling.isOver())
      }).pipe(Effect.scoped, Effect.provide(server))
    })
  )

  it.effect("does not count a state from before the wait, which another listener still has", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const controls = yield* TestServer.Controls
      const feed = yield* RoomFeed
      yield* own(world, 3)
      yield* Effect.forkScoped(Stream.runDrain(feed.signals(home)))
      yield* ticks(world, 2)
      yield* controls.stop
      yield* own(world, 2)
      yield* pass("5 seconds")
      const wait = yield* start(Until.controllerLevel(home, 3))
      yield* pass("30 seconds")
      assert.isFalse(wait.isOver())
      yield* controls.start
      yield* ticks(world, 20)
      assert.isFalse(wait.isOver())
      yield* own(world, 3)
      yield* ticks(world, 2)
      assert.isTrue(wait.isOver())
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  it.effect("requests the map every two minutes while there are no states", () => {
    const world = makeWorld()
    const { sent, server } = counted(world)
    return Effect.gen(function* () {
      yield* own(world, 1)
      const wait = yield* start(withoutStates(Until.controllerLevel(home, 2)))
      yield* Effect.repeat(pass("1 minute"), { times: 20 })
      assert.isFalse(wait.isOver())
      assert.strictEqual(sent.count("/api/game/map-stats"), 11)
      yield* own(world, 2)
      yield* pass("2 minutes")
      assert.isTrue(wait.isOver())
    }).pipe(Effect.scoped, Effect.provide(server))
  })

  const Step = Schema.Literals(["raise", "lower", "tick", "drop", "restart", "stop"])

  it.effect.prop(
    "ends only after the world had the level, whatever happens to the connection, and ends then",
    [Schema.Array(Step).check(Schema.isMaxLength(12))],
    ([steps]) => {
      const world = makeWorld()
      return Effect.gen(function* () {
        const controls = yield* TestServer.Controls
        const feed = yield* RoomFeed
        yield* own(world, 3)
        yield* Effect.forkScoped(Stream.runDrain(feed.signals(home)))
        yield* ticks(world, 2)
        yield* own(world, 2)
        yield* world.tick
        yield* settle
        const wait = yield* start(Until.controllerLevel(home, 3))
        let wasTrue = false
        for (const step of steps) {
          if (step === "raise") wasTrue = true
          if (step === "raise" || step === "lower") yield* own(world, step === "raise" ? 3 : 2)
          if (step === "drop") yield* controls.drop()
          if (step === "restart") yield* controls.restart()
          if (step === "stop") {
            yield* controls.stop
            yield* pass("20 seconds")
            yield* controls.start
          }
          yield* world.tick
          yield* pass("2 seconds")
          assert.isTrue(wasTrue || !wait.isOver(), step)
        }
        yield* own(world, 3)
        yield* ticks(world, 40)
        assert.isTrue(wait.isOver())
      }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
    },
    { arbitrary: { runs: 8 } }
  )
})

describe("Until.roomClaimed", () => {
  it.effect("counts neither another owner nor a reservation", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const { _id } = yield* world.users.get("bob")
      yield* own(world, 3, "eve")
      const wait = yield* start(Until.roomClaimed(home))
      const onMap = yield* start(withoutStates(Until.roomClaimed(home, { every: "10 seconds" })))
      yield* ticks(world, 5)
      yield* own(world, 0)
      const controller = (yield* world.rooms.objects(home)).find(({ type }) => type === "controller")
      assert(controller !== undefined)
      yield* world.rooms.changeObject(controller._id, { reservation: { user: _id, endTime: 1000 } })
      yield* ticks(world, 10)
      assert.isFalse(wait.isOver() || onMap.isOver())
      yield* world.rooms.changeObject(controller._id, { reservation: undefined })
      yield* own(world, 1)
      yield* ticks(world, 6)
      for (const { result } of [wait, onMap]) {
        const claimed = yield* result
        assert(claimed._tag === "Success")
        assert.deepStrictEqual(claimed.success, { user: _id, level: 1 })
      }
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })
})

describe("Until.spawnPlaced", () => {
  it.effect("returns the account's own spawn", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const [bob, eve] = [yield* world.users.get("bob"), yield* world.users.get("eve")]
      yield* world.rooms.addObject(home, spawn(eve._id))
      const wait = yield* start(Until.spawnPlaced(home))
      yield* ticks(world, 5)
      assert.isFalse(wait.isOver())
      const id = yield* world.rooms.addObject(home, { ...spawn(bob._id), x: 20 })
      yield* ticks(world, 1)
      const result = yield* wait.result
      assert(result._tag === "Success")
      assert.strictEqual(result.success._id, id)
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  it.effect("requests the objects while there are no states, where the server has the endpoint", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const { _id } = yield* world.users.get("bob")
      const wait = yield* start(withoutSocket(Until.spawnPlaced(home, { every: "30 seconds" })))
      yield* pass("1 minute")
      assert.isFalse(wait.isOver())
      yield* world.rooms.addObject(home, spawn(_id))
      yield* pass("1 minute")
      assert.isTrue((yield* wait.result)._tag === "Success")
    }).pipe(
      Effect.scoped,
      Effect.provide(TestServer.layerScreeps(world, { mods: ["screepsmod-auth", "screepsmod-admin-utils"] }))
    )
  })

  it.effect("fails with the error of the socket where the server has no endpoint for objects", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const wait = yield* start(withoutSocket(Until.spawnPlaced(home)))
      yield* pass("1 minute")
      const result = yield* wait.result
      assert(result._tag === "Failure")
      assert.strictEqual(result.failure._tag, "SocketError")
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })
})

describe("Until.orderFilled", () => {
  const order = Schema.decodeUnknownSync(ObjectId)("5f0f0f0f0f0f0f0f0f0f0f0f")
  const orders = (...remaining: ReadonlyArray<number>) =>
    Faults.respond("orders", () =>
      Response.json({
        ok: 1,
        list: remaining.map((remainingAmount) => ({
          _id: order,
          type: "sell",
          resourceType: "energy",
          price: 1,
          amount: 0,
          active: false,
          totalAmount: 100,
          remainingAmount
        }))
      })
    )
  const path = "/api/game/market/my-orders"

  it.effect("ends when nothing is left to trade; an inactive order is not filled", () => {
    const { sent, server } = counted(makeWorld())
    return Effect.gen(function* () {
      yield* Faults.next(path, orders(40), 3)
      yield* Faults.next(path, orders(0))
      const wait = yield* start(Until.orderFilled(order))
      yield* pass("5 minutes")
      assert.isFalse(wait.isOver())
      yield* pass("2 minutes")
      assert.isTrue((yield* wait.result)._tag === "Success")
      assert.strictEqual(sent.count(path), 4)
    }).pipe(Effect.scoped, Effect.provide(server))
  })

  it.effect("fails when the order is cancelled, with what had been left", () =>
    Effect.gen(function* () {
      yield* Faults.next(path, orders(40))
      const wait = yield* start(Until.orderFilled(order, { every: "1 minute" }))
      yield* pass("2 minutes")
      const result = yield* wait.result
      assert(result._tag === "Failure" && result.failure._tag === "OrderNotFound")
      assert.strictEqual(result.failure.remaining, 40)
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(makeWorld())))
  )
})

describe("Until.codeRuns", () => {
  /** A script that fails as long as `fails` says so, and logs the number of its run. */
  const script = () => {
    const state = { fails: false, run: 0, failed: new Set<number>() }
    const evaluate: ScreepsWorld.Evaluate = () => {
      const run = (state.run += 1)
      if (state.fails) state.failed.add(run)
      return { log: [`run ${run}`], error: state.fails ? "Error: broken <x>" : undefined }
    }
    return { state, world: makeWorld(evaluate) }
  }

  const runOf = (lines: ReadonlyArray<{ readonly text: string }>) => Number(lines[0]?.text.slice(4))

  it.effect("returns the output of a run that began after the wait", () => {
    const { state, world } = script()
    return Effect.gen(function* () {
      yield* world.rooms.addObject(home, spawn((yield* world.users.get("bob"))._id))
      yield* ticks(world, 3)
      const before = state.run
      const wait = yield* start(Until.codeRuns())
      yield* ticks(world, 3)
      const result = yield* wait.result
      assert(result._tag === "Success")
      assert.deepStrictEqual(result.success, [{ kind: "log", text: `run ${before + 2}` }])
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  it.effect("fails after the time limit with the last error of the script", () => {
    const { state, world } = script()
    return Effect.gen(function* () {
      yield* world.rooms.addObject(home, spawn((yield* world.users.get("bob"))._id))
      state.fails = true
      const wait = yield* start(Until.codeRuns({ timeout: Duration.seconds(30) }))
      yield* ticks(world, 11)
      const result = yield* wait.result
      assert(result._tag === "Failure" && result.failure._tag === "WaitTimedOut")
      assert.include(result.failure.seen, "broken <x>")
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  it.effect("does not count events of earlier runs that arrive late", () => {
    const { state, world } = script()
    /** Delivers four runs, which are late, when the console is subscribed to. */
    const withLateRuns = Effect.updateService(ScreepsSocket, (socket) => ({
      ...socket,
      runForEachWhile: (channel, f) =>
        socket.runForEachWhile(channel, (signal) => {
          if (!f(signal)) return false
          if (signal._tag !== "Connected" || channel.kind !== "Console") return true
          const payload = Result.getOrThrow(channel.decode({ messages: { log: ["late"], results: [] } }))
          return [1, 2, 3, 4].every(() => f({ _tag: "Payload", payload }))
        })
    }))
    return Effect.gen(function* () {
      yield* world.rooms.addObject(home, spawn((yield* world.users.get("bob"))._id))
      const wait = yield* start(withLateRuns(Until.codeRuns()))
      assert.isFalse(wait.isOver())
      yield* ticks(world, 3)
      const result = yield* wait.result
      assert(result._tag === "Success")
      assert.deepStrictEqual(result.success, [{ kind: "log", text: `run ${state.run - 1}` }])
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  it.effect("does not take a run for good whose error was lost with the connection", () => {
    const { state, world } = script()
    const since = Millis.make(0)
    /** Loses every error, and reports that something was lost. */
    const losesErrors = Effect.updateService(ScreepsSocket, (socket) => ({
      ...socket,
      runForEachWhile: (channel, f) =>
        socket.runForEachWhile(channel, (signal) =>
          signal._tag === "Payload" && JSON.stringify(signal.payload).includes('"error"')
            ? f({ _tag: "Gap", since, reason: "disconnected" }) && f({ _tag: "Resumed", since })
            : f(signal)
        )
    }))
    return Effect.gen(function* () {
      yield* world.rooms.addObject(home, spawn((yield* world.users.get("bob"))._id))
      state.fails = true
      const wait = yield* start(losesErrors(Until.codeRuns()))
      yield* ticks(world, 10)
      assert.isFalse(wait.isOver())
      state.fails = false
      yield* ticks(world, 3)
      const result = yield* wait.result
      assert(result._tag === "Success")
      assert.isFalse(state.failed.has(runOf(result.success)))
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
  })

  it.effect("needs a shard on an official server", () => {
    const world = makeWorld()
    return Effect.gen(function* () {
      const error = yield* Effect.flip(Until.codeRuns())
      assert(error instanceof ScreepsError)
      assert.strictEqual(error.reason._tag, "ShardRequired")
    }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world, { dialect: "official" })))
  })

  const Step = Schema.Literals(["good", "good", "bad", "drop", "bad and drop", "restart"])

  it.effect.prop(
    "ends only with a run without an error, whatever is lost with the connection",
    [Schema.Array(Step).check(Schema.isMaxLength(15))],
    ([steps]) => {
      const { state, world } = script()
      return Effect.gen(function* () {
        const controls = yield* TestServer.Controls
        yield* world.rooms.addObject(home, spawn((yield* world.users.get("bob"))._id))
        state.fails = true
        yield* ticks(world, 2)
        const before = state.run
        const wait = yield* start(Until.codeRuns())
        for (const step of steps) {
          state.fails = step.startsWith("bad")
          if (step.endsWith("drop")) yield* controls.drop()
          if (step === "restart") yield* controls.restart()
          yield* world.tick
          yield* pass(step === "good" || step === "bad" ? "3 seconds" : "20 seconds")
        }
        state.fails = false
        yield* pass("1 minute")
        yield* ticks(world, 4)
        const result = yield* wait.result
        assert(result._tag === "Success")
        const run = runOf(result.success)
        assert.isAbove(run, before)
        assert.isFalse(state.failed.has(run))
      }).pipe(Effect.scoped, Effect.provide(TestServer.layerScreeps(world)))
    },
    { arbitrary: { runs: 25 } }
  )
})
