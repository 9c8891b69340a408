/**
 * The world, kept in a store: terrain for ever, rooms, users and leaderboards with the time at which they were read.
 *
 * **Details**
 *
 * The store is Effect's `BackingPersistence`: `layerMemory` keeps records as long as the program runs, `layerSql` in any
 * database of an Effect `SqlClient` (a file with `NodeSqlite` of `@screeps-effect/collector`, Postgres with
 * `@effect/sql-pg`); Redis and any
 * `KeyValueStore` work with `layer`. Records belong to one server, and to one shard.
 *
 * Calls in the same turn of the event loop are sent together: 500 calls of `room` are one request. A record that is being
 * requested is not requested a second time. When a request fails, only its rooms fail. Since a request answers several
 * calls, it has the settings of the world's layer, such as retries, time limits and middleware; of the settings of a call,
 * only `RateLimits.OnLimit` applies.
 *
 * ```ts
 * import { Screeps } from "@screeps-effect/socket"
 * import { World } from "@screeps-effect/world"
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 *
 * const program = Effect.gen(function* () {
 *   const terrain = yield* World.terrain("W7N3") // requested once, then read from the store
 *   const room = yield* World.room("W7N3", { maxAge: "1 hour" })
 *   yield* Effect.log(`level ${room.stats.own?.level ?? 0}, exit at the top: ${terrain.isWalkable(25, 0)}`)
 * }).pipe(Effect.provide(World.layerMemory.pipe(Layer.provideMerge(Screeps.layerConfig()))))
 * ```
 *
 * **Gotchas**
 *
 * Terrain is never requested again, but the world behind an address may be replaced: a private server that was reset, a
 * new season. Nothing in the server's responses says so. Give each such world a name of its own (`Options.world`), or
 * call `forget` after a reset.
 */
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as Retry from "@screeps-effect/api/Retry"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { ScreepsError, ShardRequired } from "@screeps-effect/api/ScreepsError"
import type * as User from "@screeps-effect/api/User"
import type { LeaderboardPage } from "@screeps-effect/api/Leaderboard"
import type { MapStatsRoom } from "@screeps-effect/schema/MapStats"
import * as Millis from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import * as Terrain from "@screeps-effect/schema/Terrain"
import type { Tick } from "@screeps-effect/schema/Tick"
import type { UserBrief } from "@screeps-effect/schema/UserBrief"
import type { UserFound } from "@screeps-effect/schema/UserFound"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Persistence from "effect/persistence/Persistence"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import type { SqlClient } from "effect/sql/SqlClient"
import * as Stream from "effect/Stream"
import * as LookUp from "./World/lookUp.ts"
import { kinds, type RoomKey, type RoomRecord, type TerrainRecord } from "./World/records.ts"

/** The errors of reading the world: the server's, and the store's. */
export type WorldError = ScreepsError | Persistence.PersistenceError

/** The server has no such room. */
export class RoomNotFound extends withoutStackTrace(Data.TaggedError("RoomNotFound"))<{
  readonly room: RoomName
  readonly shard: ShardName | undefined
}> {
  override get message() {
    return `the server has no room ${this.room}${this.shard === undefined ? "" : ` on ${this.shard}`}`
  }
}

/** The map data of a room, and when it was read. */
export interface RoomReading {
  readonly room: RoomName
  /** The shard, on official servers. */
  readonly shard: ShardName | undefined
  /** Owner, level, sign, protection and mineral, without statistics. `MapStats.holding` reads the owner. */
  readonly stats: MapStatsRoom
  /** The owner, the reserver and the signer, by user id. */
  readonly users: { readonly [id: string]: UserBrief }
  /** The tick in which the server responded. */
  readonly tick: Tick | undefined
  /** When the response was received, in milliseconds since 1970: see `age`. */
  readonly readAt: Millis.Millis
}

/** A user's public profile, and when it was read. */
export interface UserReading {
  readonly user: UserFound
  /** When the response was received, in milliseconds since 1970: see `age`. */
  readonly readAt: Millis.Millis
}

