/**
 * Two processes share one token through a real Redis. Time is real, but runs 10 times as fast: a minute of the quotas
 * is 6 seconds. How well quotas are used is checked in simulated time.
 */
import { spawn } from "node:child_process"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import { layerStoreRedis } from "@screeps-effect/api/RateLimits/Redis"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { Redis } from "effect/persistence/Redis"
import * as Scope from "effect/Scope"
import { apiToken } from "./support/fake.ts"
import { fastNow, speed } from "./support/fastTime.ts"
import { responseWithRate, dialectName, limits, official, fewDialects, time } from "./support/limiter.ts"
import { serve } from "./support/officialHttp.ts"
import { connection, isMissing, startRedis } from "./support/redisServer.ts"
import type { WorkerOptions, Report } from "./support/redisWorker.ts"

const quota = 120
const minute = 60_000 / speed

const worker = (workerOptions: WorkerOptions) =>
  Effect.callback<Report>((resume) => {
    const file = new URL("support/redisWorker.ts", import.meta.url).pathname
    const options = ["--disable-warning=ExperimentalWarning", file, JSON.stringify(workerOptions)]
    const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] })
    let text = ""
    child.stdout.on("data", (more: Buffer) => {
      text += more.toString()
    })
    child.once("close", (code) => {
      resume(
        code === 0
          ? Effect.sync(() => JSON.parse(text))
          : Effect.die(new Error(`the worker exited with ${code}`))
      )
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** The largest number of requests rejected before the server's announced time. */
const mostRejected = (server: ReturnType<typeof official>) => {
  let [most, count, until] = [0, 0, 0]
  for (const one of server.rejected()) {
    count = one.at < until ? count + 1 : 1
    until = one.at < until ? until : one.until
    most = Math.max(most, count)
  }
  return most
}

/** A server on which another client has used most of the quota before the first request. */
const coldServer = () => {
  const server = official({ windows: "sliding", headers: "always", body: "text" })
  let isFresh = true
  return {
    ...server,
    arrive: (path: string, isMine: boolean, now: number) => {
      if (isFresh) for (let i = 0; i < 90; i++) server.arrive(time.path, false, now)
      isFresh = false
      return server.arrive(path, isMine, now)
    }
  }
}

describe.skipIf(isMissing)("two processes that share a token through Redis", () => {
  it.live("receive no 429 and use the quota again, whatever the server's windows, headers and texts", () =>
    Effect.gen(function* () {
      const fresh = fewDialects.map((dialect) => official(dialect))
      const cold = coldServer()
      const visited = official({ windows: "at phase 0", headers: "only on 429", body: "JSON" })
      const { most, urls } = yield* serve([...fresh, cold, visited])
      const redis = yield* startRedis

      const programs = urls.map((url, i) => ({
        url,
        token: `token-${i}`,
        delay: (i * minute) / 2 / urls.length,
        // Fresh servers: three times the quota, so that it is used again. Cold ones: all calls at once.
        ...(i < fresh.length ? { calls: 1.5 * quota, concurrency: 10 } : { calls: 80, concurrency: 80 })
      }))
      const workerOptions = { redis, programs }

      const visit = Effect.sync(() => {
        for (let i = 0; i < 5; i++) visited.arrive(time.path, false, fastNow())
      })
      const visits = Effect.forever(Effect.andThen(visit, Effect.sleep(minute / 10)))
      const [one, other] = yield* Effect.raceFirst(
        Effect.all([worker(workerOptions), worker(workerOptions)], { concurrency: 2 }),
        visits
      )

      assert.deepStrictEqual([one.failures, other.failures], [[], []])
      assert.isAtMost(Math.max(...most), 16)
      assert.deepStrictEqual(
        [one.completed, other.completed],
        [programs.map(({ calls }) => calls), programs.map(({ calls }) => calls)]
      )
      fewDialects.forEach((dialect, i) => assert.isEmpty(fresh[i]?.rejected(), dialectName(dialect)))
      for (const server of [cold, visited]) assert.isAtMost(mostRejected(server), 16)
      assert.isNotEmpty(cold.rejected())
    }).pipe(Effect.scoped)
  )

  it.live("store only a hash of their token, and continue when Redis loses its data or stops", () =>
    Effect.gen(function* () {
      const warnings: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        if (logLevel === "Warn") warnings.push(String(message))
      })
      const life = yield* Scope.make()
      const socket = yield* Scope.provide(startRedis, life)
      const redis = yield* Layer.build(connection(socket).pipe(Layer.provide(Logger.layer([]))))
      const { send } = Context.get(redis, Redis)
      const program = limits().pipe(
        Layer.provide(layerStoreRedis({ timeout: 5000, prefix: "mine:" })),
        Layer.provide(Layer.succeedContext(redis)),
        Layer.provideMerge(Logger.layer([logger]))
      )
      yield* Effect.gen(function* () {
        const { state, withLimit } = yield* RateLimits.RateLimits
        const call = withLimit(time, responseWithRate({}))
        const left = Effect.map(state("global"), (state) => state?.remaining)
        yield* call
        const keys = (yield* send<ReadonlyArray<string>>("KEYS", "*")).join(" ")
        assert.match(keys, /mine:\{screeps\.com:[0-9a-f]{64}\}:global$/)
        assert.notInclude(keys, apiToken.slice(0, 8))
        assert.strictEqual(yield* left, 119)
        yield* send("FLUSHALL")
        yield* send("SCRIPT", "FLUSH")
        yield* call
        assert.strictEqual(yield* left, 118)
        assert.isEmpty(warnings)
        yield* Scope.close(life, Exit.void)
        for (let i = 0; i < 30; i++) yield* call
        assert.strictEqual(yield* left, 88)
        assert.strictEqual(warnings.filter((text) => text.includes("rate limit store")).length, 1)
      }).pipe(Effect.provide(program))
    }).pipe(Effect.scoped)
  )

  it.live("count the requests of a process that has ended when Redis loses its data", () =>
    Effect.gen(function* () {
      const socket = yield* startRedis
      const redis = yield* Layer.build(connection(socket).pipe(Layer.provide(Logger.layer([]))))
      const { send } = Context.get(redis, Redis)
      const program = Effect.map(
        Layer.build(
          Layer.fresh(
            limits().pipe(
              Layer.provide(Layer.fresh(layerStoreRedis())),
              Layer.provide(Layer.succeedContext(redis))
            )
          )
        ),
        Context.get(RateLimits.RateLimits)
      )
      const second = yield* program
      yield* Effect.gen(function* () {
        const first = yield* program
        for (let i = 0; i < 100; i++) yield* first.withLimit(time, responseWithRate({}))
        yield* second.withLimit(time, responseWithRate({}))
      }).pipe(Effect.scoped)
      yield* send("FLUSHALL")
      const call = Effect.provideService(
        second.withLimit(time, responseWithRate({})),
        RateLimits.OnLimit,
        "fail"
      )
      let sent = 101
      while (Exit.isSuccess(yield* Effect.exit(call))) sent++
      assert.strictEqual(sent, quota)
    }).pipe(Effect.scoped)
  )
})
