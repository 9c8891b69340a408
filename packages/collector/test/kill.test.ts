/**
 * Kills runners, and restarts Postgres and Redis, while the server has outages; `COLLECTOR_KILLS` sets how many runners are
 * killed (2 by default), `COLLECTOR_TOKENS` how many tokens they use. Prints how long it took until others requested the
 * chunks of the killed ones: with tokens, they may also wait for quota.
 */
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { isPostgresMissing, postgres } from "@screeps-effect/fixtures/postgres"
import { end } from "@screeps-effect/fixtures/process"
import { Collector } from "@screeps-effect/collector"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { byKind } from "./support/collecting.ts"
import { type Behaviour, serve } from "./support/historyServer.ts"
import { isRedisMissing, redis } from "./support/services.ts"

const program = fileURLToPath(new URL("./support/runner.ts", import.meta.url))
const compileCache = fileURLToPath(new URL("../../../node_modules/.cache/compile", import.meta.url))

const kills = Number(process.env["COLLECTOR_KILLS"] ?? 2)
const restarts = Math.ceil(kills / 7)
/** Each token sends 120 requests per minute; 0 for a private server, which has no quotas. */
const tokens = Number(process.env["COLLECTOR_TOKENS"] ?? (kills < 20 ? 3 : 6))
/** Enough work for the whole test. */
const [rooms, chunks] = kills < 20 ? [8, 25 + 5 * kills] : [16, 40 + 7 * kills]

/** How long a busy machine may need for a step, in milliseconds: only the outcome is checked. */
const patience = 200_000

const quantile = (sorted: ReadonlyArray<number>, q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))]

describe("Collector on Postgres and Redis", () => {
  it.live.skipIf(isPostgresMissing || isRedisMissing)(
    "loses no chunk and stores none twice when runners, Postgres and Redis are killed",
    () =>
      Effect.gen(function* () {
        const [database, limits] = yield* Effect.all([postgres, redis])
        const behaviour: Behaviour = {
          delay: 1500,
          isDown: false,
          isLimited: true,
          // Some chunks are written late.
          isAbsent: (chunk, requests) => chunk.endsWith("040") && requests === 1
        }
        const server = yield* Effect.acquireRelease(
          Effect.promise(() => serve(behaviour)),
          ({ close }) => Effect.sync(close)
        )
        let output = ""
        const start = Effect.sync(() => {
          const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
            stdio: ["ignore", "pipe", "pipe"],
            env: {
              PATH: process.env["PATH"],
              NODE_COMPILE_CACHE: compileCache,
              DATABASE: database.url,
              REDIS: limits.url,
              URL: server.url,
              TOKENS: String(tokens),
              ROOMS: String(rooms),
              CHUNKS: String(chunks)
            }
          })
          child.stdout.on("data", (more: Buffer) => void (output += more.toString()))
          child.stderr.on("data", (more: Buffer) => void (output += more.toString()))
          return child
        })
        const runner = Effect.acquireRelease(start, (child) => end(child, "SIGKILL"))
        const runners = yield* Effect.all([runner, runner, runner])
        const begin = Date.now()
        const working = () => new Set(server.requests.map(({ runner }) => runner)).size
        while (working() < 3 && Date.now() - begin < patience) yield* Effect.sleep(50)
        assert.strictEqual(working(), 3, output)

        const takeovers: Array<number> = []
        for (let kill = 1; kill <= kills; kill++) {
          yield* Effect.sleep(Math.random() * 1000)
          const i = Math.floor(Math.random() * runners.length)
          const victim = runners[i]
          if (victim === undefined) continue
          const inFlight = new Set(
            server.requests
              .filter((one) => one.runner === String(victim.pid) && one.respondedAt === undefined)
              // A busy runner may have lost its lease before: then another one has requested the chunk already.
              .filter((one) => server.requests.findLast(({ chunk }) => chunk === one.chunk) === one)
              .map(({ chunk }) => chunk)
          )
          yield* end(victim, "SIGKILL")
          const at = Date.now()
          const before = server.requests.length
          yield* Effect.sleep(500 + Math.random() * 1500)
          runners[i] = yield* runner
          if (kill % Math.floor(kills / restarts) === 0) {
            behaviour.isDown = true
            yield* database.stop
            yield* Effect.sleep(500 + Math.random() * 1500)
            yield* database.start
            behaviour.isDown = false
            yield* limits.stop
            yield* Effect.sleep(500 + Math.random() * 1000)
            yield* limits.start
          } else {
            while (Date.now() - at < patience) {
              const found = server.requests.slice(before).filter(({ chunk }) => inFlight.has(chunk))
              if (new Set(found.map(({ chunk }) => chunk)).size === inFlight.size) break
              yield* Effect.sleep(50)
            }
            for (const chunk of inFlight) {
              const found = server.requests.slice(before).find((one) => one.chunk === chunk)
              assert.isDefined(found, `${chunk} of a killed runner was not requested again`)
              if (found !== undefined) takeovers.push(found.at - at)
            }
          }
        }

        const stored = Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const expected = rooms * chunks
          // A token sends two requests a second.
          const atQuota = tokens === 0 ? 0 : (1000 * expected) / (2 * tokens)
          const deadline = Date.now() + patience + atQuota
          let last = {}
          while (Date.now() < deadline) {
            const status = byKind(yield* Collector.status)["history"]
            last = status ?? {}
            if (status?.done === expected) break
            yield* Effect.sleep(500)
          }
          assert.deepStrictEqual(last, { open: 0, done: expected, holes: 0, failed: 0 }, output.slice(-2000))
          const [row] = yield* sql<{ readonly n: bigint; readonly ticks: bigint }>`
            SELECT count(*) AS n, sum(ticks) AS ticks FROM collected_histories`
          assert.deepStrictEqual(row, { n: BigInt(expected), ticks: BigInt(20 * expected) })
          return expected
        })
        const expected = yield* Effect.provide(stored, PgClient.layer({ url: Redacted.make(database.url) }))
        const twice = server.requests.length - expected
        assert.strictEqual(server.refused(), 0, "requests above a quota")
        takeovers.sort((a, b) => a - b)
        console.log(
          `${kills} kills, ${restarts} restarts each of Postgres and Redis: ${expected} chunks stored once, ${twice} further requests, ` +
            `takeover of ${takeovers.length} requests: median ${quantile(takeovers, 0.5)} ms, ` +
            `p95 ${quantile(takeovers, 0.95)} ms, max ${takeovers.at(-1)} ms; ${Date.now() - begin} ms`
        )
      }).pipe(Effect.scoped),
    900_000
  )
})
