/**
 * The behaviour of a private server as tests, run against the in-memory server and the real one, so that neither the
 * in-memory server nor the SDK drifts from it. The tests in `skips.xxscreeps` are about the game's own server 4.3.0; all
 * others are what every server does.
 */
import { Strictness } from "@screeps-effect/api/Drift"
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
import * as Admin from "./serverAdmin.ts"
import { powerCreeps } from "./suites/powerCreeps.ts"
import { rooms } from "./suites/rooms.ts"
import { settling } from "./suites/settling.ts"
import { socket } from "./suites/socket.ts"
import { users } from "./suites/users.ts"
import { world } from "./suites/world.ts"
import * as Xxscreeps from "./skips.ts"

/**
 * The parts of a test framework that the suite needs: vitest's `describe`, `it` and `afterAll`, or those of `node:test`
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

/** A test that a server is known to fail, and why. */
export interface Skip {
  /** The exact name of the test. */
  readonly test: string
  /** Shown in the title of the skipped test. */
  readonly reason: string
  /** Evidence: what was recorded, or the place in the server's source. */
  readonly source?: string | undefined
}

export type { ServerAdminActions } from "./serverAdmin.ts"

/** Actions of a server administrator that some tests need. Without this service these tests fail. */
export const ServerAdmin: Context.Reference<Admin.ServerAdminActions> = Admin.ServerAdmin

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

/** The tests that a server is known to fail; the SDK's own tests skip them. */
export const skips: {
  /** `TestServer` with a world that has `evaluate`. */
  readonly inMemory: ReadonlyArray<Skip>
  /** The game's own server 4.3.0 with `screepsmod-auth` 2.7.2 and a history mod. */
  readonly privateServer: ReadonlyArray<Skip>
  /** The independent xxscreeps 0.0.9: all tests about behaviour that only the game's own server has. */
  readonly xxscreeps: ReadonlyArray<Skip>
} = { inMemory: [], privateServer: [], xxscreeps: Xxscreeps.skips }

/**
 * Defines the tests for one server, which the layer provides; the layer is built once and released after the last test.
 *
 * **Details**
 *
 * Every test registers its own accounts and settles in free rooms, so the order does not matter. Ticks must pass by
 * themselves, and time is real: do not run the suite on a test clock. Skipped tests show their reason; a skip that
 * matches no test throws an error.
 */
export const suite = <E>(
  runner: Runner,
  name: string,
  layer: Layer.Layer<HttpClient | Server | WebSocketConstructor, E>,
  options: {
    /** Tests to skip, each with a reason. */
    readonly skip?: ReadonlyArray<Skip>
    /**
     * Whether a part of a response that differs from its schema fails a test; `strict` by default. `tolerant` for
     * servers other than the game's own.
     */
    readonly strictness?: "strict" | "tolerant"
  } = {}
): void => {
  const skips = new Map((options.skip ?? []).map(({ reason, test }) => [test, reason]))
  for (const test of skips.keys())
    if (!names.includes(test))
      throw new Error(`No test is named "${test}": \`skip\` takes a name from Contract.names.`)
  const read = Effect.provideService(Strictness, options.strictness ?? "strict")
  runner.describe(name, () => {
    const runtime = ManagedRuntime.make(layer)
    runner.afterAll(() => runtime.dispose())
    for (const [topic, list] of allTests) {
      runner.describe(topic, () => {
        for (const test of list) {
          const reason = skips.get(test.name)
          const body = () => runtime.runPromise(read(Effect.scoped(test.run)))
          if (reason === undefined) runner.it(test.name, body)
          else runner.it.skip(`${test.name} (${reason})`, body)
        }
      })
    }
  })
}
