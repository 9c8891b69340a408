/** What has been collected: typed functions over the tables and views. */
import { RoomHistory } from "@screeps-effect/schema/RoomHistory"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
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

/** A room whose level changed under the same owner. */
export interface RoomGrowth extends Place {
  readonly owner: string
  readonly before: number
  readonly level: number
}

/** Returns the rooms whose level changed, the oldest change first: the view `room_growth`. */
export const roomGrowth = (where: Where = {}): Sql<ReadonlyArray<RoomGrowth>> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{
        readonly server: string
        readonly shard: string
        readonly room: string
        readonly slot: Whole
        readonly owner: string
        readonly level_before: number
        readonly level: number
      }>`SELECT * FROM room_growth WHERE ${conditions(sql, where, "slot")} ORDER BY slot, shard, room`,
      (rows) =>
        rows.map(({ level, level_before, owner, room, server, shard, slot }) => ({
          server,
          shard,
          room,
          slot: Number(slot),
          owner,
          before: level_before,
          level
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

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(RoomHistory))

/** Emits the collected chunks that contain these ticks, the earliest first. */
export const histories = ({
  from = 0,
  room,
  server,
  shard,
  to = Number.MAX_SAFE_INTEGER
}: HistoryRange): Stream.Stream<RoomHistory, SqlError | Schema.SchemaError, SqlClient.SqlClient> =>
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
      return Stream.fromIterable(bases).pipe(
        Stream.mapEffect(
          (one) => sql<{ readonly chunk: Uint8Array }>`SELECT chunk FROM collected_histories
            WHERE server = ${one.server} AND shard = ${one.shard} AND room = ${room} AND base = ${one.base}
              AND collected_at = ${one.collected_at}`
        ),
        Stream.flatMap((rows) => Stream.fromIterable(rows)),
        Stream.mapEffect(({ chunk }) => Effect.flatMap(decompress(chunk), decode))
      )
    })
  )

/** Returns the collected terrain of a room; `undefined` if it was not collected. */
export const terrain = ({
  room,
  server,
  shard
}: Omit<HistoryRange, "from" | "to">): Sql<Terrain.Terrain | undefined> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly terrain: string }>`
        SELECT terrain FROM collected_terrain WHERE ${conditions(sql, { server, shard, room }, "room")} LIMIT 1`,
      ([row]) =>
        row === undefined ? undefined : Option.getOrUndefined(Option.getSuccess(Terrain.decode(row.terrain)))
    )
  )

/** Returns the collected name of a user; `undefined` if it was not collected. */
export const username = (id: UserId, { server }: Pick<Where, "server"> = {}): Sql<string | undefined> =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly username: string }>`SELECT username FROM collected_users
        WHERE ${sql.and([sql`id = ${id}`, ...(server === undefined ? [] : [sql`server = ${server}`])])} LIMIT 1`,
      ([row]) => row?.username
    )
  )
