/** The collector's tables on SQLite and on Postgres. */
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { RoomHistory } from "@screeps-effect/schema"
import { Collector } from "@screeps-effect/collector"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import * as Queue from "../src/queue.ts"
import { createPartitions, maintain } from "../src/schema.ts"
import { upsert } from "../src/sql.ts"
import { account, byKind, world } from "./support/collecting.ts"
import { Databases, onDatabase, servers } from "./support/databases.ts"

const hour = 3_600_000
const day = 24 * hour
/** Postgres has its own time: days are relative to the present one. */
const today = Date.now() - (Date.now() % day)

const room = (slot: number, owner: string | null = null, level: number | null = null) => ({
  server: "s",
  shard: "shard3",
  room: "W1N1",
  slot,
  owner,
  level,
  safe_mode: false
})
const storeRooms = (rows: ReadonlyArray<ReturnType<typeof room>>) =>
  Effect.andThen(
    Effect.forEach(rows, ({ slot }) => createPartitions(slot)),
    upsert("collected_rooms", ["server", "shard", "room", "slot"], rows)
  )

const order = (slot: number, price: number | null) => ({
  server: "s",
  shard: "shard3",
  resource: "energy",
  slot,
  price
})
const storeOrders = (rows: ReadonlyArray<ReturnType<typeof order>>) =>
  Effect.andThen(
    Effect.forEach(rows, ({ slot }) => createPartitions(slot)),
    upsert("collected_orders", ["server", "shard", "resource", "slot"], rows)
  )

/** The days that have partitions of a table on Postgres, relative to today. */
const partitionsOf = (table: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql<{ readonly name: string }>`SELECT inhrelid::regclass::text AS name
      FROM pg_inherits WHERE inhparent = ${table}::regclass ORDER BY 1`
    return found.map(({ name }) => {
      const [, year, month, date] = /_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? []
      return (Date.parse(`${year}-${month}-${date}`) - today) / day
    })
  })

