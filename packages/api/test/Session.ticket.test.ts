import { inspect } from "node:util"
import { recording, reported, toResponse } from "@screeps-effect/fixtures"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { run, type ReceivedRequest, type Fake, fake, lines, reasonOf } from "./support/fake.ts"

const ticket = "14000000deadbeef"
const asSteam = (useNativeAuth?: boolean) => ({
  credentials: Credentials.layerSteamTicket({ ticket: Redacted.make(ticket), useNativeAuth })
})
const status = User.worldStatus()
const unauthorized = () => Response.json({ error: "unauthorized" }, { status: 401 })
const version = (fields: object) =>
  Response.json({ ok: 1, protocol: 14, serverData: { historyChunkSize: 20 }, ...fields })

interface Responses {
  readonly version?: () => Response
  /** The response to the n-th ticket, counted from 1. */
  readonly ticket?: (n: number) => Response
  readonly other?: (request: ReceivedRequest) => Response
}

/** A server that accepts tickets; tokens are `session-1`, `session-2` …, and do not expire by default. */
const ticketServer = (responses: Responses = {}): Fake => {
  let tickets = 0
  return fake((request) => {
    switch (request.url.pathname.replace(/^\/season/, "")) {
      case "/api/version":
        return responses.version?.() ?? version({ useNativeAuth: false })
      case "/api/auth/steam-ticket": {
        const n = ++tickets
        return responses.ticket?.(n) ?? Response.json({ ok: 1, token: `session-${n}`, steamid: "7656" })
      }
      default:
        return responses.other?.(request) ?? Response.json({ ok: 1, status: "normal" })
    }
  })
}
const bodies = ({ requests }: Fake) => requests.flatMap(({ body }) => (body === undefined ? [] : [body]))
const tokens = ({ requests }: Fake) =>
  requests
    .filter(({ url }) => url.pathname.endsWith("/world-status"))
    .map(({ headers }) => headers["x-token"])

describe("a Steam ticket", () => {
  it.effect("is sent with the useNativeAuth of the server's version", () =>
    Effect.gen(function* () {
      for (const [fields, sent] of [
        [{ useNativeAuth: true }, true],
        [{ useNativeAuth: false }, false],
        [{ useNativeAuth: null }, false],
        [{}, false]
      ] as const) {
        const server = ticketServer({ version: () => version(fields) })
        yield* run(status, server, asSteam())
        assert.deepStrictEqual(lines(server), [
          "GET /api/version",
          "POST /api/auth/steam-ticket",
          "GET /api/user/world-status"
        ])
        assert.deepStrictEqual(bodies(server), [{ ticket, useNativeAuth: sent }])
        assert.deepStrictEqual(tokens(server), ["session-1"])
      }
    })
  )

  it.effect("is sent without reading the version when useNativeAuth is given", () =>
    Effect.gen(function* () {
      for (const useNativeAuth of [true, false]) {
        const server = ticketServer()
        yield* run(status, server, asSteam(useNativeAuth))
        assert.deepStrictEqual(bodies(server), [{ ticket, useNativeAuth }])
        assert.strictEqual(lines(server)[0], "POST /api/auth/steam-ticket")
      }
    })
  )

  it.effect("is sent once for a hundred calls", () =>
    Effect.gen(function* () {
      const server = ticketServer()
      const hundred = Array.from({ length: 100 }, () => status)
      yield* run(Effect.all(hundred, { concurrency: "unbounded" }), server, asSteam())
      assert.lengthOf(bodies(server), 1)
    })
  )

  it.effect("is sent again when the token has expired, without reading the version again", () =>
    Effect.gen(function* () {
      const server = ticketServer({
        other: ({ headers }) =>
          headers["x-token"] === "session-1" ? unauthorized() : Response.json({ ok: 1, status: "normal" })
      })
      yield* run(status, server, asSteam())
      assert.deepStrictEqual(lines(server), [
        "GET /api/version",
        "POST /api/auth/steam-ticket",
        "GET /api/user/world-status",
        "POST /api/auth/steam-ticket",
        "GET /api/user/world-status"
      ])
      assert.deepStrictEqual(tokens(server), ["session-1", "session-2"])
    })
  )

  it.effect("that a server accepts only once leads to Unauthorized", () =>
    Effect.gen(function* () {
      for (const rejection of ["could not authenticate", "invalid encrypted ticket"]) {
        const server = ticketServer({
          other: unauthorized,
          ticket: (n) => Response.json(n === 1 ? { ok: 1, token: "session-1" } : { error: rejection })
        })
        const error = yield* Effect.flip(run(status, server, asSteam(false)))
        assert.strictEqual(
          error.message,
          "POST /api/auth/steam-ticket: Unauthorized (the Steam ticket was rejected)"
        )
        assert.deepStrictEqual(lines(server), [
          "POST /api/auth/steam-ticket",
          "GET /api/user/world-status",
          "POST /api/auth/steam-ticket"
        ])
      }
    })
  )

  it.effect("leads to one new sign-in and one retry when the server always returns 401", () =>
    Effect.gen(function* () {
      const server = ticketServer({ other: unauthorized })
      assert.strictEqual((yield* reasonOf(status, server, asSteam(false)))._tag, "Unauthorized")
      assert.deepStrictEqual(tokens(server), ["session-1", "session-2"])
      assert.lengthOf(bodies(server), 2)
    })
  )

  it.effect("that the server rejects fails with the server's message", () =>
    Effect.gen(function* () {
      const wrongKind = ticketServer({
        ticket: () => toResponse(recording("game/auth-steam-ticket.native"))
      })
      const error = yield* Effect.flip(run(status, wrongKind, asSteam(true)))
      assert.strictEqual(
        error.message,
        "POST /api/auth/steam-ticket: Rejected (authentication method is not supported)"
      )
      const noSteam = ticketServer({ ticket: () => toResponse(recording("game/auth-steam-ticket.webapi")) })
      assert.strictEqual((yield* reasonOf(status, noSteam, asSteam(false)))._tag, "ServerFault")
      const rejecting = ticketServer({ ticket: unauthorized })
      assert.strictEqual(
        (yield* reasonOf(status, rejecting, asSteam(false))).message,
        "the Steam ticket was rejected"
      )
    })
  )

  it.effect("is not sent when reading the version fails, and the next call reads it again", () =>
    Effect.gen(function* () {
      let isDown = true
      const server = ticketServer({
        version: () => (isDown ? new Response("busy", { status: 503 }) : version({ useNativeAuth: true }))
      })
      const program = Effect.gen(function* () {
        const error = yield* Effect.flip(status)
        assert.strictEqual(error.message, "GET /api/version: ServerFault (503: busy)")
        assert.isEmpty(bodies(server))
        isDown = false
        yield* status
      })
      yield* run(program, server, asSteam())
      assert.deepStrictEqual(bodies(server), [{ ticket, useNativeAuth: true }])
    })
  )
})

