/** The world after its layer was closed. */
import { assert, describe, it } from "@effect/vitest"
import * as Faults from "@screeps-effect/testing/Faults"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as World from "@screeps-effect/world/World"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { kept } from "./support/program.ts"
import { settle } from "@screeps-effect/fixtures/time"

const home = "W1N1"
const makeWorld = () =>
  ScreepsWorld.make({ accounts: [{ username: "bob", password: "secret" }], rooms: [home] })

describe("a closed World", () => {
  const uses = [
    World.terrain(home),
    World.room(home),
    World.rooms([home]),
    World.user({ username: "bob" }),
    World.leaderboard(),
    Stream.runDrain(World.changes([home])),
    World.forget
  ]

  it.effect("fails calls after its layer was closed, instead of interrupting them", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(kept(makeWorld()).layer, scope)
      yield* Effect.provide(World.terrain(home), services)
      yield* Scope.close(scope, Exit.void)
      for (const use of uses) {
        const exit = yield* Effect.exit(Effect.provide(Effect.asVoid(use), services))
        assert.isTrue(Exit.isFailure(exit) && !Exit.hasInterrupts(exit))
        const error = yield* Effect.flip(exit)
        assert.deepStrictEqual(
          [error._tag, error.message],
          ["PersistenceError", "the world was closed: its layer has ended"]
        )
      }
    })
  )

  it.effect("fails calls that wait for a response when its layer is closed", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(kept(makeWorld()).layer, scope)
      yield* Effect.provide(Faults.next("/api/game/rooms", Faults.delay("10 minutes")), services)
      const calls = yield* Effect.forEach([1, 2], () =>
        Effect.forkChild(Effect.provide(World.terrain(home), services))
      )
      yield* settle
      yield* Scope.close(scope, Exit.void)
      for (const call of calls) {
        const exit = yield* Fiber.await(call)
        assert.isTrue(Exit.isFailure(exit) && !Exit.hasInterrupts(exit))
        assert.strictEqual((yield* Effect.flip(exit))._tag, "PersistenceError")
      }
    })
  )
})
