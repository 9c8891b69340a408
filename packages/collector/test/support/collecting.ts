/** Worlds, accounts and virtual time for tests of the collector. */
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import type { Collector } from "@screeps-effect/collector"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

/** Runs a program while virtual time passes second by second, for at most `seconds`; returns whether it has ended. */
export const within = <A, E, R>(seconds: number, program: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(program)
    for (let i = 0; i < seconds; i++) {
      // Compression takes real time: the event loop has to turn.
      for (let turn = 0; turn < 5; turn++)
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      if (fiber.pollUnsafe() !== undefined) break
      yield* TestClock.adjust("1 second")
    }
    const isDone = fiber.pollUnsafe() !== undefined
    if (isDone) yield* Fiber.join(fiber)
    else yield* Fiber.interrupt(fiber)
    return isDone
  })

/** A world with an account and some ticks of history. */
export const world = (ticks: number) =>
  Effect.gen(function* () {
    const made = ScreepsWorld.make({
      accounts: [{ username: "bob", password: "secret" }],
      rooms: ["W1N1", "W2N1", "W3N1", "W1N2"],
      tick: 1000
    })
    const { _id: user } = yield* made.users.get("bob")
    yield* made.rooms.addObject("W1N1", {
      type: "creep",
      user,
      name: "Bob1",
      body: [],
      hits: 100,
      hitsMax: 100,
      store: {},
      ageTime: 99_999,
      x: 25,
      y: 25,
      spawning: false,
      fatigue: 0,
      storeCapacity: 0
    })
    yield* Effect.repeat(made.tick, { times: ticks - 1 })
    return made
  })

/** Builds one server, and returns the layer of its client. */
export const account = (made: ScreepsWorld.ScreepsWorld, options?: TestServer.ScreepsOptions) =>
  Effect.map(Layer.build(TestServer.layerScreeps(made, options)), (context) => Layer.succeedContext(context))

/** Rows of a status by kind. */
export const byKind = (all: ReadonlyArray<Collector.Status>) =>
  Object.fromEntries(
    (all[0]?.kinds ?? []).map(({ done, failed, holes, kind, open }) => [kind, { open, done, holes, failed }])
  )
