/** The accounts of a runner: their clients, shared quotas, and how many requests each sends. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import type * as Collector from "@screeps-effect/collector/Collector"
import * as Millis from "@screeps-effect/schema/Millis"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { type Chosen, choose, isChosenElsewhere, isOutsideFile, named, nameOf } from "../../config/servers.ts"
import { Usage } from "../../runner/failure.ts"
import { type Address, shown } from "./database.ts"
import type { Settings } from "./settings.ts"

interface Named extends Chosen {
  readonly name: string
}

const byNames = (names: ReadonlyArray<string>) =>
  Effect.forEach([...new Set(names)], (name) => Effect.map(named(name), (one): Named => ({ ...one, name })))

/** Returns the accounts of the flags, else of the environment, else of the file. */
export const read = Effect.fnUntraced(function* (names: ReadonlyArray<string>, settings: Settings) {
  const isElsewhere = yield* isChosenElsewhere
  if (names.length > 0 && (yield* isOutsideFile))
    return yield* new Usage({
      message:
        "--account names servers of the credentials file: it cannot be combined with another choice of a server"
    })
  const chosen =
    names.length > 0
      ? yield* byNames(names)
      : !isElsewhere && settings.accounts !== undefined && settings.accounts.length > 0
        ? yield* byNames(settings.accounts)
        : [yield* Effect.map(choose, (one): Named => ({ ...one, name: nameOf(one) }))]
  const [first, ...others] = chosen
  if (first === undefined) return yield* new Usage({ message: "no account was chosen" })
  const different = others.find(({ server }) => server.url !== first.server.url)
  if (different !== undefined)
    return yield* new Usage({
      message: `the accounts must be on one server: ${first.name} is on ${first.server.url}, ${different.name} on ${different.server.url}`
    })
  return [first, ...others] as const
})

/** An account of this runner. */
export interface Account {
  readonly name: string
  readonly services: Context.Context<Collector.Services>
  /** Returns how many requests were sent in the last minute. */
  readonly lastMinute: (now: number) => number
}

/** Counts requests by second. */
const counter = () => {
  const bySecond = new Map<number, number>()
  return {
    add: (now: number) => {
      const second = Math.floor(now / 1000)
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
    },
    lastMinute: (now: number) => {
      let sum = 0
      for (const [second, count] of bySecond)
        if (second * 1000 <= now - 60_000) bySecond.delete(second)
        else sum += count
      return sum
    }
  }
}

/** Keeps the quotas in Redis, which other runners use as well. */
const shared = Effect.fnUntraced(function* (address: Address) {
  const text = Redacted.isRedacted(address) ? Redacted.value(address) : address
  const url = URL.parse(text)
  // The address may contain a password: it is not repeated.
  if (url === null || !/^rediss?:$/u.test(url.protocol))
    return yield* new Usage({ message: "--redis must be an address such as redis://host:6379" })
  const [{ awaitLayer }, { layer }, { layerStoreRedis }] = yield* Effect.promise(() =>
    Promise.all([
      import("@screeps-effect/collector/Collector"),
      import("@effect/platform-node/NodeRedis"),
      import("@screeps-effect/api/RateLimits/Redis")
    ])
  )
  // The client logs a stack trace for each failed connection; the quotas log one warning.
  const quiet = layer({ url: text }).pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "None")))
  return layerStoreRedis().pipe(Layer.provide(awaitLayer(quiet, "Redis", shown(url))))
})

/** Connects the accounts until the scope closes. */
export const open = Effect.fnUntraced(function* (
  chosen: readonly [Named, ...ReadonlyArray<Named>],
  redis: Address | undefined
) {
  const store = redis === undefined ? RateLimits.layerStoreMemory : yield* shared(redis)
  const limits = yield* Layer.build(store)
  return yield* Effect.forEach(
    chosen,
    Effect.fnUntraced(function* ({ method, name, server }) {
      const { add, lastMinute } = counter()
      const count = HttpClient.tapRequest(() => Effect.map(Millis.monotonic, add))
      const layer = ScreepsClient.layerNoDeps().pipe(
        Layer.provide([
          Server.layer(server),
          Credentials.layer(method),
          Layer.succeed(ScreepsClient.TransformClient, count),
          Layer.succeedContext(limits)
        ])
      )
      const services = yield* Layer.build(layer)
      return { name, services, lastMinute } satisfies Account
    })
  )
})
