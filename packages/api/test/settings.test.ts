/** The one rule for settings of a client and of a call, for each setting: see the table in docs/guide/settings.md. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { always, fake, request, run } from "./support/fake.ts"
import { Store } from "../src/limits/Store.ts"
import { within } from "@screeps-effect/fixtures/time"

type Run = typeof run

/** What is seen of a call with a setting of neither, of its client, of its own, and of both. */
type Expected = readonly [neither: unknown, client: unknown, call: unknown, both: unknown]

interface Row {
  readonly name: string
  readonly expected: Expected
  readonly observe: (where: {
    readonly client: boolean
    readonly call: boolean
  }) => Effect.Effect<unknown, unknown>
}

/** A setting, its values for the client and for the call, and what shows which of them count. */
const row = <const S>(
  name: string,
  setting: Context.Reference<S>,
  [ofClient, ofCall]: readonly [client: S, call: S],
  expected: Expected,
  observe: (run: Run) => Effect.Effect<unknown, unknown>
): Row => ({
  name,
  expected,
  observe: ({ call, client }) =>
    within(
      observe((effect, server, options) =>
        run(call ? Effect.provideService(effect, setting, ofCall) : effect, server, {
          ...options,
          settings: client ? Layer.succeed(setting, ofClient) : Layer.empty
        })
      ),
      5000
    )
})

/** A setting whose values add up; each value notes when it is used. */
const additive = <S>(name: string, setting: Context.Reference<S>, make: (note: () => void) => S): Row => {
  const used = new Set<string>()
  const values = [make(() => used.add("client")), make(() => used.add("call"))] as const
  return row(name, setting, values, [[], ["client"], ["call"], ["client", "call"]], (run) =>
    Effect.suspend(() => {
      used.clear()
      return Effect.map(run(Game.time(), always({ ok: 1, time: 5 })), () => [...used])
    })
  )
}

/** Counts the requests of a call to a server that always responds in one way. */
const requestsOf =
  (response: () => Response, method: "GET" | "POST" = "GET") =>
  (run: Run) =>
    Effect.suspend(() => {
      const server = fake(response)
      const call = request({ method, path: "/api/anything" })
      return Effect.map(Effect.exit(run(call, server)), () => server.requests.length)
    })

const busy = (retryAfter?: number) => () =>
  new Response("busy", {
    status: 503,
    headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }
  })
const limited = (wait: number) => () => new Response(`retry after ${wait}ms`, { status: 429 })

/** The time limit with which a call fails, whatever the retries are. */
const timeLimit = (run: Run) =>
  run(
    Game.time(),
    fake(() => Effect.never)
  ).pipe(
    Effect.provideService(Retry.Retry, Retry.none),
    Effect.as("in time"),
    Effect.catchReason("ScreepsError", "TimedOut", ({ after }) => Effect.succeed(Duration.format(after)))
  )

const outcomeOf = (body: object, call: Parameters<Run>[0]) => (run: Run) =>
  run(call, always(body)).pipe(
    Effect.as("success"),
    Effect.catch(() => Effect.succeed("failure"))
  )

const makeStore = Effect.map(Layer.build(RateLimits.layerStoreMemory), Context.get(Store))

/** Stores of quotas by the names of their owners. */
const stores = Effect.runSync(Effect.scoped(Effect.all({ client: makeStore, call: makeStore })))

/** Names the stores that counted a call with a token of its own. */
const countingStores = (observed: Run) =>
  Effect.gen(function* () {
    const token = Redacted.make(`token-${yield* Random.nextInt}`)
    const official = {
      server: Server.official({ shard: "shard0" }),
      credentials: Credentials.layerToken(token)
    }
    const server = always({ ok: 1, time: 5 })
    yield* observed(Game.time(), server, official)
    const counting: Array<string> = []
    for (const [name, store] of Object.entries(stores)) {
      const global = Effect.flatMap(RateLimits.RateLimits, ({ state }) => state("global"))
      const options = { ...official, settings: Layer.succeed(Store, store) }
      if ((yield* run(global, server, options))?.remaining === 119) counting.push(name)
    }
    return counting
  })

