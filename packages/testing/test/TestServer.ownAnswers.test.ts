import * as Game from "@screeps-effect/api/Game"
import * as Operation from "@screeps-effect/api/Operation"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Fake from "@screeps-effect/testing/Fake"
import * as Faults from "@screeps-effect/testing/Faults"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
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
})
