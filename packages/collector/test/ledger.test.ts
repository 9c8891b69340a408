/** The ledger of jobs beside Effect's `PersistedQueue`, on SQLite and on Postgres. */
import { assert, describe, it } from "@effect/vitest"
import { Collector } from "@screeps-effect/collector"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as SqlClient from "effect/sql/SqlClient"
import type { Job } from "../src/job.ts"
import * as Queue from "../src/queue.ts"
import { makeStore } from "../src/schema.ts"
import { isPostgres } from "../src/sql.ts"
import { byKind } from "./support/collecting.ts"
import { Databases, onDatabase, servers } from "./support/databases.ts"

const job = (target: string, deadline = 1e15) =>
  ({ kind: "history", shard: "", target, slot: 20, deadline }) as const
const stored = { rows: 1, next: [], store: Effect.void }

/** A runner's queue of chunks. */
const makeQueue = Effect.gen(function* () {
  const context = yield* makeStore({ lease: 6000, poll: 20 })
  const factory = yield* Effect.provideContext(PersistedQueue.makeFactory, context)
  const schema = Schema.Struct({
    kind: Schema.Literal("history"),
    shard: Schema.String,
    target: Schema.String,
    slot: Schema.Number,
    deadline: Schema.Number
  })
  return yield* factory.make({ name: Queue.nameOf("s", "history"), schema })
})

/** Takes a job, and holds it until `release`, with what it returns. */
const hold = Effect.gen(function* () {
  const queue = yield* makeQueue
  const taken = yield* Deferred.make<Job>()
  const release = yield* Deferred.make<boolean>()
  const fiber = yield* Effect.forkScoped(
    queue.take((element, { attempts, id }) =>
      Effect.gen(function* () {
        const claimed: Job = { ...element, id, attempts, server: "s", lastError: null }
        yield* Deferred.succeed(taken, claimed)
        yield* Deferred.await(release)
        return yield* Queue.finish(claimed, stored)
      })
    )
  )
  const finish = Effect.andThen(Deferred.succeed(release, true), Fiber.join(fiber))
  return { job: yield* Deferred.await(taken), finish, stop: Fiber.interrupt(fiber) }
})

const lapse = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`UPDATE collector_queue SET acquired_at = ${
      isPostgres(sql) ? sql`NOW() - INTERVAL '1 hour'` : sql`datetime(CURRENT_TIMESTAMP, '-1 hour')`
    }`
)

const elements = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly id: string }>`SELECT id FROM collector_queue`, (rows) => rows.map(({ id }) => id))
)