/** A page of a leaderboard, and when it was read. */
export interface LeaderboardReading {
  readonly page: LeaderboardPage
  /** When the response was received, in milliseconds since 1970: see `age`. */
  readonly readAt: Millis.Millis
}

/** A difference between two readings of a room. */
export interface RoomChange {
  readonly room: RoomName
  readonly shard: ShardName | undefined
  /** The last reading before; `undefined` if the room was never read, or did not exist. */
  readonly before: RoomReading | undefined
  /** The new reading; `undefined` if the room does not exist any more. */
  readonly after: RoomReading | undefined
}

/** Options for reading records that change. */
export interface ReadOptions {
  /** How old the record may be; older ones are requested again. Each function has a default. */
  readonly maxAge?: Duration.Input | undefined
}

/** Options for reading rooms. */
export interface RoomOptions extends ReadOptions {
  /** The shard, on official servers; by default the server's default shard. */
  readonly shard?: ShardName | undefined
}

/** Options for following rooms. */
export interface ChangeOptions {
  /** How often the rooms are read: 10 minutes by default, which is 6 of 60 requests an hour for 500 rooms. */
  readonly every?: Duration.Input | undefined
  /** The shard, on official servers; by default the server's default shard. */
  readonly shard?: ShardName | undefined
}

/** Options of a world. */
export interface Options {
  /** A name for the world behind the server's address, such as a season: records of other names are not used. */
  readonly world?: string | undefined
  /**
   * How many rooms one request contains: 500 by default, which is a response of about 1.3 MB for terrain. A batch that the
   * server rejects as too large (413) is halved.
   */
  readonly roomsPerRequest?: number | undefined
}

/** The service that keeps the world. */
export class World extends Context.Service<
  World,
  {
    readonly terrain: (
      room: RoomName,
      options?: { readonly shard?: ShardName | undefined }
    ) => Effect.Effect<Terrain.Terrain, WorldError | RoomNotFound>
    readonly terrains: (
      rooms: ReadonlyArray<RoomName>,
      options?: { readonly shard?: ShardName | undefined }
    ) => Effect.Effect<ReadonlyMap<RoomName, Terrain.Terrain>, WorldError>
    readonly room: (
      room: RoomName,
      options?: RoomOptions
    ) => Effect.Effect<RoomReading, WorldError | RoomNotFound>
    readonly rooms: (
      rooms: ReadonlyArray<RoomName>,
      options?: RoomOptions
    ) => Effect.Effect<ReadonlyMap<RoomName, RoomReading>, WorldError>
    readonly user: (query: User.UserQuery, options?: ReadOptions) => Effect.Effect<UserReading, WorldError>
    readonly leaderboard: (
      page?: Leaderboard.PageOptions,
      options?: ReadOptions
    ) => Effect.Effect<LeaderboardReading, WorldError>
    readonly changes: (
      rooms: ReadonlyArray<RoomName>,
      options?: ChangeOptions
    ) => Stream.Stream<RoomChange, WorldError>
    readonly forget: Effect.Effect<void, Persistence.PersistenceError>
  }
>()("@screeps-effect/world/World") {}

/** A room may be added to a world, so that a missing one is requested again a day later. */
const maxAgeOfMissing = Duration.toMillis("1 day")

const toTerrain = ({ digits }: typeof TerrainRecord.Type): Terrain.Terrain | undefined =>
  // The schema of the record accepts only texts that can be decoded.
  digits === null ? undefined : Result.getOrThrow(Terrain.decode(digits))

const readingOf = (
  { room, shard }: RoomKey,
  record: typeof RoomRecord.Type | undefined
): RoomReading | undefined => {
  const { readAt, stats = null, tick, users } = record ?? {}
  return stats === null || users === undefined || readAt === undefined
    ? undefined
    : { room, shard, stats, users, tick, readAt }
}

