/** Mutated responses, read by every operation: recorded bodies and samples of the schemas, with edits. */
import { allReported, recordings } from "@screeps-effect/fixtures"
import {
  Auth,
  Capabilities,
  Credentials,
  Endpoints,
  Game,
  History,
  Leaderboard,
  Market,
  Memory,
  RateLimits,
  Retry,
  ScreepsClient,
  ScreepsEvents,
  type ScreepsError,
  Segments,
  Server,
  User
} from "@screeps-effect/api"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import { RoomName } from "@screeps-effect/schema"
import * as Arbitrary from "effect/Arbitrary"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Edits from "../edits.ts"
import * as Hostile from "../hostile.ts"
import { logs, makeShown, problemsOf } from "../oracles.ts"
import type { Random } from "../random.ts"
import type { Case, Target } from "../target.ts"
import { render, type Text } from "../text.ts"

/** Edits of the body, the status and the headers. */
type AnswerEdit =
  | Edits.Edit
  | { readonly edit: "status"; readonly status: number }
  | { readonly edit: "header"; readonly name: string; readonly value: Text }

interface Answer extends Case {
  /** Method and path of an operation, or the name of a function. */
  readonly call: string
  readonly server: "private" | "official"
  readonly account: "token" | "password"
  readonly body: unknown
  readonly edits: ReadonlyArray<AnswerEdit>
}

type Call = Effect.Effect<unknown, ScreepsError.ScreepsError, ScreepsClient.ScreepsClient>

const respond = (answer: (isSignIn: boolean) => Response) =>
  HttpClient.make((request, url) =>
    Effect.sync(() =>
      HttpClientResponse.fromWeb(request, answer(/\/auth\/(?:signin|steam-ticket)$/.test(url.pathname)))
    )
  )

const layer = ({ account, server }: Pick<Answer, "account" | "server">, http: HttpClient.HttpClient) =>
  ScreepsClient.layerNoDeps().pipe(
    Layer.provide(
      account === "token"
        ? Credentials.layerToken(Redacted.make(Hostile.secrets.token))
        : Credentials.layerPassword({
            username: Hostile.secrets.mail,
            password: Redacted.make(Hostile.secrets.password)
          })
    ),
    Layer.provide(
      Server.layer(
        server === "official"
          ? Server.official({ shard: "shard3" })
          : Server.privateServer("http://127.0.0.1:21025")
      )
    ),
    Layer.provide(Layer.succeed(HttpClient.HttpClient, http)),
    Layer.provide(Layer.succeed(Retry.Retry, Retry.none)),
    Layer.provide(Layer.succeed(ScreepsClient.RequestTimeout, Duration.seconds(5)))
  )

/** Calls an operation as a caller without types. */
const untyped = (operation: AnyOperation, input: unknown): Call =>
  (operation as unknown as (input: unknown) => Call)(input)

const both = ["private", "official"] as const

/** Modules without a `main` are not sent. */
const withMain = (input: unknown): unknown =>
  Predicate.hasProperty(input, "modules") && Predicate.isObject(input.modules)
    ? { ...input, modules: { main: "", ...input.modules } }
    : input

/** An input of an operation with which a request is sent, for one kind of server. */
const inputOf = Effect.fnUntraced(function* (operation: AnyOperation) {
  const arbitrary = Arbitrary.schema(operation.input)
  const sampled = (count: number) =>
    Effect.orDie(Arbitrary.sampleEffect(arbitrary, { count, seed: 7, size: 3 }))
  // Most operations send a request with the first input; each further one may take long.
  for (const count of [1, 40]) {
    for (const input of (yield* sampled(count)).map(withMain)) {
      for (const server of both) {
        let isSent = false
        const http = respond(() => {
          isSent = true
          return Response.json({ error: "no" })
        })
        const call = Effect.ignore(untyped(operation, input))
        yield* Effect.provide(call, layer({ account: "token", server }, http), { local: true })
        if (isSent) return { input, server }
      }
    }
  }
  return yield* Effect.die(new Error(`${operation.method} ${operation.path} sends no request`))
})