const minutes = (count: number) => Duration.minutes(count)

const rows: ReadonlyArray<Row> = [
  additive("ScreepsClient.Middleware", ScreepsClient.Middleware, (note) => [
    (send) => (request) => Effect.andThen(Effect.sync(note), send(request))
  ]),
  additive(
    "ScreepsClient.TransformClient",
    ScreepsClient.TransformClient,
    (note) => (client) =>
      HttpClient.make((request) => Effect.andThen(Effect.sync(note), client.execute(request)))
  ),
  additive("ScreepsEvents.OnEvent", ScreepsEvents.OnEvent, (note) => [note]),
  row(
    "ScreepsClient.CallTimeout",
    ScreepsClient.CallTimeout,
    [Duration.seconds(5), Duration.seconds(10)],
    ["30s", "5s", "10s", "10s"],
    timeLimit
  ),
  row(
    "ScreepsClient.RequestTimeout",
    ScreepsClient.RequestTimeout,
    [Duration.seconds(5), Duration.seconds(10)],
    ["30s", "5s", "10s", "10s"],
    timeLimit
  ),
  row(
    "ScreepsClient.MaxResponseBytes",
    ScreepsClient.MaxResponseBytes,
    [10, 1000],
    ["success", "failure", "success", "success"],
    outcomeOf({ ok: 1, time: 5 }, Game.time())
  ),
  row(
    "ScreepsClient.Strictness",
    ScreepsClient.Strictness,
    ["tolerant", "strict"],
    ["failure", "success", "failure", "failure"], // all tests are strict by default
    outcomeOf({ ok: 1, _id: "1" }, Auth.me())
  ),
  row("Retry.Retry", Retry.Retry, [Schedule.recurs(1), Schedule.recurs(2)], [4, 2, 3, 3], requestsOf(busy())),
  row(
    "Retry.RetryableRequests",
    Retry.RetryableRequests,
    ["all", "idempotent"],
    [1, 4, 1, 1],
    requestsOf(busy(), "POST")
  ),
  row("Retry.MaxWait", Retry.MaxWait, [minutes(3), minutes(1)], [1, 4, 1, 1], requestsOf(busy(120))),
  row(
    "Retry.Budget, the client's only",
    Retry.Budget,
    [
      { share: 0, perMinute: 1 },
      { share: 0, perMinute: 2 }
    ],
    [4, 2, 4, 2],
    requestsOf(busy())
  ),
  row("RateLimits.OnLimit", RateLimits.OnLimit, ["fail", "wait"], [4, 1, 4, 4], requestsOf(limited(1000))),
  row(
    "RateLimits.MaxWait",
    RateLimits.MaxWait,
    [minutes(30), minutes(10)],
    [1, 4, 1, 1],
    requestsOf(limited(20 * 60_000))
  ),
  row("RateLimits.MaxRetries", RateLimits.MaxRetries, [1, 2], [4, 2, 3, 3], requestsOf(limited(1000))),
  row(
    "RateLimits.layerStoreMemory, the client's only",
    Store,
    [stores.client, stores.call],
    [[], ["client"], [], ["client"]],
    countingStores
  )
]

describe("a setting of neither the client nor the call, of the client, of the call, and of both", () => {
  it.effect.each(rows)("counts as documented: $name", ({ expected, observe }) =>
    Effect.gen(function* () {
      const observed: Array<unknown> = []
      for (const call of [false, true])
        for (const client of [false, true]) observed.push(yield* observe({ client, call }))
      assert.deepStrictEqual(observed, [...expected])
    })
  )
})

