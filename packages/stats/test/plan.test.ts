/** Intervals that stay below the quotas of a token. */
import * as Game from "@screeps-effect/api/Game"
import * as Market from "@screeps-effect/api/Market"
import * as Memory from "@screeps-effect/api/Memory"
import { assert, describe, it } from "@effect/vitest"
import { intervals, usage } from "../src/reading/plan.ts"
import { makeAdmission } from "../src/reading/series.ts"

const minute = 60_000

describe("the interval of a source", () => {
  it("is the wanted one while the quotas suffice", () => {
    assert.deepStrictEqual(intervals([{ requests: [Game.time], every: minute }], 0.8), [minute])
    assert.deepStrictEqual(intervals([{ requests: [], every: 1000 }], 0.8), [1000])
  })

  it("is longer for all that share the quota of an endpoint, and for nothing else", () => {
    const memory = { requests: [Memory.get], every: minute }
    const time = { requests: [Game.time], every: minute }
    // Three readings a minute are 4320 a day, of which 1152 are allowed.
    assert.deepStrictEqual(intervals([memory, memory, memory, time], 0.8), [
      225_000,
      225_000,
      225_000,
      minute
    ])
  })

  it("is longer for every request when the global quota is the smallest", () => {
    const many = Array.from({ length: 240 }, () => ({ requests: [Game.time], every: minute }))
    assert.deepStrictEqual([...new Set(intervals(many, 0.5))], [4 * minute])
  })

  it("follows the smallest quota of a reading with several requests", () => {
    const [every = 0] = intervals([{ requests: [Market.orders, Market.stats, Game.time], every: 10_000 }], 1)
    assert.strictEqual(every, minute)
  })

  it("never exceeds the share of any quota", () => {
    const endpoints = [Memory.get, Market.orders, Market.stats, Game.time]
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    for (let run = 0; run < 300; run++) {
      const share = 0.01 + random() * 0.99
      const demands = Array.from({ length: 1 + Math.floor(random() * 60) }, () => ({
        requests: endpoints.filter(() => random() < 0.4),
        every: 1000 + random() * 600_000
      }))
      const chosen = intervals(demands, share)
      const used = usage(demands.map((demand, i) => ({ ...demand, every: chosen[i] ?? 0 })))
      for (const [key, part] of used) assert.isAtMost(part, share + 1e-9, key)
      for (const [i, every] of chosen.entries()) assert.isAtLeast(every, demands[i]?.every ?? 0)
    }
  })
})

describe("the number of series", () => {
  it("is bounded within an hour, and known ones stay", () => {
    const admission = makeAdmission(3)
    const admit = (now: number, ...keys: ReadonlyArray<string>) => admission.admit(keys, (key) => key, now)
    assert.deepStrictEqual(admit(0, "a", "b"), ["a", "b"])
    assert.deepStrictEqual(admit(1, "c", "d", "a"), ["c", "a"])
    assert.deepStrictEqual(admit(2, "e", "d"), [])
    assert.deepStrictEqual(admit(60 * minute + 1, "d", "c", "e", "a"), ["d", "c", "a"])
  })
})
