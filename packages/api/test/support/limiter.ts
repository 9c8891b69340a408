/** A model of official servers' limits without HTTP: responses need no promises, so that days pass in a second. */
import type * as Credentials from "@screeps-effect/api/Credentials"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import type { RateLimited } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { asToken } from "./fake.ts"

/** Numbers from 0 to 1, the same in every run. */
export const randomOf = (seed: number) => () =>
  (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648

/** How a server's windows are aligned. */
export type Windows = "at phase 0" | "shifted" | "sliding"

/** One limit of the server. */
interface Limit {
  /** Counts a request and returns `true`, unless the limit is reached. */
  readonly admits: (now: number) => boolean
  readonly remaining: (now: number) => number
  /** When the next request is admitted, or when the window ends. */
  readonly end: (now: number) => number
}

const makeLimit = (limit: number, window: number, windows: Windows): Limit => {
  const shift = windows === "shifted" ? Math.floor(window * 0.283) : 0
  const begin = (now: number) => Math.floor((now - shift) / window) * window + shift
  let log: Array<number> = []
  const used = (now: number) => {
    const from = windows === "sliding" ? now - window + 1 : begin(now)
    if ((log[0] ?? Infinity) < from) log = log.filter((at) => at >= from)
    return log.length
  }
  return {
    admits: (now) => {
      if (used(now) >= limit) return false
      log.push(now)
      return true
    },
    remaining: (now) => limit - used(now),
    end: (now) => (windows === "sliding" ? (log[0] ?? now - window) : begin(now)) + window
  }
}

/** How a server counts requests and reports limits. */
export interface Dialect {
  readonly windows: Windows
  readonly headers: "always" | "only on 429"
  readonly body: "text" | "JSON"
}

/** Every combination of windows, headers and bodies. */
export const dialects: ReadonlyArray<Dialect> = (["at phase 0", "shifted", "sliding"] as const).flatMap(
  (windows) =>
    (["always", "only on 429"] as const).flatMap((headers) =>
      (["text", "JSON"] as const).map((body) => ({ windows, headers, body }))
    )
)

/** Half of all dialects, with every kind of window, header and body. */
export const someDialects = dialects.filter(
  ({ body, headers }) => (body === "text") === (headers === "always")
)

/** One for each kind of window, with every kind of header and body. */
export const fewDialects = someDialects.filter((_, index) => [0, 3, 4].includes(index))

export const dialectName = ({ body, headers, windows }: Dialect) =>
  `windows ${windows}, headers ${headers}, a 429 as ${body}`

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The endpoints that the tests call. */
export const time = { method: "GET", path: "/api/game/time" } as const
export const segment = { method: "POST", path: "/api/user/memory-segment" } as const
export const terrain = { method: "GET", path: "/api/game/room-terrain" } as const
export const setCode = { method: "POST", path: "/api/user/code" } as const

/** An endpoint with a small quota. */
export const rare = {
  method: "GET",
  path: "/api/rare",
  quota: { limit: 10, per: "hour" }
} as const

/** A request that the server received. */
export interface LoggedRequest {
  readonly path: string
  readonly isMine: boolean
  /** When it was sent, and when the server received it. */
  readonly sent: number
  readonly at: number
  /** The limit that rejected it, and the announced time of the next attempt. */
  readonly rejectedBy?: string
  readonly until: number
  /** When the client received its response. */
  respondedAt: number
}

/** A server that limits a token as official ones do; a request and its response take up to 300 ms each. */
export const official = (dialect: Dialect, seed = 7) => {
  const random = randomOf(seed)
  const global = makeLimit(120, minute, dialect.windows)
  const endpoints: Readonly<Record<string, readonly [limit: number, Limit]>> = {
    [segment.path]: [60, makeLimit(60, hour, dialect.windows)],
    [terrain.path]: [360, makeLimit(360, hour, dialect.windows)],
    [setCode.path]: [240, makeLimit(240, day, dialect.windows)],
    [rare.path]: [10, makeLimit(10, hour, dialect.windows)]
  }
  const log: Array<LoggedRequest> = []
  let inFlight = 0
  let most = 0

  const respond = (path: string, isMine: boolean, sent: number, now: number): RateLimits.LimitedResponse => {
    const [limit, endpoint] = endpoints[path] ?? []
    const headers: Record<string, string> = {}
    const response = (status: number, text: string): RateLimits.LimitedResponse => ({
      status,
      text,
      receivedAt: now,
      headers
    })
    const one = { path, isMine, sent, at: now, respondedAt: Infinity }
    const reject = (rejectedBy: string, until: number) => {
      log.push({ ...one, rejectedBy, until })
      const message = `Rate limit exceeded, retry after ${until - now}ms`
      return response(429, dialect.body === "text" ? message : JSON.stringify({ error: message }))
    }
    if (!global.admits(now)) return reject("global", global.end(now))
    const admitted = endpoint?.admits(now) ?? true
    if (endpoint !== undefined && (dialect.headers === "always" || !admitted)) {
      headers["x-ratelimit-limit"] = String(limit)
      headers["x-ratelimit-remaining"] = String(endpoint.remaining(now))
      headers["x-ratelimit-reset"] = String(Math.ceil(endpoint.end(now) / 1000))
    }
    if (!admitted && endpoint !== undefined) return reject(path, endpoint.end(now))
    log.push({ ...one, until: now })
    return response(200, "{}")
  }

  /** Sends one request with the token, from another client by default. */
  const send = (
    { path }: { readonly path: string },
    isMine = false
  ): Effect.Effect<RateLimits.LimitedResponse> =>
    Effect.gen(function* () {
      const sent = yield* Clock.currentTimeMillis
      if (isMine) most = Math.max(most, ++inFlight)
      yield* Effect.sleep(1 + Math.floor(random() * 299))
      const response = respond(path, isMine, sent, yield* Clock.currentTimeMillis)
      const one = log.at(-1)
      yield* Effect.sleep(1 + Math.floor(random() * 299))
      const at = yield* Clock.currentTimeMillis
      if (one !== undefined) one.respondedAt = at
      return { ...response, at }
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          if (isMine) inFlight--
        })
      )
    )

  return {
    send,
    /** Receives a request by HTTP. */
    arrive: (path: string, isMine: boolean, now: number) => respond(path, isMine, now, now),
    /** Sends a request through the quotas of the program. */
    call: (call: RateLimits.LimitedRequest) =>
      Effect.flatMap(RateLimits.RateLimits, (limits) => limits.withLimit(call, send(call, true))),
    log,
    rejected: () => log.filter(({ isMine, rejectedBy }) => isMine && rejectedBy !== undefined),
    accepted: () => log.filter(({ isMine, rejectedBy }) => isMine && rejectedBy === undefined),
    mostInFlight: () => most
  }
}

