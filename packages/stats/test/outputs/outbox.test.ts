import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as Outbox from "../../src/outputs/outbox.ts"
import { delivery, withRegistry } from "./support/registry.ts"

type Behaviour = "accept" | "fail" | "reject" | "hang" | "die"

/** A receiver whose behaviour the test changes, and what it received. */
const receiver = () => {
  const state = {
    behaviour: "accept" as Behaviour,
    retryAfter: undefined as Duration.Duration | undefined,
    attempts: [] as Array<number>,
    accepted: [] as Array<number>
  }
  const send = (payload: number) =>
    Effect.suspend((): Effect.Effect<void, Outbox.Unavailable | Outbox.Rejected> => {
      state.attempts.push(payload)
      switch (state.behaviour) {
        case "accept":
          state.accepted.push(payload)
          return Effect.void
        case "fail":
          return Effect.fail(new Outbox.Unavailable({ message: "away", retryAfter: state.retryAfter }))
        case "reject":
          return Effect.fail(new Outbox.Rejected({ message: "refused" }))
        case "hang":
          return Effect.never
        case "die":
          return Effect.die(new Error("a defect"))
      }
    })
  return { send, state }
}

/** Lets the fiber of the buffer run; no time passes. */
const settle = TestClock.adjust(0)

const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)

