import * as Game from "@screeps-effect/api/Game"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { inspect } from "node:util"
import { always, asAlice, run, fake, lines, request } from "./support/fake.ts"
import { serverWithTokens } from "./support/session.ts"
import { within } from "@screeps-effect/fixtures/time"

const withMiddleware = (...middleware: ReadonlyArray<ScreepsClient.Middleware>) => ({
  settings: Layer.mergeAll(
    Layer.succeed(ScreepsClient.Middleware, middleware),
    Layer.succeed(Retry.Retry, Retry.none)
  )
})

const addHeader =
  (name: string, value: string | Redacted.Redacted): ScreepsClient.Middleware =>
  (send) =>
  (request) =>
    send({ ...request, headers: { ...request.headers, [name]: value } })

describe("middleware of a client", () => {
  it.effect("adds headers to the requests of operations and to raw ones", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, time: 5 })
      const options = withMiddleware(addHeader("x-proxy-key", "key-1"))
      yield* run(Game.time(), server, options)
      yield* run(request({ method: "GET", path: "/api/anything" }), server, options)
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => headers["x-proxy-key"]),
        ["key-1", "key-1"]
      )
    })
  )

  it.effect("cannot replace the headers that carry the token", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, status: "normal" })
      yield* run(User.worldStatus(), server, withMiddleware(addHeader("x-token", "other"))).pipe(
        Effect.ignore
      )
      assert.strictEqual(server.requests[0]?.headers["x-token"], "11111111-2222-3333-4444-555555555555")
    })
  )

  it.effect("changes the path, the query and the body that are sent", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const changed: ScreepsClient.Middleware = (send) => (request) =>
        send({
          ...request,
          path: "/api/other",
          query: { ...request.query, mark: true },
          body: { changed: [request.body] }
        })
      yield* run(
        request({ method: "POST", path: "/api/anything", query: { a: 2 }, body: { b: 3 } }),
        server,
        withMiddleware(changed)
      )
      assert.deepStrictEqual(lines(server), ["POST /api/other?a=2&mark=true"])
      assert.deepStrictEqual(server.requests[0]?.body, { changed: [{ b: 3 }] })
    })
  )

  it.effect("changes the query that an operation sends", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, room: { status: "normal" } })
      const elsewhere: ScreepsClient.Middleware = (send) => (request) =>
        send({ ...request, query: { ...request.query, room: "W9N9" } })
      yield* Effect.ignore(run(Game.roomTerrain({ room: "W1N1" }), server, withMiddleware(elsewhere)))
      assert.deepStrictEqual(lines(server), ["GET /api/game/room-terrain?room=W9N9"])
    })
  )

  it.effect("is a failure of the call when it makes the query or the body impossible to encode", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const call = request({ method: "POST", path: "/api/anything" })
      const withQuery: ScreepsClient.Middleware = (send) => (one) => send({ ...one, query: { a: [1] } })
      const withBody: ScreepsClient.Middleware = (send) => (one) => send({ ...one, body: { a: 1n } })
      const messages: Array<string> = []
      for (const middleware of [withQuery, withBody])
        messages.push((yield* Effect.flip(run(call, server, withMiddleware(middleware)))).message)
      assert.deepStrictEqual(messages, [
        "POST /api/anything: InvalidInput (a: query values must be strings, numbers or booleans)",
        "POST /api/anything: InvalidInput (body: cannot be encoded as JSON)"
      ])
      assert.isEmpty(server.requests)
    })
  )

  it.effect("runs once per call, the first one outermost, around retries", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const logged =
        (name: string): ScreepsClient.Middleware =>
        (send) =>
        (request) =>
          Effect.suspend(() => {
            log.push(`${name} sends ${request.name}`)
            return Effect.tap(send(request), ({ status }) =>
              Effect.sync(() => log.push(`${name} receives ${status}`))
            )
          })
      let n = 0
      const server = fake(() =>
        ++n === 1 ? new Response("", { status: 503 }) : Response.json({ ok: 1, time: 5 })
      )
      const { time } = yield* run(Game.time(), server, {
        settings: Layer.succeed(ScreepsClient.Middleware, [logged("first"), logged("second")])
      }).pipe(Effect.provideService(Retry.Retry, Schedule.recurs(3)))
      assert.strictEqual(time, 5)
      assert.lengthOf(server.requests, 2)
      assert.deepStrictEqual(log, [
        "first sends GET /api/game/time",
        "second sends GET /api/game/time",
        "second receives 200",
        "first receives 200"
      ])
    })
  )

  it.effect("responds in place of the server", () =>
    Effect.gen(function* () {
      const server = always({ error: "unexpected request" })
      const canned: ScreepsClient.Middleware = () => () =>
        Effect.succeed(new ScreepsClient.Response({ status: 200, body: { ok: 1, time: 7 } }))
      assert.deepStrictEqual(yield* run(Game.time(), server, withMiddleware(canned)), { ok: 1, time: 7 })
      assert.isEmpty(server.requests)
    })
  )

  it.effect("keeps a response for later calls", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, time: 5 })
      let known: ScreepsClient.Response | undefined
      const cached: ScreepsClient.Middleware = (send) => (request) =>
        known === undefined
          ? Effect.tap(send(request), (response) => Effect.sync(() => (known = response)))
          : Effect.succeed(known)
      const twice = Effect.all([Game.time(), Game.time()])
      const [first, second] = yield* run(twice, server, withMiddleware(cached))
      assert.deepStrictEqual(first, second)
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("receives rejections as errors of the call", () =>
    Effect.gen(function* () {
      const messages: Array<string> = []
      const watched: ScreepsClient.Middleware = (send) => (request) =>
        Effect.tapError(send(request), (error) => Effect.sync(() => messages.push(error.message)))
      yield* Effect.flip(run(Game.time(), always({ error: "no" }), withMiddleware(watched)))
      assert.deepStrictEqual(messages, ["GET /api/game/time: Rejected (no)"])
    })
  )

  it.effect("runs around the middleware of a single call", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, time: 5 })
      yield* run(
        Effect.all([
          Game.time(),
          Effect.provideService(Game.time(), ScreepsClient.Middleware, [addHeader("x-source", "call")])
        ]),
        server,
        withMiddleware(addHeader("x-source", "client"))
      )
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => headers["x-source"]),
        ["client", "call"]
      )
    })
  )

  it.effect("does not reveal a redacted header, even when the server repeats it", () =>
    Effect.gen(function* () {
      const secret = "proxy-secret-6789"
      const server = always({ error: `wrong key ${secret}` })
      const error = yield* Effect.flip(
        run(Game.time(), server, withMiddleware(addHeader("x-proxy-key", Redacted.make(secret))))
      )
      assert.strictEqual(server.requests[0]?.headers["x-proxy-key"], secret)
      assert.strictEqual(error.message, "GET /api/game/time: Rejected (wrong key <redacted>)")
      assert.notInclude(inspect(error, { depth: 10 }), secret)
    })
  )
})

describe("a transformed HttpClient", () => {
  it.effect("sends every request of the client and its session, including sign-ins", () =>
    Effect.gen(function* () {
      const server = serverWithTokens()
      const settings = Layer.succeed(ScreepsClient.TransformClient, (client) =>
        HttpClient.mapRequest(client, HttpClientRequest.setHeader("x-proxy-key", "key-1"))
      )
      yield* within(run(User.worldStatus(), server, { credentials: asAlice, settings }))
      assert.deepStrictEqual(lines(server), ["POST /api/auth/signin", "GET /api/user/world-status"])
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => headers["x-proxy-key"]),
        ["key-1", "key-1"]
      )
    })
  )
})
