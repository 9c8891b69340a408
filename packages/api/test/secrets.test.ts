/** Tokens and passwords contain a mark, which must appear in the requests and nowhere else. */
import { inspect } from "node:util"
import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import { OnLimit } from "@screeps-effect/api/RateLimits"
import * as Register from "@screeps-effect/api/Register"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import { Session } from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as Tracer from "effect/Tracer"
import { type Handler, type ReceivedRequest, clientLayer, fake } from "./support/fake.ts"

const token = "5ec4e700000000000000000000000000000070ce"
const nextToken = "5ec4e70000000000000000000000000000002222"
const password = "5ec4e7-pass"
const serverPassword = "5ec4e7-server-password"
const mark = "5ec4e7"

const server = Server.privateServer("http://127.0.0.1:21025", { password: Redacted.make(serverPassword) })
const credentials = Credentials.layerPassword({ username: "alice", password: Redacted.make(password) })
const rawToken = Credentials.layerToken(Redacted.make(token))

const signIn = ({ url }: ReceivedRequest) =>
  url.pathname === "/api/auth/signin" ? Response.json({ ok: 1, token }) : undefined
const signedIn =
  (response: Handler): Handler =>
  (received) =>
    signIn(received) ?? response(received)
const html = (body: string, status: number) =>
  new Response(`<!DOCTYPE html><html><body><pre>${body}</pre></body></html>`, { status })
const broken = (received: ReceivedRequest) =>
  Effect.fail(
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({
        request: HttpClientRequest.get(received.url, { headers: { "x-token": token } }),
        cause: new Error(`cannot reach ${received.url.href}?token=${token}`),
        description: `with ${token}`
      })
    })
  )

/** Servers that repeat secrets in their responses. */
const leakingServers: Record<string, Handler> = {
  "a response with a new token": () =>
    Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": nextToken } }),
  "a rejection that repeats the token": signedIn(() => Response.json({ error: `invalid token ${token}` })),
  "a rejection with a stack trace": signedIn(() => Response.json({ error: `no\n at ${token} ${password}` })),
  "a fault that repeats the token": signedIn(() => html(`TypeError: ${token}<br>at ${password}`, 500)),
  "a text with status 400": signedIn(() => new Response(`Bad ${token}`, { status: 400 })),
  "an HTML page with status 200": signedIn(() => html(`hello ${token}`, 200)),
  "a response with an unexpected shape": signedIn(() =>
    Response.json({ ok: 1, status: { token, password } })
  ),
  "a response that is not JSON": signedIn(() => new Response(`{"token":"${token}"`)),
  "a 401 for every token": signedIn(() => Response.json({ error: `unauthorized ${token}` }, { status: 401 })),
  "a 403": signedIn(() => Response.json({ error: "forbidden", token }, { status: 403 })),
  "a 429 with a link": signedIn(
    () => new Response(`Rate limit exceeded, retry after 5ms, https://x/?token=${token}`, { status: 429 })
  ),
  "a broken connection": broken,
  "a broken connection after the sign-in": signedIn(broken),
  "a rejected sign-in": () => new Response(`Unauthorized: ${token}`, { status: 401 }),
  "a sign-in rejection that repeats the token": () => Response.json({ error: `no ${token}` }),
  "a sign-in response with an unexpected shape": () => Response.json({ ok: 1, token: { token } })
}

/** Runs calls and collects everything that a program may show: logs, spans and failures. */
const caught = (response: Handler, layer = credentials) =>
  Effect.gen(function* () {
    const shown: Array<string> = []
    const show = (value: unknown) => {
      shown.push(String(value), inspect(value, { depth: 10, showHidden: true }))
      shown.push(JSON.stringify(value) ?? "")
    }
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const loggers = [
      Logger.formatJson,
      Logger.formatLogFmt,
      Logger.formatSimple,
      Logger.formatStructured
    ].map((logger) => Logger.map(logger, show))
    const fakeServer = fake(response)
    const calls: ReadonlyArray<Effect.Effect<unknown, ScreepsError, ScreepsClient | Session>> = [
      User.worldStatus(),
      Game.version(),
      Effect.flatMap(Session, ({ acquire }) => acquire)
    ]
    const program = Effect.forEach(calls, (call) =>
      Effect.matchCauseEffect(call, {
        onSuccess: (value) =>
          Effect.andThen(
            Effect.sync(() => show(value)),
            Effect.logInfo("response", value)
          ),
        onFailure: (cause) =>
          Effect.gen(function* () {
            const error = Cause.squash(cause) as ScreepsError
            for (const part of [error, error.reason, error.message, error.stack, cause, Cause.pretty(cause)])
              show(part)
            const { server } = yield* ScreepsClient
            yield* Effect.logError("failed", error, cause).pipe(Effect.annotateLogs({ server, error }))
          })
      })
    )
    yield* program.pipe(
      Effect.provide(
        Layer.merge(clientLayer(fakeServer, { server, credentials: layer }), Logger.layer(loggers))
      ),
      Effect.provideService(OnLimit, "fail"),
      Effect.provideService(References.MinimumLogLevel, "Trace"),
      Effect.provideService(Tracer.Tracer, tracer)
    )
    // Tracers export the cause of a failed span, but not the value of a successful one.
    for (const { attributes, events, name, status } of spans) {
      const failed = status._tag === "Ended" && Exit.isFailure(status.exit) ? status.exit.cause : undefined
      shown.push(inspect([name, [...attributes], events, failed], { depth: 10 }))
    }
    return { shown, spans, requests: fakeServer.requests }
  })

