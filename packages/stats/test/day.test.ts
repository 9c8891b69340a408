/**
 * A long time on an official server in memory: five accounts on three shards, with the quotas that are published.
 *
 * `SCREEPS_STATS_HOURS=24 npx vitest run test/day.test.ts` simulates a day; one hour by default.
 */
import * as Accounts from "@screeps-effect/stats/Accounts"
import * as Stats from "@screeps-effect/stats/Stats"
import * as Server from "@screeps-effect/api/Server"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { series, withRegistry } from "./support/metrics.ts"
import { settle } from "./support/time.ts"

const hours = Number(process.env["SCREEPS_STATS_HOURS"] ?? 1)
const shards = ["shard0", "shard1", "shard3"] as const
const maxSeries = 100
const names = ["alice", "bob", "carol", "dave", "erin"]

/** A script with a few hundred numbers, one of which has a new name in every tick. */
const evaluate = ({ memory, time }: ScreepsWorld.Run): ScreepsWorld.Outcome => {
  const rooms = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`W${i}N1`, { energy: time + i, creeps: i, level: i % 9 }])
  )
  memory["stats"] = { tick: time, rooms, creeps: { [`worker${time}`]: 1 } }
  return { cpu: 7 }
}

it.effect(
  `${hours} h of 5 accounts on 3 shards stay below all quotas, with bounded series`,
  () =>
    withRegistry(
      Effect.gen(function* () {
        const world = ScreepsWorld.make({
          shards: [...shards],
          rooms: names.map((_, i): RoomName => `W${i}N1`),
          accounts: names.map((username) => ({ username, modules: { main: "" } })),
          evaluate
        })
        for (const [i, name] of names.entries()) {
          const { _id: user } = yield* world.users.get(name)
          const room: RoomName = `W${i}N1`
          for (const shard of shards) {
            yield* world.rooms.clear(room, shard)
            const own = { user, x: 20, y: 20 }
            yield* world.rooms.addObject(room, { ...own, type: "controller", level: 5, progress: 100 }, shard)
            const storage = {
              type: "storage",
              store: { energy: 5000 },
              storeCapacity: 1_000_000,
              hits: 1,
              hitsMax: 1
            }
            yield* world.rooms.addObject(room, { ...own, ...storage }, shard)
          }
        }
        yield* Effect.gen(function* () {
          const chosen = yield* Effect.forEach(names, (name) =>
            Effect.map(world.users.grantToken(name), (token) => ({
              name,
              server: Server.official(),
              credentials: { _tag: "Token", token } as const,
              options: {
                shards: [...shards],
                segments: [1, 2],
                market: ["energy", "H", "power"],
                maxSeries
              }
            }))
          )
          const stats = yield* Stats.make(yield* Accounts.open(chosen))
          yield* Effect.forkScoped(stats.run)
          let most = 0
          for (let minute = 0; minute < hours * 60; minute++) {
            for (let step = 0; step < 4; step++) {
              yield* TestClock.adjust("15 seconds")
              yield* settle
            }
            most = Math.max(most, (yield* series).size)
          }
          const all = [...(yield* series)]
          const counted = (label: string) =>
            all.filter(([name]) => name.startsWith("screeps_requests_total") && name.includes(label))
          const sum = (list: ReadonlyArray<readonly [string, number]>) =>
            list.reduce((total, [, count]) => total + count, 0)

          // Who has no points this month is not on the leaderboard.
          const refused = counted("").filter(
            ([name]) => !name.includes('outcome="ok"') && !name.includes("leaderboard/find")
          )
          assert.deepStrictEqual(refused, [])
          assert.deepStrictEqual(
            all.filter(([name]) => name.startsWith("screeps_retries_total")),
            []
          )
          for (const { failure, source } of yield* stats.status) assert.isUndefined(failure, source)

          // Planned requests are sent: 1440 a day are allowed, and 80 % of them are used.
          for (const name of names) {
            const memory = sum(counted(`account="${name}",operation="GET /api/user/memory"`))
            assert.approximately(memory, (0.8 * 1440 * hours) / 24, 3)
          }
          for (const { limitKey, used } of yield* stats.quotas) assert.isAtMost(used, 0.8 + 1e-9, limitKey)
          assert.approximately(
            Math.max(
              ...(yield* stats.quotas)
                .filter(({ limitKey }) => limitKey === "GET /api/user/memory")
                .map(({ used }) => used)
            ),
            0.8,
            1e-6
          )

          // A name that is new in every tick does not add a series for ever.
          const perAccount = 3 * (maxSeries + 60) + 100
          assert.isBelow(most, names.length * perAccount)
          assert.isAbove(all.filter(([name]) => name.startsWith("screeps_memory_value")).length, 5 * 3 * 60)
          if (process.env["SCREEPS_STATS_HOURS"] !== undefined) {
            const requests = sum(counted(""))
            const { heapUsed } = process.memoryUsage()
            console.log({
              hours,
              requests,
              refused: refused.length,
              mostSeries: most,
              heapMB: Math.round(heapUsed / 1e6)
            })
          }
        }).pipe(
          Effect.scoped,
          Effect.provide(TestServer.layer(world, { dialect: "official", tickEvery: "15 seconds" }))
        )
      })
    ),
  600_000
)
