/** What has been collected: typed functions over the tables and views. */
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Envelope from "@screeps-effect/schema/Envelope"
import { RoomHistory } from "@screeps-effect/schema/RoomHistory"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import { decompress } from "./gzip.ts"
import type { Whole } from "./sql.ts"

/** Restricts a query; all that is left out is not restricted. */
export interface Where {
  /** Address of the server. */
  readonly server?: string | undefined
  readonly shard?: string | undefined
  readonly room?: RoomName | undefined
  /** Earliest time, in milliseconds since 1970. */
  readonly since?: number | undefined
}

type Sql<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

const conditions = (
  sql: SqlClient.SqlClient,
  { room, server, shard, since }: Where,
  time: string
): Fragment =>
  sql.and([
    ...(server === undefined ? [] : [sql`server = ${server}`]),
    ...(shard === undefined ? [] : [sql`shard = ${shard}`]),
    ...(room === undefined ? [] : [sql`room = ${room}`]),
    ...(since === undefined ? [] : [sql`${sql(time)} >= ${since}`])
  ])

interface Place {
  readonly server: string
  /** Empty on servers without shards. */
  readonly shard: string
  readonly room: string
  /** Start of the period in which the change was noticed, in milliseconds since 1970. */
  readonly slot: number
}

/** A room that has another owner than before. */
export interface OwnerChange extends Place {
  /** Id of the user before; `undefined` if the room was free. */
  readonly before: string | undefined
  /** Id of the user now; `undefined` if the room is free. */
  readonly owner: string | undefined
  /** Level of the controller now. */
  readonly level: number | undefined
}

/** Returns the rooms that changed owners, the oldest change first: the view `owner_changes`. */
export const ownerChanges = (where: Where = {}): Sql<ReadonlyArray<OwnerChange>> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        readonly server: string
        readonly shard: string
        readonly room: string
        readonly slot: Whole
        readonly owner_before: string | null
        readonly owner: string | null
        readonly level: number | null
      }>`SELECT * FROM owner_changes WHERE ${conditions(sql, where, "slot")} ORDER BY slot, shard, room`,
      (rows) =>
        rows.map(({ level, owner, owner_before, room, server, shard, slot }) => ({
          server,
          shard,
          room,
          slot: Number(slot),
          before: owner_before ?? undefined,
          owner: owner ?? undefined,
          level: level ?? undefined
        }))
    )
  )

/** Prices of a resource on one day. */
export interface Candle {
  readonly server: string
  readonly shard: string
  readonly resource: string
  /** Start of the day (UTC), in milliseconds since 1970. */
  readonly day: number
  /** Mean prices of the day's readings, in credits per unit. */
  readonly opened: number
  readonly highest: number
  readonly lowest: number
  readonly closed: number
  /** How many readings of the market the day has. */
  readonly readings: number
}

/** Returns the prices of a resource by day, the oldest day first: the view `price_candles`. */
export const priceCandles = (resource: string, where: Omit<Where, "room"> = {}): Sql<ReadonlyArray<Candle>> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<Omit<Candle, "day" | "readings"> & { readonly day: Whole; readonly readings: Whole }>`
        SELECT * FROM price_candles WHERE resource = ${resource} AND ${conditions(sql, where, "day")} ORDER BY day`,
      (rows) => rows.map((row) => ({ ...row, day: Number(row.day), readings: Number(row.readings) }))
    )
  )

/** A room, and the ticks of its history. */
export interface HistoryRange {
  /** Address of the server; needed when chunks of several servers are in the store. */
  readonly server?: string | undefined
  readonly shard?: string | undefined
  readonly room: RoomName
  /** First tick. */
  readonly from?: number | undefined
  /** Last tick. */
  readonly to?: number | undefined
}

/** Returns the first and the last tick of the collected chunks of a room; `undefined` if it has none. */
export const historySpan = ({
  room,
  server,
  shard
}: Omit<HistoryRange, "from" | "to">): Sql<{ readonly from: number; readonly to: number } | undefined> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly first: Whole | null; readonly last: Whole | null }>`
        SELECT min(base) AS first, max(base + ticks - 1) AS last FROM collected_histories
        WHERE ${conditions(sql, { server, shard, room }, "base")}`,
      ([row]) =>
        row === undefined || row.first === null || row.last === null
          ? undefined
          : { from: Number(row.first), to: Number(row.last) }
    )
  )

/** A row whose content is not what a collector stored: it was cut or changed in the database. */
export class DamagedRow extends Data.TaggedError("DamagedRow")<{
  readonly table: "collected_histories" | "collected_terrain"
  readonly server: string
  /** Empty on servers without shards. */
  readonly shard: string
  readonly room: string
  /** First tick of a chunk; `undefined` for terrain. */
  readonly base: number | undefined
  /** What is wrong with it, without any of its content. */
  readonly detail: string
}> {
  override get message() {
    const tick = this.base === undefined ? "" : ` at tick ${this.base}`
    const place = [this.server, this.shard, this.room].filter((part) => part !== "").join(" ")
    return `the row of ${place}${tick} in ${this.table} is damaged: ${this.detail}`
  }
}

