/** Interrupts the crawl in several ways, and counts what the next run requests. */
import { createServer, type ServerResponse } from "node:http"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "@effect/vitest"
import { temporaryFolder } from "@screeps-effect/fixtures/process"
import { SampleWorld, TestServer } from "@screeps-effect/testing"
import { Collector } from "@screeps-effect/collector"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as Effect from "effect/Effect"
import { errorLine, output, start } from "./support/example.ts"

const file = "95_durable-crawl.ts"

const newFile = Effect.map(temporaryFolder("crawl"), (folder) => join(folder, "crawl.sqlite"))

const lines = (bases: ReadonlyArray<number>) => bases.map((base) => `W7N3 tick ${base}: 20 ticks\n`).join("")

const chunks = [1000, 1020, 1040, 1060, 1080]

/** A server of the sample world that responds to requests for tick 1040 as the test decides. */
const serve = Effect.gen(function* () {
  const world = yield* SampleWorld.make()
  yield* Effect.repeat(world.tick, { times: 200 })
  const handler = TestServer.handler(world)
  const requested: Array<number> = []
  const state: { bad: ((response: ServerResponse) => unknown) | undefined } = { bad: undefined }
  const server = createServer(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", "http://screeps.test")
    if (url.pathname === "/room-history") {
      const tick = Number(url.searchParams.get("time"))
      requested.push(tick)
      if (tick === 1040 && state.bad !== undefined) return void state.bad(outgoing)
    }
    const headers = Object.entries(incoming.headers).map(([key, value]): [string, string] => [
      key,
      String(value)
    ])
    const { method = "GET" } = incoming
    const body = method === "POST" ? await text(incoming) : null
    const response = await Effect.runPromise(handler(new Request(url, { method, headers, body })))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  }).listen(0, "127.0.0.1")
  yield* Effect.acquireRelease(
    Effect.promise(() => once(server, "listening")),
    () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  const { password, username } = SampleWorld.account
  const env = {
    SCREEPS_URL: `http://127.0.0.1:${port}`,
    SCREEPS_USERNAME: username,
    SCREEPS_PASSWORD: password
  }
  return { requested, state, env }
})

/** How many chunks are stored. */
const stored = (path: string) =>
  Collector.status.pipe(
    Effect.map((all) => all[0]?.kinds[0]?.done ?? 0),
    // The tables do not exist yet.
    Effect.orElseSucceed(() => 0),
    Effect.provide(NodeSqlite.layer(path))
  )

describe("95_durable-crawl", () => {
  it.live("collects from an in-memory server, and prints the same from the file", () =>
    Effect.gen(function* () {
      const path = yield* newFile
      const args = [path, "W7N3", "1000", "1099"]
      assert.strictEqual(yield* output(file, args, { source: true }), lines(chunks))
      assert.strictEqual(yield* output(file, args), lines(chunks))
    }).pipe(Effect.scoped)
  )

  it.live("prints a sentence for an invalid room name", () =>
    Effect.gen(function* () {
      const message = yield* errorLine(file, [yield* newFile, "kitchen"])
      assert.match(message, /^"kitchen" is not a valid room name/)
    }).pipe(Effect.scoped)
  )

  for (const [what, bad] of [
    ["no response", () => {}],
    [
      "a maintenance page",
      (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>maintenance</html>")
    ],
    [
      "a revoked token",
      (response) =>
        response.writeHead(401, { "content-type": "application/json" }).end('{"error":"unauthorized"}')
    ],
    ["a chunk that is not written yet", (response) => response.writeHead(404).end("Not Found")]
  ] as const satisfies ReadonlyArray<readonly [string, (response: ServerResponse) => unknown]>) {
    it.live(`requests only the missing chunk after ${what} and a kill`, () =>
      Effect.gen(function* () {
        const path = yield* newFile
        const { env, requested, state } = yield* serve
        const args = [path, "W7N3", "1000", "1099"]
        state.bad = bad
        const first = Effect.gen(function* () {
          yield* start(file, args, { env })
          const isTime = Effect.map(stored(path), (done) => done === 4 && requested.includes(1040))
          yield* Effect.repeat(Effect.delay(isTime, "20 millis"), { until: (itIs) => itIs })
        })
        yield* Effect.scoped(first)
        state.bad = undefined
        requested.length = 0
        assert.strictEqual(yield* output(file, args, { env }), lines(chunks))
        assert.deepStrictEqual(requested, [1040])
      }).pipe(Effect.scoped)
    )
  }
})
