/**
 * Users in the world: status, rooms, statistics, credits and console of the signed-in user, and finding others.
 *
 * **Details**
 *
 * `Account` changes the profile and the preferences.
 */
import * as Badge from "@screeps-effect/schema/Badge"
import { Branch } from "@screeps-effect/schema/Branch"
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import type { MoneyEntry } from "@screeps-effect/schema/MoneyEntry"
import { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import { UserId } from "@screeps-effect/schema/UserId"
import { WorldStatus } from "@screeps-effect/schema/WorldStatus"
import { or } from "@screeps-effect/schema/Other"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { me } from "./Auth.ts"
import * as Operation from "../Operation.ts"
import { ScreepsClient } from "../client/service.ts"
import { isOutsideScope, type ScreepsError } from "../ScreepsError.ts"
import {
  DealDetails,
  FoundUser,
  type LookUp,
  MoneyHistory,
  Overview,
  UserName,
  UserRooms,
  UserStats,
  type WhoAmI
} from "./User/responses.ts"
import { answer } from "./answer.ts"

export * from "./User/responses.ts"

/** The user's status in the world. */
export class WorldStatusResponse extends answer<WorldStatusResponse>("WorldStatusResponse")({
  /** `empty`: may place a first spawn; `normal`: plays; `lost`: has no spawn left. */
  status: WorldStatus
}) {}

/**
 * Returns the user's status: `empty` may place a first spawn, `normal` plays, `lost` has no spawn left.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/world-status`, recorded from a server 4.3.0. Official: published in 2017
 * (ricochet1k/screeps-client). xxscreeps: recorded.
 */
export const worldStatus = Operation.get("/api/user/world-status", {
  output: WorldStatusResponse,
  provenance: { official: "published" }
})

/** The room to show a user first. */
export class StartRoom extends answer<StartRoom>("StartRoom")({
  /** At most one room name; official servers write `shard0/E4S61` when no shard was sent. */
  room: Schema.Array(Schema.String)
}) {}

/**
 * Returns the room to show the user first.
 *
 * **Details**
 *
 * Private servers return one of the user's rooms, or `W5N5` for a user without rooms. Official servers are reported to
 * return none or one, written `shard0/E4S61` when no shard was sent.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/world-start-room`, recorded from a server 4.3.0. Official: published in 2020
 * (thmsndk/Screeps3D). xxscreeps: recorded.
 */
export const worldStartRoom = Operation.get("/api/user/world-start-room", {
  shard: "optional",
  output: StartRoom,
  provenance: { official: "published" }
})

/** The user's branches. */
export class Branches extends answer<Branches>("Branches")({
  /** The branches; their flags say which are active. */
  list: Schema.Array(Branch)
}) {}

/**
 * Lists the user's branches and which of them are active.
 *
 * **Gotchas**
 *
 * The request creates a branch `default` when it is missing. Private servers 4.3.0 send the code of all branches whether
 * or not it is requested.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/branches`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const branches = Operation.get("/api/user/branches", {
  input: {
    /** Whether the branches are requested with their modules; other servers than xxscreeps ignore it. */
    withCode: Schema.optional(Schema.Boolean)
  },
  output: Branches
})

const maxExpression = 1024

/**
 * Sends a console command, which runs after the user's code in the next tick.
 *
 * **Details**
 *
 * The command uses CPU of that tick. Success means that the command was accepted: its result, syntax errors included,
 * is sent on the console channel of the socket only.
 *
 * **Gotchas**
 *
 * Commands and writes to Memory of one tick run in no fixed order. An exception, also in the script itself, ends the
 * run: commands that would follow are lost.
 *
 * **Errors** `InvalidInput` (too long or empty, nothing is sent), `Unauthorized`, `ShardRequired`.
 *
 * **Source** `POST /api/user/console`, recorded from a server 4.3.0. Official quota: 360 per hour. xxscreeps:
 * recorded.
 */
export const console = Operation.post("/api/user/console", {
  input: {
    /** JavaScript to run, at most 1024 characters as JSON text, quotes and escapes included. */
    expression: Schema.NonEmptyString.check(
      Schema.makeFilter(
        (text: string) =>
          JSON.stringify(text).length <= maxExpression || "the command is longer than 1024 characters"
      )
    )
  },
  shard: "required",
  output: DbInsert,
  quota: { limit: 360, per: "hour" }
})

/** The rooms in which a user may not place the next first spawn. */
export class ProhibitedRooms extends answer<ProhibitedRooms>("ProhibitedRooms")({
  /** Room names; official servers write `shard0/E4S61`. */
  rooms: Schema.Array(Schema.String)
}) {}