describe("a secret", () => {
  for (const [what, response] of Object.entries(leakingServers)) {
    it.effect(`is not shown: ${what}`, () =>
      Effect.gen(function* () {
        for (const layer of [credentials, rawToken]) {
          const { requests, shown, spans } = yield* caught(response, layer)
          assert.isAbove(shown.length, 10)
          assert.isNotEmpty(spans)
          assert.deepStrictEqual(
            shown.filter((text) => text.includes(mark)),
            []
          )
          // It was sent, in the right place.
          const sent = requests.map(({ body, headers }) => JSON.stringify([headers, body])).join()
          assert.include(sent, serverPassword)
          assert.include(sent, layer === credentials ? password : token)
        }
      })
    )
  }

  it.effect("is not shown by invalid input", () =>
    Effect.gen(function* () {
      const fakeServer = fake(() => Response.json({ ok: 1 }))
      const untyped = (operation: unknown, input: unknown) =>
        (operation as (input: unknown) => Effect.Effect<unknown, ScreepsError, ScreepsClient>)(input)
      const invalid = [
        untyped(Auth.signIn, { email: "alice", password }),
        untyped(Auth.signIn, { email: "", password: Redacted.make(password) }),
        untyped(Register.submit, { username: 5, password: Redacted.make(password) }),
        untyped(Register.submit, { username: "alice", password: { password } }),
        untyped(Register.submit, { username: "alice", password: Redacted.make({ password }) })
      ]
      for (const call of invalid) {
        const error = yield* Effect.flip(
          Effect.provide(call, clientLayer(fakeServer, { server, credentials }))
        )
        assert.strictEqual(error.reason._tag, "InvalidInput")
        for (const text of [
          String(error),
          error.message,
          JSON.stringify(error),
          inspect(error, { depth: 10 })
        ]) {
          assert.notInclude(text, mark)
        }
      }
      assert.isEmpty(fakeServer.requests)
    })
  )

  it.effect("is redacted in the response of Auth.signIn", () =>
    Effect.gen(function* () {
      const fakeServer = fake(() => Response.json({ ok: 1, token }))
      const call = Auth.signIn({ email: "alice", password: Redacted.make(password) })
      const response = yield* Effect.provide(call, clientLayer(fakeServer, { server, credentials }))
      assert.strictEqual(Redacted.value(response.token), token)
      assert.notInclude(
        inspect(response, { depth: 10 }) + JSON.stringify(response) + inspect([response.token]),
        mark
      )
      assert.deepStrictEqual(fakeServer.requests[0]?.body, { email: "alice", password })
    })
  )

  it.effect("is redacted in an encoded error", () =>
    Effect.gen(function* () {
      const fakeServer = fake(
        leakingServers["a rejection that repeats the token"] ?? (() => Response.json({}))
      )
      const error = yield* Effect.flip(
        Effect.provide(User.worldStatus(), clientLayer(fakeServer, { server, credentials }))
      )
      const encoded = Schema.encodeSync(ScreepsError)(error)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(encoded)), {
        _tag: "ScreepsError",
        operation: "GET /api/user/world-status",
        reason: { _tag: "Rejected", status: 200, detail: "invalid token <redacted>" }
      })
    })
  )
})

describe("the spans of calls", () => {
  it.effect("contain method, address and status, and send no trace headers", () =>
    Effect.gen(function* () {
      const response = leakingServers["a response with a new token"]
      assert.isDefined(response)
      const { requests, spans } = yield* caught(response, rawToken)
      const span = spans.find(({ kind, name }) => kind === "client" && name === "GET /api/user/world-status")
      assert.deepInclude(Object.fromEntries(span?.attributes ?? []), {
        "http.request.method": "GET",
        "http.response.status_code": 200,
        "server.address": "127.0.0.1",
        "url.full": "http://127.0.0.1:21025/api/user/world-status"
      })
      for (const { headers } of requests)
        assert.doesNotHaveAnyKeys(headers, ["traceparent", "b3", "tracestate"])
    })
  )

  it.effect("separate the sign-in from the call that needed it", () =>
    Effect.gen(function* () {
      const response = signedIn(() => Response.json({ ok: 1, status: "normal" }))
      const { requests, spans } = yield* caught(response)
      assert.includeMembers(
        spans.map(({ name }) => name),
        ["POST /api/auth/signin", "GET /api/user/world-status"]
      )
      for (const { headers } of requests)
        assert.doesNotHaveAnyKeys(headers, ["traceparent", "b3", "tracestate"])
    })
  )
})
