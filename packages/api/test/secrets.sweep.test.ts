/**
 * Every operation, failing in every way, at servers that repeat every secret they were told: what a program may show
 * of it is searched for the secrets' mark.
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
import { type Call, untyped } from "./support/asking.ts"
import { type Answer, type Asked, door, fake, request } from "./support/fake.ts"
import { looks, mark, principal, talkative, told } from "./support/talkative.ts"
import { within } from "./support/time.ts"

/** Everything that is looked into, counted, with what was found. */
const makeLedger = () => {
  const leaks: Array<string> = []
  let places = 0
  return {
    leaks,
    places: () => places,
    look: (thing: unknown) => {
      places++
      const texts =
        typeof thing === "string"
          ? [thing]
          : [String(thing), inspect(thing, { depth: 10 }), JSON.stringify(thing) ?? ""]
      for (const text of texts) {
        const at = text.indexOf(mark)
        if (at >= 0) leaks.push(text.slice(Math.max(0, at - 80), at + 60))
      }
    }
  }
}
type Look = ReturnType<typeof makeLedger>["look"]

/** Runs a call and looks into everything that it shows: logs, events, metrics, spans, causes, the error itself. */
const watched = (look: Look, call: Call) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const loggers = [Logger.formatJson, Logger.formatLogFmt].map((logger) => Logger.map(logger, look))
    const { server } = yield* ScreepsClient
    const exit = yield* call.pipe(
      Effect.tapCause((cause) =>
        Effect.annotateLogs(Effect.logTrace("failed", Cause.squash(cause), cause), { server })
      ),
      Effect.exit,
      Effect.tap(() => Effect.map(Metric.snapshot, look)),
      Effect.provideService(References.MinimumLogLevel, "Trace"),
      Effect.provideService(Tracer.Tracer, tracer),
      Effect.provideService(ScreepsEvents.OnEvent, look),
      Effect.provideService(Metric.MetricRegistry, new Map()),
      Effect.provide(Logger.layer(loggers))
    )
    // Tracers export why a span failed; the value of one that succeeded stays in the program.
    for (const { attributes, events, name, status } of spans) {
      look([name, [...attributes], events])
      if (status._tag === "Ended" && Exit.isFailure(status.exit)) look(Cause.pretty(status.exit.cause))
    }
    if (Exit.isSuccess(exit)) return undefined
    const error = Cause.squash(exit.cause)
    assert.instanceOf(error, ScreepsError)
    for (const thing of [error, error.stack ?? "", Cause.pretty(exit.cause)]) look(thing)
    look(Schema.encodeSync(ScreepsError)(error))
    return error.reason._tag
  })

const privateServer = Server.privateServer("http://127.0.0.1:21025", {
  password: Redacted.make(told.serverPassword)
})

/** Ways in, and the secrets that were told at the door. */
const doors = [
  {
    who: Credentials.layerPassword({ username: looks.mail, password: Redacted.make(told.password) }),
    server: privateServer,
    secrets: [told.password, told.serverPassword]
  },
  {
    who: Credentials.layerToken(Redacted.make(looks.apiToken)),
    server: Server.official({ shard: "shard3" }),
    secrets: []
  },
  {
    who: Credentials.layerSteamTicket({ ticket: Redacted.make(told.ticket), useNativeAuth: false }),
    server: privateServer,
    secrets: [told.ticket, told.serverPassword]
  }
]

const settings = Layer.mergeAll(
  Layer.succeed(Retry.Retry, Retry.none),
  Layer.succeed(RequestTimeout, Duration.millis(50))
)

const isSignIn = ({ url }: Asked) => /\/auth\/(signin|steam-ticket)$/.test(url.pathname)

/** A server that signs everybody in, and then fails so. */
const afterSigningIn =
  (answer: Answer): Answer =>
  (asked) =>
    isSignIn(asked) ? Response.json({ ok: 1, token: looks.sessionToken }) : answer(asked)