describe("the buffer of an output", () => {
  it.effect("sends payloads at once while the receiver accepts them", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      const { offer } = yield* Outbox.make("test", send, {})
      yield* offer(1, 10)
      yield* offer(2, 10)
      yield* settle
      assert.deepStrictEqual(state.accepted, [1, 2])
      assert.deepStrictEqual(yield* delivery("test"), { queued: 0, sent: 2, dropped: 0, failures: 0, up: 1 })
    }).pipe(withRegistry)
  )

  it.effect("has metrics with units and descriptions before the first payload", () =>
    Effect.gen(function* () {
      yield* Outbox.make("test", receiver().send, { name: "second" })
      const snapshots = yield* Metric.snapshot
      assert.deepStrictEqual(snapshots.map(({ id }) => id).toSorted(), [
        "screeps_stats_output_dropped_total",
        "screeps_stats_output_failures_total",
        "screeps_stats_output_queued",
        "screeps_stats_output_sent_total"
      ])
      for (const { attributes, description } of snapshots) {
        assert.deepStrictEqual(attributes, { output: "second", unit: "1" })
        assert.match(description ?? "", /^[A-Z]/)
      }
    }).pipe(withRegistry)
  )

  it.effect("waits 1 second after a failure at most, then twice as long each time, up to a minute", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      state.behaviour = "fail"
      const { offer } = yield* Outbox.make("test", send, {})
      yield* offer(1, 10)
      yield* settle
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
        const before = state.attempts.length
        let waited = 0
        while (state.attempts.length === before) {
          yield* TestClock.adjust("100 millis")
          waited += 100
        }
        // The jitter takes half of the delay at most.
        assert.isAtLeast(waited, seconds * 500)
        assert.isAtMost(waited, seconds * 1000 + 100)
      }
      state.behaviour = "accept"
      yield* TestClock.adjust("60 seconds")
      yield* offer(2, 10)
      yield* settle
      state.behaviour = "fail"
      yield* offer(3, 10)
      yield* settle
      const before = state.attempts.length
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.attempts.length, before + 1, "a success restarts the backoff")
    }).pipe(withRegistry)
  )

  it.effect("waits as long as the receiver requires, but five minutes at most", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      state.behaviour = "fail"
      state.retryAfter = Duration.seconds(90)
      const { offer } = yield* Outbox.make("test", send, {})
      yield* offer(1, 10)
      yield* TestClock.adjust("89 seconds")
      assert.strictEqual(state.attempts.length, 1)
      state.retryAfter = Duration.days(365)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.attempts.length, 2)
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual(state.attempts.length, 2)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.attempts.length, 3)
    }).pipe(withRegistry)
  )

  it.effect("drops what the receiver rejects, with a pause before the next payload", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      state.behaviour = "reject"
      const { offer } = yield* Outbox.make("test", send, {})
      yield* Effect.forEach([1, 2, 3], (n) => offer(n, 10))
      yield* settle
      assert.deepStrictEqual(state.attempts, [1])
      assert.deepStrictEqual(yield* delivery("test"), { queued: 2, sent: 0, dropped: 1, failures: 1, up: 0 })
      state.behaviour = "accept"
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(state.accepted, [2, 3])
    }).pipe(withRegistry)
  )

  it.effect("gives up an attempt without a response after its timeout and sends again", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      state.behaviour = "hang"
      const { offer } = yield* Outbox.make("test", send, { attemptTimeout: "10 seconds" })
      yield* offer(1, 10)
      yield* TestClock.adjust("9 seconds")
      assert.deepInclude(yield* delivery("test"), { queued: 1, failures: 0 })
      state.behaviour = "accept"
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(state.attempts, [1, 1])
      assert.deepStrictEqual(yield* delivery("test"), { queued: 0, sent: 1, dropped: 0, failures: 1, up: 1 })
    }).pipe(withRegistry)
  )

  it.effect("survives a defect of the function that sends", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      state.behaviour = "die"
      const { offer } = yield* Outbox.make("test", send, {})
      yield* Effect.forEach([1, 2], (n) => offer(n, 10))
      yield* settle
      state.behaviour = "accept"
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(state.accepted, [2])
    }).pipe(withRegistry)
  )

  it.effect("drops a payload whose sending is a defect, and logs it without its text", () =>
    Effect.gen(function* () {
      const sent: Array<string> = []
      const logged: Array<string> = []
      const logger = Logger.make(
        ({ cause, message }) => void logged.push(`${String(message)} ${Cause.pretty(cause)}`)
      )
      const endings: Record<string, Effect.Effect<void>> = {
        defect: Effect.suspend(() => {
          throw new TypeError("a secret header")
        }),
        interruption: Effect.interrupt
      }
      const send = (payload: string) => endings[payload] ?? Effect.sync(() => void sent.push(payload))
      yield* Effect.gen(function* () {
        const { offer } = yield* Outbox.make("test", send, {})
        for (const payload of ["one", "defect", "two", "interruption", "three"]) yield* offer(payload, 1)
        yield* TestClock.adjust("30 seconds")
      }).pipe(Effect.provide(Logger.layer([logger])))
      assert.deepStrictEqual(sent, ["one", "two", "three"])
      assert.deepInclude(yield* delivery("test"), { queued: 0, sent: 3, dropped: 2, failures: 2, up: 1 })
      const defects = logged.filter((line) => line.startsWith('Output "test" has a defect in sending: '))
      assert.strictEqual(defects.length, 2)
      assert.match(defects[0] ?? "", /: TypeError at .*outbox\.test\.ts/)
      assert.isFalse(logged.some((line) => line.includes("secret")))
    }).pipe(withRegistry)
  )

  it.effect("drops a payload that is larger than the whole buffer, and nothing else", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      const { offer } = yield* Outbox.make("test", send, { bufferBytes: 100 })
      yield* offer(1, 60)
      yield* offer(2, 101)
      yield* settle
      assert.deepStrictEqual(state.accepted, [1])
      assert.deepInclude(yield* delivery("test"), { sent: 1, dropped: 1 })
    }).pipe(withRegistry)
  )

  it.effect("drops the oldest payloads to stay within its bytes", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      state.behaviour = "fail"
      const { offer } = yield* Outbox.make("test", send, { bufferBytes: 100 })
      yield* offer(1, 40)
      yield* settle
      yield* Effect.forEach([2, 3], (n) => offer(n, 40))
      assert.deepInclude(yield* delivery("test"), { queued: 2, dropped: 1 })
      yield* offer(4, 100)
      assert.deepInclude(yield* delivery("test"), { queued: 1, dropped: 3 })
      state.behaviour = "accept"
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(state.accepted, [4])
    }).pipe(withRegistry)
  )

  it.effect("keeps the newest payloads of an outage of eight hours, in order, and sends none twice", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      const { offer } = yield* Outbox.make("test", send, { bufferPayloads: 100 })
      yield* Effect.forEach(numbered(1, 10), (n) => Effect.andThen(offer(n, 10), settle))
      state.behaviour = "fail"
      // A round every 15 seconds.
      for (const n of numbered(11, 1930)) {
        yield* offer(n, 10)
        yield* TestClock.adjust("15 seconds")
        assert.isAtMost((yield* delivery("test")).queued ?? Infinity, 100)
      }
      const during = yield* delivery("test")
      assert.deepInclude(during, { queued: 100, sent: 10, dropped: 1820, up: 0 })
      assert.strictEqual(during.failures, state.attempts.length - 10)
      state.behaviour = "accept"
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(state.accepted, [...numbered(1, 10), ...numbered(1831, 1930)])
      assert.deepStrictEqual(yield* delivery("test"), { ...during, queued: 0, sent: 110, up: 1 })
    }).pipe(withRegistry)
  )

  const Step = Schema.Union([
    Schema.Struct({ offer: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })) }),
    Schema.Struct({ wait: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120 })) }),
    Schema.Struct({ behaviour: Schema.Literals(["accept", "fail", "reject", "hang", "die"]) })
  ])

  it.effect.prop(
    "accounts for every payload, keeps the order and its bounds, whatever the receiver does",
    [Arbitrary.array(Arbitrary.schema(Step), { minLength: 1, maxLength: 60 })],
    ([steps]) =>
      Effect.gen(function* () {
        const { send, state } = receiver()
        const scope = yield* Scope.make()
        const { offer } = yield* Outbox.make("test", send, { bufferPayloads: 5, bufferBytes: 100 }).pipe(
          Scope.provide(scope)
        )
        let offered = 0
        const check = Effect.gen(function* () {
          const { dropped = 0, queued = 0, sent = 0 } = yield* delivery("test")
          assert.strictEqual(sent, state.accepted.length)
          assert.strictEqual(sent + dropped + queued, offered)
          // One more is being sent.
          assert.isAtMost(queued, 6)
          // Strictly ascending: in order, and none twice.
          assert.deepStrictEqual(
            state.accepted,
            [...new Set(state.accepted)].toSorted((a, b) => a - b)
          )
        })
        for (const step of steps) {
          if ("offer" in step) yield* offer(++offered, step.offer)
          else if ("wait" in step) yield* TestClock.adjust(Duration.seconds(step.wait))
          else state.behaviour = step.behaviour
          yield* check
        }
        const before = yield* delivery("test")
        if (state.behaviour === "accept" || state.behaviour === "fail") {
          state.behaviour = "accept"
          yield* TestClock.adjust("2 minutes")
          yield* check
          const { dropped = 0, queued } = yield* delivery("test")
          assert.strictEqual(queued, 0)
          // One that was being sent may have returned to a full buffer.
          assert.isAtMost(dropped - (before.dropped ?? 0), 1)
        }
        const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
        yield* TestClock.adjust("3 seconds")
        yield* Fiber.join(closing)
        yield* check
        assert.deepInclude(yield* delivery("test"), { queued: 0 })
      }).pipe(withRegistry)
  )

  it.effect("drops a payload that could not be sent when others have filled the buffer meanwhile", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      state.behaviour = "hang"
      const { offer } = yield* Outbox.make("test", send, { bufferBytes: 100 })
      yield* offer(1, 3)
      yield* settle
      yield* Effect.forEach([2, 3], (n) => offer(n, 49))
      assert.deepInclude(yield* delivery("test"), { queued: 3, dropped: 0 })
      state.behaviour = "accept"
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(state.accepted, [2, 3])
      assert.deepInclude(yield* delivery("test"), { queued: 0, sent: 2, dropped: 1 })
    }).pipe(withRegistry)
  )

  it.effect("sends what waits when its scope ends, without waiting for the backoff", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      const scope = yield* Scope.make()
      const { offer } = yield* Scope.provide(Outbox.make("test", send, {}), scope)
      state.behaviour = "fail"
      yield* Effect.forEach([1, 2, 3], (n) => offer(n, 10))
      yield* settle
      state.behaviour = "accept"
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(state.accepted, [1, 2, 3])
      assert.deepStrictEqual(yield* delivery("test"), { queued: 0, sent: 3, dropped: 0, failures: 1, up: 1 })
    }).pipe(withRegistry)
  )

  it.effect(
    "tries once more when its scope ends, and counts as dropped what the receiver does not take",
    () =>
      Effect.gen(function* () {
        const { send, state } = receiver()
        const scope = yield* Scope.make()
        const { offer } = yield* Scope.provide(Outbox.make("test", send, {}), scope)
        state.behaviour = "fail"
        yield* Effect.forEach([1, 2, 3], (n) => offer(n, 10))
        yield* settle
        yield* Scope.close(scope, Exit.void)
        assert.deepStrictEqual(state.attempts, [1, 1])
        yield* offer(4, 10)
        assert.deepStrictEqual(yield* delivery("test"), {
          queued: 0,
          sent: 0,
          dropped: 4,
          failures: 2,
          up: 0
        })
      }).pipe(withRegistry)
  )

  it.effect("ends after the time limit when the receiver does not respond", () =>
    Effect.gen(function* () {
      const { send, state } = receiver()
      const scope = yield* Scope.make()
      const { offer } = yield* Scope.provide(
        Outbox.make("test", send, { shutdownTimeout: "2 seconds" }),
        scope
      )
      state.behaviour = "hang"
      yield* Effect.forEach([1, 2], (n) => offer(n, 10))
      yield* settle
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("1 second")
      assert.isUndefined(closing.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(closing)
      assert.deepInclude(yield* delivery("test"), { queued: 0, dropped: 2 })
    }).pipe(withRegistry)
  )

  it.effect("logs the beginning and the end of an outage only", () => {
    const logged: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => void logged.push(`${logLevel}: ${String(message)}`))
    return Effect.gen(function* () {
      const { send, state } = receiver()
      const { offer } = yield* Outbox.make("test", send, {})
      yield* offer(1, 10)
      yield* settle
      state.behaviour = "fail"
      yield* offer(2, 10)
      yield* TestClock.adjust("1 hour")
      state.behaviour = "accept"
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(logged, [
        'Warn: Output "test" cannot send: away. Payloads wait, the oldest are dropped.',
        'Info: Output "test" sends again.'
      ])
    }).pipe(
      withRegistry,
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(References.MinimumLogLevel, "Trace")
    )
  })
})