interface Callable {
  readonly path: string
  readonly make: () => Call
  readonly servers: ReadonlyArray<Answer["server"]>
  /** Values of the output's schema. */
  readonly samples: ReadonlyArray<unknown>
}

const room = RoomName.RoomName.make("W7N3")

/** Functions beside the operations, which read responses further. */
const functions: Readonly<Record<string, readonly [path: string, make: () => Call]>> = {
  "Segments.readJson": ["/api/user/memory-segment", () => Segments.readJson({ segment: 1 }, Schema.Json)],
  "Memory.read Json": ["/api/user/memory", () => Memory.read({ path: "a" }, Schema.Json)],
  "Memory.read Struct": [
    "/api/user/memory",
    () =>
      Memory.read(
        {},
        Schema.Struct({ a: Schema.Number, b: Schema.optional(Schema.Record(Schema.String, Schema.Json)) })
      )
  ],
  "Segments.read": ["/api/user/memory-segment", () => Segments.read({ segment: 1 })],
  "Game.terrain": ["/api/game/room-terrain", () => Game.terrain({ room })],
  "User.whoAmI": ["/api/auth/me", () => User.whoAmI()],
  "Auth.mod": ["/api/authmod", () => Auth.mod()],
  Capabilities: ["/api/version", () => Capabilities.read],
  "History.chunk": ["/room-history", () => History.chunk({ room, tick: 100 })],
  "Market.accountOrders": ["/api/game/market/orders", () => Market.accountOrders({ resourceType: "pixel" })],
  "User.moneyHistoryEntries": [
    "/api/user/money-history",
    () => Stream.runDrain(Stream.take(User.moneyHistoryEntries(), 30))
  ],
  "Leaderboard.entries": [
    "/api/leaderboard/list",
    () => Stream.runDrain(Stream.take(Leaderboard.entries(), 30))
  ]
}

const recorded = new Map<string, Array<unknown>>()
const everyBody: Array<unknown> = []
for (const { request, response } of [...recordings(), ...recordings("xxscreeps"), ...allReported()]) {
  if (response.body === undefined) continue
  const key = request.path.startsWith("/room-history") ? "/room-history" : request.path
  recorded.set(key, [...(recorded.get(key) ?? []), response.body])
  everyBody.push(response.body)
}
const recordedFor = (path: string) =>
  recorded.get(path.startsWith("/room-history") ? "/room-history" : path) ?? []

const callables: Promise<ReadonlyMap<string, Callable>> = Effect.runPromise(
  Effect.gen(function* () {
    const found = new Map<string, Callable>()
    for (const operation of Endpoints.all) {
      const { input, server } = yield* inputOf(operation)
      // Not every schema can be sampled, and recorded bodies are better.
      const isRecorded = recordedFor(operation.path).length > 0
      const samples = isRecorded
        ? []
        : yield* Effect.suspend(() =>
            Arbitrary.sampleEffect(Arbitrary.schema(operation.output), { count: 8, seed: 3, size: 4 })
          ).pipe(
            Effect.map((values) =>
              values.map((value): unknown => JSON.parse(JSON.stringify(value) ?? "null"))
            ),
            Effect.catchCause(() => Effect.succeed([]))
          )
      found.set(`${operation.method} ${operation.path}`, {
        path: operation.path,
        make: () => untyped(operation, input),
        servers: server === "private" ? both : [server],
        samples
      })
    }
    for (const [name, [path, make]] of Object.entries(functions))
      found.set(name, { path, make, servers: both, samples: [] })
    return found
  })
)
const calls = await callables
const names = [...calls.keys()]

const statuses = [
  201, 203, 204, 205, 206, 226, 300, 301, 302, 304, 307, 308, 399, 400, 401, 402, 403, 404, 405, 409, 413,
  418, 422, 429, 429, 429, 451, 499, 500, 502, 503, 504, 511, 599
]

