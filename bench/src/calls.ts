/**
 * Measures the processor time of a call in the calling program, over a real connection to a server in another process:
 * our client with everything on (sign-in, a new token with every response, quotas from its headers, events, a decoded
 * response) against clients that only fetch and parse, and against other clients for Screeps.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Credentials, Game, Market, ScreepsClient, ScreepsEvents, Server } from "@screeps-effect/api"
import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
import { type Connection, connect } from "@screeps-effect/promise"
import { create } from "axios"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as undici from "undici"
import { type Benchmark, type Client, spend } from "./harness.ts"
import type { Peer } from "./peers.ts"
import { mapRooms } from "./rooms.ts"
import { start } from "./servers/child.ts"

/** Calls of one measurement. */
const calls = 384

interface Call {
  readonly name: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The body of a POST request; without it, the request is a GET. */
  readonly body?: object
  readonly operation: Effect.Effect<unknown, unknown, ScreepsClient.ScreepsClient>
  /** The same call as a promise. */
  readonly promise: (screeps: Connection) => Promise<unknown>
  /** Number of concurrent calls. */
  readonly atOnce: number
  /** Calls of one measurement, if not `calls`. */
  readonly count?: number
}

const time = (atOnce: number): Call => ({
  name: atOnce === 1 ? "call game/time" : `call game/time, ${atOnce} at once`,
  path: "/api/game/time",
  query: {},
  operation: Game.time(),
  promise: ({ game }) => game.time(),
  atOnce
})

const mapInput = { rooms: mapRooms, statName: "owner0" } as const

const all: ReadonlyArray<Call> = [
  time(1),
  time(16),
  time(64),
  {
    name: "call room-terrain",
    path: "/api/game/room-terrain",
    query: { room: "W7N3", encoded: "1" },
    operation: Game.roomTerrain({ room: "W7N3" }),
    promise: ({ game }) => game.roomTerrain({ room: "W7N3" }),
    atOnce: 1
  },
  {
    name: "call market/orders",
    path: "/api/game/market/orders",
    query: { resourceType: "energy" },
    operation: Market.orders({ resourceType: "energy" }),
    promise: ({ market }) => market.orders({ resourceType: "energy" }),
    atOnce: 1
  },
  {
    name: `call map-stats, ${mapRooms.length} rooms`,
    path: "/api/game/map-stats",
    query: {},
    body: mapInput,
    operation: Game.mapStats(mapInput),
    promise: ({ game }) => game.mapStats(mapInput),
    atOnce: 1,
    count: 64
  }
]

const token = "f00d".repeat(10)
const headers = { "x-token": token, "x-username": token }

/** Listens to all events, as a program does that writes a log. */
const listening = Layer.effectDiscard(
  Effect.gen(function* () {
    const { stream } = yield* ScreepsEvents.ScreepsEvents
    yield* Effect.forkScoped(Stream.runDrain(stream))
  })
)

const layer = (url: string, transport: Layer.Layer<HttpClient.HttpClient>) =>
  ScreepsClient.layerNoDeps().pipe(
    Layer.provide(Credentials.layerPassword({ username: "bob", password: Redacted.make("secret") })),
    Layer.provide(Server.layer(Server.privateServer(url))),
    Layer.provide(transport)
  )

type Run = (call: Call) => Promise<unknown>

const countOf = ({ count = calls }: Call) => count

/** Runs all calls of one measurement as promises. */
const several =
  (one: (call: Call) => Promise<unknown>): Run =>
  (call) =>
    Promise.all(
      Array.from({ length: call.atOnce }, async () => {
        for (let i = 0; i < countOf(call) / call.atOnce; i++) await one(call)
      })
    )

/** Runs all calls of one measurement as fibers. */
const repeated = <E, R>(one: Effect.Effect<unknown, E, R>, call: Call) =>
  Effect.replicateEffect(Effect.repeat(one, { times: countOf(call) / call.atOnce - 1 }), call.atOnce, {
    concurrency: "unbounded",
    discard: true
  })