describe("a token for a Steam ticket", () => {
  it.effect("is replaced by the next one that a private server sends", () =>
    Effect.gen(function* () {
      let n = 0
      const server = ticketServer({
        other: () => Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": `renewed-${++n}` } })
      })
      yield* run(Effect.replicateEffect(status, 3), server, asSteam())
      assert.deepStrictEqual(tokens(server), ["session-1", "renewed-1", "renewed-2"])
    })
  )

  it.effect("is sent unchanged to an official server", () =>
    Effect.gen(function* () {
      const server = ticketServer({
        version: () => toResponse(reported("version.official")),
        ticket: () => toResponse(reported("auth.steam-ticket.ok"))
      })
      const options = { ...asSteam(), server: Server.season() }
      yield* run(Effect.replicateEffect(status, 2), server, options)
      assert.deepStrictEqual(lines(server), [
        "GET /season/api/version",
        "POST /season/api/auth/steam-ticket",
        "GET /season/api/user/world-status",
        "GET /season/api/user/world-status"
      ])
      const { token } = reported("auth.steam-ticket.ok").response.body as { readonly token: string }
      assert.deepStrictEqual(tokens(server), [token, token])
    })
  )
})

describe("a ticket and its token", () => {
  const responses: Readonly<Record<string, Responses>> = {
    "a sign-in": {},
    "a rejection that repeats them": { ticket: () => Response.json({ error: "no\n deadbeef 5ec4e7" }) },
    "a token of another shape": { ticket: () => Response.json({ ok: 1, token: { token: "5ec4e7" } }) },
    "a page": { ticket: () => new Response("<html><pre>no<br>deadbeef</pre></html>", { status: 500 }) },
    "an endless 401": { other: unauthorized }
  }
  for (const [what, response] of Object.entries(responses)) {
    it.effect(`do not appear in errors and spans: ${what}`, () =>
      Effect.gen(function* () {
        const spans: Array<Tracer.NativeSpan> = []
        const tracer = Tracer.make({
          span: (options) => {
            const span = new Tracer.NativeSpan(options)
            spans.push(span)
            return span
          }
        })
        const server = ticketServer({
          ticket: (n) => Response.json({ ok: 1, token: `5ec4e7-${n}` }),
          ...response
        })
        const exit = yield* Effect.exit(run(status, server, asSteam())).pipe(
          Effect.provideService(Tracer.Tracer, tracer)
        )
        const shown = [
          inspect(exit, { depth: 10, showHidden: true }),
          JSON.stringify(exit),
          exit._tag === "Failure" ? Cause.pretty(exit.cause) : "",
          // Also the exit of a span, because sign-ins succeed with a token.
          ...spans.map(({ attributes, events, name, status: ended }) =>
            inspect([name, [...attributes], events, ended], { depth: 10 })
          )
        ].join("\n")
        assert.include(shown, "POST /api/auth/steam-ticket")
        assert.notInclude(shown, "deadbeef")
        assert.notInclude(shown, "5ec4e7")
      })
    )
  }
})