/** A field with a secret in it, where it is one for a secret. */
const confide = (field: string, value: unknown): unknown => {
  if (field === "email") return looks.mail
  if (!Redacted.isRedacted(value)) return value
  if (field === "password") return Redacted.make(told.newPassword)
  if (field === "oldPassword") return Redacted.make(told.password)
  if (field === "ticket") return Redacted.make(told.ticket)
  // One endpoint takes the first eight characters.
  return Redacted.make(String(Redacted.value(value)).length === 8 ? `${mark}00` : looks.apiToken)
}

/** An input that the operation sends, with secrets in the fields that are for secrets. */
const inputOf = (operation: AnyOperation) =>
  Effect.gen(function* () {
    const arbitrary = Arbitrary.schema(operation.input)
    const samples = yield* Effect.orDie(Arbitrary.sampleEffect(arbitrary, { count: 30, seed: 7, size: 3 }))
    for (const sample of samples) {
      const given = Object.entries(sample as Readonly<Record<string, unknown>>)
      const input = Object.fromEntries(given.map(([field, value]) => [field, confide(field, value)]))
      for (const { server } of doors) {
        const answering = fake(() => Response.json({ error: "no" }))
        yield* Effect.ignore(Effect.provide(untyped(operation, input), door(answering, { server })))
        if (answering.asked.length > 0) return { operation, input }
      }
    }
    return yield* Effect.die(new Error(`${operation.method} ${operation.path} sends nothing`))
  })

/** Secrets among the fields of an input. */
const secretsIn = (input: object): ReadonlyArray<string> =>
  Object.values(input).flatMap((value: unknown) =>
    Redacted.isRedacted(value) ? [String(Redacted.value(value))] : []
  )

/** Inputs for all operations, made once. */
const inputs = Effect.runSync(Effect.cached(Effect.forEach(all, inputOf)))

/** Time for a machine that has much else to do. */
const patience = 60_000

/** Runs an operation with its input at a server that fails so, behind one of the doors. */
const failing = (
  look: Look,
  { input, operation }: { readonly input: object; readonly operation: AnyOperation },
  answer: (everything: ReadonlyArray<string>) => Answer,
  { secrets, server, who }: (typeof doors)[number],
  signsIn = true
) => {
  const answered = answer([...Object.values(looks), ...secrets, ...secretsIn(input)])
  const http = fake(signsIn ? afterSigningIn(answered) : answered)
  const call = Effect.provideService(untyped(operation, input), OnLimit, "fail")
  // A sign-in has half a minute.
  return within(
    Effect.provide(watched(look, call), door(http, { server, who, settings })),
    signsIn ? 10 : 100
  )
}

