/**
 * What a private server promises, as tests: run against the in-memory server and the real one, so that neither the
 * fake nor the SDK drifts from the truth.
 */
import type { Server } from "@screeps-effect/api/Server"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { WebSocketConstructor } from "effect/socket/Socket"
import { settings } from "./suites/account.ts"
import { accounts } from "./suites/accounts.ts"
import { building } from "./suites/building.ts"
import type { Test } from "./test.ts"
import { code } from "./suites/code.ts"
import { intents } from "./suites/intents.ts"
import { market } from "./suites/market.ts"
import { memory } from "./suites/memory.ts"
import { messages } from "./suites/messages.ts"
import * as Operators from "./serverAdmin.ts"
import { powerCreeps } from "./suites/powerCreeps.ts"
import { rooms } from "./suites/rooms.ts"
import * as Scripts from "./scripts.ts"
import { settling } from "./suites/settling.ts"
import { socket } from "./suites/socket.ts"
import { users } from "./suites/users.ts"
import { world } from "./suites/world.ts"
import type { Outcome, Run } from "../world/ScreepsWorld.ts"

/**
 * A test framework, as far as it is needed: vitest's `describe`, `it` and `afterAll`, or those of `node:test`
 * (`after`).
 */
export interface Runner {
  readonly describe: (name: string, body: () => void) => unknown
  readonly it: {
    (name: string, body: () => Promise<void>): unknown
    readonly skip: (name: string, body: () => Promise<void>) => unknown
  }
  readonly afterAll: (body: () => Promise<void>) => unknown
}

/** A promise that a server does not keep, and why. */
export interface Skip {
  /** The test's name, word for word. */
  readonly test: string
  readonly reason: string
  /** Where to read about it: what was recorded, or the place in the server's source. */
  readonly source?: string | undefined
}

export type { ServerAdminActions } from "./serverAdmin.ts"

/** Who runs the server, for the tests that cannot do without; nobody by default, and those tests fail. */
export const ServerAdmin: Context.Reference<Operators.ServerAdminActions> = Operators.ServerAdmin

/**
 * Does what the suite's scripts do, for worlds in memory: `ScreepsWorld.make({ evaluate: Contract.evaluate })`.
 *
 * **Details**
 *
 * Scripts and console lines run with `Game.time`, `Memory`, `console.log` and circles to draw; nothing acts. A script
 * that throws ends the run: its lines have no answer.
 *
 * **Gotchas**
 *
 * They run in the program's own process: hand it no code that is not your own.
 */
export const evaluate: (run: Run) => Outcome = Scripts.evaluate

const allTests: ReadonlyArray<readonly [string, ReadonlyArray<Test>]> = [
  ["signing in", accounts],
  ["the account", settings],
  ["the world", world],
  ["users", users],
  ["settling and history", settling],
  ["code", code],
  ["Memory, the console and segments", memory],
  ["messages", messages],
  ["the market", market],
  ["building", building],
  ["intents", intents],
  ["power creeps", powerCreeps],
  ["the player's socket", socket],
  ["rooms on the socket", rooms]
]

/** The names of all tests by suite, in order. */
export const suites: ReadonlyArray<{ readonly name: string; readonly tests: ReadonlyArray<string> }> =
  allTests.map(([name, list]) => ({ name, tests: list.map((test) => test.name) }))

/** The names of all tests, in order. */
export const names: ReadonlyArray<string> = suites.flatMap(({ tests }) => tests)

/** The promises that a server is known not to keep: what our own tests skip. */
export const skips: {
  /** `TestServer` with a world that is given `evaluate`. */
  readonly inMemory: ReadonlyArray<Skip>
  /** The game's own server 4.3.0 with `screepsmod-auth` 2.7.2 and a history mod. */
  readonly privateServer: ReadonlyArray<Skip>
} = { inMemory: [], privateServer: [] }

/**
 * Defines the tests for one server, reached through the layer; the layer is built once and ended after the last test.
 *
 * **Details**
 *
 * Every test registers accounts of its own and settles in rooms that are free, so that the order does not matter.
 * Ticks must pass by themselves, and time is real: do not run it on a test clock. Skipped tests are shown with their
 * reason; a skip that names no test ends the suite.
 */
export const suite = <E>(
  runner: Runner,
  name: string,
  layer: Layer.Layer<HttpClient | Server | WebSocketConstructor, E>,
  options: { readonly skip?: ReadonlyArray<Skip> } = {}
): void => {
  const skips = new Map((options.skip ?? []).map(({ reason, test }) => [test, reason]))
  for (const test of skips.keys()) if (!names.includes(test)) throw new Error(`no test is named "${test}"`)
  runner.describe(name, () => {
    const runtime = ManagedRuntime.make(layer)
    runner.afterAll(() => runtime.dispose())
    for (const [topic, list] of allTests) {
      runner.describe(topic, () => {
        for (const test of list) {
          const reason = skips.get(test.name)
          const body = () => runtime.runPromise(Effect.scoped(test.run))
          if (reason === undefined) runner.it(test.name, body)
          else runner.it.skip(`${test.name} (${reason})`, body)
        }
      })
    }
  })
}