/** The quotas of an API token on an official server. */
export const limits = (
  server = Server.official(),
  who: Layer.Layer<Credentials.Credentials> = asToken
): Layer.Layer<RateLimits.RateLimits> =>
  Layer.effect(RateLimits.RateLimits, RateLimits.make).pipe(
    Layer.provide(Layer.mergeAll(Server.layer(server), who))
  )

/** Advances the clock in one step, because nothing here waits for promises. */
export const pass = (millis: number) => TestClock.adjust(millis)

/** A server that always returns the same response at once, and records the times of requests. */
export const constantServer = (
  status: number,
  headers: Readonly<Record<string, string>> = {},
  text = "{}"
) => {
  const sent: Array<number> = []
  const response = Effect.clockWith((clock) =>
    Effect.sync(() => {
      const at = clock.currentTimeMillisUnsafe()
      sent.push(at)
      return { status, text, receivedAt: at, headers }
    })
  )
  const call = (request: RateLimits.LimitedRequest = time) =>
    Effect.flatMap(RateLimits.RateLimits, (limits) => limits.withLimit(request, response))
  return { call, sent }
}

/** A response with rate headers. */
export const responseWithRate = (rate: Readonly<Record<string, string>>) =>
  Effect.map(Clock.currentTimeMillis, (at) => ({
    status: 200,
    text: "{}",
    receivedAt: at,
    headers: Object.fromEntries(Object.entries(rate).map(([name, value]) => [`x-ratelimit-${name}`, value]))
  }))

/** Runs an effect `count` times concurrently. */
export const times = (count: number, effect: Effect.Effect<unknown, RateLimited, RateLimits.RateLimits>) =>
  Effect.forEach(Array.from({ length: count }), () => effect, { concurrency: "unbounded" })

/** Makes a call fail instead of waiting for quota. */
export const failing = Effect.provideService(RateLimits.OnLimit, "fail")