describe("no secret is shown", () => {
  for (const [turn, [what, answer]] of talkative.entries()) {
    const isPrincipal = principal.has(what)
    it.effect(
      `by ${isPrincipal ? "any operation" : "operations"} after ${what}`,
      () =>
        Effect.gen(function* () {
          const { leaks, look, places } = makeLedger()
          const each = (yield* inputs).filter((_, index) => isPrincipal || (index + turn) % 8 === 0)
          for (const [index, one] of each.entries()) {
            yield* failing(look, one, answer, doors[(index + turn) % doors.length] ?? assert.fail())
          }
          assert.deepStrictEqual([...new Set(leaks)].slice(0, 10), [])
          assert.isAbove(places(), each.length * 8)
        }),
      patience
    )
  }

  it.effect(
    "by a sign-in that fails in any way",
    () =>
      Effect.gen(function* () {
        const { leaks, look, places } = makeLedger()
        const [one] = (yield* inputs).filter(({ operation }) => operation.path === "/api/user/world-status")
        for (const [, answer] of talkative) {
          for (const way of doors) yield* failing(look, one ?? assert.fail(), answer, way, false)
        }
        assert.deepStrictEqual([...new Set(leaks)].slice(0, 10), [])
        assert.isAbove(places(), talkative.length * doors.length * 8)
      }),
    patience
  )

  it.effect(
    "by a raw request, wherever its secrets travel",
    () =>
      Effect.gen(function* () {
        const { leaks, look } = makeLedger()
        const fields = { password: told.newPassword, email: looks.mail, ticket: told.ticket }
        const calls = [
          { call: request({ method: "POST", path: "/api/register/submit", body: fields }), secrets: fields },
          { call: request({ method: "GET", path: "/api/user/badge-svg", query: fields }), secrets: fields },
          { call: request({ method: "GET", path: `/api/auth/me?_token=${looks.apiToken}` }), secrets: {} }
        ]
        const { secrets: known, server, who } = doors[0] ?? assert.fail()
        for (const [, answer] of talkative) {
          for (const { call, secrets } of calls) {
            const answered = answer([...Object.values(looks), ...known, ...Object.values(secrets)])
            const layer = door(fake(afterSigningIn(answered)), { server, who, settings })
            yield* within(Effect.provide(watched(look, Effect.provideService(call, OnLimit, "fail")), layer))
          }
        }
        assert.deepStrictEqual([...new Set(leaks)].slice(0, 10), [])
      }),
    patience
  )

  it.effect(
    "by an input that is refused",
    () =>
      Effect.gen(function* () {
        const { leaks, look, places } = makeLedger()
        const met = new Set<unknown>()
        const silent = fake(() => Response.json({ ok: 1 }))
        for (const { input, operation } of yield* inputs) {
          const wrong = Object.values(told).flatMap((secret) =>
            Object.entries({ ...input, more: 1 }).map(([field, value]) => ({
              ...input,
              [field]: Redacted.isRedacted(value) ? Redacted.make({ secret }) : { secret, [secret]: secret }
            }))
          )
          for (const one of wrong) {
            const layer = door(silent, { server: Server.official(), settings })
            met.add(yield* within(Effect.provide(watched(look, untyped(operation, one)), layer)))
          }
        }
        assert.deepStrictEqual([...new Set(leaks)].slice(0, 10), [])
        assert.isAbove(places(), 1000)
        assert.includeMembers([...met], ["InvalidInput", "ShardRequired"])
      }),
    patience
  )

  it.effect(
    "whatever the reason is: there is none that these failures do not give",
    () =>
      Effect.gen(function* () {
        const { look } = makeLedger()
        const paths = ["/api/game/time", "/api/user/world-status", "/room-history"]
        const some = (yield* inputs).filter(({ operation }) => paths.includes(operation.path))
        const met = new Set<unknown>(["InvalidInput", "ShardRequired"])
        for (const [, answer] of talkative) {
          for (const one of some) met.add(yield* failing(look, one, answer, doors[0] ?? assert.fail()))
        }
        met.delete(undefined)
        assert.sameMembers(
          [...met],
          Reason.members.map(({ fields }) => fields._tag.schema.literal)
        )
      }),
    patience
  )
})

describe("a refusal that repeats secrets", () => {
  const refusing = (error: string) =>
    door(
      fake(() => Response.json({ error })),
      { server: privateServer, who: Credentials.layerPassword({ username: "alice", password }) }
    )
  const password = Redacted.make(told.password)
  const submit = Register.submit({
    username: "bob",
    email: looks.mail,
    password: Redacted.make(told.newPassword)
  })

  it.effect("is told without them, and otherwise as it was", () =>
    Effect.gen(function* () {
      const error = `${told.newPassword} of ${looks.mail} is too short (${told.password}, ${told.serverPassword})`
      const { reason } = yield* Effect.flip(Effect.provide(submit, refusing(error)))
      const hidden = "<redacted>"
      assert.strictEqual(reason.message, `${hidden} of ${hidden} is too short (${hidden}, ${hidden})`)
    })
  )

  it.effect("keeps what is no secret: names of rooms, objects and fields", () =>
    Effect.gen(function* () {
      const error = "invalid room W7N3: 5bbcab9a9099fc012e6353ee at 25@13, version 4.3.0"
      const { reason } = yield* Effect.flip(Effect.provide(submit, refusing(error)))
      assert.strictEqual(reason.message, error)
    })
  )
})
