/**
 * Runs every operation against servers that fail in every way and repeat every secret that they received, and searches
 * everything that a program may show for the mark of the secrets.
 */
import { inspect } from "node:util"
import * as Credentials from "@screeps-effect/api/Credentials"
import { all } from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import { OnLimit } from "@screeps-effect/api/RateLimits"
import * as Register from "@screeps-effect/api/Register"
import * as Retry from "@screeps-effect/api/Retry"
import { RequestTimeout, ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { Reason, ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as Tracer from "effect/Tracer"
import { type Call, untyped } from "./support/calls.ts"
import { type Handler, type ReceivedRequest, clientLayer, fake, request } from "./support/fake.ts"
import { secretsByFormat, mark, oneLeakPerReason, leakingServers, secretsFromInput } from "./support/leaks.ts"
import { within } from "@screeps-effect/fixtures/time"

/** Searches values for the mark, counts them, and collects the leaks found. */
const makeSearch = () => {
  const leaks: Array<string> = []
  let places = 0
  return {
    leaks,
    places: () => places,
    search: (value: unknown) => {
      places++
      const texts =
        typeof value === "string"
          ? [value]
          : [String(value), inspect(value, { depth: 10 }), JSON.stringify(value) ?? ""]
      for (const text of texts) {
        const at = text.indexOf(mark)
        if (at >= 0) leaks.push(text.slice(Math.max(0, at - 80), at + 60))
      }
    }
  }
}
type Search = ReturnType<typeof makeSearch>["search"]

/** Runs a call and searches everything that it shows: logs, events, metrics, spans, causes, the error itself. */
const watched = (search: Search, call: Call) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const loggers = [Logger.formatJson, Logger.formatLogFmt].map((logger) => Logger.map(logger, search))
    const { server } = yield* ScreepsClient
    const exit = yield* call.pipe(
      Effect.tapCause((cause) =>
        Effect.annotateLogs(Effect.logTrace("failed", Cause.squash(cause), cause), { server })
      ),
      Effect.exit,
      Effect.tap(() => Effect.map(Metric.snapshot, search)),
      Effect.provideService(References.MinimumLogLevel, "Trace"),
      Effect.provideService(Tracer.Tracer, tracer),
      Effect.provideService(ScreepsEvents.OnEvent, [search]),
      Effect.provideService(Metric.MetricRegistry, new Map()),
      Effect.provide(Logger.layer(loggers))
    )
    // Tracers export the cause of a failed span, but not the value of a successful one.
    for (const { attributes, events, name, status } of spans) {
      search([name, [...attributes], events])
      if (status._tag === "Ended" && Exit.isFailure(status.exit)) search(Cause.pretty(status.exit.cause))
    }
    if (Exit.isSuccess(exit)) return undefined
    const error = Cause.squash(exit.cause)
    assert.instanceOf(error, ScreepsError)
    for (const value of [error, error.stack ?? "", Cause.pretty(exit.cause)]) search(value)
    search(Schema.encodeSync(ScreepsError)(error))
    return error.reason._tag
  })

const privateServer = Server.privateServer("http://127.0.0.1:21025", {
  password: Redacted.make(secretsFromInput.serverPassword)
})

/** Kinds of credentials, each with a server and the secrets sent to it. */
const accounts = [
  {
    credentials: Credentials.layerPassword({
      username: secretsByFormat.mail,
      password: Redacted.make(secretsFromInput.password)
    }),
    server: privateServer,
    secrets: [secretsFromInput.password, secretsFromInput.serverPassword]
  },
  {
    credentials: Credentials.layerToken(Redacted.make(secretsByFormat.apiToken)),
    server: Server.official({ shard: "shard3" }),
    secrets: []
  },
  {
    credentials: Credentials.layerSteamTicket({
      ticket: Redacted.make(secretsFromInput.ticket),
      useNativeAuth: false
    }),
    server: privateServer,
    secrets: [secretsFromInput.ticket, secretsFromInput.serverPassword]
  }
]

const settings = Layer.mergeAll(
  Layer.succeed(Retry.Retry, Retry.none),
  Layer.succeed(RequestTimeout, Duration.millis(50))
)

const isSignIn = ({ url }: ReceivedRequest) => /\/auth\/(signin|steam-ticket)$/.test(url.pathname)

/** A server that accepts every sign-in and then fails with `response`. */
const afterSignIn =
  (response: Handler): Handler =>
  (received) =>
    isSignIn(received) ? Response.json({ ok: 1, token: secretsByFormat.sessionToken }) : response(received)

