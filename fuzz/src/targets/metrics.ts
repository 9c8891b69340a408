/** Names that a server chooses, in responses of which metrics are made: no secret may be exported, and series are bounded. */
import { Credentials, Retry, Server } from "@screeps-effect/api"
import { Screeps } from "@screeps-effect/socket"
import { Graphite, JsonLines, Prometheus, Stats } from "@screeps-effect/stats"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Socket from "effect/socket/Socket"
import * as TestClock from "effect/testing/TestClock"
import * as Edits from "../edits.ts"
import * as Hostile from "../hostile.ts"
import { logs, makeShown, problemsOf, type Shown } from "../oracles.ts"
import type { Random } from "../random.ts"
import type { Case, Target } from "../target.ts"
import { render, type Text } from "../text.ts"

/** An edit of the response of a path; `names` adds keys with numbers where they become labels. */
type ResponseEdit =
  | {
      readonly edit: "names"
      readonly path: Path
      readonly keys: ReadonlyArray<Text>
      readonly times: number
    }
  | { readonly edit: "body"; readonly path: Path; readonly by: Edits.Edit }

interface Responses extends Case {
  readonly account: "token" | "password"
  readonly edits: ReadonlyArray<ResponseEdit>
}

const { mail, password, session, token } = Hostile.secrets

/** Ordinary responses, and where each has names. */
const ordinary = {
  "/api/auth/me": {
    body: {
      ok: 1,
      _id: "5a5a5a5a5a5a",
      username: "fuzz",
      money: 5,
      gcl: 1e6,
      cpu: 100,
      cpuShard: { shard3: 20 }
    },
    names: "cpuShard"
  },
  "/api/user/stats": { body: { ok: 1, stats: { creepsProduced: 5 } }, names: "stats" },
  "/api/user/memory": { body: { ok: 1, data: { a: 1, W7N3: { energy: 2 } } }, names: "data" },
  "/api/user/memory-segment": { body: { ok: 1, data: { b: 2 } }, names: "data" },
  "/api/game/time": { body: { ok: 1, time: 1000 }, names: undefined },
  "/api/game/market/orders": {
    body: { ok: 1, list: [{ _id: "1", type: "sell", price: 2 }] },
    names: undefined
  },
  "/api/game/market/stats": {
    body: { ok: 1, stats: [{ date: "2026-01-01", avgPrice: 2, volume: 3 }] },
    names: undefined
  },
  "/api/leaderboard/find": { body: { ok: 1, rank: 5, score: 7 }, names: undefined }
} as const
type Path = keyof typeof ordinary
const isPath = (path: string): path is Path => Object.hasOwn(ordinary, path)
const paths = Object.keys(ordinary).filter(isPath)
const named = paths.filter((path) => ordinary[path].names !== undefined)

/** Ways in which a server may write a secret. */
const written: ReadonlyArray<(secret: string) => string> = [
  (secret) => secret,
  (secret) => secret.toUpperCase(),
  (secret) => `shard ${secret}!`,
  (secret) => secret.repeat(3),
  (secret) => encodeURIComponent(secret),
  (secret) => encodeURI(secret),
  (secret) => JSON.stringify(secret).slice(1, -1),
  (secret) => secret.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
  (secret) => Buffer.from(secret).toString("base64"),
  (secret) => Buffer.from(`a${secret}bc`).toString("base64url"),
  (secret) => Buffer.from(secret).toString("hex").replaceAll(/../g, "%$&")
]

const key = (random: Random): Text => {
  const kind = random.next()
  if (kind < 0.6) return random.pick(written)(random.pick([mail, password, session, token]))
  return kind < 0.8 ? Hostile.text(random) : Hostile.key(random)
}

const edit = (random: Random): ResponseEdit => {
  if (random.chance(0.3)) {
    const path = random.pick(paths)
    return { edit: "body", path, by: Edits.ofValue(random, ordinary[path].body) }
  }
  const keys = Array.from({ length: 1 + random.below(8) }, () => key(random))
  return { edit: "names", path: random.pick(named), keys, times: random.pick([1, 1, 1, 100, 2_000]) }
}

/** The bytes of each path's response. */
const bodiesOf = ({ edits }: Responses) =>
  new Map(
    paths.map((path) => {
      const { body, names } = ordinary[path]
      const adds = edits.flatMap((one) =>
        one.edit === "names" && one.path === path
          ? Array.from({ length: one.times }, (_, i) =>
              one.keys.map((text) => (i === 0 ? render(text) : `${render(text).slice(0, 200)} ${i}`))
            ).flat()
          : []
      )
      const changes = edits.flatMap((one) => (one.edit === "body" && one.path === path ? [one.by] : []))
      const added = adds.map((name): Edits.Edit => ({
        edit: "add",
        path: [names ?? ""],
        key: name,
        json: "7"
      }))
      return [path, new Uint8Array(Edits.apply(body, [...added, ...changes]))] as const
    })
  )

