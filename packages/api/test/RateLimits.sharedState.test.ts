/** The steps of quotas that several processes share, and how Redis keeps them. */
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Redis } from "effect/persistence/Redis"
import type { Rule } from "../src/limits/ledger.ts"
import { makeRun } from "../src/limits/redisRun.ts"
import { type Step, type Stored, takeStep } from "../src/limits/sharedState.ts"
import { isMissing, layerRedis } from "./support/redisServer.ts"

const minute: Rule = { key: "", limit: 5, concurrency: 3, per: "minute" }
const endless: Rule = { key: "", limit: Infinity, concurrency: Infinity, per: undefined }
const spent = { spent: true, reported: false }

/** A quota that takes steps of several programs. */
const quota = (rule: Rule) => {
  let stored: Stored | undefined
  return (now: number, program: string, step: Step) => {
    const [reply, next] = takeStep(stored, now, { rule, program, step })
    stored = next ?? stored
    return reply
  }
}

const take = (id: string, patient = true, before = 0): Step => ["take", id, 0, patient, before, 0]
const settle = (id: string, refusals = 0): Step => ["settle", id, spent, { counts: true, refusals }]

describe("a quota that processes share", () => {
  it("queues a call with OnLimit fail behind the first call of other programs, not of its own", () => {
    const step = quota(minute)
    for (const [now, ids] of [
      [0, ["1", "2", "3"]],
      [1000, ["4", "5"]]
    ] as const) {
      for (const id of ids) {
        step(now, "a", take(id))
        step(now, "a", settle(id))
      }
    }
    step(2000, "a", take("6"))
    step(2000, "b", take("7"))
    const waits = ["a", "b", "c"].map((program) => step(3000, program, take("8", false, 1)).wait)
    assert.deepStrictEqual(waits, [57_000, 57_000, 58_000])
  })

  it("admits 1, 2, 4, 8 and then at most 16 requests after a 429", () => {
    const step = quota(endless)
    step(0, "a", ["block", 1000])
    const admitted = Array.from({ length: 8 }, (_, round) => {
      const ids = Array.from({ length: 40 }, (_, i) => `${round}:${i}`)
      const granted = ids.filter((id) => step(1000 + round, "a", take(id)).isGranted)
      for (const id of granted) step(1000 + round, "a", settle(id, 1))
      return granted.length
    })
    assert.deepStrictEqual(admitted, [1, 2, 4, 8, 16, 16, 16, 16])
  })

  it("counts a request whose process stopped renewing it as sent, until one period after its lease", () => {
    const step = quota(minute)
    step(0, "a", take("1"))
    assert.strictEqual(step(29_999, "b", ["look", 0]).facts.inFlight, 1)
    const { facts } = step(30_000, "b", ["look", 0])
    assert.deepStrictEqual([facts.inFlight, facts.used], [0, 1])
    assert.strictEqual(step(90_000, "b", ["look", 0]).facts.used, 0)
  })

  it("keeps the place of a waiting process until a second after its next poll is due", () => {
    const step = quota({ ...minute, limit: 1 })
    step(0, "a", take("1"))
    step(0, "a", settle("1"))
    step(1000, "a", take("2"))
    assert.strictEqual(step(11_999, "b", ["look", 0]).wait, 60_000 - 11_999 + 60_000)
    assert.strictEqual(step(12_000, "b", ["look", 0]).wait, 60_000 - 12_000)
  })

  it("numbers the programs of the last minute, so that they can divide the quota", () => {
    const step = quota(minute)
    step(0, "b", take("1"))
    step(0, "a", take("2"))
    const { programs, rank } = step(59_999, "b", take("3"))
    assert.deepStrictEqual([programs, rank], [2, 1])
    const later = step(60_000, "b", take("4"))
    assert.deepStrictEqual([later.programs, later.rank], [1, 0])
  })
})

describe.skipIf(isMissing)("a quota in Redis", () => {
  layer(layerRedis, { excludeTestServices: true })((it) => {
    it.effect("loses no step of programs that change it at the same time", () =>
      Effect.gen(function* () {
        const runs = [yield* makeRun(), yield* makeRun(), yield* makeRun()]
        const key = yield* Effect.sync(() => crypto.randomUUID())
        const rule = { ...minute, limit: 100 }
        yield* Effect.forEach(
          Array.from({ length: 60 }, (_, i) => i),
          (i) => {
            const request = { rule, program: "abc".charAt(i % 3), step: settle(String(i)) }
            return runs[i % 3]?.(key, request) ?? Effect.void
          },
          { concurrency: "unbounded", discard: true }
        )
        const last = yield* makeRun()
        const { facts } = yield* last(key, { rule, program: "d", step: ["look", 0] })
        assert.strictEqual(facts.used, 60)
      })
    )

    it.effect("is empty when Redis has lost its data, and steps fail on a value of another origin", () =>
      Effect.gen(function* () {
        const run = yield* makeRun()
        const { send } = yield* Redis
        const key = yield* Effect.sync(() => crypto.randomUUID())
        const look = run(key, { rule: minute, program: "a", step: ["look", 0] })
        yield* run(key, { rule: minute, program: "a", step: settle("1") })
        assert.strictEqual((yield* look).facts.used, 1)
        yield* send("DEL", key)
        assert.strictEqual((yield* look).facts.used, 0)
        yield* send("HSET", key, "version", "1", "state", '{"used":1}')
        assert.strictEqual((yield* Effect.flip(look))._tag, "SchemaError")
      })
    )
  })
})
