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
import { line, collectEvents } from "./support/events.ts"
import { apiToken, asAlice, run, asToken, clientLayer, fake, privateServer } from "./support/fake.ts"
import { serverWithTokens } from "./support/session.ts"
import { pass, within } from "@screeps-effect/fixtures/time"

const alice = { credentials: asAlice }
const status = User.worldStatus()
const normal = () => Response.json({ ok: 1, status: "normal" })

const withOnEvent =
  (hook: ScreepsEvents.Listener) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, ScreepsEvents.OnEvent, [hook])

describe("listeners", () => {
  it.effect("receive the same events, each from its subscription on", () =>
    Effect.gen(function* () {
      const server = serverWithTokens({ renews: false })
      const program = Effect.gen(function* () {
        const first = yield* collectEvents
        const second = yield* collectEvents
        yield* within(status)
        const third = yield* collectEvents
        yield* within(status)
        return [first, second, third].map((events) => events.map(line))
      })
      const [first, second, third] = yield* run(program, server, alice)
      assert.lengthOf(first ?? [], 8)
      assert.deepStrictEqual(first, second)
      assert.deepStrictEqual(third, first?.slice(6))
    })
  )

  it.effect("never block a call, and a warning counts the events that a slow one missed", () =>
    Effect.gen(function* () {
      const warnings: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        if (logLevel === "Warn") warnings.push(String(message))
      })
      const server = fake(normal)
      const program = Effect.gen(function* () {
        const { stream } = yield* ScreepsEvents.ScreepsEvents
        const events: Array<string> = []
        const slow = Stream.runForEach(stream, (event) =>
          Effect.andThen(
            Effect.sync(() => events.push(line(event))),
            events.length === 0 ? Effect.sleep("1 hour") : Effect.void
          )
        )
        const quick = yield* collectEvents
        yield* Effect.forkChild(slow)
        yield* pass(1)
        yield* status
        yield* pass(1)
        yield* within(Effect.replicateEffect(status, 200))
        assert.lengthOf(quick, 402)
        yield* pass("1 hour")
        return events
      })
      const events = yield* Effect.provide(run(program, server), Logger.layer([logger]))
      // The first event was taken, the last 256 were kept.
      assert.deepStrictEqual(warnings, ["a slow listener of ScreepsEvents missed 145 events"])
      assert.lengthOf(events, 402 - 145)
    })
  )

  it.effect("are required for events to be created", () =>
    Effect.gen(function* () {
      let made = 0
      const makeEvent = () => {
        made++
        return new ScreepsEvents.Auth({ authenticated: true })
      }
      const program = Effect.gen(function* () {
        const { publish } = yield* ScreepsEvents.ScreepsEvents
        yield* publish(makeEvent)
        assert.strictEqual(made, 0)
        const events = yield* Effect.scoped(
          Effect.gen(function* () {
            const { stream } = yield* ScreepsEvents.ScreepsEvents
            const fiber = yield* Effect.forkScoped(Stream.runCollect(Stream.take(stream, 1)))
            yield* pass(1)
            yield* publish(makeEvent)
            return yield* Fiber.join(fiber)
          })
        )
        assert.deepStrictEqual([...events].map(line), ["Auth true"])
        assert.strictEqual(made, 1)
        yield* publish(makeEvent)
        assert.strictEqual(made, 1)
        yield* withOnEvent(() => {})(publish(makeEvent))
        assert.strictEqual(made, 2)
      })
      yield* Effect.provide(program, Layer.effect(ScreepsEvents.ScreepsEvents, ScreepsEvents.make))
    })
  )
})

describe("events published together", () => {
  it.effect("are created and received one after another", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const auth = (authenticated: boolean) => () => {
        order.push(`made ${authenticated}`)
        return new ScreepsEvents.Auth({ authenticated })
      }
      const program = Effect.gen(function* () {
        const { publish } = yield* ScreepsEvents.ScreepsEvents
        const events = yield* collectEvents
        yield* withOnEvent((event) => void order.push(line(event)))(publish(auth(true), auth(false)))
        yield* pass(1)
        return events.map(line)
      })
      const events = yield* program.pipe(
        Effect.scoped,
        Effect.provide(Layer.effect(ScreepsEvents.ScreepsEvents, ScreepsEvents.make))
      )
      assert.deepStrictEqual(order, ["made true", "Auth true", "made false", "Auth false"])
      assert.deepStrictEqual(events, ["Auth true", "Auth false"])
    })
  )
})

describe("a function given as OnEvent", () => {
  const failing = withOnEvent(() => {
    throw new Error("listener failed")
  })

  it.effect("that throws is logged, and does not affect the call, session and listeners", () =>
    Effect.gen(function* () {
      const errors: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        if (logLevel === "Error") errors.push(String(message))
      })
      const server = serverWithTokens()
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        const response = yield* within(failing(status))
        yield* pass(1)
        const lease = yield* Effect.flatMap(Session, ({ current }) => current)
        return { response, events, token: lease && Redacted.value(lease.token) }
      })
      const { response, events, token } = yield* Effect.provide(
        run(program, server, alice),
        Logger.layer([logger])
      )
      assert.strictEqual(response.status, "normal")
      assert.strictEqual(token, "token-2")
      assert.lengthOf(events, 7)
      assert.lengthOf(errors, 7)
      assert.strictEqual(errors[0], "the ScreepsEvents.OnEvent function failed,Error: listener failed")
    })
  )

  it.effect("for one call is added to that of its client", () =>
    Effect.gen(function* () {
      const ofClient: Array<string> = []
      const ofCall: Array<string> = []
      const client = clientLayer(fake(normal), { server: privateServer, credentials: asToken }).pipe(
        Layer.provide(Layer.succeed(ScreepsEvents.OnEvent, [(event) => void ofClient.push(event._tag)]))
      )
      const program = Effect.andThen(status, withOnEvent((event) => void ofCall.push(event._tag))(status))
      yield* Effect.provide(program, client)
      assert.deepStrictEqual(ofClient, ["Response", "ResponseResult", "Response", "ResponseResult"])
      assert.deepStrictEqual(ofCall, ["Response", "ResponseResult"])
    })
  )
})

describe("an event", () => {
  it("shows no token when it is inspected or encoded", () => {
    const token = new ScreepsEvents.Token({ token: Redacted.make(apiToken, { label: "screeps-token" }) })
    assert.strictEqual(JSON.stringify(token), '{"token":"<redacted:screeps-token>","_tag":"Token"}')
    assert.notInclude(inspect([token], { depth: 10, showHidden: true }), apiToken)
  })
})
