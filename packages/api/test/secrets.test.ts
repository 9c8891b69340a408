/** Tokens and passwords are marked here; the marks must turn up in the requests and nowhere else. */
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
import { type Answer, type Asked, door, fake } from "./support/fake.ts"

const token = "5ec4e700000000000000000000000000000070ce"
const nextToken = "5ec4e70000000000000000000000000000002222"
const password = "5ec4e7-pass"
const serverPassword = "5ec4e7-door"
const mark = "5ec4e7"

const server = Server.privateServer("http://127.0.0.1:21025", { password: Redacted.make(serverPassword) })
const who = Credentials.layerPassword({ username: "alice", password: Redacted.make(password) })
const rawToken = Credentials.layerToken(Redacted.make(token))

const signIn = ({ url }: Asked) =>
  url.pathname === "/api/auth/signin" ? Response.json({ ok: 1, token }) : undefined
const signedIn =
  (answer: Answer): Answer =>
  (asked) =>
    signIn(asked) ?? answer(asked)
const html = (body: string, status: number) =>
  new Response(`<!DOCTYPE html><html><body><pre>${body}</pre></body></html>`, { status })
const broken = (asked: Asked) =>
  Effect.fail(
    new HttpClientError.HttpClientError({
      reason: new HttpClientError.TransportError({
        request: HttpClientRequest.get(asked.url, { headers: { "x-token": token } }),
        cause: new Error(`cannot reach ${asked.url.href}?token=${token}`),
        description: `with ${token}`
      })
    })
  )

/** Servers that repeat what they were sent, and worse. */
const talkative: Record<string, Answer> = {
  "an answer with a new token": () =>
    Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": nextToken } }),
  "a refusal that repeats the token": signedIn(() => Response.json({ error: `invalid token ${token}` })),
  "a refusal with a stack trace": signedIn(() => Response.json({ error: `no\n at ${token} ${password}` })),
  "a fault that repeats the token": signedIn(() => html(`TypeError: ${token}<br>at ${password}`, 500)),
  "a text with status 400": signedIn(() => new Response(`Bad ${token}`, { status: 400 })),
  "a page in place of an answer": signedIn(() => html(`hello ${token}`, 200)),
  "an answer of another shape": signedIn(() => Response.json({ ok: 1, status: { token, password } })),
  "an answer that is not JSON": signedIn(() => new Response(`{"token":"${token}"`)),
  "an endless 401": signedIn(() => Response.json({ error: `unauthorized ${token}` }, { status: 401 })),
  "a 403": signedIn(() => Response.json({ error: "forbidden", token }, { status: 403 })),
  "a 429 with a link": signedIn(
    () => new Response(`Rate limit exceeded, retry after 5ms, https://x/?token=${token}`, { status: 429 })
  ),
  "a broken connection": broken,
  "a broken connection after the sign-in": signedIn(broken),
  "a refused sign-in": () => new Response(`Unauthorized: ${token}`, { status: 401 }),
  "a sign-in that repeats the token in a refusal": () => Response.json({ error: `no ${token}` }),
  "a sign-in of another shape": () => Response.json({ ok: 1, token: { token } })
}

