/** Compares the Redis script with the TypeScript implementation: the same steps at the same times have the same results. */
import { assert, describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Redis, script } from "effect/persistence/Redis"
import * as Schema from "effect/Schema"
import { fields, lua, parts, type Step, toArguments, toReply } from "../src/limits/script.ts"
import { isMissing, layerRedis } from "./support/redisServer.ts"
import { sharedLedger } from "./support/sharedLedger.ts"

const minute = 60_000

const Program = Schema.Literals(["a", "b", "c"])
const Id = Schema.Literals(["1", "2", "3", "4", "5", "6", "7", "8"])
const Bit = Schema.Literals([0, 1])
const Few = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))
const Millis = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 90_000 }))

/** Steps with relative times in milliseconds. */
const AnyStep = Schema.Union([
  Schema.Tuple([Schema.Literal("take"), Id, Millis, Bit, Few, Schema.Literals([0, 1, 2])]),
  Schema.Tuple([Schema.Literal("take"), Id, Millis, Bit, Schema.Literal(0), Schema.Literal(0)]),
  Schema.Tuple([Schema.Literal("settle"), Id, Bit, Bit, Bit, Few]),
  Schema.Tuple([Schema.Literal("settle"), Id, Schema.Literal(1), Bit, Schema.Literal(1), Schema.Literal(0)]),
  Schema.Tuple([Schema.Literal("renew"), Id]),
  Schema.Tuple([Schema.Literal("check"), Few]),
  Schema.Tuple([Schema.Literal("update"), Schema.Literals([3, 5, 8]), Few, Millis]),
  Schema.Tuple([Schema.Literal("block"), Millis]),
  Schema.Tuple([Schema.Literal("suspend"), Millis]),
  Schema.Tuple([Schema.Literal("look"), Schema.Literals([-1, 0, 1, 2, 7])]),
  Schema.Tuple([Schema.Literal("leave"), Id]),
  Schema.Tuple([Schema.Literal("report"), Id, Millis, Id, Millis]),
  Schema.Tuple([Schema.Literal("atLeast"), Few, Millis])
])
type AnyStep = typeof AnyStep.Type

const Rules = Schema.Literals(["minute", "hour", "none"])
const rules = {
  minute: [minute, { key: "", limit: 5, concurrency: 3, per: "minute" }],
  hour: [60 * minute, { key: "", limit: 4, concurrency: Infinity, per: "hour" }],
  none: [0, { key: "", limit: Infinity, concurrency: Infinity, per: undefined }]
} as const

const Trace = Schema.Array(
  Schema.Struct({
    program: Program,
    /** Milliseconds since the previous step. */
    passed: Schema.Literals([0, 0, 1, 700, 3000, 11_500, 31_000, 61_000]),
    step: AnyStep
  })
).check(Schema.isMinLength(20), Schema.isMaxLength(120))

/** The step with absolute times, for a store whose data was created at `born`. */
const absolute = (step: AnyStep, now: number, born: number): Step => {
  // Servers repeat the same end of a period.
  if (step[0] === "update") {
    const reset = Math.ceil((now + step[3]) / 30_000) * 30
    return [step[0], step[1], step[2], reset, reset * 1000 - now]
  }
  if (step[0] !== "take") return step
  return [step[0], step[1], step[2], step[3], step[4], [0, born, born + 1][step[5]] ?? 0]
}

/** Takes each step with a quota in Redis and with one in memory and compares the results. */
const both = (kind: typeof Rules.Type) =>
  Effect.gen(function* () {
    const redis = yield* Redis
    const key = yield* Effect.sync(() => crypto.randomUUID())
    const inRedis = redis.eval(
      script(
        (now: number, values: ReadonlyArray<string | number>) => [
          ...parts.map((part) => `${key}:${part}`),
          now,
          ...values
        ],
        { lua: lua("tonumber(KEYS[7])"), numberOfKeys: parts.length + 1 }
      ).withReturnType<ReadonlyArray<number>>()
    )
    const inMemory = sharedLedger()
    const [period, rule] = rules[kind]
    return (now: number, program: string, step: Step) =>
      Effect.gen(function* () {
        const values = toArguments(rule, period, program, step)
        const response = yield* inRedis(now, values)
        assert.strictEqual(response.length, fields.length)
        assert.deepStrictEqual(
          toReply(response),
          toReply(inMemory(now, values)),
          `${step.join(" ")} at ${now}`
        )
        return toReply(response)
      })
  })

describe.skipIf(isMissing)("the script that Redis runs", () => {
  layer(layerRedis, { excludeTestServices: true })((it) => {
    it.effect.prop(
      "returns the same result as the TypeScript implementation for every step",
      [Rules, Trace],
      ([kind, trace]) =>
        Effect.gen(function* () {
          const take = yield* both(kind)
          let now = 1_700_000_000_000
          let born = 0
          for (const { passed, program, step } of trace) {
            now += passed
            born = (yield* take(now, program, absolute(step, now, born))).born
          }
        })
    )

    it.effect("queues a call with OnLimit fail behind the first call of other programs, not of its own", () =>
      Effect.gen(function* () {
        const take = yield* both("minute")
        for (const id of ["1", "2", "3"]) {
          yield* take(0, "a", ["take", id, 0, 1, 0, 0])
          yield* take(0, "a", ["settle", id, 1, 0, 1, 0])
        }
        for (const id of ["4", "5"]) {
          yield* take(1000, "a", ["take", id, 0, 1, 0, 0])
          yield* take(1000, "a", ["settle", id, 1, 0, 1, 0])
        }
        yield* take(2000, "a", ["take", "6", 0, 1, 0, 0])
        yield* take(2000, "b", ["take", "7", 0, 1, 0, 0])
        const waits = yield* Effect.forEach(["a", "b", "c"], (program) =>
          Effect.map(take(3000, program, ["take", "8", 0, 0, 1, 0]), ({ wait }) => wait)
        )
        assert.deepStrictEqual(waits, [57_000, 57_000, 58_000])
      })
    )

    it.effect("admits 1, 2, 4, 8 and then at most 16 requests after a 429", () =>
      Effect.gen(function* () {
        const take = yield* both("none")
        yield* take(0, "a", ["block", 1000])
        const admitted: Array<number> = []
        for (let round = 0; round < 8; round++) {
          const ids: Array<string> = []
          for (let i = 0; i < 40; i++) {
            const id = `${round}:${i}`
            const { verdict } = yield* take(1000 + round, "a", ["take", id, 0, 1, 0, 0])
            if (verdict === 1) ids.push(id)
          }
          admitted.push(ids.length)
          for (const id of ids) yield* take(1000 + round, "a", ["settle", id, 1, 0, 1, 1])
        }
        assert.deepStrictEqual(admitted, [1, 2, 4, 8, 16, 16, 16, 16])
      })
    )
  })
})