/** Effect's own client, without anything of ours. */
const plain = (url: string, { body, path, query }: Call) =>
  (body === undefined
    ? HttpClient.get(url + path, { urlParams: query, headers })
    : HttpClient.execute(
        HttpClientRequest.post(url + path, { headers }).pipe(HttpClientRequest.bodyJsonUnsafe(body))
      )
  ).pipe(
    Effect.flatMap(({ text }) => text),
    Effect.map((json): unknown => JSON.parse(json))
  )

const target = ({ path, query }: Call) => {
  const search = new URLSearchParams(query).toString()
  return search === "" ? path : `${path}?${search}`
}

/** The method, headers and body of a request for `fetch` and undici. */
const init = ({ body }: Call) =>
  body === undefined
    ? { method: "GET" as const, headers }
    : {
        method: "POST" as const,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body)
      }

const axios = "axios"

/** Starts a server and returns all clients for it. */
const open = async (call: Call, peers: ReadonlyArray<Peer>) => {
  const server = await start("http.ts")
  const url = `http://127.0.0.1:${server.port}`
  const runtimes: Array<{ readonly dispose: () => Promise<void> }> = []
  const runtime = <R>(made: Layer.Layer<R>) => {
    const one = ManagedRuntime.make(made)
    runtimes.push(one)
    return one
  }
  const client = (name: string, run: Run, does?: string, isOurs = false): Client => ({
    name,
    does,
    isOurs,
    measure: async () => [(await spend(() => run(call))).cpu / countOf(call)]
  })
  const ours = (name: string, made: ReturnType<typeof layer>) => {
    const one = runtime(made)
    return client(
      name,
      (given) => one.runPromise(repeated(given.operation, given)),
      "checked, with limits",
      true
    )
  }
  const asPromises = async (name: string, http: Layer.Layer<HttpClient.HttpClient>) => {
    const screeps = await connect({ url, username: "bob", password: "secret", http })
    runtimes.push({ dispose: () => screeps.close() })
    return client(
      name,
      several(({ promise }) => promise(screeps)),
      "checked, with limits",
      true
    )
  }
  const effects = (name: string, transport: Layer.Layer<HttpClient.HttpClient>) => {
    const one = runtime(transport)
    return client(name, (given) => one.runPromise(repeated(plain(url, given), given)))
  }
  const pool = new undici.Pool(url)
  const instance = create({ baseURL: url, headers })
  const clients = [
    ours("ours", layer(url, UndiciHttpClient.layer)),
    ours("ours on fetch", layer(url, FetchHttpClient.layer)),
    ours(
      "ours, with a listener to events",
      Layer.provideMerge(listening, layer(url, UndiciHttpClient.layer))
    ),
    await asPromises("ours, as promises", UndiciHttpClient.layer),
    await asPromises("ours, as promises on fetch", FetchHttpClient.layer),
    effects("Effect's HttpClient on UndiciHttpClient", UndiciHttpClient.layer),
    effects("Effect's HttpClient on undici", NodeHttpClient.layerUndici),
    effects("Effect's HttpClient on fetch", FetchHttpClient.layer),
    client(
      "undici, JSON.parse",
      several(async (given) => {
        const { body } = await pool.request({ path: target(given), ...init(given) })
        return JSON.parse(await body.text())
      })
    ),
    client(
      "fetch, JSON.parse",
      several(async (given) => (await fetch(url + target(given), init(given))).json())
    ),
    client(
      axios,
      several(async ({ body, path, query }) =>
        body === undefined ? instance.get(path, { params: query }) : instance.post(path, body)
      )
    ),
    ...(await Promise.all(
      peers.map(async ({ calls: { does, open: connect }, name }) => {
        const { request } = await connect(url)
        return client(
          name,
          several(({ body, path, query }) =>
            request(body === undefined ? "GET" : "POST", path, body ?? query)
          ),
          does
        )
      })
    ))
  ]
  const close = async () => {
    await Promise.all([...runtimes.map((one) => one.dispose()), pool.close()])
    server.stop()
  }
  return { clients, close }
}

export const benchmarks = (peers: ReadonlyArray<Peer>): ReadonlyArray<Benchmark> =>
  all.map((call) => ({
    name: call.name,
    group: "calls" as const,
    units: ["CPU µs per call"],
    reference: axios,
    open: () => open(call, peers)
  }))