const serve = (bodies: ReadonlyMap<string, Uint8Array<ArrayBuffer>>) =>
  HttpClient.make((request, url) =>
    Effect.sync(() => {
      const path = url.pathname
      const headers = { "content-type": "application/json", "x-token": session }
      const body = path.endsWith("/auth/signin")
        ? JSON.stringify({ ok: 1, token: session })
        : (bodies.get(path) ?? JSON.stringify({ error: "no" }))
      return HttpClientResponse.fromWeb(request, new Response(body, { headers }))
    })
  )

const maxSeries = 50
/** Sources of the account, and series of the exporter and the client: some for each source and operation. */
const mostSeries = 8 * maxSeries + 200

const layer = ({ account }: Responses, http: HttpClient.HttpClient) =>
  Screeps.layerNoDeps().pipe(
    Layer.provide(
      account === "token"
        ? Credentials.layerToken(Redacted.make(token))
        : Credentials.layerPassword({ username: mail, password: Redacted.make(password) })
    ),
    Layer.provide(Server.layer(Server.privateServer("http://127.0.0.1:21025"))),
    Layer.provide([
      Layer.succeed(HttpClient.HttpClient, http),
      Layer.succeed(Retry.Retry, Retry.none),
      Socket.layerWebSocketConstructorGlobal
    ])
  )

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, "%25"))
  } catch {
    return text
  }
}

const line = /^[a-zA-Z_:][\w:]*(\{([a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\})? [-+\w.]+( \d+)?$/u

/** What is wrong with the exported metrics. */
const problemsIn = (shown: Shown, known: Shown) =>
  Effect.gen(function* () {
    const text = yield* Prometheus.text
    const outputs = {
      Prometheus: text,
      JSON: (yield* JsonLines.lines).join("\n"),
      "Graphite paths": (yield* Graphite.lines()).join(""),
      "Graphite tags": (yield* Graphite.lines({ format: "tags" })).join("")
    }
    for (const [name, output] of Object.entries(outputs)) {
      shown.search(name, output)
      known.search(name, decoded(output))
    }
    const lines = text.split("\n").filter((one) => one !== "" && !one.startsWith("#"))
    return [
      ...(lines.every((one) => line.test(one)) ? [] : ["a line that Prometheus cannot read"]),
      ...(lines.length > mostSeries ? [`more than ${mostSeries} series`] : [])
    ]
  })

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Reads the account for some virtual seconds. */
const program = (shown: Shown, known: Shown) =>
  Effect.gen(function* () {
    const options = { socket: false, memory: ["stats"], segments: [1], market: ["energy"], maxSeries }
    const stats = yield* Stats.make([yield* Stats.account("fuzz", options)])
    yield* Effect.forkScoped(stats.run)
    for (let i = 0; i < 12; i++) {
      yield* TestClock.adjust("1 second")
      yield* Effect.replicateEffect(turn, 5)
    }
    const defects = (yield* stats.status).filter(({ failure }) => failure === "Defect")
    return [
      ...(yield* problemsIn(shown, known)),
      ...defects.map(({ source }) => `a defect in the source ${source}`)
    ]
  }).pipe(Effect.scoped)

export const metrics: Target<Responses> = {
  name: "metrics",
  // Twelve seconds of an exporter with eight sources, in four formats.
  stall: 2_000,
  size: () => 1,
  make: (random) => ({
    account: random.pick(["token", "password"] as const),
    edits: Array.from({ length: 1 + random.below(5) }, () => edit(random))
  }),
  prepare: (input) => {
    const bodies = bodiesOf(input)
    const run = async () => {
      const isToken = input.account === "token"
      const shown = makeShown(isToken ? ["token", "mail", "session"] : undefined)
      // Those of the account are recognised however they are written, others by their form.
      const known = makeShown(isToken ? ["token"] : ["password", "session"])
      const exit = await Effect.runPromiseExit(
        program(shown, known).pipe(
          Effect.provide([layer(input, serve(bodies)), TestClock.layer(), logs(shown)], { local: true }),
          Effect.provideService(Metric.MetricRegistry, new Map())
        )
      )
      return Exit.isSuccess(exit) ? [...exit.value, ...shown.leaks, ...known.leaks] : problemsOf(exit, shown)
    }
    return { bytes: [...bodies.values()].reduce((sum, { length }) => sum + length, 0), run }
  }
}
