/** Parts of the SDK that ask more of a server than single requests, on the in-memory xxscreeps. */
import { Strictness } from "@screeps-effect/api/Drift"
import { CodeSync } from "@screeps-effect/socket/workflows"
import type * as Stats from "@screeps-effect/stats/Stats"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expected, resultsOf } from "../../packages/testing/test/support/endpoints.ts"
import { late } from "../../packages/testing/test/support/late.ts"
import { playing } from "../../packages/testing/test/support/player.ts"
import { bob, serverWith } from "../../packages/testing/test/support/server.ts"
import { within } from "@screeps-effect/fixtures/time"
import { memory, start, valueOf } from "../../packages/stats/test/support/sample.ts"
import { withRegistry } from "../../packages/stats/test/support/metrics.ts"
import { pass } from "../../packages/stats/test/support/time.ts"
import * as Xxscreeps from "../src/xxscreeps/Xxscreeps.ts"

/** It leaves out ids and other parts that the game's own server sends. */
const tolerantly = Effect.provideService(Strictness, "tolerant")

describe("the in-memory xxscreeps", () => {
  it.effect("responds to every operation, or with a known 404", () =>
    Effect.gen(function* () {
      const server = serverWith({ rooms: ["W1N1"] }, Xxscreeps.handler)
      assert.deepStrictEqual(
        yield* resultsOf(server, yield* server.signIn(bob)),
        // Without a key for Steam it has no sign-in by ticket.
        expected(
          ({ path, provenance }) => provenance.xxscreeps !== "absent" && !path.endsWith("/steam-ticket")
        )
      )
    })
  )

  it.effect.each([0, 50, 600])(
    "confirms an upload and an activation, with frames to it that are late (%i ms)",
    (millis) => {
      const world = ScreepsWorld.make({ tick: 100, accounts: [bob] })
      const server = Xxscreeps.layer(world, { tickEvery: "1 second" })
      return Effect.gen(function* () {
        const before = yield* Clock.currentTimeMillis
        const pushed = yield* CodeSync.push(
          { main: "1" },
          { branch: "next", activate: "activeWorld", confirm: "10 seconds" }
        )
        assert.deepInclude(pushed, { code: "confirmed", activation: "confirmed" })
        // Reported by the socket: nothing was read back at the deadline.
        assert.isBelow((yield* Clock.currentTimeMillis) - before, 5000)
      }).pipe(
        Effect.provide(playing(bob).pipe(Layer.provideMerge(late(millis)), Layer.provideMerge(server))),
        tolerantly,
        (all) => within(all, 10)
      )
    }
  )

  it.effect("gives its numbers to stats, without a market", () =>
    withRegistry(
      Effect.gen(function* () {
        const world = yield* SampleWorld.make({
          evaluate: ({ memory }) => {
            Object.assign(memory, { stats: '{"a":1}' })
            return { cpu: 4 }
          }
        })
        yield* Effect.gen(function* () {
          const stats: Stats.Stats = yield* start({ market: ["energy"] })
          yield* pass("40 seconds")
          const failures = (yield* stats.status).flatMap(({ failure, source }) =>
            failure === undefined ? [] : [`${source}: ${failure}`]
          )
          assert.deepStrictEqual(failures, ["orders: EndpointNotFound", "market: EndpointNotFound"])
          assert.strictEqual(yield* memory("stats.a"), 1)
          assert.strictEqual(yield* valueOf("screeps_gcl_level"), 2)
          const room = { room: SampleWorld.room }
          assert.strictEqual(yield* valueOf("screeps_room_controller_level", room), 4)
        }).pipe(
          Effect.scoped,
          Effect.provide(Xxscreeps.layerScreeps(world, SampleWorld.account, { tickEvery: "1 second" })),
          tolerantly
        )
      })
    )
  )
})
