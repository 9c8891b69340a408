/** The records that a world keeps, and how they are requested. */
import * as Game from "@screeps-effect/api/Game"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import { ScreepsError, UnexpectedResponse } from "@screeps-effect/api/ScreepsError"
import * as User from "@screeps-effect/api/User"
import type { LeaderboardMode } from "@screeps-effect/schema/LeaderboardMode"
import { MapStatsRoom } from "@screeps-effect/schema/MapStats"
import * as Millis from "@screeps-effect/schema/Millis"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { Tick } from "@screeps-effect/schema/Tick"
import { UserBrief } from "@screeps-effect/schema/UserBrief"
import { UserFound } from "@screeps-effect/schema/UserFound"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Kind } from "./lookUp.ts"

/** A room of a shard; `undefined` on private servers. */
export interface RoomKey {
  readonly room: RoomName
  readonly shard: ShardName | undefined
}

/** A page of a leaderboard. */
export interface PageKey {
  readonly mode: LeaderboardMode
  readonly season: string
  readonly offset: number
  readonly limit: number
}

const read = {
  /** When the response was received, in milliseconds since 1970. */
  readAt: Millis.Millis
}

/** The terrain of a room; `null` for a room that does not exist. */
export const TerrainRecord = Schema.Struct({
  digits: Schema.NullOr(Schema.String.check(Schema.isPattern(/^[0-3]{2500}$/u))),
  ...read
})

/** The map data of a room; `null` for a room that does not exist. */
export const RoomRecord = Schema.Struct({
  stats: Schema.NullOr(MapStatsRoom),
  tick: Schema.optionalKey(Tick),
  users: Schema.Record(Schema.String, UserBrief),
  ...read
})

/** A user's public profile. */
const UserRecord = Schema.Struct({ user: UserFound, ...read })

/** A page of a leaderboard. */
const PageRecord = Schema.Struct({ page: Leaderboard.LeaderboardPage, ...read })

type Requires<A> = Effect.Effect<A, ScreepsError, ScreepsClient>

/** What `kinds` needs of the program. */
export interface Dependencies {
  /** Returns the name of a store for this server; a new `version` abandons the records of the old one. */
  readonly storeId: (name: string, version: number) => string
  /** How many rooms are requested at once. */
  readonly roomsPerRequest: number
  /** Provides the client. */
  readonly send: <A>(request: Requires<A>) => Effect.Effect<A, ScreepsError>
}

const isTooLarge = ({ reason }: ScreepsError) => reason._tag === "Rejected" && reason.status === 413

/** Requests halves of a batch that the server rejects as too large. */
const inHalves =
  <K, A>(request: (keys: ReadonlyArray<K>) => Requires<ReadonlyArray<A>>) =>
  (keys: ReadonlyArray<K>): Requires<ReadonlyArray<A>> =>
    Effect.catchIf(
      request(keys),
      (error) => keys.length > 1 && isTooLarge(error),
      () => {
        const middle = Math.ceil(keys.length / 2)
        const halves = [keys.slice(0, middle), keys.slice(middle)]
        return Effect.map(Effect.forEach(halves, inHalves(request)), (all) => all.flat())
      }
    )

const malformed = ({ detail }: Terrain.InvalidTerrain) =>
  Exit.fail(
    new ScreepsError({ operation: Game.rooms.name, reason: new UnexpectedResponse({ status: 200, detail }) })
  )

const requestTerrain = Effect.fnUntraced(function* (keys: ReadonlyArray<RoomKey>) {
  const response = yield* Game.rooms({ rooms: keys.map(({ room }) => room), shard: keys[0]?.shard })
  const readAt = yield* Millis.now
  const found = new Map(response.rooms.map(({ room, terrain }) => [room, terrain]))
  return keys.map(({ room }): Exit.Exit<typeof TerrainRecord.Type, ScreepsError> => {
    const digits = found.get(room) ?? null
    const terrain = digits === null ? undefined : Terrain.decode(digits)
    return terrain !== undefined && Result.isFailure(terrain)
      ? malformed(terrain.failure)
      : Exit.succeed({ digits, readAt })
  })
})

