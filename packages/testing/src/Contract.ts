/**
 * What a private server promises, as tests: run against the in-memory server and the real one, so that neither the
 * fake nor the SDK drifts from the truth.
 *
 * @since 0.1.0
 */
import type { Server } from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { accounts } from "./internal/contract/accounts.ts"
import type { Clause } from "./internal/contract/clause.ts"
import { players } from "./internal/contract/players.ts"
import { world } from "./internal/contract/world.ts"

/**
 * A test framework, as far as it is needed: vitest's `describe`, `it` and `afterAll`, or those of `node:test`
 * (`after`).
 *
 * @category models
 * @since 0.1.0
 */
export interface Runner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly it: {
    (name: string, body: () => Promise<void>): unknown
    readonly skip: (name: string, body: () => Promise<void>) => unknown
  }
  readonly afterAll: (body: () => Promise<void>) => unknown
}

/**
 * A promise that a server does not keep, and why.
 *
 * @category models
 * @since 0.1.0
 */
export interface Skip {
  /** The test's name, word for word. */
  readonly test: string
  readonly reason: string
}

const clauses: ReadonlyArray<readonly [string, ReadonlyArray<Clause>]> = [
  ["accounts", accounts],
  ["the world", world],
  ["players", players]
]

/**
 * The names of all tests, in order.
 *
 * @category data
 * @since 0.1.0
 */
export const names: ReadonlyArray<string> = clauses.flatMap(([, list]) => list.map(({ name }) => name))

/**
 * Defines the tests for one server, reached through the layer; the layer is built once and ended after the last test.
 *
 * **Details**
 *
 * Every test registers accounts of its own and settles in rooms that are free, so that the order does not matter.
 * Ticks must pass by themselves, and time is real: do not run it on a test clock. Skipped tests are shown with their
 * reason; a skip that names no test ends the suite.
 *
 * @category constructors
 * @since 0.1.0
 */
export const suite = <E>(
  runner: Runner,
  name: string,
  layer: Layer.Layer<HttpClient | Server, E>,
  options: { readonly skip?: ReadonlyArray<Skip> } = {}
): void => {
  const skips = new Map((options.skip ?? []).map(({ reason, test }) => [test, reason]))
  for (const test of skips.keys()) if (!names.includes(test)) throw new Error(`no test is named "${test}"`)
  runner.describe(name, () => {
    const runtime = ManagedRuntime.make(layer)
    runner.afterAll(() => runtime.dispose())
    for (const [topic, list] of clauses) {
      runner.describe(topic, () => {
        for (const clause of list) {
          const reason = skips.get(clause.name)
          const body = () => runtime.runPromise(Effect.scoped(clause.holds))
          if (reason === undefined) runner.it(clause.name, body)
          else runner.it.skip(`${clause.name} (${reason})`, body)
        }
      })
    }
  })
}