/**
 * Lists the rooms in which the user may not place the next first spawn.
 *
 * **Details**
 *
 * Private servers return none. Official servers are reported to return none or one, written `shard0/E4S61`.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/respawn-prohibited-rooms`, recorded from a server 4.3.0. Official: published in 2017
 * (ricochet1k/screeps-client). xxscreeps: recorded.
 */
export const respawnProhibitedRooms = Operation.get("/api/user/respawn-prohibited-rooms", {
  output: ProhibitedRooms,
  provenance: { official: "published" }
})

/**
 * Gives up everything that the user owns in the world; afterwards a new first spawn may be placed.
 *
 * **Gotchas**
 *
 * This cannot be undone: creeps, construction sites and flags are removed, structures become ruins, controllers are
 * released. Servers may reject a first spawn for the next 180 seconds.
 *
 * **Errors** `Rejected` ("invalid status": the user owns nothing), `Unauthorized`.
 *
 * **Source** `POST /api/user/respawn`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const respawn = Operation.post("/api/user/respawn", {
  output: DbUpdate
})

/**
 * Returns a user by name or id.
 *
 * **Details**
 *
 * Official servers are reported not to find computer players.
 *
 * **Errors** `Rejected` ("user not found"; official servers: reported; the game's own server returns an error of its code
 * instead, which is recognized), on xxscreeps `EndpointNotFound` for an unknown user; `InvalidInput` (neither or both
 * given, nothing is sent: a server would return an arbitrary user).
 *
 * **Source** `GET /api/user/find`, recorded from a server 4.3.0. Official: published in 2026 (Xerxes-2/lazycreep).
 * xxscreeps: recorded.
 */
export const find: LookUp<FoundUser> = Operation.get("/api/user/find", {
  input: {
    /** Name of the user; private servers ignore upper and lower case. */
    username: Schema.optional(Schema.NonEmptyString),
    /** Id of the user. */
    id: Schema.optional(UserId)
  },
  output: FoundUser,
  auth: "optional",
  validate: ({ id, username }) =>
    (id === undefined) === (username === undefined)
      ? { field: "username", detail: "expected either a username or an id" }
      : undefined,
  provenance: { official: "published" }
})

/**
 * Returns a user of a shared replay by id.
 *
 * **Details**
 *
 * `History.sharedChunk` returns the objects of a replay, with the ids of their owners. `find` finds users by name, too.
 *
 * **Errors** `Rejected` (the text for an unknown id is not known), `EndpointNotFound` (private servers).
 *
 * **Source** `GET /api/user/find-shared`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const findShared = Operation.get("/api/user/find-shared", {
  input: {
    /** Id of the user. */
    id: UserId
  },
  output: FoundUser,
  auth: "optional",
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Returns the user's name; restricted API tokens may have permission for it.
 *
 * **Errors** `Unauthorized`, `Forbidden`, `EndpointNotFound` (private servers; newer auth mods have it).
 *
 * **Source** `GET /api/user/name`, reported. xxscreeps: absent.
 */