for (const { isMissing, layer, name } of servers)
  describe.skipIf(isMissing)(`the ledger on ${name}`, () => {
    it.layer(layer, { timeout: "1 minute", excludeTestServices: true })((it) => {
      it.effect("stores one result of a job that two runners do, since the lease of one has lapsed", () =>
        Effect.gen(function* () {
          yield* Collector.migrate
          yield* Queue.enqueue("s", [job("W1N1"), job("W1N1")])
          const first = yield* hold
          yield* lapse
          const second = yield* hold
          assert.deepStrictEqual(second.job, { ...first.job, attempts: 2 })
          assert.isTrue(yield* second.finish)
          assert.isFalse(yield* first.finish)
          assert.isFalse(yield* Queue.hasOpen("s"))
          assert.deepInclude(byKind(yield* Collector.status)["history"], { done: 1, open: 0 })
          assert.deepStrictEqual(yield* elements, [])
        }).pipe(Effect.scoped, onDatabase)
      )

      it.effect(
        "hands out each job that was opened with one statement, and gives back one that was interrupted",
        () =>
          Effect.gen(function* () {
            yield* Collector.migrate
            yield* Queue.enqueue("s", [job("W1N1"), job("W2N1")])
            const holders = [yield* hold, yield* hold]
            assert.deepStrictEqual(holders.map((one) => one.job.target).toSorted(), ["W1N1", "W2N1"])
            const [kind] = (yield* Collector.status)[0]?.kinds ?? []
            assert.deepInclude(kind, { open: 2, running: 2, due: 0, lag: 0 })
            for (const { stop } of holders) yield* stop
            const again = yield* hold
            assert.strictEqual(again.job.attempts, 1)
            assert.isTrue(yield* again.finish)
            assert.strictEqual((yield* elements).length, 1)
          }).pipe(Effect.scoped, onDatabase)
      )

      it.effect("counts due jobs by kind up to a limit, without those that a runner is doing", () =>
        Effect.gen(function* () {
          yield* Collector.migrate
          yield* Queue.enqueue("s", [job("W1N1"), job("W2N1"), job("W3N1"), job("W4N1")])
          yield* Queue.enqueue("other", [job("W1N1")])
          yield* hold
          const count = (limit: number) =>
            Effect.map(Queue.due("s", 6000, limit), (due) => [due.get("history"), due.get("rooms")])
          assert.deepStrictEqual(yield* count(100), [3, 0])
          assert.deepStrictEqual(yield* count(2), [2, 0])
          yield* lapse
          assert.deepStrictEqual(yield* count(100), [4, 0])
        }).pipe(Effect.scoped, onDatabase)
      )

      it.effect(
        "counts open jobs that fail, and no longer once they succeed, fail for good or are requeued",
        () =>
          Effect.gen(function* () {
            yield* Collector.migrate
            yield* Queue.enqueue("s", [job("W1N1"), job("W2N1")])
            const failing = Effect.map(Collector.status, (status) => {
              const kind = status[0]?.kinds[0]
              return [kind?.failing, kind?.lastError]
            })
            assert.deepStrictEqual(yield* failing, [0, undefined])
            const [one, other] = [yield* hold, yield* hold]
            for (const error of ["first", "second"])
              for (const { job } of [one, other]) assert.isTrue(yield* Queue.fail(job, error, 1000))
            assert.deepStrictEqual(yield* failing, [2, "second"])
            assert.isTrue(yield* one.finish)
            assert.deepStrictEqual(yield* failing, [1, "second"])
            assert.isFalse(yield* Queue.fail(other.job, "third", undefined))
            assert.deepStrictEqual(yield* failing, [0, undefined])
            assert.strictEqual(yield* Collector.requeue(), 1)
            assert.deepStrictEqual(yield* failing, [0, undefined])
          }).pipe(Effect.scoped, onDatabase)
      )

      it.effect("adds to the queue what Effect's own offer adds", () =>
        Effect.gen(function* () {
          yield* Collector.migrate
          yield* Queue.enqueue("s", [job("W1N1")])
          yield* (yield* makeQueue).offer(job("W1N1"), { id: "offered" })
          const sql = yield* SqlClient.SqlClient
          const rows = yield* sql<{ readonly element: string }>`
            SELECT * FROM collector_queue ORDER BY sequence`
          const shown = rows.map(({ element, ...row }) => ({
            ...Object.fromEntries(
              Object.entries(row).map(([column, value]) => [
                column,
                /_at$|^id$|^sequence$/.test(column) ? typeof value : value
              ])
            ),
            element: JSON.parse(element)
          }))
          assert.strictEqual(shown.length, 2)
          assert.deepStrictEqual(shown[0], shown[1])
        }).pipe(Effect.scoped, onDatabase)
      )

      it.effect("rolls back the end of a job whose result cannot be stored", () =>
        Effect.gen(function* () {
          yield* Collector.migrate
          yield* Queue.enqueue("s", [job("W1N1")])
          const held = yield* hold
          const sql = yield* SqlClient.SqlClient
          const store = Effect.asVoid(sql`INSERT INTO no_such_table VALUES (1)`)
          assert.isTrue(Result.isFailure(yield* Effect.result(Queue.finish(held.job, { ...stored, store }))))
          assert.isTrue(yield* Queue.hasOpen("s"))
          assert.strictEqual((yield* elements).length, 1)
        }).pipe(Effect.scoped, onDatabase)
      )

      it.effect(
        "makes holes of jobs at their deadline, but not of one that a runner is doing, and requeues them",
        () =>
          Effect.gen(function* () {
            yield* Collector.migrate
            yield* Queue.enqueue("s", [job("W1N1", 1000), job("W2N1", 1000), job("W3N1")])
            const held = yield* hold
            assert.strictEqual(yield* Queue.expire("s", 6000), 1)
            yield* held.stop
            assert.strictEqual(yield* Queue.expire("s", 6000), 1)
            assert.strictEqual((yield* elements).length, 1)
            assert.deepInclude(byKind(yield* Collector.status)["history"], { open: 1, holes: 2 })
            // Its runner was late: the hole stays one.
            assert.isFalse(yield* Queue.finish(held.job, stored))
            assert.strictEqual(yield* Collector.requeue(), 2)
            assert.strictEqual((yield* elements).length, 3)
            assert.deepInclude(byKind(yield* Collector.status)["history"], { open: 3, holes: 0 })
          }).pipe(Effect.scoped, onDatabase)
      )

      it.effect("plans each period once, and other shards while another runner plans one", () =>
        Effect.gen(function* () {
          yield* Collector.migrate
          const [started, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          let count = 0
          const step = Effect.sync(() => void count++)
          const slow = Deferred.succeed(started, undefined).pipe(
            Effect.andThen(Deferred.await(release)),
            Effect.andThen(step)
          )
          const plan = (shard: string, slot?: number) =>
            Queue.planOnce("s", { kind: "history x", shard, slot }, step)
          const other = yield* Effect.forkChild(
            Queue.planOnce("s", { kind: "history x", shard: "one", slot: 20 }, slow)
          )
          yield* Deferred.await(started)
          // SQLite has one transaction at a time.
          if ((yield* Databases).isPostgres) assert.isFalse(yield* plan("one", 20))
          else yield* Deferred.succeed(release, undefined)
          assert.isTrue(yield* plan("two", 20))
          yield* Deferred.succeed(release, undefined)
          assert.isTrue(yield* Fiber.join(other))
          assert.strictEqual(count, 2)
          assert.isTrue(yield* plan("one", 20))
          assert.strictEqual(count, 2)
          assert.isTrue(yield* plan("one", 40))
          assert.isTrue(yield* plan("one"))
          assert.strictEqual(count, 4)
        }).pipe(onDatabase)
      )

      it.effect("plans each chunk once, whatever ranges of a room are wanted", () =>
        Effect.gen(function* () {
          yield* Collector.migrate
          const sql = yield* SqlClient.SqlClient
          const plan = (room: string, first: number, last: number, continues = false) =>
            Queue.planChunks({ server: "s", shard: "", deadline: 1e15 }, 20, [
              { room, first, last, continues }
            ])
          /** Returns the chunks that were added, as if they were collected then. */
          const added = Effect.map(
            sql<{ readonly slot: number | bigint }>`DELETE FROM collector_jobs RETURNING slot`,
            (rows) => rows.map(({ slot }) => Number(slot)).toSorted((a, b) => a - b)
          )
          yield* plan("W1N1", 100, 140)
          assert.deepStrictEqual(yield* added, [100, 120, 140])
          yield* plan("W1N1", 60, 180)
          assert.deepStrictEqual(yield* added, [60, 80, 160, 180])
          yield* plan("W1N1", 300, 300)
          assert.deepStrictEqual(yield* added, [300])
          yield* plan("W1N1", 1000, 340, true)
          assert.deepStrictEqual(yield* added, [320, 340])
          yield* plan("W1N1", 60, 360)
          assert.deepStrictEqual(yield* added, [200, 220, 240, 260, 280, 360])
          yield* plan("W1N1", 60, 360)
          yield* plan("W1N1", 1000, 360, true)
          assert.deepStrictEqual(yield* added, [])
          yield* plan("W2N1", 1000, 980, true)
          yield* plan("W2N1", 1000, 1020, true)
          assert.deepStrictEqual(yield* added, [1000, 1020])
        }).pipe(onDatabase)
      )
    })
  })
