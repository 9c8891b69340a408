/**
 * A whole official world, collected for hours of virtual time within the published quotas, which the server enforces.
 *
 * `COLLECTOR_HOURS=24 COLLECTOR_ACCOUNTS=1,2,7 npx vitest run test/day.test.ts` collects 4 shards of 10,000 rooms,
 * orders and 200 histories for a day with 1, 2 and 7 tokens, and prints a row for each; `COLLECTOR_ROOMS=100` sets the
 * rooms of one request, `COLLECTOR_HISTORIES=200` the histories. A small world is collected otherwise.
 */
import { assert, describe, it } from "@effect/vitest"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as Effect from "effect/Effect"
import { simulate } from "./support/simulation.ts"

const hours = Number(process.env["COLLECTOR_HOURS"] ?? 0)
const numbers = (name: string, fallback: string) => (process.env[name] ?? fallback).split(",").map(Number)
const accounts = numbers("COLLECTOR_ACCOUNTS", "1,2,3,5,7,8")
const roomsPerRequest = numbers("COLLECTOR_ROOMS", "100")
const histories = numbers("COLLECTOR_HISTORIES", "200")

const percent = (part: number) => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`
const small = {
  shards: 2,
  side: 17,
  histories: 10,
  tokens: 3,
  minutes: 60,
  roomsPerRequest: 5,
  isLimited: true
}

describe("Collector of an official world", () => {
  it.effect("stores each room, order and chunk of an hour, and no request is rejected", () =>
    Effect.gen(function* () {
      const result = yield* simulate(small)
      assert.strictEqual(result.refused, 0)
      assert.deepStrictEqual(result.roomsPerHour, [2 * 17 * 17])
      assert.deepStrictEqual([result.orders, result.holes], [2, 0])
      // A tick takes 3 s and a chunk 100 ticks: the twelfth ends with the hour.
      assert.strictEqual(result.chunks, 10 * 11)
      assert.strictEqual(result.openChunks, 0)
      assert.strictEqual(result.mapStatsQuota, 0.8)
      assert.isBelow(result.globalQuota, 0.05)
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")))
  )

  it.effect("stores what the quotas allow with too few tokens, and no request is rejected", () =>
    Effect.gen(function* () {
      const result = yield* simulate({ ...small, tokens: 1 })
      assert.strictEqual(result.refused, 0)
      assert.strictEqual(result.mapStatsQuota, 1)
      assert.isAbove(result.roomsPerHour[0] ?? 0, 60 * 3)
      assert.isBelow(result.roomsPerHour[0] ?? 0, 60 * 4 + 1)
      assert.strictEqual(result.chunks, 10 * 11)
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")))
  )

  it.effect("is rejected by the server when its clients do not wait for quotas", () =>
    Effect.gen(function* () {
      const result = yield* simulate({ ...small, tokens: 1, minutes: 2, isLimited: false })
      assert.isAbove(result.refused, 0)
    }).pipe(Effect.provide(NodeSqlite.layer(":memory:")))
  )

  const measured = accounts.flatMap((tokens) =>
    roomsPerRequest.flatMap((rooms) => histories.map((watched) => [tokens, rooms, watched] as const))
  )
  describe.skipIf(hours === 0)(`for ${hours} h, 4 × 10,000 rooms`, { concurrent: false }, () => {
    for (const [tokens, rooms, watched] of measured)
      it.effect(
        `is never rejected with ${tokens} tokens, ${rooms} rooms per request and ${watched} histories`,
        () =>
          Effect.gen(function* () {
            const world = { shards: 4, side: 100, histories: watched, isLimited: true }
            const minutes = hours * 60
            const result = yield* simulate({ ...world, tokens, minutes, roomsPerRequest: rooms })
            const { length } = result.roomsPerHour
            const stored = result.roomsPerHour.reduce((sum, one) => sum + one, 0) / length
            const cells = [
              tokens,
              rooms,
              watched,
              Math.round(stored),
              percent(stored / 40_000),
              `${Math.round(result.chunks / hours)}`,
              `${Math.round(result.historyLag)} s`,
              Math.round(result.requests / hours),
              percent(result.mapStatsQuota),
              percent(result.globalQuota),
              result.refused,
              result.cpuSecondsPerHour.toFixed(1),
              Math.round(result.rowsPerCpuSecond),
              result.megabytes
            ]
            console.log(`| ${cells.join(" | ")} |`, result)
            assert.strictEqual(result.refused, 0)
          }).pipe(Effect.provide(NodeSqlite.layer(":memory:"))),
        3_600_000
      )
  })
})
