/** The database: an SQLite file, or Postgres, whose client is loaded when it is needed. */
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { MigrationError } from "effect/sql/Migrator"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { Refused, Usage } from "../../runner/failure.ts"
import type { Settings } from "./settings.ts"

export interface Database {
  /** The name of the file, or the address without user and password. */
  readonly name: string
  /** Whether it is a file that does not exist yet. */
  readonly isNew: boolean
  readonly layer: Layer.Layer<SqlClient, SqlError>
}

/** A file, or an address: one that may contain a password is redacted. */
export type Address = string | Redacted.Redacted

/** Returns an address from a flag, the environment or the file. */
export const addressOf = (flag: string | undefined, variable: string, file: string | undefined) =>
  Effect.map(Config.option(Config.String(variable)), (found): Address | undefined => {
    const text = flag ?? Option.getOrUndefined(Option.filter(found, (text) => text !== "")) ?? file
    return text?.includes("://") ? Redacted.make(text, { label: variable }) : text
  })

/** Returns an address without user, password and parameters. */
export const shown = ({ host, pathname, protocol }: URL): string => `${protocol}//${host}${pathname}`

const postgres = (address: Redacted.Redacted): Database["layer"] =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@effect/sql-pg/PgClient")),
      ({ layer }) => layer({ url: address, applicationName: "screeps collect" })
    )
  )

const sqlite = (file: string): Database["layer"] =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@screeps-effect/collector/NodeSqlite")),
      ({ layer }) => layer(file)
    )
  )

/** Returns the database of the flag, the environment or the file. */
export const resolve = Effect.fnUntraced(function* (flag: string | undefined, { database }: Settings) {
  const address = (yield* addressOf(flag, "SCREEPS_DATABASE", database)) ?? "world.sqlite"
  if (!Redacted.isRedacted(address)) {
    const fs = yield* FileSystem
    const isNew = !(yield* Effect.orElseSucceed(fs.exists(address), () => false))
    return { name: address, isNew, layer: sqlite(address) } satisfies Database
  }
  const url = URL.parse(Redacted.value(address))
  // The address may contain a password: it is not repeated.
  if (url === null || !/^postgres(?:ql)?:$/u.test(url.protocol))
    return yield* new Usage({
      message: "the database must be a file, or an address such as postgres://user@host/name"
    })
  return { name: shown(url), isNew: false, layer: postgres(address) } satisfies Database
})

/** Returns the message of the driver, which is the most specific one. */
const whyOf = (error: SqlError): string => {
  const { cause } = error.reason
  return (cause instanceof Error && cause.message !== "" ? cause.message : error.message).slice(0, 300)
}

/** Describes a failure of the database in a sentence. */
export const explain =
  ({ name }: Database) =>
  (error: SqlError | MigrationError): Refused => {
    const found = error._tag === "SqlError" ? error : error.cause
    return new Refused({ message: `${name}: ${isSqlError(found) ? whyOf(found) : error.message}` })
  }

/** Runs a query on a database that a runner has filled; creates nothing. */
export const query = <A>(database: Database, effect: Effect.Effect<A, SqlError, SqlClient>) =>
  database.isNew
    ? new Refused({ message: `${database.name} does not exist: run screeps collect, or pass --database` })
    : effect.pipe(
        Effect.provide(database.layer),
        Effect.mapError((error) => {
          const why = whyOf(error)
          const isEmpty = /^(?:no such (?:table|column): |relation |column )/u.test(why)
          return isEmpty
            ? new Refused({
                message: `${database.name} has no tables of this version: run screeps collect first`
              })
            : explain(database)(error)
        })
      )
