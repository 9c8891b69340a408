/**
 * Measures the processor time of a call in the calling program, over a real connection to a server in another process:
 * our client with everything on (sign-in, a new token with every response, quotas from its headers, events, a decoded
 * response) against clients that only fetch and parse. All run in one process, alternating, in several rounds.
 */
import { Credentials, Game, Market, ScreepsClient, ScreepsEvents, Server } from "@screeps-effect/api"
import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
import { create } from "axios"
import { Effect, Layer, ManagedRuntime, Redacted, Stream } from "effect"
import { HttpBody, HttpClient } from "effect/http"
import * as undici from "undici"
import { alternate, median, spend } from "./harness.ts"
import { start } from "./servers/child.ts"

const calls = 400
const warmUp = 12

export interface CallResult {
  readonly name: string
  readonly client: string
  /** Median processor time per call in microseconds, user and system. */
  readonly cpu: number
  /** Relative to axios; below 1 is cheaper. */
  readonly ratio: number
}

interface Call {
  readonly name: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The body of a POST; other calls are GETs. */
  readonly body?: unknown
  readonly operation: Effect.Effect<unknown, unknown, ScreepsClient.ScreepsClient>
  /** Number of concurrent calls. */
  readonly atOnce: number
}

/** The names of 500 rooms. */
const rooms = Array.from({ length: 500 }, (_, i) => `W${i % 25}N${Math.floor(i / 25)}` as const)

const all: ReadonlyArray<Call> = [
  {
    name: "call GET /api/game/time",
    path: "/api/game/time",
    query: {},
    operation: Game.time(),
    atOnce: 1
  },
  {
    name: "call GET /api/game/time, 16 at once",
    path: "/api/game/time",
    query: {},
    operation: Game.time(),
    atOnce: 16
  },
  {
    name: "call GET /api/game/time, 64 at once",
    path: "/api/game/time",
    query: {},
    operation: Game.time(),
    atOnce: 64
  },
  {
    name: "call GET /api/game/room-terrain",
    path: "/api/game/room-terrain",
    query: { room: "W7N3", encoded: "1" },
    operation: Game.roomTerrain({ room: "W7N3" }),
    atOnce: 1
  },
  {
    name: "call GET /api/game/market/orders",
    path: "/api/game/market/orders",
    query: { resourceType: "energy" },
    operation: Market.orders({ resourceType: "energy" }),
    atOnce: 1
  },
  {
    name: "call POST /api/game/map-stats, 500 rooms",
    path: "/api/game/map-stats",
    query: {},
    body: { rooms, statName: "minerals0" },
    operation: Game.mapStats({ rooms, statName: "minerals0" }),
    atOnce: 1
  }
]

const token = "f00d".repeat(10)
const headers = { "x-token": token, "x-username": token }
const jsonHeaders = { ...headers, "content-type": "application/json" }

/** Listens to all events, as a program does that writes a log. */
const listening = Layer.effectDiscard(
  Effect.gen(function* () {
    const { stream } = yield* ScreepsEvents.ScreepsEvents
    yield* Effect.forkScoped(Stream.runDrain(stream))
  })
)

const layer = (url: string) =>
  ScreepsClient.layer.pipe(
    Layer.provide(Credentials.layerPassword({ username: "bob", password: Redacted.make("secret") })),
    Layer.provide(Server.layer(Server.privateServer(url))),
    Layer.provide(UndiciHttpClient.layer)
  )

type Run = (call: Call) => Promise<unknown>

/** Runs all calls of one measurement as promises. */
const several =
  (one: (call: Call) => Promise<unknown>): Run =>
  (call) =>
    Promise.all(
      Array.from({ length: call.atOnce }, async () => {
        for (let i = 0; i < calls / call.atOnce; i++) await one(call)
      })
    )

/** Runs all calls of one measurement as fibers. */
const repeated = <E, R>(one: Effect.Effect<unknown, E, R>, { atOnce }: Call) =>
  Effect.replicateEffect(Effect.repeat(one, { times: calls / atOnce - 1 }), atOnce, {
    concurrency: "unbounded",
    discard: true
  })

const againstAxios = "axios, untyped"

/** Returns the measured clients and a function that stops them. */
const clients = (url: string) => {
  const bare = ManagedRuntime.make(layer(url))
  const withEvents = ManagedRuntime.make(Layer.provideMerge(listening, layer(url)))
  const http = ManagedRuntime.make(UndiciHttpClient.layer)
  const pool = new undici.Pool(url)
  const instance = create({ baseURL: url, headers })
  const runs: ReadonlyArray<readonly [client: string, run: Run]> = [
    ["ours, with a listener to events", (call) => withEvents.runPromise(repeated(call.operation, call))],
    ["ours", (call) => bare.runPromise(repeated(call.operation, call))],
    [
      "Effect's HttpClient, JSON.parse",
      (call) => {
        const options = { urlParams: call.query, headers }
        const request =
          call.body === undefined
            ? HttpClient.get(url + call.path, options)
            : Effect.suspend(() =>
                HttpClient.post(url + call.path, { ...options, body: HttpBody.jsonUnsafe(call.body) })
              )
        const parsed = Effect.flatMap(request, ({ text }) =>
          Effect.map(text, (json): unknown => JSON.parse(json))
        )
        return http.runPromise(repeated(parsed, call))
      }
    ],
    [
      "undici, JSON.parse",
      several(async ({ body: sent, path, query }) => {
        const search = new URLSearchParams(query).toString()
        const target = search === "" ? path : `${path}?${search}`
        const { body } = await pool.request(
          sent === undefined
            ? { path: target, method: "GET", headers }
            : { path: target, method: "POST", headers: jsonHeaders, body: JSON.stringify(sent) }
        )
        return JSON.parse(await body.text())
      })
    ],
    [
      againstAxios,
      several(async ({ body, path, query }) => {
        const method = body === undefined ? "GET" : "POST"
        return (await instance.request({ method, url: path, params: query, data: body })).data
      })
    ]
  ]
  const stop = () => Promise.all([bare.dispose(), withEvents.dispose(), http.dispose(), pool.close()])
  return { runs, stop }
}

/** Measures every call whose name contains the text, with every client. */
export const measureCalls = async (rounds: number, filter: string): Promise<ReadonlyArray<CallResult>> => {
  const chosen = all.filter(({ name }) => name.includes(filter))
  if (chosen.length === 0) return []
  const server = await start("http.ts")
  const { runs, stop } = clients(`http://127.0.0.1:${server.port}`)
  const results: Array<CallResult> = []
  for (const call of chosen) {
    for (const [, run] of runs) for (let i = 0; i < warmUp; i++) await run(call)
    const times = await alternate(
      rounds,
      runs.map(
        ([, run]) =>
          async () =>
            (await spend(() => run(call))).cpu / calls
      )
    )
    const cpus = times.map(median)
    const axiosCost = cpus[runs.findIndex(([client]) => client === againstAxios)] ?? Number.NaN
    for (const [i, [client]] of runs.entries()) {
      const cpu = cpus[i] ?? Number.NaN
      results.push({ name: call.name, client, cpu, ratio: cpu / axiosCost })
    }
  }
  await stop()
  server.stop()
  return results
}
