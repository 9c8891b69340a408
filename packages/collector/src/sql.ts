/** Differences between Postgres and SQLite, and between their values and those of JavaScript. */
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"

/**
 * Runs a statement with the database's time: on Postgres, runners on several machines need not agree about it. It is one time for
 * the statement: an index is of no use for a time that may change for each row.
 */
export const withNow = <A, E, R>(
  run: (sql: SqlClient.SqlClient, now: Fragment) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R | SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.onDialectOrElse({
      pg: () => run(sql, sql.literal("(extract(epoch FROM statement_timestamp()) * 1000)::bigint")),
      orElse: () => Effect.flatMap(Clock.currentTimeMillis, (millis) => run(sql, sql`${millis}`))
    })
  )

/** Returns the database's time in milliseconds since 1970. */
export const now: Effect.Effect<number, SqlError, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql.onDialectOrElse({
      pg: () =>
        Effect.map(
          sql<{ readonly now: number }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
          ([row]) => Math.floor(row?.now ?? 0)
        ),
      orElse: () => Clock.currentTimeMillis
    })
)

/** Whether the database is Postgres. */
export const isPostgres = (sql: SqlClient.SqlClient): boolean =>
  sql.onDialectOrElse({ pg: () => true, orElse: () => false })

/** A time before now, of the type of the queue's times, which SQLite keeps in whole seconds. */
export const secondsAgo = (sql: SqlClient.SqlClient, seconds: number): Fragment => {
  const whole = sql.literal(String(Math.ceil(seconds)))
  return isPostgres(sql)
    ? sql`(statement_timestamp() - INTERVAL '${whole} seconds')`
    : sql`datetime(CURRENT_TIMESTAMP, '-${whole} seconds')`
}

/** A whole number of the database: Postgres returns those of 8 bytes as `bigint`. */
export type Whole = bigint | number

/** Postgres stores no zero bytes in texts, which players can write. */
export const text = (value: string, maxLength = 1000): string =>
  value.slice(0, maxLength).replaceAll("\u0000", "")

/** `text`, for a value that may be absent. */
export const textOrNull = (value: string | null | undefined, maxLength?: number): string | null =>
  value === undefined || value === null ? null : text(value, maxLength)

/** A list of records as a table, which is one parameter, however long it is. */
export const records = <A extends object>(
  sql: SqlClient.SqlClient,
  list: ReadonlyArray<A>,
  columns: { readonly [K in keyof A]: "TEXT" | "BIGINT" }
): Fragment => {
  const json = JSON.stringify(list)
  const all = Object.entries<string>(columns)
  if (isPostgres(sql))
    return sql`jsonb_to_recordset(${json}::jsonb) AS given (${sql.literal(all.map((one) => one.join(" ")).join(", "))})`
  const selected = all.map(([name]) => `value ->> '${name}' AS ${name}`).join(", ")
  return sql`(SELECT ${sql.literal(selected)} FROM json_each(${json})) AS given`
}

/** Records of one statement. */
export const recordsPerStatement = 5000

/** Rows that one statement deletes or changes: a longer one would stop others for a while, and cannot be continued. */
const rowsPerStep = 5000

/** Repeats a statement that changes up to so many rows, and returns each, until no more are found; returns how many. */
export const inSteps = <E, R>(
  step: (limit: Fragment) => Effect.Effect<ReadonlyArray<unknown>, E, R>
): Effect.Effect<number, E, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let sum = 0
    while (true) {
      const { length } = yield* step(sql.literal(String(rowsPerStep)))
      sum += length
      if (length < rowsPerStep) return sum
      // SQLite is synchronous: others get their turn.
      yield* Effect.yieldNow
    }
  })

/** Rows per statement: databases limit the number of parameters. */
const rowsPerStatement = 500

/** Runs a statement for up to 500 rows at a time, or another number. */
export const inParts = <A, E, R>(
  rows: ReadonlyArray<A>,
  run: (part: Arr.NonEmptyReadonlyArray<A>) => Effect.Effect<unknown, E, R>,
  size = rowsPerStatement
): Effect.Effect<void, E, R> => Effect.forEach(Arr.chunksOf(rows, size), run, { discard: true })

/** A row to store. */
export type Row = { readonly [column: string]: string | number | boolean | null | Uint8Array }

/** Stores rows, in place of those with the same key; of several rows with one key, the last. */
export const upsert = (
  table: string,
  key: ReadonlyArray<string>,
  rows: ReadonlyArray<Row>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const unique = [
      ...new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row])).values()
    ]
    const columns = Object.keys(unique[0] ?? {}).filter((column) => !key.includes(column))
    const updates = columns.map((column) => sql`${sql(column)} = excluded.${sql(column)}`)
    return inParts(
      unique,
      (part) => sql`INSERT INTO ${sql(table)} ${sql.insert(part)}
        ON CONFLICT (${sql.join(",", false)(key.map((column) => sql`${sql(column)}`))})
        DO UPDATE SET ${sql.join(",", false)(updates)}`
    )
  })

/**
 * Checks whether a statement may succeed later without a change: the database is unavailable or busy. Postgres
 * reports its own restarts with codes that Effect does not classify.
 */
export const isUnavailable = ({ reason }: SqlError): boolean =>
  reason.isRetryable || reason._tag === "UnknownError"