/** Requests the terrain of each room by itself, from servers that do not return several at once. */
const requestTerrainEach = (keys: ReadonlyArray<RoomKey>) =>
  Effect.forEach(
    keys,
    ({ room, shard }) =>
      Game.terrain({ room, shard }).pipe(
        Effect.map(Terrain.encode),
        Effect.catchReason("ScreepsError", "Rejected", (reason, error) =>
          /^invalid room/i.test(reason.detail) ? Effect.succeed(null) : Effect.fail(error)
        ),
        Effect.flatMap((digits) => Effect.map(Millis.now, (readAt) => ({ digits, readAt }))),
        Effect.exit
      ),
    { concurrency: 4 }
  )

/** Servers return the owner with any statistic; minerals only with this one, on official servers. */
const statName = "minerals0"

const requestStats = Effect.fnUntraced(function* (keys: ReadonlyArray<RoomKey>) {
  const response = yield* Game.mapStats({
    rooms: keys.map(({ room }) => room),
    statName,
    shard: keys[0]?.shard
  })
  const readAt = yield* Millis.now
  return keys.map(({ room }): Exit.Exit<typeof RoomRecord.Type, ScreepsError> => {
    const stats = response.stats[room] ?? null
    const users = Object.fromEntries(
      [stats?.own?.user, stats?.sign?.user].flatMap((id) => {
        const user = id === undefined ? undefined : response.users?.[id]
        return id === undefined || user === undefined ? [] : [[id, user]]
      })
    )
    const tick = response.gameTime === undefined ? {} : { tick: response.gameTime }
    return Exit.succeed({ stats, users, readAt, ...tick })
  })
})

const requestUser = Effect.fnUntraced(function* (query: User.UserQuery) {
  const { user } = yield* User.find(query)
  return { user, readAt: yield* Millis.now }
})

const requestPage = Effect.fnUntraced(function* (key: PageKey) {
  const page = yield* Leaderboard.list(key)
  return { page, readAt: yield* Millis.now }
})

/** Requests keys one by one: their endpoint returns one record. */
const each =
  <K, A>(request: (key: K) => Requires<A>) =>
  (keys: ReadonlyArray<K>) =>
    Effect.forEach(keys, (key) => Effect.exit(request(key)))

const roomId = ({ room, shard }: RoomKey) => `${shard ?? ""}/${room}`
const shardOf = ({ shard }: RoomKey) => shard ?? ""

/** Returns the kinds of records of one server. */
export const kinds = ({ roomsPerRequest, send, storeId }: Dependencies) => {
  const rooms = { idOf: roomId, groupOf: shardOf, batchSize: roomsPerRequest }
  /** Whether the server has no endpoint for the terrain of several rooms. */
  let isTerrainSingle = false
  const terrain: Kind<RoomKey, typeof TerrainRecord.Type> = {
    ...rooms,
    storeId: storeId("terrain", 1),
    schema: TerrainRecord,
    request: (keys) =>
      isTerrainSingle
        ? send(requestTerrainEach(keys))
        : send(
            Effect.catchReason(inHalves(requestTerrain)(keys), "ScreepsError", "EndpointNotFound", () => {
              isTerrainSingle = true
              return requestTerrainEach(keys)
            })
          )
  }
  const room: Kind<RoomKey, typeof RoomRecord.Type> = {
    ...rooms,
    storeId: storeId("room", 1),
    schema: RoomRecord,
    request: (keys) => send(inHalves(requestStats)(keys))
  }
  const user: Kind<User.UserQuery, typeof UserRecord.Type> = {
    storeId: storeId("user", 1),
    schema: UserRecord,
    idOf: ({ id, username }) => (id === undefined ? `name/${username}` : `id/${id}`),
    groupOf: () => "",
    batchSize: 1,
    request: (keys) => send(each(requestUser)(keys))
  }
  const page: Kind<PageKey, typeof PageRecord.Type> = {
    storeId: storeId("leaderboard", 1),
    schema: PageRecord,
    idOf: ({ limit, mode, offset, season }) => `${mode}/${season}/${offset}/${limit}`,
    groupOf: () => "",
    batchSize: 1,
    request: (keys) => send(each(requestPage)(keys))
  }
  return { terrain, room, user, page }
}