const isYounger = (maxAge: Duration.Input, at: Millis.Millis) => {
  const oldest = at - Duration.toMillis(Duration.fromInputUnsafe(maxAge))
  return ({ readAt }: { readonly readAt: Millis.Millis }) => readAt >= oldest
}

/** Collects what exists, by room. */
const byRoom = <A>(
  rooms: ReadonlyArray<RoomName>,
  found: ReadonlyArray<A | undefined>
): ReadonlyMap<RoomName, A> =>
  new Map(
    rooms.flatMap((room, i): ReadonlyArray<[RoomName, A]> => {
      const one = found[i]
      return one === undefined ? [] : [[room, one]]
    })
  )

const make = Effect.fnUntraced(function* (
  options: Options = {}
): Effect.fn.Return<World["Service"], never, ScreepsClient | Persistence.BackingPersistence | Scope.Scope> {
  const client = yield* ScreepsClient
  const { server } = client
  const all = kinds({
    storeId: (name, version) => `screeps/${name}/${version}/${options.world ?? ""}/${server.url}`,
    roomsPerRequest: options.roomsPerRequest ?? 500,
    send: (request) => Effect.provideService(request, ScreepsClient, client)
  })
  const terrainOf = yield* LookUp.make(all.terrain)
  const statsOf = yield* LookUp.make(all.room)
  const userOf = yield* LookUp.make(all.user)
  const pageOf = yield* LookUp.make(all.page)

  /** Returns the shard of a question; private servers have none. */
  const shardOf = (
    operation: string,
    shard: ShardName | undefined = server.shard
  ): Effect.Effect<ShardName | undefined, ScreepsError> => {
    if (server.kind === "private") return Effect.undefined
    return shard === undefined
      ? Effect.fail(new ScreepsError({ operation, reason: new ShardRequired() }))
      : Effect.succeed(shard)
  }

  const keysOf = (rooms: ReadonlyArray<RoomName>, shard: ShardName | undefined) =>
    rooms.map((room): RoomKey => ({ room, shard }))

  const terrains = Effect.fnUntraced(function* (rooms: ReadonlyArray<RoomName>, given?: ShardName) {
    const shard = yield* shardOf("World.terrain", given)
    const oldest = (yield* Millis.now) - maxAgeOfMissing
    const records = yield* terrainOf.getAll(
      keysOf(rooms, shard),
      ({ digits, readAt }) => digits !== null || readAt >= oldest
    )
    return { shard, found: records.map(toTerrain) }
  })

  const readings = Effect.fnUntraced(function* (rooms: ReadonlyArray<RoomName>, given?: RoomOptions) {
    const shard = yield* shardOf("World.room", given?.shard)
    const keys = keysOf(rooms, shard)
    const records = yield* statsOf.getAll(keys, isYounger(given?.maxAge ?? "10 minutes", yield* Millis.now))
    return { shard, found: keys.map((key, i) => readingOf(key, records[i])) }
  })

  const orNotFound = <A>(
    room: RoomName,
    {
      found: [first],
      shard
    }: { readonly shard: ShardName | undefined; readonly found: ReadonlyArray<A | undefined> }
  ) => (first === undefined ? Effect.fail(new RoomNotFound({ room, shard })) : Effect.succeed(first))

  const changes = Effect.fnUntraced(function* (rooms: ReadonlyArray<RoomName>, given?: ChangeOptions) {
    const every = Duration.fromInputUnsafe(given?.every ?? "10 minutes")
    const keys = keysOf(rooms, yield* shardOf("World.changes", given?.shard))
    const records = yield* statsOf.stored(keys)
    let last = keys.map((key, i) => readingOf(key, records[i]))
    // A reading of the round before is too old; one that was requested for another reason meanwhile is not.
    const options = { shard: given?.shard, maxAge: Duration.divideUnsafe(every, 2) }
    const round = readings(rooms, options).pipe(
      Effect.map(({ found, shard }) => {
        const before = last
        last = found
        return rooms.flatMap((room, i): ReadonlyArray<RoomChange> => {
          const [old, after] = [before[i], found[i]]
          return Equal.equals(old?.stats, after?.stats) ? [] : [{ room, shard, before: old, after }]
        })
      }),
      Effect.catchIf(
        (error) => error._tag === "ScreepsError" && Retry.isTransient(error),
        (error) => Effect.as(Effect.logDebug("The rooms could not be read", error), [])
      )
    )
    return Stream.flatMap(Stream.tick(every), () => Stream.unwrap(Effect.map(round, Stream.fromIterable)))
  })

  return World.of({
    terrain: (room, given) => Effect.flatMap(terrains([room], given?.shard), (one) => orNotFound(room, one)),
    terrains: (rooms, given) =>
      Effect.map(terrains(rooms, given?.shard), ({ found }) => byRoom(rooms, found)),
    room: (room, given) => Effect.flatMap(readings([room], given), (one) => orNotFound(room, one)),
    rooms: (rooms, given) => Effect.map(readings(rooms, given), ({ found }) => byRoom(rooms, found)),
    user: (query, given) =>
      Effect.flatMap(Millis.now, (at) => userOf.get(query, isYounger(given?.maxAge ?? "1 hour", at))),
    leaderboard: Effect.fnUntraced(function* (page = {}, given) {
      const at = yield* Millis.now
      const isYoung = isYounger(given?.maxAge ?? "1 hour", at)
      const { limit = 10, mode = "world", offset = 0, season = Leaderboard.month(at) } = page
      return yield* pageOf.get(
        { limit, mode, offset, season },
        // The points of a month do not change after it.
        (record) => isYoung(record) || Leaderboard.month(record.readAt) > season
      )
    }),
    changes: (rooms, given) => Stream.unwrap(changes(rooms, given)),
    forget: Effect.all([terrainOf.clear, statsOf.clear, userOf.clear, pageOf.clear], { discard: true })
  })
})

