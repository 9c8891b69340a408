/** What Redis runs is what the sources say: the same steps at the same moments have the same answers. */
import { assert, describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Redis, script } from "effect/persistence/Redis"
import * as Schema from "effect/Schema"
import { fields, lua, parts, type Step, toArguments, toReply } from "../src/limits/script.ts"
import { isMissing, ownRedis } from "./support/redisServer.ts"
import { sharedLedger } from "./support/sharedLedger.ts"

const minute = 60_000

const Program = Schema.Literals(["a", "b", "c"])
const Id = Schema.Literals(["1", "2", "3", "4", "5", "6", "7", "8"])
const Bit = Schema.Literals([0, 1])
const Few = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))
const Millis = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 90_000 }))

/** Where a step needs a moment, how far off it is. */
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
  Schema.Tuple([Schema.Literal("report"), Id, Millis, Id, Millis])
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
    /** Since the step before. */
    passed: Schema.Literals([0, 0, 1, 700, 3000, 11_500, 31_000, 61_000]),
    step: AnyStep
  })
).check(Schema.isMinLength(20), Schema.isMaxLength(120))

/** The step as it is said at a moment, to a store that was born at another. */
const said = (step: AnyStep, now: number, born: number): Step => {
  // Servers tell the same end of a period again and again.
  if (step[0] === "update") return [step[0], step[1], step[2], Math.ceil((now + step[3]) / 30_000) * 30_000]
  if (step[0] === "suspend") return [step[0], now + step[1]]
  if (step[0] !== "take") return step
  return [step[0], step[1], step[2], step[3], step[4], [0, born, born + 1][step[5]] ?? 0]
}

/** A quota in Redis and one in memory, which take the same steps. */
const both = (kind: typeof Rules.Type) =>
  Effect.gen(function* () {
    const redis = yield* Redis
    const key = yield* Effect.sync(() => crypto.randomUUID())
    const there = redis.eval(
      script(
        (now: number, values: ReadonlyArray<string | number>) => [
          ...parts.map((part) => `${key}:${part}`),
          now,
          ...values
        ],
        { lua: lua("tonumber(KEYS[7])"), numberOfKeys: parts.length + 1 }
      ).withReturnType<ReadonlyArray<number>>()
    )
    const here = sharedLedger()
    const [period, rule] = rules[kind]
    return (now: number, program: string, step: Step) =>
      Effect.gen(function* () {
        const values = toArguments(rule, period, program, step)
        const answer = yield* there(now, values)
        assert.strictEqual(answer.length, fields.length)
        assert.deepStrictEqual(toReply(answer), toReply(here(now, values)), `${step.join(" ")} at ${now}`)
        return toReply(answer)
      })
  })

describe.skipIf(isMissing)("the script that Redis runs", () => {
  layer(ownRedis, { excludeTestServices: true })((it) => {
    it.effect.prop(
      "answers every step as the arithmetic of the sources does",
      [Rules, Trace],
      ([kind, trace]) =>
        Effect.gen(function* () {
          const take = yield* both(kind)
          let now = 1_700_000_000_000
          let born = 0
          for (const { passed, program, step } of trace) {
            now += passed
            born = (yield* take(now, program, said(step, now, born))).born
          }
        }),
      60_000
    )

    it.effect(
      "puts who would rather fail behind the first of other programs, not behind that of its own",
      () =>
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

    it.effect("lets more and more go after a refusal, and at most 16", () =>
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
