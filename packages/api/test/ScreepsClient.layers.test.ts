import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { always, asToken, fake, type Fake, lines } from "./support/fake.ts"
import { files } from "./support/files.ts"

/** A `fetch` that responds as a server with one account, and the requests that it received. */
const platform = () => {
  const sent: Array<{ readonly url: URL; readonly headers: Headers; readonly body: string }> = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    sent.push({ url, headers: request.headers, body: await request.text() })
    if (url.pathname.endsWith("/auth/signin")) return Response.json({ ok: 1, token: "token-1" })
    if (url.pathname.endsWith("/game/time")) return Response.json({ ok: 1, time: url.port.length })
    return Response.json({ ok: 1, status: "normal" })
  }
  return { sent, layer: Layer.succeed(FetchHttpClient.Fetch, fetch) }
}

/** Runs a program with a client of these options, and returns what was sent. */
const sentBy = (
  options: ScreepsClient.Options,
  program: Effect.Effect<unknown, unknown, ScreepsClient.Services>
) =>
  Effect.gen(function* () {
    const { layer, sent } = platform()
    yield* Effect.provide(program, Layer.provideMerge(ScreepsClient.layer(options), layer))
    return sent
  })

const url = "http://127.0.0.1:21025"

describe("ScreepsClient.layer", () => {
  it.effect("signs in to a private server by password", () =>
    Effect.gen(function* () {
      const [signIn, status] = yield* sentBy(
        { url, username: "bob", password: "secret-word" },
        User.worldStatus()
      )
      assert.strictEqual(signIn?.url.href, `${url}/api/auth/signin`)
      assert.deepStrictEqual(JSON.parse(signIn?.body ?? ""), { email: "bob", password: "secret-word" })
      assert.strictEqual(status?.headers.get("x-token"), "token-1")
    })
  )

  it.effect("sends a token to the official main world by default, with the default shard", () =>
    Effect.gen(function* () {
      const [status, time] = yield* sentBy(
        { token: "main-token", shard: "shard3" },
        Effect.andThen(User.worldStatus(), Game.time())
      )
      assert.strictEqual(status?.url.href, "https://screeps.com/api/user/world-status")
      assert.strictEqual(status?.headers.get("x-token"), "main-token")
      assert.strictEqual(time?.url.search, "?shard=shard3")
    })
  )

  it.effect("sends the server password", () =>
    Effect.gen(function* () {
      const [time] = yield* sentBy({ url, serverPassword: "open-sesame", guest: true }, Game.time())
      assert.strictEqual(time?.headers.get("x-server-password"), "open-sesame")
      assert.isNull(time?.headers.get("x-token") ?? null)
    })
  )

  it.effect("accepts redacted secrets", () =>
    Effect.gen(function* () {
      const [status] = yield* sentBy({ token: Redacted.make("main-token") }, User.worldStatus())
      assert.strictEqual(status?.headers.get("x-token"), "main-token")
    })
  )

  it.effect("chooses the kind of credentials by the given options, a token before a password", () =>
    Effect.gen(function* () {
      const method = Effect.map(Session.Session, ({ method }) => method)
      const methodOf = (options: ScreepsClient.Options) =>
        Effect.provide(method, ScreepsClient.layer({ ...options, url }))
      assert.strictEqual(yield* methodOf({ token: "main-token", username: "bob", password: "p" }), "Token")
      assert.strictEqual(yield* methodOf({ username: "bob", password: "secret-word" }), "Password")
      assert.strictEqual(yield* methodOf({ ticket: "140000005f6a" }), "SteamTicket")
      assert.strictEqual(yield* methodOf({ guest: true }), "Guest")
    })
  )

  it.effect("uses the given HTTP client in place of fetch", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, time: 5 })
      const layer = ScreepsClient.layer({
        url,
        guest: true,
        http: Layer.succeed(HttpClient.HttpClient, server.http)
      })
      assert.strictEqual((yield* Effect.provide(Game.time(), layer)).time, 5)
      assert.deepStrictEqual(lines(server), ["GET /api/game/time"])
    })
  )

  it("throws when the address is malformed, without repeating it", () => {
    const layer = () => ScreepsClient.layer({ url: "http://bob:hunter2@127.0.0.1", guest: true })
    assert.throws(layer, Server.InvalidServer)
    assert.throws(layer, /^(?!.*hunter2)/)
  })
})