/** Provides a world with options, over any store of Effect's `Persistence` module. */
export const layerWith = (
  options: Options
): Layer.Layer<World, never, ScreepsClient | Persistence.BackingPersistence> =>
  Layer.effect(World, make(options))

/** Provides a world over any store of Effect's `Persistence` module, such as `layerBackingRedis`. */
export const layer: Layer.Layer<World, never, ScreepsClient | Persistence.BackingPersistence> = layerWith({})

/** Provides a world that is kept as long as the program runs. */
export const layerMemory: Layer.Layer<World, never, ScreepsClient> = layer.pipe(
  Layer.provide(Persistence.layerBackingMemory)
)

/**
 * Provides a world that is kept in a SQL database, in the table `effect_persistence`, which is created if it is missing.
 *
 * **Details**
 *
 * Several programs may share the database. For a file on Node, provide `NodeSqlite.layer("world.sqlite")` of
 * `@screeps-effect/collector`; for Postgres, `PgClient.layer` of `@effect/sql-pg`.
 */
export const layerSql: Layer.Layer<World, never, ScreepsClient | SqlClient> = layer.pipe(
  Layer.provide(Persistence.layerBackingSql)
)

/**
 * Returns the terrain of a room, which is requested once and then kept.
 *
 * **Details**
 *
 * That a room does not exist is kept for a day. Calls in the same turn of the event loop are one request.
 *
 * **Errors** `RoomNotFound`; those of `Game.rooms` (`ShardRequired` on official servers without a shard);
 * `PersistenceError`.
 *
 * **Source** `POST /api/game/rooms`.
 */
export const terrain = (
  room: RoomName,
  options?: { readonly shard?: ShardName | undefined }
): Effect.Effect<Terrain.Terrain, WorldError | RoomNotFound, World> =>
  Effect.flatMap(World, (world) => world.terrain(room, options))

/**
 * Returns the terrain of rooms; those that do not exist are left out.
 *
 * **Details**
 *
 * If some requests fail, the call fails when all have ended; what was received is kept, so that a further call requests the
 * rest.
 *
 * **Errors** those of `terrain`, without `RoomNotFound`.
 *
 * **Source** `POST /api/game/rooms`.
 */