const headerNumbers: ReadonlyArray<Text> = [
  "0",
  "1",
  "-1",
  "1e12",
  "999999999999999999999999",
  [{ repeat: "9", times: 400 }],
  "NaN",
  "",
  " ",
  "1.5",
  "0x10",
  "1,2",
  "9007199254740993",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Fri, 31 Dec 9999 23:59:59 GMT",
  "Mon, 99 Foo 2026 25:61:61 GMT"
]
const limitHeaders = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "retry-after"]
const otherHeaders = ["content-type", "x-token", "location", "set-cookie", "content-encoding", "refresh"]

const headerEdit = (random: Random): AnswerEdit =>
  random.chance(0.6)
    ? { edit: "header", name: random.pick(limitHeaders), value: random.pick(headerNumbers) }
    : {
        edit: "header",
        name: random.pick(otherHeaders),
        value: random.chance(0.5)
          ? random.pick(["text/html", "application/json;charset=utf-16", "\u00ff", "gzip, gzip", ""])
          : Hostile.text(random)
      }

const edit = (random: Random, body: unknown): AnswerEdit => {
  const kind = random.next()
  if (kind < 0.72) return Edits.ofValue(random, body)
  if (kind < 0.82) return Edits.ofText(random)
  return kind < 0.9 ? { edit: "status", status: random.pick(statuses) } : headerEdit(random)
}

/** The edited response; what HTTP itself does not allow is left out. */
const responseOf = ({ body, edits }: Answer) => {
  let status = 200
  const headers = new Headers({ "content-type": "application/json; charset=utf-8" })
  const others: Array<Edits.Edit> = []
  for (const one of edits) {
    if (one.edit === "status") status = one.status
    else if (one.edit === "header") {
      try {
        headers.set(one.name, render(one.value).slice(0, 16_000))
      } catch {
        // Not a value of a header.
      }
    } else others.push(one)
  }
  const bytes = new Uint8Array(Edits.apply(body, others))
  const isEmpty = [204, 205, 304].includes(status)
  return { bytes: bytes.length, make: () => new Response(isEmpty ? null : bytes, { status, headers }) }
}

/** How many requests one call may send: streams here take thirty entries. */
const mostRequests = 200

const signedIn = () => Response.json({ ok: 1, token: Hostile.secrets.session })

export const answers: Target<Answer> = {
  name: "answers",
  size: () => 1,
  make: (random) => {
    const call = random.pick(names)
    const { path, samples, servers } = calls.get(call) as Callable
    const own = recordedFor(path)
    const kind = random.next()
    const body =
      kind < 0.6 && own.length > 0
        ? random.pick(own)
        : kind < 0.95 && samples.length > 0
          ? random.pick(samples)
          : random.pick(everyBody)
    return {
      call,
      server: random.pick(servers),
      account: random.pick(["token", "password"] as const),
      body,
      edits: Array.from({ length: 1 + random.below(random.chance(0.8) ? 4 : 12) }, () => edit(random, body))
    }
  },
  prepare: (answer) => {
    const callable = calls.get(answer.call)
    if (callable === undefined) throw new Error(`There is no ${answer.call}: remove this input.`)
    const { bytes, make } = responseOf(answer)
    const run = async () => {
      const shown = makeShown(answer.account === "token" ? ["token", "mail", "session"] : undefined)
      // The status of a sign-in matters less than what follows it.
      let requests = 0
      const http = respond((isSignIn) => {
        // A call that never stops asking is answered in a way that ends it.
        if (++requests > mostRequests) return new Response("", { status: 500 })
        return isSignIn && answer.account === "password" ? signedIn() : make()
      })
      const exit = await Effect.runPromiseExit(
        callable
          .make()
          .pipe(
            Effect.provideService(RateLimits.OnLimit, "fail"),
            Effect.provideService(ScreepsEvents.OnEvent, [
              (event) => shown.search(`event ${event._tag}`, event)
            ]),
            Effect.provide(layer(answer, http), { local: true }),
            Effect.provide(logs(shown))
          )
      )
      const endless = requests > mostRequests ? [`hang: more than ${mostRequests} requests for one call`] : []
      return [...problemsOf(exit, shown), ...shown.leaks, ...endless]
    }
    return { bytes, run }
  }
}
