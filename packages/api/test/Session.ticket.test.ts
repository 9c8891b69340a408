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
import { ask, type Asked, type Fake, fake, lines, why } from "./support/fake.ts"

const ticket = "14000000deadbeef"
const asSteam = (useNativeAuth?: boolean) => ({
  who: Credentials.layerSteamTicket({ ticket: Redacted.make(ticket), useNativeAuth })
})
const status = User.worldStatus()
const unauthorized = () => Response.json({ error: "unauthorized" }, { status: 401 })
const version = (fields: object) =>
  Response.json({ ok: 1, protocol: 14, serverData: { historyChunkSize: 20 }, ...fields })

interface Answers {
  readonly version?: () => Response
  /** What the n-th ticket is answered, beginning with 1. */
  readonly ticket?: (n: number) => Response
  readonly other?: (asked: Asked) => Response
}

/** A server that takes tickets; tokens are `session-1`, `session-2` …, and by default live for ever. */
const takingTickets = (answers: Answers = {}): Fake => {
  let tickets = 0
  return fake((asked) => {
    switch (asked.url.pathname.replace(/^\/season/, "")) {
      case "/api/version":
        return answers.version?.() ?? version({ useNativeAuth: false })
      case "/api/auth/steam-ticket": {
        const n = ++tickets
        return answers.ticket?.(n) ?? Response.json({ ok: 1, token: `session-${n}`, steamid: "7656" })
      }
      default:
        return answers.other?.(asked) ?? Response.json({ ok: 1, status: "normal" })
    }
  })
}
const bodies = ({ asked }: Fake) => asked.flatMap(({ body }) => (body === undefined ? [] : [body]))
const tokens = ({ asked }: Fake) =>
  asked.filter(({ url }) => url.pathname.endsWith("/world-status")).map(({ headers }) => headers["x-token"])

