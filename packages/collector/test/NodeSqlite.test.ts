import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"

const file = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "sqlite-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  ),
  (folder) => join(folder, "test.sqlite")
)

const counted = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly n: number }>`SELECT count(*) AS n FROM t`
  return row?.n
})

const inMemory = Effect.provide(NodeSqlite.layer(":memory:"))

describe("NodeSqlite", () => {
  it.effect("converts booleans, dates and undefined to values of SQLite", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] =
        yield* sql`SELECT ${true} AS yes, ${new Date(0)} AS at, ${undefined} AS absent, ${"x"} AS text`
      assert.deepStrictEqual({ ...row }, { yes: 1, at: "1970-01-01T00:00:00.000Z", absent: null, text: "x" })
    }).pipe(inMemory)
  )

  it.effect("fails a statement with a value that SQLite cannot store", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const result = yield* Effect.result(sql`SELECT ${{ an: "object" }} AS value`)
      assert.isTrue(Result.isFailure(result))
    }).pipe(inMemory)
  )

  it.effect("rolls back a failed transaction, and only the inner one of two", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE t (x INTEGER)`
      const failing = Effect.andThen(sql`INSERT INTO t VALUES (1)`, Effect.fail("stop"))
      yield* Effect.ignore(sql.withTransaction(failing))
      assert.strictEqual(yield* counted, 0)
      yield* sql.withTransaction(
        Effect.andThen(sql`INSERT INTO t VALUES (2)`, Effect.ignore(sql.withTransaction(failing)))
      )
      assert.strictEqual(yield* counted, 1)
    }).pipe(inMemory)
  )

  it.effect("lets two programs write to the same file", () =>
    Effect.gen(function* () {
      const path = yield* file
      const write = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE IF NOT EXISTS t (x INTEGER)`
        yield* sql`INSERT INTO t VALUES (1)`
        return yield* counted
      })
      const one = Effect.gen(function* () {
        yield* write
        return yield* Effect.provide(write, NodeSqlite.layer(path), { local: true })
      })
      assert.strictEqual(yield* Effect.provide(one, NodeSqlite.layer(path)), 2)
    }).pipe(Effect.scoped)
  )

  it.effect("keeps other programs out of an exclusive database", () =>
    Effect.gen(function* () {
      const path = yield* file
      const second = Effect.provide(Effect.void, NodeSqlite.layer(path, { exclusive: true }), { local: true })
      const result = yield* Effect.provide(Effect.result(second), NodeSqlite.layer(path, { exclusive: true }))
      assert.isTrue(Result.isFailure(result))
      if (Result.isFailure(result)) assert.match(result.failure.message, /locked/)
    }).pipe(Effect.scoped)
  )
})
