/** Empty databases for tests: SQLite in memory, and Postgres. */
import { PgClient } from "@effect/sql-pg"
import { isPostgresMissing, postgres } from "@screeps-effect/fixtures/postgres"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"

type Database = Layer.Layer<SqlClient.SqlClient, SqlError.SqlError>

/** A database server. */
export class Databases extends Context.Service<
  Databases,
  { readonly isPostgres: boolean; readonly empty: Effect.Effect<Database, SqlError.SqlError> }
>()("test/Databases") {}

const sqlite = Layer.succeed(
  Databases,
  Databases.of({ isPostgres: false, empty: Effect.sync(() => NodeSqlite.layer(":memory:")) })
)

const pg = Layer.effect(
  Databases,
  Effect.map(postgres, ({ url }) => {
    let count = 0
    const open = (name: string) => PgClient.layer({ url: Redacted.make(String(new URL(name, url))) })
    const empty = Effect.gen(function* () {
      const name = `test${++count}`
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE DATABASE ${sql(name)}`
      return open(name)
    }).pipe(Effect.provide(open("postgres")))
    return Databases.of({ isPostgres: true, empty })
  })
)

/** The servers on which tests run. */
export const servers = [
  { name: "SQLite", layer: sqlite, isMissing: false },
  { name: "Postgres", layer: pg, isMissing: isPostgresMissing }
] as const

/** Runs a test on an empty database. */
export const onDatabase = <A, E, R>(
  test: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, Exclude<R, SqlClient.SqlClient> | Databases> =>
  Effect.flatMap(Databases, ({ empty }) =>
    Effect.flatMap(empty, (database) => Effect.provide(test, database))
  )