export const name = Operation.get("/api/user/name", {
  output: UserName,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/** Reads the signed-in user with a function that calls operations. @internal */
export const readWhoAmI = (call: ScreepsClient["Service"]["call"]): Effect.Effect<WhoAmI, ScreepsError> =>
  call(me, {}).pipe(
    Effect.map(({ _id, badge, username }) => ({
      _id,
      username: username ?? undefined,
      badge: Badge.parse(badge),
      restricted: false
    })),
    Effect.catchIf(
      ({ reason }) => isOutsideScope(reason),
      () =>
        Effect.gen(function* () {
          const { username } = yield* call(name, {})
          const { user } = yield* call(find, { username })
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
 * Returns the signed-in user, also for API tokens that may not read `Auth.me`.
 *
 * **Details**
 *
 * When a token may not read `Auth.me`, or an official server rejects it there, the name is requested and the user of that
 * name is found: three or four requests instead of one.
 *
 * **Errors** `Unauthorized`, `Forbidden` (the token has no permission for `GET /api/user/name` either; in the seasonal world
 * for every restricted token).
 *
 * **Source** `GET /api/auth/me`, else `GET /api/user/name` and `GET /api/user/find`.
 */
export const whoAmI = (): Effect.Effect<WhoAmI, ScreepsError, ScreepsClient> =>
  Effect.flatMap(ScreepsClient, ({ call }) => readWhoAmI(call))

/**
 * Lists the rooms that a user owns; `roomsByShard` reads the response of any server.
 *
 * **Gotchas**
 *
 * For an unknown id the list is empty.
 *
 * **Source** `GET /api/user/rooms`, recorded from a server 4.3.0; the form by shards reported. Official: published in
 * 2026 (Xerxes-2/lazycreep). xxscreeps: recorded.
 */
export const rooms = Operation.get("/api/user/rooms", {
  input: {
    /** Id of the user. */
    id: UserId,
    /** `1` also lists reserved rooms (official servers, reported). */
    reservation: Schema.optional(Schema.Literal(1))
  },
  output: UserRooms,
  auth: "optional",
  provenance: { official: "published" }
})

/**
 * Returns the totals of a user's statistics over all slots of a length.
 *
 * **Details**
 *
 * Private servers keep no statistics.
 *
 * **Source** `GET /api/user/stats`, recorded from a server 4.3.0; statistics reported. Official: published in 2017
 * (ricochet1k/screeps-client). xxscreeps: recorded.
 */
export const stats = Operation.get("/api/user/stats", {
  input: {
    /** Id of the user. */
    id: UserId,
    /** Length of a slot in minutes: 8, 180 or 1440. */
    interval: RoomStat.StatInterval
  },
  output: UserStats,
  auth: "optional",
  provenance: { official: "published" }
})

/**
 * Returns one statistic of all the user's rooms over time; `overviewByShard` reads the response.
 *
 * **Details**
 *
 * Private servers keep no statistics and list the rooms only.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/overview`, recorded from a server 4.3.0; statistics reported. xxscreeps: recorded.
 */
export const overview = Operation.get("/api/user/overview", {
  input: {
    /** Length of a slot in minutes: 8 (the default), 180 or 1440. */
    interval: Schema.optional(RoomStat.StatInterval),
    /** Name of the statistic; default: `energyControl`. `Other.make` for one that this version does not list. */
    statName: Schema.optional(or(RoomStat.RoomStat))
  },
  defaults: { interval: 8, statName: "energyControl" },
  output: Overview
})

/**
 * Returns a page of the history of the user's credits: 20 entries, latest first.
 *
 * **Details**
 *
 * A page beyond the end is empty. `moneyHistoryEntries` requests further pages as needed.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/user/money-history`, recorded from a server 4.3.0. Official quota: 60 per hour, unproven: it is
 * published for a path that does not exist, with a `/game`. Official: published in 2026 (ceyirelehe47/screeps-bot).
 * xxscreeps: recorded.
 */
export const moneyHistory = Operation.get("/api/user/money-history", {
  input: {
    /** Number of the page, counted from 0; default: 0. */
    page: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
  },
  output: MoneyHistory,
  quota: { limit: 60, per: "hour" },
  provenance: { official: "published" }
})

/**
 * Emits the entries of the history of the user's credits, latest first, each once.
 *
 * **Details**
 *
 * Pages are requested as they are needed. An entry that is added meanwhile shifts the others, so that some are
 * returned again on the next page: those are left out. The added entry itself is not emitted. Three pages in a row
 * without a new entry end the stream, whatever the server says about further pages.
 *
 * **Errors** those of `moneyHistory`.
 *
 * **Source** `GET /api/user/money-history`, once per page.
 */
export const moneyHistoryEntries = (): Stream.Stream<MoneyEntry, ScreepsError, ScreepsClient> =>
  Stream.suspend(() => {
    const emitted = new Set<string>()
    let repeated = 0
    return Stream.paginate(0, (page) =>
      Effect.map(moneyHistory({ page }), ({ hasMore, list }) => {
        const fresh = list.filter(({ _id }) => !emitted.has(_id))
        for (const { _id } of fresh) emitted.add(_id)
        repeated = fresh.length === 0 ? repeated + 1 : 0
        const more = hasMore && list.length > 0 && repeated < 3
        return [fresh, more ? Option.some(page + 1) : Option.none()] as const
      })
    )
  })

/**
 * Returns who bought and who sold in a deal on the market.
 *
 * **Details**
 *
 * The three fields are those of an entry of `moneyHistory`: its tick, and both rooms of its `market`. Which of them
 * servers need is not known.
 *
 * **Errors** `Rejected`, `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `GET /api/user/money-history/details`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const moneyHistoryDetails = Operation.get("/api/user/money-history/details", {
  input: {
    /** Tick of the deal. */
    tick: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
    /** Room of the order. */
    roomName: Schema.optional(RoomName),
    /** Room of the terminal of the user who dealt. */
    targetRoomName: Schema.optional(RoomName)
  },
  output: DealDetails,
  provenance: { private: "absent", xxscreeps: "absent" }
})