for (const { isMissing, layer, name } of servers) {
  describe.skipIf(isMissing)(`Collector's tables on ${name}`, () => {
    it.layer(layer, { timeout: "1 minute", excludeTestServices: true })((it) => {
      it.effect("hold histories, rooms, orders, ranks and terrain, and return them", () =>
        Effect.gen(function* () {
          const made = yield* world(150)
          const plan = {
            shards: [
              {
                rooms: ["W1N1", "W2N1", "W3N1", "W1N2"],
                terrain: true,
                orders: true,
                histories: [{ room: "W1N1", from: 1000, to: 1099 }]
              }
            ],
            ranks: 10
          } as const
          yield* Collector.drain({ accounts: [yield* account(made)], plan, poll: "20 millis" })
          assert.deepStrictEqual(byKind(yield* Collector.status), {
            history: { open: 0, done: 5, holes: 0, failed: 0 },
            orders: { open: 0, done: 1, holes: 0, failed: 0 },
            ranks: { open: 0, done: 2, holes: 0, failed: 0 },
            rooms: { open: 0, done: 1, holes: 0, failed: 0 },
            terrain: { open: 0, done: 1, holes: 0, failed: 0 }
          })
          const sql = yield* SqlClient.SqlClient
          const rooms = yield* sql`SELECT room, owner, status FROM collected_rooms ORDER BY room`
          assert.deepStrictEqual(
            rooms.map((row) => ({ ...row })),
            ["W1N1", "W1N2", "W2N1", "W3N1"].map((room) => ({ room, owner: null, status: "normal" }))
          )
          const terrain = yield* sql<{ readonly terrain: string }>`SELECT terrain FROM collected_terrain`
          assert.deepStrictEqual(
            terrain.map((row) => row.terrain.length),
            [2500, 2500, 2500, 2500]
          )
          // Postgres returns these numbers as `bigint`.
          assert.deepStrictEqual(yield* Collector.historySpan({ room: "W1N1" }), { from: 1000, to: 1099 })
          const chunks = yield* Stream.runCollect(Collector.histories({ room: "W1N1", from: 1010, to: 1050 }))
          assert.deepStrictEqual(
            chunks.map((chunk) => [chunk.base, RoomHistory.ticks(chunk).length]),
            [
              [1000, 20],
              [1020, 20],
              [1040, 20]
            ]
          )
        }).pipe(onDatabase, Effect.scoped)
      )

      it.effect(
        "return the other chunks and the terrain when rows are damaged, and name each damaged row",
        () =>
          Effect.gen(function* () {
            const made = yield* world(150)
            const histories = [{ room: "W1N1", from: 1000, to: 1079 }] as const
            const shards = [{ rooms: ["W1N1"] as const, terrain: true, histories }]
            yield* Collector.drain({ accounts: [yield* account(made)], plan: { shards }, poll: "20 millis" })
            const sql = yield* SqlClient.SqlClient
            const damage = (base: number, chunk: Uint8Array) =>
              sql`UPDATE collected_histories SET chunk = ${chunk} WHERE base = ${base}`
            const [row] = yield* sql<{ readonly chunk: Uint8Array }>`
            SELECT chunk FROM collected_histories WHERE base = 1040`
            const chunk = new Uint8Array(row?.chunk ?? [])
            const garbled = chunk.map((byte, i) => (i === chunk.length >> 1 ? byte ^ 255 : byte))
            const damaged: ReadonlyArray<readonly [chunk: Uint8Array, detail: string]> = [
              [chunk.slice(0, -1), "it is not complete gzip data"],
              [garbled, "it is not complete gzip data"],
              [new Uint8Array(), "it is not complete gzip data"],
              [gzipSync(new Uint8Array([34, 255, 34])), "it is not complete gzip data"],
              [gzipSync(Buffer.alloc(65 * 1024 * 1024, 32), { level: 1 }), "it expands to more than 64 MiB"],
              [gzipSync(`[${"0,".repeat(3_000_000)}0]`, { level: 1 }), "it has too many values"],
              [gzipSync("{"), "it is not JSON"],
              [gzipSync("[1]"), "it is not a chunk of a history: Expected RoomHistory"]
            ]
            const range = { room: "W1N1", from: 1000, to: 1079 } as const
            for (const [bytes, detail] of damaged) {
              yield* damage(1040, bytes)
              const found: Array<Collector.DamagedRow> = []
              const onDamaged = (one: Collector.DamagedRow) => Effect.sync(() => found.push(one))
              const read = yield* Stream.runCollect(Collector.histories({ ...range, onDamaged }))
              assert.deepStrictEqual(
                read.map(({ base }) => base),
                [1000, 1020, 1060]
              )
              const [first, ...others] = found
              assert.deepStrictEqual(
                [others.length, first?.base, first?.table],
                [0, 1040, "collected_histories"]
              )
              assert.include(first?.message, `W1N1 at tick 1040 in collected_histories is damaged: ${detail}`)
            }
            const failing = yield* Effect.flip(
              Stream.runCollect(Collector.histories({ ...range, onDamaged: Effect.fail }))
            )
            assert.strictEqual(failing._tag, "DamagedRow")
            yield* sql`UPDATE collected_terrain SET terrain = '012'`
            assert.isUndefined(yield* Collector.terrain({ room: "W1N1" }))
            const land = yield* Effect.flip(Collector.terrain({ room: "W1N1", onDamaged: Effect.fail }))
            assert.include(
              land.message,
              "W1N1 in collected_terrain is damaged: terrain must have 2500 digits"
            )
          }).pipe(onDatabase, Effect.scoped)
      )

      it.effect("return changes of owners and levels, also from one day to the next", () =>
        Effect.gen(function* () {
          yield* Collector.migrate
          const start = today - 2 * day
          const at = (hours: number) => start + hours * hour
          yield* storeRooms([
            room(at(1)),
            room(at(2), "bob", 1),
            room(at(23), "bob", 2),
            room(at(24), "eve", 1),
            room(at(25))
          ])
          const changes = yield* Collector.ownerChanges({ shard: "shard3", room: "W1N1" })
          assert.deepStrictEqual(
            changes.map(({ before, owner, slot }) => [(slot - start) / hour, before, owner]),
            [
              [2, undefined, "bob"],
              [24, "bob", "eve"],
              [25, "eve", undefined]
            ]
          )
          assert.strictEqual((yield* Collector.ownerChanges({ since: at(24) })).length, 2)
          assert.deepStrictEqual(yield* Collector.ownerChanges({ shard: "shard1" }), [])
          const grown = yield* Effect.flatMap(
            SqlClient.SqlClient,
            (sql) =>
              sql<{
                readonly slot: number | string
                readonly owner: string
              }>`SELECT slot, owner, level_before, level FROM room_growth`
          )
          assert.deepStrictEqual(
            grown.map((one) => Object.entries({ ...one, slot: Number(one.slot) })),
            [Object.entries({ slot: at(23), owner: "bob", level_before: 1, level: 2 })]
          )
        }).pipe(onDatabase)
      )

      it.effect("return the prices of a day as opened, highest, lowest and closed", () =>
        Effect.gen(function* () {
          yield* Collector.migrate
          const at = (hours: number) => today - day + hours * hour
          yield* storeOrders([
            order(at(0), 5),
            order(at(1), 9),
            order(at(2), null),
            order(at(3), 2),
            order(at(23), 6),
            order(at(24), 7)
          ])
          const key = { server: "s", shard: "shard3", resource: "energy" }
          const candles = yield* Collector.priceCandles("energy")
          assert.deepStrictEqual(
            candles.map((one) => ({ ...one })),
            [
              { ...key, day: at(0), opened: 5, highest: 9, lowest: 2, closed: 6, readings: 4 },
              { ...key, day: at(24), opened: 7, highest: 7, lowest: 7, closed: 7, readings: 1 }
            ]
          )
          assert.strictEqual((yield* Collector.priceCandles("energy", { since: at(24) })).length, 1)
        }).pipe(onDatabase)
      )

      it.effect("lose what is older than the retention", () =>
        Effect.gen(function* () {
          yield* Collector.migrate
          const sql = yield* SqlClient.SqlClient
          const old = today - 100 * day
          const ages = [old, today - 91 * day, today - 80 * day, today]
          yield* storeRooms(ages.map((slot) => room(slot)))
          yield* storeOrders(ages.map((slot) => order(slot, 1)))
          yield* upsert(
            "collected_histories",
            ["server", "shard", "room", "base", "collected_at"],
            ages.map((collected_at) => {
              const chunk = new Uint8Array(1)
              return { server: "s", shard: "", room: "W1N1", base: 0, ticks: 1, collected_at, chunk }
            })
          )
          const ranked = [today - 800 * day, old, today]
          yield* upsert(
            "collected_ranks",
            ["server", "mode", "slot", "user_id"],
            ranked.map((slot) => ({ server: "s", mode: "world", season: "x", slot, user_id: "u", place: 1 }))
          )
          yield* upsert(
            "collected_prices",
            ["server", "shard", "resource", "day"],
            ranked.map((at) => {
              const date = new Date(at).toISOString().slice(0, 10)
              return { server: "s", shard: "", resource: "energy", day: date, price: 1 }
            })
          )
          const job = (slot: number) => ({ kind: "rooms", shard: "", target: "", slot, deadline: 1 }) as const
          yield* Queue.enqueue("s", [job(old)], "missed")

          const count = (table: string) =>
            Effect.map(
              sql<{ readonly n: bigint | number }>`SELECT count(*) AS n FROM ${sql(table)}`,
              ([row]) => Number(row?.n)
            )
          yield* maintain({ rooms: 85 * day, histories: 95 * day, daily: 730 * day })
          assert.strictEqual(yield* count("collected_rooms"), 2)
          assert.strictEqual(yield* count("collected_orders"), 2)
          assert.strictEqual(yield* count("collected_histories"), 3)
          assert.strictEqual(yield* count("collected_ranks"), 2)
          assert.strictEqual(yield* count("collected_prices"), 2)
          assert.deepStrictEqual(yield* Collector.holes(), [])
          const { isPostgres } = yield* Databases
          if (!isPostgres) return
          assert.deepStrictEqual(yield* partitionsOf("collected_rooms"), [-80, 0, 1])
          assert.deepStrictEqual(yield* partitionsOf("collected_orders"), [-80, 0, 1])
          assert.deepStrictEqual(yield* partitionsOf("collected_histories"), [-91, -80, 0, 1])
        }).pipe(onDatabase)
      )

      it.effect("keep no jobs of collected chunks, which still count and are not requested again", () =>
        Effect.gen(function* () {
          const accounts = [yield* account(yield* world(150))] as const
          const collect = (range: Collector.HistoryPlan) =>
            Collector.drain({ accounts, plan: { shards: [{ histories: [range] }] }, poll: "20 millis" })
          const done = Effect.map(Collector.status, (all) => byKind(all)["history"]?.done)
          yield* collect({ room: "W1N1", from: 1040, to: 1079 })
          assert.strictEqual(yield* done, 2)
          yield* collect({ room: "W1N1", from: 1000 })
          assert.strictEqual(yield* done, 7)
          const sql = yield* SqlClient.SqlClient
          yield* sql`DELETE FROM collected_histories WHERE base < 1100`
          yield* maintain({ rooms: day, histories: day, daily: day })
          assert.deepStrictEqual(yield* sql`SELECT slot FROM collector_jobs`, [])
          yield* collect({ room: "W1N1", from: 1000 })
          yield* collect({ room: "W1N1" })
          yield* collect({ room: "W1N1", from: 1000, to: 1039 })
          assert.strictEqual(yield* done, 7)
        }).pipe(onDatabase, Effect.scoped)
      )

      it.effect(
        "count jobs whose data the server does not have, also after some were requeued and done",
        () =>
          Effect.gen(function* () {
            yield* Collector.migrate
            const sql = yield* SqlClient.SqlClient
            const deadline = today + 30 * day
            const job = { kind: "history", shard: "", target: "W1N1", slot: 100, deadline } as const
            const jobs = [job, { ...job, slot: 200 }] as const
            yield* Queue.enqueue("s", jobs)
            const end = (isAbsent: boolean) =>
              Effect.gen(function* () {
                const open = yield* sql<{ readonly id: bigint | number }>`SELECT id FROM collector_jobs
                  WHERE state = 'open'`
                for (const { id } of open) {
                  const fetched = { rows: isAbsent ? 0 : 1, next: [], store: Effect.void, isAbsent }
                  const job = { ...jobs[0], id: String(id), server: "s", attempts: 1, lastError: null }
                  assert.isTrue(yield* Queue.finish(job, fetched))
                }
              })
            const counts = Effect.map(Collector.status, ([one]) => {
              const { absent, done, holes, open, rows } = one?.kinds[0] ?? {}
              return { absent, done, holes, open, rows }
            })
            yield* end(true)
            assert.deepStrictEqual(yield* counts, { absent: 2, done: 0, holes: 0, open: 0, rows: 0 })
            assert.strictEqual(yield* Collector.requeue(), 0)
            assert.strictEqual(yield* Collector.requeue({ absent: true, from: 200 }), 1)
            assert.deepStrictEqual(yield* counts, { absent: 1, done: 0, holes: 0, open: 1, rows: 0 })
            yield* end(false)
            yield* maintain({ rooms: day, histories: day, daily: day })
            assert.deepStrictEqual(yield* counts, { absent: 1, done: 1, holes: 0, open: 0, rows: 1 })
          }).pipe(onDatabase)
      )

      it.effect("return the holes of a span of time, and request again only those", () =>
        Effect.gen(function* () {
          yield* Collector.migrate
          const hole = (slot: number, kind: Collector.Kind = "history") =>
            ({ kind, shard: "shard3", target: "W1N1", slot, deadline: 1 }) as const
          yield* Queue.enqueue("s", [hole(100), hole(200), hole(300), hole(today, "rooms")], "missed")
          const slots = (filter: Collector.Filter) =>
            Effect.map(Collector.holes(filter), (all) => all.map(({ slot }) => slot))
          assert.deepStrictEqual(yield* slots({ from: today - day }), [today])
          assert.deepStrictEqual(yield* slots({ kind: "history", from: 200 }), [300, 200])
          assert.deepStrictEqual(yield* slots({ kind: "history", from: 101, to: 299 }), [200])
          assert.strictEqual(yield* Collector.requeue({ kind: "history", to: 200 }), 2)
          assert.deepStrictEqual(yield* slots({ kind: "history" }), [300])
        }).pipe(onDatabase)
      )

      it.effect("are created and maintained by several runners at the same time", () =>
        Effect.gen(function* () {
          const retention = { rooms: day, histories: day, daily: day }
          const runner = Effect.andThen(Collector.migrate, maintain(retention))
          yield* Effect.all([runner, runner, runner, runner], { concurrency: "unbounded" })
          assert.deepStrictEqual(yield* Collector.holes(), [])
        }).pipe(onDatabase)
      )
    })
  })
}
