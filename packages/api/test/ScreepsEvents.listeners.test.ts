import { inspect } from "node:util"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import { Session } from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { line, listening } from "./support/events.ts"
import { apiToken, asAlice, ask, asToken, door, fake, privateServer } from "./support/fake.ts"
import { livingServer } from "./support/session.ts"
import { pass, within } from "./support/time.ts"

const alice = { who: asAlice }
const status = User.worldStatus()
const normal = () => Response.json({ ok: 1, status: "normal" })

const hooked =
  (hook: (event: ScreepsEvents.Event) => void) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, ScreepsEvents.OnEvent, hook)

describe("listeners", () => {
  it.effect("hear all the same, each from the moment of listening on", () =>
    Effect.gen(function* () {
      const server = livingServer({ renews: false })
      const program = Effect.gen(function* () {
        const first = yield* listening
        const second = yield* listening
        yield* within(status)
        const late = yield* listening
        yield* within(status)
        return [first, second, late].map((heard) => heard.map(line))
      })
      const [first, second, late] = yield* ask(program, server, alice)
      assert.lengthOf(first ?? [], 8)
      assert.deepStrictEqual(first, second)
      assert.deepStrictEqual(late, first?.slice(6))
    })
  )

  it.effect("who are slow never hold up a call, and are told in the log how much they missed", () =>
    Effect.gen(function* () {
      const warnings: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        if (logLevel === "Warn") warnings.push(String(message))
      })
      const server = fake(normal)
      const program = Effect.gen(function* () {
        const { stream } = yield* ScreepsEvents.ScreepsEvents
        const heard: Array<string> = []
        const slow = Stream.runForEach(stream, (event) =>
          Effect.andThen(
            Effect.sync(() => heard.push(line(event))),
            heard.length === 0 ? Effect.sleep("1 hour") : Effect.void
          )
        )
        const quick = yield* listening
        yield* Effect.forkChild(slow)
        yield* pass(1)
        yield* status
        yield* pass(1)
        yield* within(Effect.replicateEffect(status, 200))
        assert.lengthOf(quick, 402)
        yield* pass("1 hour")
        return heard
      })
      const heard = yield* Effect.provide(ask(program, server), Logger.layer([logger]))
      // The first event was taken, the last 256 were kept.
      assert.deepStrictEqual(warnings, ["a slow listener of ScreepsEvents missed 145 events"])
      assert.lengthOf(heard, 402 - 145)
    })
  )

  it.effect("are the reason why events are made: without any, none is", () =>
    Effect.gen(function* () {
      let made = 0
      const told = () => {
        made++
        return new ScreepsEvents.Auth({ authenticated: true })
      }
      const program = Effect.gen(function* () {
        const { publish } = yield* ScreepsEvents.ScreepsEvents
        yield* publish(told)
        assert.strictEqual(made, 0)
        const heard = yield* Effect.scoped(
          Effect.gen(function* () {
            const { stream } = yield* ScreepsEvents.ScreepsEvents
            const fiber = yield* Effect.forkScoped(Stream.runCollect(Stream.take(stream, 1)))
            yield* pass(1)
            yield* publish(told)
            return yield* Fiber.join(fiber)
          })
        )
        assert.deepStrictEqual([...heard].map(line), ["Auth true"])
        assert.strictEqual(made, 1)
        yield* publish(told)
        assert.strictEqual(made, 1)
        yield* hooked(() => {})(publish(told))
        assert.strictEqual(made, 2)
      })
      yield* Effect.provide(program, ScreepsEvents.layer)
    })
  )
})

describe("events told together", () => {
  it.effect("are made and heard one after another", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const auth = (authenticated: boolean) => () => {
        order.push(`made ${authenticated}`)
        return new ScreepsEvents.Auth({ authenticated })
      }
      const program = Effect.gen(function* () {
        const { publish } = yield* ScreepsEvents.ScreepsEvents
        const heard = yield* listening
        yield* hooked((event) => order.push(line(event)))(publish(auth(true), auth(false)))
        yield* pass(1)
        return heard.map(line)
      })
      const heard = yield* program.pipe(Effect.scoped, Effect.provide(ScreepsEvents.layer))
      assert.deepStrictEqual(order, ["made true", "Auth true", "made false", "Auth false"])
      assert.deepStrictEqual(heard, ["Auth true", "Auth false"])
    })
  )
})

describe("a function given as OnEvent", () => {
  const failing = hooked(() => {
    throw new Error("I cannot listen")
  })

  it.effect("that throws is logged, and does no harm to call, session and listeners", () =>
    Effect.gen(function* () {
      const errors: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        if (logLevel === "Error") errors.push(String(message))
      })
      const server = livingServer()
      const program = Effect.gen(function* () {
        const heard = yield* listening
        const answer = yield* within(failing(status))
        yield* pass(1)
        const loan = yield* Effect.flatMap(Session, ({ current: peek }) => peek)
        return { answer, heard, token: loan && Redacted.value(loan.token) }
      })
      const { answer, heard, token } = yield* Effect.provide(
        ask(program, server, alice),
        Logger.layer([logger])
      )
      assert.strictEqual(answer.status, "normal")
      assert.strictEqual(token, "token-2")
      assert.lengthOf(heard, 7)
      assert.lengthOf(errors, 7)
      assert.strictEqual(errors[0], "the ScreepsEvents.OnEvent function failed,Error: I cannot listen")
    })
  )

  it.effect("for one call comes before that of its client", () =>
    Effect.gen(function* () {
      const ofClient: Array<string> = []
      const ofCall: Array<string> = []
      const client = door(fake(normal), { server: privateServer, who: asToken }).pipe(
        Layer.provide(Layer.succeed(ScreepsEvents.OnEvent, (event) => ofClient.push(event._tag)))
      )
      const program = Effect.andThen(status, hooked((event) => ofCall.push(event._tag))(status))
      yield* Effect.provide(program, client)
      assert.deepStrictEqual(ofClient, ["Response", "ResponseResult"])
      assert.deepStrictEqual(ofCall, ["Response", "ResponseResult"])
    })
  )
})

describe("an event", () => {
  it("is told apart by its tag, and shows no token however it is shown", () => {
    const token = new ScreepsEvents.Token({ token: Redacted.make(apiToken, { label: "screeps-token" }) })
    assert.strictEqual(JSON.stringify(token), '{"token":"<redacted:screeps-token>","_tag":"Token"}')
    assert.notInclude(inspect([token], { depth: 10, showHidden: true }), apiToken)
  })
})