/** Runs calls with everything that a program may show caught: what is logged, traced and failed with. */
const caught = (answer: Answer, layer = who) =>
  Effect.gen(function* () {
    const shown: Array<string> = []
    const show = (thing: unknown) => {
      shown.push(String(thing), inspect(thing, { depth: 10, showHidden: true }))
      shown.push(JSON.stringify(thing) ?? "")
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
    const asking = fake(answer)
    const calls: ReadonlyArray<Effect.Effect<unknown, ScreepsError, ScreepsClient | Session>> = [
      User.worldStatus(),
      Game.version(),
      Effect.flatMap(Session, ({ acquire: borrow }) => borrow)
    ]
    const program = Effect.forEach(calls, (call) =>
      Effect.matchCauseEffect(call, {
        onSuccess: (value) =>
          Effect.andThen(
            Effect.sync(() => show(value)),
            Effect.logInfo("answer", value)
          ),
        onFailure: (cause) =>
          Effect.gen(function* () {
            const error = Cause.squash(cause) as ScreepsError
            for (const thing of [error, error.reason, error.message, error.stack, cause, Cause.pretty(cause)])
              show(thing)
            const { server } = yield* ScreepsClient
            yield* Effect.logError("failed", error, cause).pipe(Effect.annotateLogs({ server, error }))
          })
      })
    )
    yield* program.pipe(
      Effect.provide(Layer.merge(door(asking, { server, who: layer }), Logger.layer(loggers))),
      Effect.provideService(OnLimit, "fail"),
      Effect.provideService(References.MinimumLogLevel, "Trace"),
      Effect.provideService(Tracer.Tracer, tracer)
    )
    // Tracers export why a span failed; the value of one that succeeded stays in the program.
    for (const { attributes, events, name, status } of spans) {
      const failed = status._tag === "Ended" && Exit.isFailure(status.exit) ? status.exit.cause : undefined
      shown.push(inspect([name, [...attributes], events, failed], { depth: 10 }))
    }
    return { shown, spans, asked: asking.asked }
  })

describe("a secret", () => {
  for (const [what, answer] of Object.entries(talkative)) {
    it.effect(`is shown nowhere: ${what}`, () =>
      Effect.gen(function* () {
        for (const layer of [who, rawToken]) {
          const { asked, shown, spans } = yield* caught(answer, layer)
          assert.isAbove(shown.length, 10)
          assert.isNotEmpty(spans)
          assert.deepStrictEqual(
            shown.filter((text) => text.includes(mark)),
            []
          )
          // It did travel, where it belongs.
          const sent = asked.map(({ body, headers }) => JSON.stringify([headers, body])).join()
          assert.include(sent, serverPassword)
          assert.include(sent, layer === who ? password : token)
        }
      })
    )
  }

  it.effect("is shown by no input that is refused", () =>
    Effect.gen(function* () {
      const asking = fake(() => Response.json({ ok: 1 }))
      const untyped = (operation: unknown, input: unknown) =>
        (operation as (input: unknown) => Effect.Effect<unknown, ScreepsError, ScreepsClient>)(input)
      const refused = [
        untyped(Auth.signIn, { email: "alice", password }),
        untyped(Auth.signIn, { email: "", password: Redacted.make(password) }),
        untyped(Register.submit, { username: 5, password: Redacted.make(password) }),
        untyped(Register.submit, { username: "alice", password: { password } }),
        untyped(Register.submit, { username: "alice", password: Redacted.make({ password }) })
      ]
      for (const call of refused) {
        const error = yield* Effect.flip(Effect.provide(call, door(asking, { server, who })))
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
      assert.isEmpty(asking.asked)
    })
  )

  it.effect("is hidden in the answer of a sign-in by hand", () =>
    Effect.gen(function* () {
      const asking = fake(() => Response.json({ ok: 1, token }))
      const call = Auth.signIn({ email: "alice", password: Redacted.make(password) })
      const answer = yield* Effect.provide(call, door(asking, { server, who }))
      assert.strictEqual(Redacted.value(answer.token), token)
      assert.notInclude(
        inspect(answer, { depth: 10 }) + JSON.stringify(answer) + inspect([answer.token]),
        mark
      )
      assert.deepStrictEqual(asking.asked[0]?.body, { email: "alice", password })
    })
  )

  it.effect("is not written when an error is encoded, to be sent or stored", () =>
    Effect.gen(function* () {
      const asking = fake(talkative["a refusal that repeats the token"] ?? (() => Response.json({})))
      const error = yield* Effect.flip(Effect.provide(User.worldStatus(), door(asking, { server, who })))
      const encoded = Schema.encodeSync(ScreepsError)(error)
      assert.deepStrictEqual(JSON.parse(JSON.stringify(encoded)), {
        _tag: "ScreepsError",
        operation: "GET /api/user/world-status",
        reason: { _tag: "Rejected", status: 200, detail: "invalid token <redacted>" }
      })
    })
  )
})

describe("tracing", () => {
  it.effect("tells method, path, status and server, and sends no trace headers to the server", () =>
    Effect.gen(function* () {
      const answer = talkative["an answer with a new token"]
      assert.isDefined(answer)
      const { asked, spans } = yield* caught(answer, rawToken)
      const span = spans.find(({ name }) => name === "GET /api/user/world-status")
      assert.deepStrictEqual(Object.fromEntries(span?.attributes ?? []), {
        "http.request.method": "GET",
        "http.response.status_code": 200,
        "server.address": "http://127.0.0.1:21025",
        "url.path": "/api/user/world-status"
      })
      assert.strictEqual(span?.kind, "client")
      for (const { headers } of asked) assert.doesNotHaveAnyKeys(headers, ["traceparent", "b3", "tracestate"])
    })
  )

  it.effect("tells the sign-in apart from the call that needed it", () =>
    Effect.gen(function* () {
      const answer = signedIn(() => Response.json({ ok: 1, status: "normal" }))
      const { asked, spans } = yield* caught(answer)
      assert.includeMembers(
        spans.map(({ name }) => name),
        ["POST /api/auth/signin", "GET /api/user/world-status"]
      )
      for (const { headers } of asked) assert.doesNotHaveAnyKeys(headers, ["traceparent", "b3", "tracestate"])
    })
  )
})
