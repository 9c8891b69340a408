/** What a runner does and logs while its services are away. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { assert, describe, it } from "@effect/vitest"
import { freePort } from "@screeps-effect/fixtures/process"
import { Faults } from "@screeps-effect/testing"
import { Collector } from "@screeps-effect/collector"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlError from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import { account, byKind, within, world } from "./support/collecting.ts"

const refused = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    message: "cannot connect",
    cause: new Error("connect ECONNREFUSED 127.0.0.1:5432")
  })
})

/** A database in memory that can be away: then it refuses all connections. */
const breakable = () => {
  const state = { isAway: false }
  const layer = Layer.effect(
    SqlClient.SqlClient,
    Effect.flatMap(SqlClient.SqlClient, ({ reserve }) => {
      const acquirer = Effect.suspend(() => (state.isAway ? Effect.fail(refused) : reserve))
      return SqlClient.make({
        acquirer,
        transactionAcquirer: acquirer,
        compiler: Statement.makeCompilerSqlite(),
        beginTransaction: "BEGIN IMMEDIATE",
        driver: "node:sqlite",
        spanAttributes: []
      })
    })
  ).pipe(Layer.provide([NodeSqlite.layer(":memory:"), Reactivity.layer]))
  return { layer, state }
}

/** Collects what is logged; causes are logged as stack traces. */
const logs = () => {
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>(({ cause, logLevel, message }) => {
    const trace = cause.reasons.length === 0 ? "" : " with a stack trace"
    if (logLevel !== "Debug") lines.push(`${logLevel}: ${String(message)}${trace}`)
  })
  return { lines, layer: Logger.layer([logger]) }
}

const plan = { shards: [{ histories: [{ room: "W1N1", from: 1000, to: 1099 }] }] } as const

describe("Collector while the database is away", () => {
  for (const [name, status] of [
    ["results", 200],
    ["failures", 500],
    ["jobs without quota", 429]
  ] as const) {
    it.effect(`keeps ${name} until it responds, with one warning and no stack trace`, () =>
      Effect.gen(function* () {
        const server = yield* account(yield* world(150))
        const { layer, state } = breakable()
        const { layer: logger, lines } = logs()
        let requests = 0
        // The database goes away while five requests are in flight.
        const fault = Faults.fault(name, (answer) =>
          Effect.suspend(() => {
            requests++
            state.isAway ||= requests === 5
            return Effect.delay(
              status === 200
                ? answer
                : Effect.sync(() =>
                    Response.json({ error: "Rate limit exceeded, retry after 1000ms" }, { status })
                  ),
              "1 second"
            )
          })
        )
        yield* Effect.provide(Faults.next({ method: "GET", path: "/room-history" }, fault, 5), server)
        yield* Effect.gen(function* () {
          const outage = Effect.delay(
            Effect.sync(() => void (state.isAway = false)),
            "30 seconds"
          )
          yield* Effect.forkChild(outage)
          assert.isTrue(yield* within(300, Collector.drain({ accounts: [server], plan })))
          const { done, open } = byKind(yield* Collector.status)["history"] ?? {}
          assert.deepStrictEqual([done, open], [5, 0])
        }).pipe(Effect.provide([layer, logger]))
        // No result was requested twice.
        assert.strictEqual(requests, 5)
        assert.deepStrictEqual(lines, [
          "Warn: the database does not respond, trying again every second: cannot connect: connect ECONNREFUSED 127.0.0.1:5432",
          "Info: the database responds again"
        ])
      }).pipe(Effect.scoped)
    )
  }
})

describe("Collector that has nothing to request while the database is away", () => {
  it.effect("logs one warning", () =>
    Effect.gen(function* () {
      const server = yield* account(yield* world(150))
      const { layer, state } = breakable()
      const { layer: logger, lines } = logs()
      yield* Effect.gen(function* () {
        const options = { accounts: [server], plan } as const
        assert.isTrue(yield* within(300, Collector.drain(options)))
        const outage = Effect.gen(function* () {
          yield* Effect.sleep("5 seconds")
          state.isAway = true
          yield* Effect.sleep("30 seconds")
          state.isAway = false
        })
        yield* Effect.forkChild(outage)
        assert.isFalse(yield* within(60, Collector.run(options)))
      }).pipe(Effect.provide([layer, logger]))
      assert.deepStrictEqual(lines, [
        "Warn: the database does not respond, trying again every second: cannot connect: connect ECONNREFUSED 127.0.0.1:5432",
        "Info: the database responds again"
      ])
    }).pipe(Effect.scoped)
  )
})

