/**
 * Users in the world: the signed-in one's status, rooms, statistics, credits and console, and looking up others.
 *
 * **Details**
 *
 * Profile and preferences are written in `Account`.
 */
import * as Badge from "@screeps-effect/schema/Badge"
import { Branch } from "@screeps-effect/schema/Branch"
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import type { MoneyEntry } from "@screeps-effect/schema/MoneyEntry"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import { UserId } from "@screeps-effect/schema/UserId"
import { WorldStatus } from "@screeps-effect/schema/WorldStatus"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { me } from "./Auth.ts"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/ScreepsClient.ts"
import type { ScreepsError } from "../ScreepsError.ts"
import { FoundUser, type LookUp, UserName, type WhoAmI } from "./User/LookUp.ts"
import { MoneyHistory } from "./User/Money.ts"
import { UserRooms } from "./User/Rooms.ts"
import { Overview, UserStats } from "./User/Statistics.ts"

export * from "./User/LookUp.ts"
export * from "./User/Money.ts"
export * from "./User/Rooms.ts"
export * from "./User/Statistics.ts"

/** Where the user stands in the world. */
export class WorldStatusAnswer extends Schema.Opaque<WorldStatusAnswer>()(
  Schema.Struct({ ok: Schema.Literal(1), status: WorldStatus }).annotate({ identifier: "WorldStatusAnswer" })
) {}

/**
 * Tells where the user stands: `empty` may place a first spawn, `normal` plays, `lost` has no spawn left.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/world-status`, recorded from a server 4.3.0.
 */
export const worldStatus = Operation.get("/api/user/world-status", { output: WorldStatusAnswer })

/** The room to show a user first: at most one name, as the server writes it. */
export class StartRoom extends Schema.Opaque<StartRoom>()(
  Schema.Struct({ ok: Schema.Literal(1), room: Schema.Array(Schema.String) }).annotate({
    identifier: "StartRoom"
  })
) {}

/**
 * Tells the room to show the user first.
 *
 * **Details**
 *
 * Private servers name one of the user's rooms, or `W5N5` for those who have none. Official servers are reported to
 * answer none or one, written `shard0/E4S61` when no shard was named.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/world-start-room`, recorded from a server 4.3.0.
 */
export const worldStartRoom = Operation.get("/api/user/world-start-room", {
  shard: "optional",
  output: StartRoom
})

/** The branches of the user. */
export class Branches extends Schema.Opaque<Branches>()(
  Schema.Struct({ ok: Schema.Literal(1), list: Schema.Array(Branch) }).annotate({ identifier: "Branches" })
) {}

/**
 * Lists the user's branches and which of them are active.
 *
 * **Gotchas**
 *
 * A missing branch `default` is made by the asking.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/branches`, recorded from a server 4.3.0.
 */
export const branches = Operation.get("/api/user/branches", { output: Branches })

const maxExpression = 1024

/**
 * Runs a line in the user's console, after the code of the next tick.
 *
 * **Details**
 *
 * The line costs CPU of that tick. Success means that the line was accepted: what it gives, errors of syntax
 * included, is told on the console's channel of the socket only. At most 1024 characters as JSON text, quotes and
 * escapes included.
 *
 * **Gotchas**
 *
 * Lines and writes to Memory of one tick run in no fixed order. What throws, the script itself included, ends the run:
 * those that would come after it are lost.
 *
 * **Errors** `InvalidInput` (too long or empty, nothing is sent), `Unauthorized`, `ShardRequired`.
 *
 * **Source** `POST /api/user/console`, recorded from a server 4.3.0. Official quota: 360 per hour.
 */
export const console = Operation.post("/api/user/console", {
  input: {
    expression: Schema.NonEmptyString.check(
      Schema.makeFilter(
        (text: string) =>
          JSON.stringify(text).length <= maxExpression || "the line is longer than 1024 characters"
      )
    )
  },
  shard: "required",
  output: DbInsert,
  quota: { limit: 360, per: "hour" }
})

/** The rooms in which a user may not place a spawn again. */
export class ProhibitedRooms extends Schema.Opaque<ProhibitedRooms>()(
  Schema.Struct({ ok: Schema.Literal(1), rooms: Schema.Array(Schema.String) }).annotate({
    identifier: "ProhibitedRooms"
  })
) {}

/**
 * Lists the rooms in which the user may not place the next first spawn.
 *
 * **Details**
 *
 * Private servers answer none. Official servers are reported to answer none or one, written `shard0/E4S61`.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/respawn-prohibited-rooms`, recorded from a server 4.3.0.
 */
export const respawnProhibitedRooms = Operation.get("/api/user/respawn-prohibited-rooms", {
  output: ProhibitedRooms
})

/**
 * Gives up everything that the user owns in the world, after which a first spawn may be placed anew.
 *
 * **Gotchas**
 *
 * Nothing brings it back: creeps, construction sites and flags are gone, structures become ruins, controllers are
 * released. A first spawn may be refused for the next 180 seconds.
 *
 * **Errors** `Rejected` ("invalid status": the user owns nothing), `Unauthorized`.
 *
 * **Source** `POST /api/user/respawn`, recorded from a server 4.3.0.
 */
export const respawn = Operation.post("/api/user/respawn", {
  output: DbUpdate,
  inSpecification: false
})

/**
 * Finds a user by name or by identity.
 *
 * **Details**
 *
 * Private servers find names in any case. Official servers are reported to know no computer players.
 *
 * **Errors** for an unknown user, `ServerFault` (private servers) or `Rejected` ("user not found", official servers,
 * reported); `InvalidInput` (none or both told, nothing is sent: a server would answer with an arbitrary user).
 *
 * **Source** `GET /api/user/find`, recorded from a server 4.3.0.
 */