describe("a Steam ticket", () => {
  it.effect("is exchanged for a token of the kind that the server's version asks for", () =>
    Effect.gen(function* () {
      for (const [told, sent] of [
        [{ useNativeAuth: true }, true],
        [{ useNativeAuth: false }, false],
        [{ useNativeAuth: null }, false],
        [{}, false]
      ] as const) {
        const server = takingTickets({ version: () => version(told) })
        yield* ask(status, server, asSteam())
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

  it.effect("is sent at once when its kind is told", () =>
    Effect.gen(function* () {
      for (const useNativeAuth of [true, false]) {
        const server = takingTickets()
        yield* ask(status, server, asSteam(useNativeAuth))
        assert.deepStrictEqual(bodies(server), [{ ticket, useNativeAuth }])
        assert.strictEqual(lines(server)[0], "POST /api/auth/steam-ticket")
      }
    })
  )

  it.effect("is sent once for a hundred calls", () =>
    Effect.gen(function* () {
      const server = takingTickets()
      const hundred = Array.from({ length: 100 }, () => status)
      yield* ask(Effect.all(hundred, { concurrency: "unbounded" }), server, asSteam())
      assert.lengthOf(bodies(server), 1)
    })
  )

  it.effect("signs in anew when the token has died, without asking for the kind again", () =>
    Effect.gen(function* () {
      const server = takingTickets({
        other: ({ headers }) =>
          headers["x-token"] === "session-1" ? unauthorized() : Response.json({ ok: 1, status: "normal" })
      })
      yield* ask(status, server, asSteam())
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

  it.effect("that a server takes only once leads to Unauthorized", () =>
    Effect.gen(function* () {
      for (const refusal of ["could not authenticate", "invalid encrypted ticket"]) {
        const server = takingTickets({
          other: unauthorized,
          ticket: (n) => Response.json(n === 1 ? { ok: 1, token: "session-1" } : { error: refusal })
        })
        const error = yield* Effect.flip(ask(status, server, asSteam(false)))
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

  it.effect("leads to one fresh sign-in and one repeat when the server always says 401", () =>
    Effect.gen(function* () {
      const server = takingTickets({ other: unauthorized })
      assert.strictEqual((yield* why(status, server, asSteam(false)))._tag, "Unauthorized")
      assert.deepStrictEqual(tokens(server), ["session-1", "session-2"])
      assert.lengthOf(bodies(server), 2)
    })
  )

  it.effect("that the server does not take fails with the server's words", () =>
    Effect.gen(function* () {
      const wrongKind = takingTickets({
        ticket: () => toResponse(recording("game/auth-steam-ticket.native"))
      })
      const error = yield* Effect.flip(ask(status, wrongKind, asSteam(true)))
      assert.strictEqual(
        error.message,
        "POST /api/auth/steam-ticket: Rejected (authentication method is not supported)"
      )
      const noSteam = takingTickets({ ticket: () => toResponse(recording("game/auth-steam-ticket.webapi")) })
      assert.strictEqual((yield* why(status, noSteam, asSteam(false)))._tag, "ServerFault")
      const refused = takingTickets({ ticket: unauthorized })
      assert.strictEqual(
        (yield* why(status, refused, asSteam(false))).message,
        "the Steam ticket was rejected"
      )
    })
  )

  it.effect("is not sent when the server does not tell its version, and the next call asks again", () =>
    Effect.gen(function* () {
      let down = true
      const server = takingTickets({
        version: () => (down ? new Response("busy", { status: 503 }) : version({ useNativeAuth: true }))
      })
      const program = Effect.gen(function* () {
        const error = yield* Effect.flip(status)
        assert.strictEqual(error.message, "GET /api/version: ServerFault (503: busy)")
        assert.isEmpty(bodies(server))
        down = false
        yield* status
      })
      yield* ask(program, server, asSteam())
      assert.deepStrictEqual(bodies(server), [{ ticket, useNativeAuth: true }])
    })
  )
})

describe("a token for a Steam ticket", () => {
  it.effect("is replaced by the next one that a private server hands out", () =>
    Effect.gen(function* () {
      let n = 0
      const server = takingTickets({
        other: () => Response.json({ ok: 1, status: "normal" }, { headers: { "x-token": `renewed-${++n}` } })
      })
      yield* ask(Effect.replicateEffect(status, 3), server, asSteam())
      assert.deepStrictEqual(tokens(server), ["session-1", "renewed-1", "renewed-2"])
    })
  )

  it.effect("is used as an official server hands it out", () =>
    Effect.gen(function* () {
      const server = takingTickets({
        version: () => toResponse(reported("version.official")),
        ticket: () => toResponse(reported("auth.steam-ticket.ok"))
      })
      const options = { ...asSteam(), server: Server.season() }
      yield* ask(Effect.replicateEffect(status, 2), server, options)
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

describe("ticket and token", () => {
  const answers: Readonly<Record<string, Answers>> = {
    "a sign-in": {},
    "a refusal that repeats them": { ticket: () => Response.json({ error: "no\n deadbeef 5ec4e7" }) },
    "a token of another shape": { ticket: () => Response.json({ ok: 1, token: { token: "5ec4e7" } }) },
    "a page": { ticket: () => new Response("<html><pre>no<br>deadbeef</pre></html>", { status: 500 }) },
    "an endless 401": { other: unauthorized }
  }
  for (const [what, answer] of Object.entries(answers)) {
    it.effect(`are shown nowhere: ${what}`, () =>
      Effect.gen(function* () {
        const spans: Array<Tracer.NativeSpan> = []
        const tracer = Tracer.make({
          span: (options) => {
            const span = new Tracer.NativeSpan(options)
            spans.push(span)
            return span
          }
        })
        const server = takingTickets({
          ticket: (n) => Response.json({ ok: 1, token: `5ec4e7-${n}` }),
          ...answer
        })
        const exit = yield* Effect.exit(ask(status, server, asSteam())).pipe(
          Effect.provideService(Tracer.Tracer, tracer)
        )
        const shown = [
          inspect(exit, { depth: 10, showHidden: true }),
          JSON.stringify(exit),
          exit._tag === "Failure" ? Cause.pretty(exit.cause) : "",
          // What a span ended with, too: sign-ins end with a token.
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