/** The value of a field, replaced by a marked secret when the field holds one. */
const withSecret = (field: string, value: unknown): unknown => {
  if (field === "email") return secretsByFormat.mail
  if (!Redacted.isRedacted(value)) return value
  if (field === "password") return Redacted.make(secretsFromInput.newPassword)
  if (field === "oldPassword") return Redacted.make(secretsFromInput.password)
  if (field === "ticket") return Redacted.make(secretsFromInput.ticket)
  // One endpoint takes the first eight characters.
  return Redacted.make(String(Redacted.value(value)).length === 8 ? `${mark}00` : secretsByFormat.apiToken)
}

/** A valid input of an operation, with marked secrets in the fields that hold secrets. */
const inputOf = (operation: AnyOperation) =>
  Effect.gen(function* () {
    const arbitrary = Arbitrary.schema(operation.input)
    // One at a time: the first usually suffices, and long patterns take long.
    for (let seed = 0; seed < 30; seed++) {
      const [sample] = yield* Effect.orDie(Arbitrary.sampleEffect(arbitrary, { count: 1, seed, size: 3 }))
      const fields = Object.entries(sample as Readonly<Record<string, unknown>>)
      const input = Object.fromEntries(fields.map(([field, value]) => [field, withSecret(field, value)]))
      if ("modules" in input) input["modules"] = { main: "", ...Object(input["modules"]) }
      for (const { server } of accounts) {
        const fakeServer = fake(() => Response.json({ error: "no" }))
        yield* Effect.ignore(Effect.provide(untyped(operation, input), clientLayer(fakeServer, { server })))
        if (fakeServer.requests.length > 0) return { operation, input }
      }
    }
    return yield* Effect.die(new Error(`${operation.method} ${operation.path} sends no request`))
  })

/** Secrets among the fields of an input. */
const secretsIn = (input: object): ReadonlyArray<string> =>
  Object.values(input).flatMap((value: unknown) =>
    Redacted.isRedacted(value) ? [String(Redacted.value(value))] : []
  )

/** Inputs for all operations, made once. */
const inputs = Effect.runSync(Effect.cached(Effect.forEach(all, inputOf)))

/** Runs an operation with its input against a server that fails with `response`, with one of the accounts. */
const failing = (
  search: Search,
  { input, operation }: { readonly input: object; readonly operation: AnyOperation },
  response: (secrets: ReadonlyArray<string>) => Handler,
  { secrets, server, credentials }: (typeof accounts)[number],
  signsIn = true
) => {
  const handler = response([...Object.values(secretsByFormat), ...secrets, ...secretsIn(input)])
  const http = fake(signsIn ? afterSignIn(handler) : handler)
  const call = Effect.provideService(untyped(operation, input), OnLimit, "fail")
  // A sign-in times out after 30 seconds.
  return within(
    Effect.provide(watched(search, call), clientLayer(http, { server, credentials, settings })),
    signsIn ? 10 : 100
  )
}

