import * as Game from "@screeps-effect/api/Game"
import * as Operation from "@screeps-effect/api/Operation"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Fake from "@screeps-effect/testing/Fake"
import * as Faults from "@screeps-effect/testing/Faults"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { withPort } from "./support/port.ts"
import { bob } from "./support/server.ts"

/** An endpoint of a mod. */
const points = Operation.get("/api/my-mod/points", {
  input: { season: Schema.NonEmptyString },
  output: Schema.Struct({ ok: Schema.Literal(1), points: Schema.Finite })
})
const makeWorld = () => ScreepsWorld.make({ accounts: [bob] })
const answers = [
  Fake.answer(points, ({ season }) =>
    season === "1" ? Effect.succeed({ ok: 1 as const, points: 3 }) : Fake.refuse("no such season")
  )
]

describe("answers of one's own", () => {
  it.effect("stand beside those of the in-memory server", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* points({ season: "1" }), { ok: 1, points: 3 })
      assert.strictEqual((yield* Effect.flip(points({ season: "2" }))).reason.message, "no such season")
      assert.strictEqual((yield* Game.time()).time, 1)
    }).pipe(Effect.provide(TestServer.layerScreeps(makeWorld(), { answers })))
  )

  it.effect("replace those of the in-memory server", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Game.time()).time, 42)
      assert.strictEqual((yield* Game.version()).ok, 1)
    }).pipe(
      Effect.provide(
        TestServer.layerScreeps(makeWorld(), {
          answers: [Fake.answer(Game.time, () => Effect.succeed({ ok: 1, time: Tick.make(42) }))]
        })
      )
    )
  )

  it.effect("count in their order: of several for one endpoint the first one responds", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Game.time()).time, 42)
    }).pipe(
      Effect.provide(
        TestServer.layerScreeps(makeWorld(), {
          answers: [42, 43].map((tick) =>
            Fake.answer(Game.time, () => Effect.succeed({ ok: 1, time: Tick.make(tick) }))
          )
        })
      )
    )
  )

  it.effect("suffer the faults that a test injects", () =>
    Effect.gen(function* () {
      yield* Faults.next(
        points,
        Faults.fault("refused", () => Effect.succeed(Response.json({ error: "busy" })))
      )
      assert.strictEqual((yield* Effect.flip(points({ season: "1" }))).reason.message, "busy")
      assert.strictEqual((yield* points({ season: "1" })).points, 3)
    }).pipe(Effect.provide(TestServer.layerScreeps(makeWorld(), { answers })))
  )

  it.effect("are found below the prefix of an official server", () =>
    Effect.gen(function* () {
      const handler = TestServer.handler(makeWorld(), { dialect: "official", answers })
      const response = yield* handler(new Request("https://screeps.com/season/api/my-mod/points?season=1"))
      assert.deepStrictEqual(yield* Effect.promise(() => response.json()), { ok: 1, points: 3 })
    })
  )

  it.live("are served on a port", () =>
    withPort(
      makeWorld(),
      (url) =>
        Effect.gen(function* () {
          const response = yield* Effect.promise(() => fetch(`${url}/api/my-mod/points?season=1`))
          assert.deepStrictEqual(yield* Effect.promise(() => response.json()), { ok: 1, points: 3 })
        }),
      { answers }
    )
  )

  it.live("that die end a program in memory, and are a 500 on a port, which the client retries", () => {
    let calls = 0
    const broken = Fake.answer(Game.time, () => {
      calls++
      return Effect.die(new Error("no time"))
    })
    const options = { answers: [broken] }
    return Effect.gen(function* () {
      const exit = yield* Effect.exit(
        Effect.provide(Game.time(), TestServer.layerScreeps(makeWorld(), options))
      )
      assert(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      assert.strictEqual(calls, 1)
      const overPort = (url: string) =>
        Effect.provide(Effect.flip(Game.time()), [
          ScreepsClient.layer({ url, username: bob.username, password: bob.password }),
          Retry.layer(Schedule.recurs(2))
        ])
      const { message } = yield* withPort(makeWorld(), overPort, options)
      assert.strictEqual(message, "GET /api/game/time: ServerFault (500: no time) after 2 retries")
      assert.strictEqual(calls, 1 + 3)
    })
  })
})