const warn = (damaged: DamagedRow) => Effect.logWarning(`Left out: ${damaged.message}.`)

const decode = Decoder.make(RoomHistory)

const readChunk = Effect.fnUntraced(function* (chunk: unknown): Effect.fn.Return<RoomHistory, string> {
  // The columns of SQLite hold values of any type.
  if (!(chunk instanceof Uint8Array)) return yield* Effect.fail("it is not binary data")
  const value = Envelope.parse(yield* decompress(chunk))
  if (Result.isFailure(value))
    return yield* Effect.fail(value.failure === "size" ? "it has too many values" : "it is not JSON")
  return yield* Effect.mapError(
    Effect.fromResult(decode(value.success)),
    ({ message }) => `it is not a chunk of a history: ${message.slice(0, 200).replaceAll("\n", " ")}`
  )
})

/** What happens to rows that cannot be read. */
export interface OnDamaged<E = never, R = never> {
  /**
   * Runs for each damaged row, which is then left out; a warning by default. With `Effect.fail`, the first one is the
   * failure of the whole query.
   */
  readonly onDamaged?: ((row: DamagedRow) => Effect.Effect<unknown, E, R>) | undefined
}

/**
 * Emits the collected chunks that contain these ticks, the earliest first.
 *
 * **Details**
 *
 * A damaged chunk is left out with a warning, or as `onDamaged` says; the others are emitted.
 */
export const histories = <E = never, R = never>({
  from = 0,
  onDamaged = warn,
  room,
  server,
  shard,
  to = Number.MAX_SAFE_INTEGER
}: HistoryRange & OnDamaged<E, R>): Stream.Stream<RoomHistory, SqlError | E, SqlClient.SqlClient | R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const where = conditions(sql, { server, shard, room }, "base")
      const bases = yield* sql<{
        readonly server: string
        readonly shard: string
        readonly base: Whole
        readonly collected_at: Whole
      }>`SELECT server, shard, base, collected_at FROM collected_histories
        WHERE ${where} AND base <= ${to} AND base + ticks > ${from} ORDER BY base`
      const read = (one: (typeof bases)[number]) =>
        Effect.gen(function* () {
          const [row] = yield* sql<{ readonly chunk: unknown }>`SELECT chunk FROM collected_histories
            WHERE server = ${one.server} AND shard = ${one.shard} AND room = ${room} AND base = ${one.base}
              AND collected_at = ${one.collected_at}`
          if (row === undefined) return []
          const chunk = yield* Effect.result(readChunk(row.chunk))
          if (Result.isSuccess(chunk)) return [chunk.success]
          const { server, shard } = one
          const base = Number(one.base)
          const table = "collected_histories"
          yield* onDamaged(new DamagedRow({ table, server, shard, room, base, detail: chunk.failure }))
          return []
        })
      return Stream.fromIterable(bases).pipe(
        Stream.mapEffect(read),
        Stream.flatMap((chunks) => Stream.fromIterable(chunks))
      )
    })
  )

/**
 * Returns the collected terrain of a room; `undefined` if it was not collected.
 *
 * **Details**
 *
 * A damaged row counts as not collected, with a warning, or as `onDamaged` says.
 */
export const terrain = <E = never, R = never>({
  onDamaged = warn,
  room,
  server,
  shard
}: Omit<HistoryRange, "from" | "to"> & OnDamaged<E, R>): Effect.Effect<
  Terrain.Terrain | undefined,
  SqlError | E,
  SqlClient.SqlClient | R
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const where = conditions(sql, { server, shard, room }, "room")
    const [row] = yield* sql<{ readonly server: string; readonly shard: string; readonly terrain: unknown }>`
      SELECT server, shard, terrain FROM collected_terrain WHERE ${where} LIMIT 1`
    if (row === undefined) return undefined
    const decoded = Terrain.decode(String(row.terrain))
    if (Result.isSuccess(decoded)) return decoded.success
    const { detail } = decoded.failure
    const table = "collected_terrain"
    const { server: of, shard: on } = row
    yield* onDamaged(new DamagedRow({ table, server: of, shard: on, room, base: undefined, detail }))
    return undefined
  })

/** Returns the collected name of a user; `undefined` if it was not collected. */
export const username = (id: UserId, { server }: Pick<Where, "server"> = {}): Sql<string | undefined> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly username: string }>`SELECT username FROM collected_users
        WHERE ${sql.and([sql`id = ${id}`, ...(server === undefined ? [] : [sql`server = ${server}`])])} LIMIT 1`,
      ([row]) => row?.username
    )
  )