export const terrains = (
  rooms: ReadonlyArray<RoomName>,
  options?: { readonly shard?: ShardName | undefined }
): Effect.Effect<ReadonlyMap<RoomName, Terrain.Terrain>, WorldError, World> =>
  Effect.flatMap(World, (world) => world.terrains(rooms, options))

/**
 * Returns the map data of a room: owner, level, sign, protection and mineral.
 *
 * **Details**
 *
 * `maxAge` is 10 minutes by default. Calls in the same turn of the event loop are one request.
 *
 * **Errors** `RoomNotFound`; those of `Game.mapStats` (`ShardRequired` on official servers without a shard);
 * `PersistenceError`.
 *
 * **Source** `POST /api/game/map-stats`. Official quota: 60 per hour.
 */
export const room = (
  room: RoomName,
  options?: RoomOptions
): Effect.Effect<RoomReading, WorldError | RoomNotFound, World> =>
  Effect.flatMap(World, (world) => world.room(room, options))

/**
 * Returns the map data of rooms; those that do not exist are left out.
 *
 * **Details**
 *
 * `maxAge` is 10 minutes by default. If some requests fail, the call fails when all have ended; what was received is kept.
 *
 * **Errors** those of `room`, without `RoomNotFound`.
 *
 * **Source** `POST /api/game/map-stats`. Official quota: 60 per hour.
 */
export const rooms = (
  rooms: ReadonlyArray<RoomName>,
  options?: RoomOptions
): Effect.Effect<ReadonlyMap<RoomName, RoomReading>, WorldError, World> =>
  Effect.flatMap(World, (world) => world.rooms(rooms, options))

/**
 * Returns the public profile of a user, found by name or id; `maxAge` is an hour by default.
 *
 * **Errors** those of `User.find`, also for an unknown user; `PersistenceError`.
 *
 * **Source** `GET /api/user/find`.
 */
export const user = (
  query: User.UserQuery,
  options?: ReadOptions
): Effect.Effect<UserReading, WorldError, World> =>
  Effect.flatMap(World, (world) => world.user(query, options))

/**
 * Returns a page of a leaderboard; `maxAge` is an hour by default, and months that had ended are kept.
 *
 * **Errors** those of `Leaderboard.list`; `PersistenceError`.
 *
 * **Source** `GET /api/leaderboard/list`.
 */
export const leaderboard = (
  page?: Leaderboard.PageOptions,
  options?: ReadOptions
): Effect.Effect<LeaderboardReading, WorldError, World> =>
  Effect.flatMap(World, (world) => world.leaderboard(page, options))

/**
 * Emits the changes of rooms between readings, the first of which is compared with the stored one.
 *
 * **Details**
 *
 * A room that was never read is emitted with `before: undefined`. Reads the rooms at once and after each interval; after a
 * failure that may pass (`Retry.isTransient`), it emits no changes until the next reading. The objects in a room are not part
 * of its map data: see `MyRooms` and `RoomFeed`.
 *
 * **Errors** those of `rooms`.
 *
 * **Source** `POST /api/game/map-stats`. Official quota: 60 per hour.
 */
export const changes = (
  rooms: ReadonlyArray<RoomName>,
  options?: ChangeOptions
): Stream.Stream<RoomChange, WorldError, World> =>
  Stream.unwrap(Effect.map(World, (world) => world.changes(rooms, options)))

/**
 * Removes all records of this server from the store, in all shards: call it after the world was reset.
 *
 * **Errors** `PersistenceError`.
 */
export const forget: Effect.Effect<void, Persistence.PersistenceError, World> = Effect.flatMap(
  World,
  (world) => world.forget
)

/** Returns how long ago a record was read. */
export const age = ({ readAt }: { readonly readAt: Millis.Millis }): Effect.Effect<Duration.Duration> =>
  Effect.map(Clock.currentTimeMillis, (now) => Duration.millis(Math.max(0, now - readAt)))