describe("ScreepsClient.layerConfig", () => {
  it.effect("uses the server and account of the environment", () =>
    Effect.gen(function* () {
      const { layer, sent } = platform()
      const env = { SCREEPS_URL: url, SCREEPS_TOKEN: "main-token" }
      const variables = ConfigProvider.layer(ConfigProvider.fromEnvRecord(env))
      yield* Effect.provide(
        User.worldStatus(),
        Layer.provideMerge(ScreepsClient.layerConfig(), Layer.merge(layer, variables))
      )
      assert.deepStrictEqual(
        sent.map(({ headers, url }) => [url.href, headers.get("x-token")]),
        [[`${url}/api/user/world-status`, "main-token"]]
      )
    })
  )
})

describe("ScreepsClient.layerFile", () => {
  it.effect("uses the named server of a file, and reads the file once", () =>
    Effect.gen(function* () {
      const { layer, sent } = platform()
      const here = files({
        "servers.json": JSON.stringify({ servers: { main: {}, local: { url, token: "main-token" } } })
      })
      const client = ScreepsClient.layerFile({ file: "servers.json", server: "local" })
      yield* Effect.provide(User.worldStatus(), Layer.provideMerge(client, Layer.merge(layer, here.layer)))
      assert.deepStrictEqual(
        sent.map(({ headers, url }) => [url.href, headers.get("x-token")]),
        [[`${url}/api/user/world-status`, "main-token"]]
      )
      assert.deepStrictEqual(here.read, ["servers.json"])
    })
  )
})

describe("layers of several servers", () => {
  const client = (port: string) =>
    ScreepsClient.layer({ url: `http://127.0.0.1:${port}`, username: "bob", password: "secret-word" })
  /** The fake server's time is the length of its port. */
  const time = Effect.map(Game.time(), ({ time }) => Number(time))

  it.effect("do not mix when one is provided inside the other", () =>
    Effect.gen(function* () {
      const { layer } = platform()
      const times = Effect.all([time, Effect.provide(time, client("100")), time])
      const found = yield* Effect.provide(times, Layer.provideMerge(client("10"), layer))
      assert.deepStrictEqual(found, [2, 3, 2])
    })
  )

  it.effect("do not mix as parts of one layer", () =>
    Effect.gen(function* () {
      class One extends Context.Service<One, number>()("test/One") {}
      class Other extends Context.Service<Other, number>()("test/Other") {}
      const both = Layer.merge(
        Layer.effect(One, time).pipe(Layer.provide(client("10"))),
        Layer.effect(Other, time).pipe(Layer.provide(client("100")))
      )
      const found = yield* Effect.provide(Effect.all([One, Other]), Layer.provide(both, platform().layer))
      assert.deepStrictEqual(found, [2, 3])
    })
  )

  it.effect("are built once when one constant is provided twice", () =>
    Effect.gen(function* () {
      const { layer, sent } = platform()
      const one = client("10")
      const twice = Effect.andThen(User.worldStatus(), Effect.provide(User.worldStatus(), one))
      yield* Effect.provide(twice, Layer.provideMerge(one, layer))
      assert.lengthOf(
        sent.filter(({ url }) => url.pathname === "/api/auth/signin"),
        1
      )
    })
  )

  it.effect("share the store of quotas that is provided around them", () =>
    Effect.gen(function* () {
      const { layer } = platform()
      const official = () => ScreepsClient.layer({ token: "main-token", shard: "shard3" })
      const remaining = Effect.gen(function* () {
        yield* User.worldStatus()
        return (yield* (yield* RateLimits.RateLimits).state("global"))?.remaining
      })
      const both = Effect.all([Effect.provide(remaining, official()), Effect.provide(remaining, official())])
      assert.deepStrictEqual(yield* Effect.provide(both, layer), [119, 119])
      const shared = Layer.merge(layer, RateLimits.layerStoreMemory)
      assert.deepStrictEqual(yield* Effect.provide(both, shared), [119, 118])
    })
  )
})

