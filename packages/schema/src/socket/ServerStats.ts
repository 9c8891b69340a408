/**
 * Statistics of a private server with `screepsmod-admin-utils`: `GET /stats` and the channels `stats:full` and
 * `stats:users`.
 *
 * **Source** recorded from a server 4.3.0 with `screepsmod-admin-utils` 1.29.0; bounds read in the mod's source.
 */
import * as Schema from "effect/Schema"
import { nullish, record } from "../values/Record.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"

/** Numbers of objects on a server. */
export class ObjectCounts extends record<ObjectCounts>("ObjectCounts")({
  /** Number of creeps and owned controllers together. */
  all: Schema.Finite,
  /** Number of creeps, including those of bots and NPCs. */
  creeps: Schema.Finite
}) {}

/**
 * Durations of ticks.
 *
 * **Details**
 *
 * All fields except `ticks` and `stages` are `null` before the second tick. A pause counts as one long tick.
 */
export class TickStats extends record<TickStats>("TickStats")({
  /** Mean duration, in milliseconds. */
  avg: nullish(Schema.Finite),
  /** Shortest duration, in milliseconds. */
  min: nullish(Schema.Finite),
  /** Longest duration, in milliseconds. */
  max: nullish(Schema.Finite),
  /** Difference between the longest and the shortest duration, in milliseconds. */
  maxDeviation: nullish(Schema.Finite),
  /** Durations of at most 250 ticks, the newest first, in milliseconds. */
  ticks: nullish(Schema.Array(Schema.Finite)),
  /** Mean durations of the stages of a tick since the server's start, keyed by stage, in milliseconds. */
  stages: nullish(Schema.Record(Schema.String, Schema.Finite))
}) {}

/**
 * Statistics of a user.
 */
export class UserProgress extends record<UserProgress>("UserProgress")({
  /** Identifier of the user. */
  id: UserId,
  /** Name of the user. */
  username: Schema.String,
  /** Control points of the account, from which the Global Control Level follows. */
  gcl: nullish(Schema.Finite),
  /** Global Control Level. */
  gclLevel: nullish(Schema.Finite),
  /** Processed power, from which the Global Power Level follows. */
  power: nullish(Schema.Finite),
  /** Global Power Level. */
  powerLevel: nullish(Schema.Finite),
  /** Score of a season; 0 without one. */
  score: nullish(Schema.Finite),
  /** Rank in a season; 0 without one. */
  rank: nullish(Schema.Finite),
  /** CPU limit, in milliseconds per tick. */
  cpu: nullish(Schema.Finite),
  /** Number of creeps. */
  creeps: nullish(Schema.Finite),
  /** Number of owned rooms. */
  rooms: nullish(Schema.Finite),
  /** Sum of the levels of the user's controllers. */
  combinedRCL: nullish(Schema.Finite),
  /** Number of owned rooms, keyed by the level of the controller. */
  rcl: nullish(Schema.Record(Schema.String, Schema.Finite))
}) {}

/**
 * Statistics of a server.
 */
export class ServerStats extends record<ServerStats>("ServerStats")({
  /** Current tick. */
  gametime: Tick,
  /** Number of the users in `users`. */
  activeUsers: Schema.Finite,
  /** Number of rooms that a placed spawn or the map tool marked as active, not of those that the engine processes. */
  activeRooms: Schema.Finite,
  /** Number of rooms with an owner. */
  ownedRooms: Schema.Finite,
  /** Number of all rooms; 0 with the default storage. */
  totalRooms: Schema.Finite,
  /** Numbers of creeps and controllers. */
  objects: ObjectCounts,
  /** Durations of recent ticks. */
  ticks: TickStats,
  /** Active users, which own something; in a new world the NPCs are included. */
  users: Schema.Array(UserProgress)
}) {}