export const find: LookUp<FoundUser> = Operation.get("/api/user/find", {
  input: { username: Schema.optional(Schema.NonEmptyString), id: Schema.optional(UserId) },
  output: FoundUser,
  auth: "optional",
  validate: ({ id, username }) =>
    (id === undefined) === (username === undefined)
      ? { field: "username", detail: "a user is found by name or by id: one of them is needed, and only one" }
      : undefined
})

/**
 * Tells the user's name, which restricted API tokens may be admitted to.
 *
 * **Errors** `Unauthorized`, `Forbidden`, `EndpointNotFound` (private servers; newer auth mods have it).
 *
 * **Source** `GET /api/user/name`, reported.
 */
export const name = Operation.get("/api/user/name", { output: UserName, provenance: { private: "absent" } })

/**
 * Tells who the signed-in user is, also for API tokens that may not read `Auth.me`.
 *
 * **Details**
 *
 * When `Auth.me` is forbidden, the name is asked for and looked up: three requests in place of one.
 *
 * **Errors** `Unauthorized`, `Forbidden` (the token does not admit `GET /api/user/name` either).
 *
 * **Source** `GET /api/auth/me`, else `GET /api/user/name` and `GET /api/user/find`.
 */
export const whoAmI = (): Effect.Effect<WhoAmI, ScreepsError, ScreepsClient> =>
  me().pipe(
    Effect.map(({ _id, badge, username }) => ({
      _id,
      username: username ?? undefined,
      badge: Badge.parse(badge),
      restricted: false
    })),
    Effect.catchReason("ScreepsError", "Forbidden", () =>
      Effect.gen(function* () {
        const { username } = yield* name()
        const { user } = yield* find({ username })
        return {
          _id: user._id,
          username: user.username ?? username,
          badge: Badge.parse(user.badge),
          restricted: true
        }
      })
    )
  )

/**
 * Lists the rooms that a user owns; `roomsByShard` reads the answer for you.
 *
 * **Details**
 *
 * Private servers list the highest levels first. With `reservation`, official servers are reported to list reserved
 * rooms, too.
 *
 * **Gotchas**
 *
 * An unknown identity has no rooms.
 *
 * **Source** `GET /api/user/rooms`, recorded from a server 4.3.0; the form by shards reported.
 */
export const rooms = Operation.get("/api/user/rooms", {
  input: { id: UserId, reservation: Schema.optional(Schema.Literal(1)) },
  output: UserRooms,
  auth: "optional"
})

/**
 * Tells the totals of a user's statistics over all slots of an interval.
 *
 * **Details**
 *
 * `interval` is the length of a slot in minutes: 8, 180 or 1440. Private servers keep no statistics.
 *
 * **Source** `GET /api/user/stats`, recorded from a server 4.3.0; statistics reported.
 */
export const stats = Operation.get("/api/user/stats", {
  input: { id: UserId, interval: RoomStat.StatInterval },
  output: UserStats,
  auth: "optional"
})

/**
 * Tells one statistic of all the user's rooms over time; `overviewByShard` reads the answer for you.
 *
 * **Details**
 *
 * `interval` is the length of a slot in minutes: 8 (the default), 180 or 1440. `statName` is `energyControl` when
 * none is named. Private servers keep no statistics and list the rooms only.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/overview`, recorded from a server 4.3.0; statistics reported.
 */
export const overview = Operation.get("/api/user/overview", {
  input: { interval: Schema.optional(RoomStat.StatInterval), statName: Schema.optional(RoomStat.RoomStat) },
  defaults: { interval: 8, statName: "energyControl" },
  output: Overview
})

/**
 * Tells a page of the history of the user's credits: 20 entries, newest first, from page 0 on.
 *
 * **Details**
 *
 * A page beyond the end is empty. `moneyHistoryPages` and `moneyHistoryEntries` turn the pages for you.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/money-history`, recorded from a server 4.3.0. Official quota: 60 per hour, published for
 * the path with a `/game` that does not exist.
 */
export const moneyHistory = Operation.get("/api/user/money-history", {
  input: { page: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))) },
  output: MoneyHistory,
  quota: { limit: 60, per: "hour" }
})

/**
 * All pages of the history of the user's credits, newest first; each is asked for when it is needed.
 *
 * **Errors** those of `moneyHistory`.
 *
 * **Source** `GET /api/user/money-history`, once per page.
 */
export const moneyHistoryPages = (
  from: number = 0
): Stream.Stream<MoneyHistory, ScreepsError, ScreepsClient> =>
  Stream.paginate(from, (page) =>
    Effect.map(moneyHistory({ page }), (answer) => {
      const more = answer.hasMore && answer.list.length > 0
      return [[answer], more ? Option.some(page + 1) : Option.none()]
    })
  )

/**
 * All entries of the history of the user's credits, newest first, each once; pages are asked for as they are needed.
 *
 * **Details**
 *
 * An entry that is made meanwhile moves the others on, so that some come again on the next page: they are left out.
 * The new one itself is not told.
 *
 * **Errors** those of `moneyHistory`.
 *
 * **Source** `GET /api/user/money-history`, once per page.
 */
export const moneyHistoryEntries = (): Stream.Stream<MoneyEntry, ScreepsError, ScreepsClient> =>
  Stream.suspend(() => {
    const told = new Set<string>()
    return moneyHistoryPages().pipe(
      Stream.flatMap(({ list }) => Stream.fromIterable(list)),
      Stream.filter(({ _id }) => !told.has(_id) && told.add(_id) !== undefined)
    )
  })