describe("a marked secret", () => {
  for (const [turn, [what, response]] of leakingServers.entries()) {
    const part = oneLeakPerReason.has(what) ? 2 : 8
    it.effect(`is not shown by operations after ${what}`, () =>
      Effect.gen(function* () {
        const { leaks, search, places } = makeSearch()
        const each = (yield* inputs).filter((_, index) => (index + turn) % part === 0)
        for (const [index, one] of each.entries()) {
          yield* failing(search, one, response, accounts[(index + turn) % accounts.length] ?? assert.fail())
        }
        assert.deepStrictEqual([...new Set(leaks)].slice(0, 10), [])
        assert.isAbove(places(), each.length * 8)
      })
    )
  }

  it.effect("is not shown by a failed sign-in", () =>
    Effect.gen(function* () {
      const { leaks, search, places } = makeSearch()
      const [one] = (yield* inputs).filter(({ operation }) => operation.path === "/api/user/world-status")
      for (const [, response] of leakingServers) {
        for (const account of accounts) yield* failing(search, one ?? assert.fail(), response, account, false)
      }
      assert.deepStrictEqual([...new Set(leaks)].slice(0, 10), [])
      assert.isAbove(places(), leakingServers.length * accounts.length * 8)
    })
  )

  it.effect("is not shown by a raw request with secrets in path, query or body", () =>
    Effect.gen(function* () {
      const { leaks, search } = makeSearch()
      const fields = {
        password: secretsFromInput.newPassword,
        email: secretsByFormat.mail,
        ticket: secretsFromInput.ticket
      }
      const calls = [
        { call: request({ method: "POST", path: "/api/register/submit", body: fields }), secrets: fields },
        { call: request({ method: "GET", path: "/api/user/badge-svg", query: fields }), secrets: fields },
        {
          call: request({ method: "GET", path: `/api/auth/me?_token=${secretsByFormat.apiToken}` }),
          secrets: {}
        }
      ]
      const { secrets: known, server, credentials } = accounts[0] ?? assert.fail()
      for (const [, response] of leakingServers) {
        for (const { call, secrets } of calls) {
          const handler = response([...Object.values(secretsByFormat), ...known, ...Object.values(secrets)])
          const layer = clientLayer(fake(afterSignIn(handler)), { server, credentials, settings })
          yield* within(Effect.provide(watched(search, Effect.provideService(call, OnLimit, "fail")), layer))
        }
      }
      assert.deepStrictEqual([...new Set(leaks)].slice(0, 10), [])
    })
  )

  it.effect("is not shown by invalid input", () =>
    Effect.gen(function* () {
      const { leaks, search, places } = makeSearch()
      const reasons = new Set<unknown>()
      const okServer = fake(() => Response.json({ ok: 1 }))
      let turn = 0
      for (const { input, operation } of yield* inputs) {
        const secrets = Object.values(secretsFromInput)
        const wrong = Object.entries({ ...input, more: 1 }).map(([field, value]) => {
          const secret = secrets[turn++ % secrets.length] ?? assert.fail()
          return {
            ...input,
            [field]: Redacted.isRedacted(value) ? Redacted.make({ secret }) : { secret, [secret]: secret }
          }
        })
        const withoutShard = operation.shard === "required" ? [{ ...input, shard: undefined }] : []
        for (const one of [...wrong, ...withoutShard]) {
          const layer = clientLayer(okServer, { server: Server.official(), settings })
          reasons.add(yield* within(Effect.provide(watched(search, untyped(operation, one)), layer)))
        }
      }
      assert.deepStrictEqual([...new Set(leaks)].slice(0, 10), [])
      assert.isAbove(places(), 1000)
      assert.includeMembers([...reasons], ["InvalidInput", "ShardRequired"])
    })
  )

  it.effect("is searched for after every reason of ScreepsError", () =>
    Effect.gen(function* () {
      const { search } = makeSearch()
      const paths = ["/api/game/time", "/api/user/world-status", "/room-history"]
      const some = (yield* inputs).filter(({ operation }) => paths.includes(operation.path))
      const reasons = new Set<unknown>(["InvalidInput", "ShardRequired"])
      for (const [, response] of leakingServers) {
        for (const one of some)
          reasons.add(yield* failing(search, one, response, accounts[0] ?? assert.fail()))
      }
      reasons.delete(undefined)
      assert.sameMembers(
        [...reasons],
        Reason.members.map(({ fields }) => fields._tag.schema.literal)
      )
    })
  )
})

describe("a rejection that repeats secrets", () => {
  const rejectingWith = (error: string) =>
    clientLayer(
      fake(() => Response.json({ error })),
      { server: privateServer, credentials: Credentials.layerPassword({ username: "alice", password }) }
    )
  const password = Redacted.make(secretsFromInput.password)
  const submit = Register.submit({
    username: "bob",
    email: secretsByFormat.mail,
    password: Redacted.make(secretsFromInput.newPassword)
  })

  it.effect("redacts the secrets and keeps the other text", () =>
    Effect.gen(function* () {
      const error = `${secretsFromInput.newPassword} of ${secretsByFormat.mail} is too short (${secretsFromInput.password}, ${secretsFromInput.serverPassword})`
      const { reason } = yield* Effect.flip(Effect.provide(submit, rejectingWith(error)))
      const hidden = "<redacted>"
      assert.strictEqual(reason.message, `${hidden} of ${hidden} is too short (${hidden}, ${hidden})`)
    })
  )

  it.effect("keeps names of rooms, objects and versions", () =>
    Effect.gen(function* () {
      const error = "invalid room W7N3: 5bbcab9a9099fc012e6353ee at 25@13, version 4.3.0"
      const { reason } = yield* Effect.flip(Effect.provide(submit, rejectingWith(error)))
      assert.strictEqual(reason.message, error)
    })
  )
})
