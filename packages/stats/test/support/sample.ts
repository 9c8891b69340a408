/** The sample world with a script whose Memory a test chooses, and the metrics that are read from it. */
import type { Screeps } from "@screeps-effect/socket"
import type { Options } from "@screeps-effect/stats"
import * as Stats from "@screeps-effect/stats/Stats"
import { type Faults, SampleWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { series, withRegistry } from "./metrics.ts"

/** What the script writes to Memory; a test may replace it. */
interface Script {
  memory: Record<string, unknown>
}

type Context = Screeps.Services | TestServer.Controls | Faults.Faults | Scope.Scope

/** Runs a test on the sample world, whose script writes what `script` holds. */
export const onWorld = <A, E>(
  test: (script: Script) => Effect.Effect<A, E, Context>,
  options: TestServer.ScreepsOptions = {},
  settings: Layer.Layer<never> = Layer.empty
) =>
  withRegistry(
    Effect.gen(function* () {
      const script: Script = { memory: {} }
      const world = yield* SampleWorld.make({
        evaluate: ({ memory }) => {
          for (const key of Object.keys(memory)) delete memory[key]
          Object.assign(memory, structuredClone(script.memory))
          return { cpu: 4 }
        }
      })
      return yield* test(script).pipe(
        Effect.scoped,
        Effect.provide(
          Layer.provide(TestServer.layerScreeps(world, { tickEvery: "1 second", ...options }), settings)
        )
      )
    })
  )

/** Reads the numbers of the account. */
export const start = (options: Options.Input = {}) =>
  Effect.gen(function* () {
    const stats = yield* Stats.make([yield* Stats.account("bob", options)])
    yield* Effect.forkScoped(stats.run)
    return stats
  })

/** The value of a series of the account. */
export const valueOf = (name: string, labels: Readonly<Record<string, string>> = {}) =>
  Effect.map(series, (all) => {
    const parts = Object.entries({ account: "bob", ...labels }).map(([label, value]) => `${label}="${value}"`)
    return all.get(`${name}{${parts.toSorted().join(",")}}`)
  })

/** The number at a path in Memory. */
export const memory = (path: string) => valueOf("screeps_memory_value", { path })