describe("Collector whose database is away at the start", () => {
  it.effect("waits for it, with one warning", () =>
    Effect.gen(function* () {
      const server = yield* account(yield* world(150))
      const { layer, state } = breakable()
      const { layer: logger, lines } = logs()
      state.isAway = true
      yield* Effect.gen(function* () {
        const options = { accounts: [server], plan } as const
        assert.isFalse(yield* within(10, Collector.drain(options)))
        state.isAway = false
        assert.isTrue(yield* within(60, Collector.drain(options)))
      }).pipe(Effect.provide([layer, logger]))
      assert.deepStrictEqual(lines, [
        "Warn: the database does not respond, trying again every 2 seconds: cannot connect: connect ECONNREFUSED 127.0.0.1:5432"
      ])
    }).pipe(Effect.scoped)
  )
})

describe("Collector while the server is away", () => {
  it.effect("logs once why it cannot plan", () =>
    Effect.gen(function* () {
      const server = yield* account(yield* world(150))
      const { layer: logger, lines } = logs()
      const page = Faults.respond("page", () => new Response("<html>maintenance</html>"))
      yield* Effect.provide(Faults.next({ method: "GET", path: "/api/version" }, page, 1000), server)
      yield* within(120, Collector.drain({ accounts: [server], plan })).pipe(
        Effect.provide([NodeSqlite.layer(":memory:"), logger])
      )
      assert.strictEqual(lines.length, 1)
      assert.match(lines[0] ?? "", /^Warn: cannot plan, trying again: GET \/api\/version: /)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "logs once that an account is rejected, by its name, and lists the failing jobs in the status",
    () =>
      Effect.gen(function* () {
        const server = yield* account(yield* world(150))
        const { layer: logger, lines } = logs()
        const denied = Faults.respond("denied", () =>
          Response.json({ error: "unauthorized" }, { status: 401 })
        )
        yield* Effect.provide(Faults.next({ method: "GET", path: "/room-history" }, denied, 1000), server)
        yield* Effect.gen(function* () {
          yield* within(200, Collector.drain({ accounts: [server], names: ["main"], plan }))
          const [history] = (yield* Collector.status)[0]?.kinds ?? []
          assert.deepStrictEqual([history?.open, history?.failing], [5, 5])
          assert.match(history?.lastError ?? "", /Unauthorized/)
        }).pipe(Effect.provide([NodeSqlite.layer(":memory:"), logger]))
        assert.strictEqual(lines.length, 1)
        assert.match(
          lines[0] ?? "",
          /^Warn: the server rejects the account main, which is tried again every minute: /
        )
      }).pipe(Effect.scoped)
  )
})

describe("Collector.awaitLayer", () => {
  it.live("says which service does not respond, at which address, and why, without the password", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const waiting = <A, E>(layer: Layer.Layer<A, E>) => {
        const { layer: logger, lines } = logs()
        const found = () => lines.find((line) => line.includes("trying again"))
        const seen = Effect.repeat(Effect.delay(Effect.sync(found), "10 millis"), {
          until: (line) => line !== undefined
        })
        return Effect.raceFirst(Layer.launch(layer), seen).pipe(Effect.provide(logger))
      }
      const redis = `redis://user:secret@127.0.0.1:${port}`
      const because = "does not respond, trying again every 2 seconds: "
      const warning = yield* waiting(Collector.awaitLayer(NodeRedis.layer({ url: redis }), "Redis", redis))
      assert.strictEqual(
        warning,
        `Warn: Redis at redis://127.0.0.1:${port} ${because}connect ECONNREFUSED 127.0.0.1:${port}`
      )
    })
  )
})