describe("a setting whose values add up", () => {
  const noting =
    (log: Array<string>, name: string): ScreepsClient.Middleware =>
    (send) =>
    (request) =>
      Effect.andThen(
        Effect.sync(() => log.push(name)),
        send(request)
      )
  const server = () => always({ ok: 1, time: 5 })
  const clientWith = (...middleware: ReadonlyArray<ScreepsClient.Middleware>) => ({
    settings: Layer.succeed(ScreepsClient.Middleware, middleware)
  })

  it.effect("is only the call's when the call replaces it, and the client's again afterwards", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const own = Game.time().pipe(ScreepsClient.replace(ScreepsClient.Middleware, [noting(log, "call")]))
      const none = Game.time().pipe(ScreepsClient.replace(ScreepsClient.Middleware, []))
      yield* run(Effect.all([own, none, Game.time()]), server(), clientWith(noting(log, "client")))
      assert.deepStrictEqual(log, ["call", "client"])
    })
  )

  it.effect("of one value that a program provides to its client and its calls counts once", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const shared = noting(log, "program")
      yield* run(
        Effect.updateService(Game.time(), ScreepsClient.Middleware, (list) => [...list, noting(log, "call")]),
        server()
      ).pipe(Effect.provideService(ScreepsClient.Middleware, [shared]))
      assert.deepStrictEqual(log, ["program", "call"])
    })
  )

  it.effect("of a client keeps its place when the call has it, too", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const [a, b, c] = [noting(log, "a"), noting(log, "b"), noting(log, "c")]
      const call = Effect.provideService(Game.time(), ScreepsClient.Middleware, [c, a])
      yield* run(call, server(), clientWith(a, b))
      assert.deepStrictEqual(log, ["a", "b", "c"])
    })
  )

  it.effect("stays out of everything inside a replacement, where an inner value is the call's", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const inner = Effect.provideService(Game.time(), ScreepsClient.Middleware, [noting(log, "inner")])
      const outer = ScreepsClient.replace(ScreepsClient.Middleware, [noting(log, "outer")])(inner)
      yield* run(outer, server(), clientWith(noting(log, "client")))
      assert.deepStrictEqual(log, ["inner"])
    })
  )

  it.effect("transforms the HttpClient once for each transform of a call, around the call's own", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const transform = (name: string) => (client: HttpClient.HttpClient) => {
        log.push(`${name} applied`)
        return HttpClient.make((request) =>
          Effect.andThen(
            Effect.sync(() => log.push(name)),
            client.execute(request)
          )
        )
      }
      const inner = Effect.provideService(Game.time(), ScreepsClient.TransformClient, transform("call"))
      yield* run(Effect.all([inner, Effect.withSpan(inner, "span")]), server(), {
        settings: Layer.succeed(ScreepsClient.TransformClient, transform("client"))
      })
      assert.deepStrictEqual(log, ["call applied", "client applied", "client", "call", "client", "call"])
    })
  )

  it.effect("runs the call's functions for events although one of the client's throws", () =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const failing = () => {
        throw new Error("no")
      }
      yield* run(
        Effect.provideService(Game.time(), ScreepsEvents.OnEvent, [(event) => void seen.push(event._tag)]),
        server(),
        { settings: Layer.succeed(ScreepsEvents.OnEvent, [failing]) }
      )
      assert.deepStrictEqual(seen, ["Response", "ResponseResult"])
    })
  )
})

describe("options of fetch", () => {
  it.effect("are those of the call, else of the client, and never follow redirects", () =>
    Effect.gen(function* () {
      const sent: Array<unknown> = []
      const platform = (_: unknown, { mode, redirect }: RequestInit = {}) => {
        sent.push([mode, redirect])
        return Promise.resolve(Response.json({ ok: 1, time: 5 }))
      }
      const layer = ScreepsClient.layer({ url: "http://screeps.test", guest: true }).pipe(
        Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { mode: "cors", redirect: "follow" }))
      )
      const own = Effect.provideService(Game.time(), FetchHttpClient.RequestInit, { mode: "same-origin" })
      yield* Effect.all([Game.time(), own]).pipe(
        Effect.provide(layer),
        Effect.provideService(FetchHttpClient.Fetch, platform)
      )
      assert.deepStrictEqual(sent, [
        ["cors", "manual"],
        ["same-origin", "manual"]
      ])
    })
  )
})
