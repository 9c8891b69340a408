/**
 * Effect's `SqlClient` over `node:sqlite`: a database in a file, without a native addon.
 *
 * **Details**
 *
 * The package's index does not export this module, so that programs in pages do not load `node:sqlite`.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlConnection from "effect/sql/SqlConnection"
import * as SqlError from "effect/sql/SqlError"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"

/** Options of a database. */
export interface Options {
  /**
   * Whether other programs are kept out while this one runs; default: `false`. The operating system releases the lock even
   * if the program is killed.
   */
  readonly exclusive?: boolean | undefined
}

const isInput = (value: unknown): value is SQLInputValue =>
  value === null || ArrayBuffer.isView(value) || ["string", "number", "bigint"].includes(typeof value)

/** Converts a value of Effect to one that SQLite accepts. */
const toInput = (value: unknown): SQLInputValue => {
  if (typeof value === "boolean") return Number(value)
  if (value instanceof Date) return value.toISOString()
  if (value === undefined) return null
  if (isInput(value)) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}

const attempt = <A>(operation: string, run: () => A) =>
  Effect.try({
    try: run,
    catch: (cause) =>
      new SqlError.SqlError({
        reason: SqlError.classifySqliteError(cause, { message: String(cause), operation })
      })
  })

/** How long a statement waits for another program's transaction; the event loop is blocked meanwhile. */
const busyTimeout = 5000

const connect = (file: string, exclusive: boolean, clock: Clock.Clock) =>
  attempt("connect", () => {
    const database = new DatabaseSync(file)
    try {
      // The keyword is a function of this name, which is called once for each statement.
      database.function("current_timestamp", { deterministic: true }, () =>
        DateTime.formatIso(DateTime.makeUnsafe(clock.currentTimeMillisUnsafe()))
          .slice(0, 19)
          .replace("T", " ")
      )
      // The lock is taken by the first transaction.
      database.exec(
        exclusive
          ? "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; COMMIT"
          : `PRAGMA busy_timeout = ${busyTimeout}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`
      )
      return database
    } catch (cause) {
      database.close()
      throw cause
    }
  })

/** Statements whose text contains a number of rows have many forms. */
const maxPrepared = 200

const connection = (database: DatabaseSync): SqlConnection.Connection => {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    if (prepared.size >= maxPrepared) prepared.clear()
    prepared.set(sql, statement)
    return statement
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

/**
 * Provides the database in a file, or one in memory for the name `:memory:`.
 *
 * **Details**
 *
 * Several programs may use the file at the same time, unless one of them is `exclusive`: each transaction takes the lock for
 * writers when it begins, and waits up to 5 seconds for it. `CURRENT_TIMESTAMP` is the time of Effect's `Clock`.
 *
 * **Gotchas**
 *
 * `node:sqlite` is synchronous: the event loop waits for each statement. A value that SQLite cannot store, such as an
 * object, fails the statement. Node 22 prints an experimental warning.
 */
export const layer = (file: string, options?: Options): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.effect(
    SqlClient.SqlClient,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const database = yield* Effect.acquireRelease(
        connect(file, options?.exclusive ?? false, clock),
        (database) => Effect.sync(() => database.close())
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
