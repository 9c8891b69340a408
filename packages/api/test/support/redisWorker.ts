/** A process with several programs, each with its own server; it prints a report at the end. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Store } from "../../src/limits/Store.ts"
import { makeSharedStore } from "../../src/limits/sharedStore.ts"
import { makeRun } from "../../src/limits/redisRun.ts"
import { fastClock, luaNow, speed } from "./fastTime.ts"
import { connection } from "./redisServer.ts"

/** What one program does. */
export interface ProgramOptions {
  readonly url: string
  readonly token: string
  /** How long to wait before the first call, in milliseconds. */
  readonly delay: number
  /** The number of calls. */
  readonly calls: number
  /** How many of them are in flight at the same time. */
  readonly concurrency: number
}

export interface WorkerOptions {
  /** The socket file of Redis. */
  readonly redis: string
  readonly programs: ReadonlyArray<ProgramOptions>
}

export interface Report {
  /** The number of completed calls of each program. */
  readonly completed: ReadonlyArray<number>
  readonly failures: ReadonlyArray<string>
}

const runPrograms = ({ programs }: Pick<WorkerOptions, "programs">) =>
  Effect.gen(function* () {
    const run = yield* makeRun(luaNow)
    const completed = programs.map(() => 0)
    const failures: Array<string> = []

    const work = ({ calls, concurrency, delay, token, url }: ProgramOptions, index: number) => {
      const store = makeSharedStore(run, { prefix: "test:", timeout: "10 minutes" })
      const layer = ScreepsClient.layerNoDeps().pipe(
        Layer.provide([
          Layer.effect(Store, store),
          FetchHttpClient.layer,
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
      const all = Effect.all(
        Array.from({ length: calls }, () => call),
        { concurrency, discard: true }
      )
      return Effect.delay(Effect.provide(all, layer), delay * speed)
    }

    yield* Effect.forEach(programs, work, { concurrency: "unbounded", discard: true })
    const report: Report = { completed, failures }
    return report
  })

const { redis, ...options }: WorkerOptions = JSON.parse(process.argv[2] ?? "")
const report = runPrograms(options).pipe(
  Effect.provide(connection(redis)),
  Effect.provideService(Clock.Clock, fastClock),
  // Standard output is the report's.
  Effect.provide(Logger.layer([]))
)
console.log(JSON.stringify(await Effect.runPromise(report)))
