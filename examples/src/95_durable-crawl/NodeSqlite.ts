/** Effect's `SqlClient` over the SQLite of Node, without a separate driver. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { Effect, Layer, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"

const isInput = (value: unknown): value is SQLInputValue =>
  value === null || ArrayBuffer.isView(value) || ["string", "number", "bigint"].includes(typeof value)

/** Converts a value of Effect to one that SQLite accepts. */
const toInput = (value: unknown): SQLInputValue => {
  if (typeof value === "boolean") return Number(value)
  if (value instanceof Date) return value.toISOString()
  return isInput(value) ? value : null
}

const attempt = <A>(operation: string, run: () => A) =>
  Effect.try({
    try: run,
    catch: (cause) =>
      new SqlError.SqlError({
        reason: SqlError.classifySqliteError(cause, { message: String(cause), operation })
      })
  })

const connect = (file: string) =>
  attempt("connect", () => {
    const database = new DatabaseSync(file)
    // One program at a time; the operating system releases the lock even if the program is killed.
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; COMMIT")
    return database
  })

const connection = (database: DatabaseSync): SqlConnection.Connection => {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const known = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const rows = (statement: StatementSync, params: ReadonlyArray<unknown>) =>
    statement.all(...params.map(toInput))
  const execute: SqlConnection.Connection["execute"] = (sql, params, transform) =>
    attempt("execute", () => {
      const found = rows(prepare(sql), params)
      return transform === undefined ? found : transform(found)
    })
  const executeValues: SqlConnection.Connection["executeValues"] = (sql, params) =>
    attempt("execute", () => {
      const statement = database.prepare(sql)
      statement.setReturnArrays(true)
      return rows(statement, params).map(Object.values)
    })
  return {
    execute,
    executeValues,
    executeUnprepared: execute,
    executeValuesUnprepared: executeValues,
    executeRaw: (sql, params) => execute(sql, params, undefined),
    executeStream: (sql, params, transform) =>
      Stream.unwrap(Effect.map(execute(sql, params, transform), (found) => Stream.fromIterable(found)))
  }
}

/** Provides the database in a file, for one program at a time. */
export const layer = (file: string): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(connect(file), (database) =>
        Effect.sync(() => database.close())
      )
      const acquirers = SqlClient.makeSqliteAcquirers({
        connection: Effect.succeed(connection(database)),
        semaphore: yield* Semaphore.make(1),
        isTransaction: () => database.isTransaction
      })
      return yield* SqlClient.make({
        ...acquirers,
        driver: "node:sqlite",
        compiler: Statement.makeCompilerSqlite(),
        beginTransaction: "BEGIN IMMEDIATE",
        releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
        spanAttributes: [["db.system.name", "sqlite"]]
      })
    })
  ).pipe(Layer.provide(Reactivity.layer))
