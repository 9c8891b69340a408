/** A process with several programs, each with its own server; it prints a report at the end. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { makeSharedStore } from "../../src/limits/sharedStore.ts"
import { makeRun } from "../../src/limits/redisScript.ts"
import { fastClock, luaNow } from "./fastTime.ts"
import { connection } from "./redisServer.ts"

/** What one program does. */
export interface ProgramOptions {
  readonly url: string
  readonly token: string
  /** When to start, in milliseconds since 1970. */
  readonly begin: number
  /** The number of concurrent calls; without it, 10 callers repeat calls until the end. */
  readonly calls?: number
}

export interface WorkerOptions {
  /** The socket file of Redis. */
  readonly redis: string
  readonly programs: ReadonlyArray<ProgramOptions>
  /** When to end, in milliseconds since 1970. */
  readonly end: number
}

export interface Report {
  /** The number of completed calls of each program. */
  readonly completed: ReadonlyArray<number>
  readonly failures: ReadonlyArray<string>
  /** The average duration of a request and of a store step, and the average delay of timers, in milliseconds. */
  readonly request: number
  readonly step: number
  readonly late: number
}

const makeMean = () => {
  let count = 0
  let sum = 0
  const add = (millis: number) => {
    count++
    sum += millis
  }
  return {
    add,
    measured: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        const start = performance.now()
        return Effect.tap(effect, () => Effect.sync(() => add(performance.now() - start)))
      }),
    value: () => (count === 0 ? 0 : sum / count)
  }
}

const sleepUntil = (moment: number) =>
  Effect.promise(() => new Promise<void>((resume) => setTimeout(resume, Math.max(0, moment - Date.now()))))

const runPrograms = ({ end, programs }: Omit<WorkerOptions, "redis">) =>
  Effect.gen(function* () {
    const run = yield* makeRun(luaNow)
    const request = makeMean()
    const step = makeMean()
    const late = makeMean()
    const completed = programs.map(() => 0)
    const failures: Array<string> = []

    const work = ({ begin, calls, token, url }: ProgramOptions, index: number) => {
      const store = makeSharedStore((key, values) => step.measured(run(key, values)), {
        prefix: "test:",
        timeout: "10 minutes"
      })
      const http = Effect.map(HttpClient.HttpClient, HttpClient.transform(request.measured))
      const layer = ScreepsClient.layer.pipe(
        Layer.provide([
          Layer.effect(RateLimits.Store, store),
          Layer.effect(HttpClient.HttpClient, http).pipe(Layer.provide(FetchHttpClient.layer)),
          Credentials.layerToken(Redacted.make(token)),
          Server.layer({ kind: "official", url, shard: undefined, password: undefined }),
          Layer.succeed(ScreepsClient.RequestTimeout, Duration.minutes(10))
        ])
      )
      let made = 0
      const call = Effect.gen(function* () {
        const client = yield* ScreepsClient.ScreepsClient
        const path = ++made % 8 === 0 ? "/api/game/room-terrain" : "/api/game/time"
        yield* client.request({ method: "GET", path })
        completed[index] = (completed[index] ?? 0) + 1
      }).pipe(Effect.catch(({ reason }) => Effect.sync(() => failures.push(`${url} ${reason._tag}`))))
      const callers = (count: number, call: Effect.Effect<unknown, never, ScreepsClient.ScreepsClient>) =>
        Effect.all(
          Array.from({ length: count }, () => call),
          { concurrency: "unbounded", discard: true }
        )
      const all =
        calls === undefined
          ? Effect.raceFirst(callers(10, Effect.forever(call)), sleepUntil(end))
          : callers(calls, call)
      return Effect.andThen(sleepUntil(begin), Effect.provide(all, layer))
    }

    yield* Effect.acquireRelease(
      Effect.sync(() => {
        let expected = performance.now() + 20
        return setInterval(() => {
          late.add(Math.max(0, performance.now() - expected))
          expected = performance.now() + 20
        }, 20)
      }),
      (timer) => Effect.sync(() => clearInterval(timer))
    )
    yield* Effect.forEach(programs, work, { concurrency: "unbounded", discard: true })
    const report: Report = {
      completed,
      failures,
      request: request.value(),
      step: step.value(),
      late: late.value()
    }
    return report
  }).pipe(Effect.scoped)

const { redis, ...options }: WorkerOptions = JSON.parse(process.argv[2] ?? "")
const report = runPrograms(options).pipe(
  Effect.provide(connection(redis)),
  Effect.provideService(Clock.Clock, fastClock),
  // Standard output is the report's.
  Effect.provide(Logger.layer([]))
)
console.log(JSON.stringify(await Effect.runPromise(report)))