describe("a client composed from its parts", () => {
  const limited = () => fake(() => new Response("retry after 1000ms", { status: 429 }))
  const official = Server.layer(Server.official({ shard: "shard0" }))
  const parts = ({ http }: Fake) => [official, Layer.succeed(HttpClient.HttpClient, http)] as const

  it.effect("has no limits with RateLimits.layerNone: calls never wait, and a 429 is a failure at once", () =>
    Effect.gen(function* () {
      const layer = Layer.effect(ScreepsClient.ScreepsClient, ScreepsClient.make).pipe(
        Layer.provideMerge(Layer.effect(Session.Session, Session.make)),
        Layer.provideMerge(RateLimits.layerNone)
      )
      const many = always({ ok: 1, time: 5 })
      const calls = Effect.replicateEffect(Game.time(), 500)
      yield* Effect.provide(calls, layer.pipe(Layer.provide([...parts(many), asToken])))
      assert.strictEqual(many.requests.at(-1)?.at, 0) // all without a pause
      const server = limited()
      const error = yield* Effect.flip(
        Effect.provide(Game.time(), layer.pipe(Layer.provide([...parts(server), asToken])))
      )
      assert.strictEqual(
        error.message,
        "GET /api/game/time: RateLimited (rate limit reached: retry after 1s)"
      )
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("does not sign in with Credentials.layerGuest", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, time: 5 })
      const layer = ScreepsClient.layerNoDeps().pipe(
        Layer.provide([...parts(server), Credentials.layerGuest])
      )
      yield* Effect.provide(Effect.andThen(Game.time(), Effect.flip(User.worldStatus())), layer)
      assert.deepStrictEqual(lines(server), ["GET /api/game/time?shard=shard0"])
    })
  )

  it.effect("uses a session of one's own, without any credentials", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, status: "normal" })
      const lease = { token: Redacted.make("held-elsewhere"), generation: 0, sequence: 0 }
      const session = Session.Session.of({
        method: "Token",
        acquire: Effect.succeed(lease),
        current: Effect.succeed(lease),
        onTokenReceived: () => Effect.void,
        onTokenRejected: () => Effect.succeed(lease),
        onTokenAccepted: () => Effect.void,
        onTokenRefused: (_, __, reason) => Effect.succeed(reason),
        user: Effect.die("not asked for"),
        responds: Effect.void,
        changes: Stream.never,
        redact: (text) => text,
        redactSecrets: (text) => text
      })
      const layer = Layer.effect(ScreepsClient.ScreepsClient, ScreepsClient.make).pipe(
        Layer.provide([Layer.succeed(Session.Session, session), RateLimits.layerNone, ...parts(server)])
      )
      yield* Effect.provide(User.worldStatus(), layer)
      assert.strictEqual(server.requests[0]?.headers["x-token"], "held-elsewhere")
    })
  )

  it.effect("uses a session of one's own over Session.make, which gets another token after a 401", () =>
    Effect.gen(function* () {
      const server = fake(({ headers }) =>
        headers["x-token"] === "second"
          ? Response.json({ ok: 1, status: "normal" })
          : Response.json({ error: "unauthorized" }, { status: 401 })
      )
      let token = "first"
      const acquire = Effect.sync(() => ({ token: Redacted.make(token), generation: 0, sequence: 0 }))
      const session = Layer.effect(
        Session.Session,
        Effect.map(Session.make, (own) =>
          Session.Session.of({
            ...own,
            method: "Token",
            acquire,
            current: acquire,
            onTokenReceived: () => Effect.void,
            onTokenRejected: () =>
              Effect.suspend(() => {
                token = "second"
                return acquire
              })
          })
        )
      )
      const layer = Layer.effect(ScreepsClient.ScreepsClient, ScreepsClient.make).pipe(
        Layer.provide(session),
        Layer.provide([Credentials.layerGuest, RateLimits.layerNone, ...parts(server)])
      )
      assert.strictEqual((yield* Effect.provide(User.worldStatus(), layer)).status, "normal")
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => headers["x-token"]),
        ["first", "second"]
      )
    })
  )
})
