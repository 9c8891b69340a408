/**
 * A private server in numbers, as `screepsmod-admin-utils` reports them: `GET /stats` and the channels `stats:full` and
 * `stats:users`.
 *
 * **Source** recorded from a server 4.3.0 with `screepsmod-admin-utils` 1.29.0; bounds read in the mod's source.
 */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"

/** The numbers of objects: creeps (those of bots and NPCs included), and creeps with owned controllers (`all`). */
export class ObjectCounts extends Schema.Opaque<ObjectCounts>()(
  Schema.Struct({ all: Schema.Finite, creeps: Schema.Finite }).annotate({ identifier: "ObjectCounts" })
) {}

/**
 * The durations of ticks in milliseconds.
 *
 * **Details**
 *
 * `ticks` holds at most 250 durations, the newest first; a pause counts as one long tick. `stages` holds the mean
 * durations of the parts of a tick since the server's start. `maxDeviation` is `max - min`. All but `ticks` and `stages`
 * are `null` before there are two ticks.
 */
export class TickStats extends Schema.Opaque<TickStats>()(
  Schema.Struct({
    avg: nullish(Schema.Finite),
    min: nullish(Schema.Finite),
    max: nullish(Schema.Finite),
    maxDeviation: nullish(Schema.Finite),
    ticks: nullish(Schema.Array(Schema.Finite)),
    stages: nullish(Schema.Record(Schema.String, Schema.Finite))
  }).annotate({ identifier: "TickStats" })
) {}

/**
 * A user in numbers.
 *
 * **Details**
 *
 * `gcl` and `power` are points, with the levels that follow from them; `cpu` is the limit, not the use. `rcl` counts rooms
 * by the level of their controller, `combinedRCL` is the sum of these levels.
 */
export class UserProgress extends Schema.Opaque<UserProgress>()(
  Schema.Struct({
    id: UserId,
    username: Schema.String,
    gcl: nullish(Schema.Finite),
    gclLevel: nullish(Schema.Finite),
    power: nullish(Schema.Finite),
    powerLevel: nullish(Schema.Finite),
    score: nullish(Schema.Finite),
    rank: nullish(Schema.Finite),
    cpu: nullish(Schema.Finite),
    creeps: nullish(Schema.Finite),
    rooms: nullish(Schema.Finite),
    combinedRCL: nullish(Schema.Finite),
    rcl: nullish(Schema.Record(Schema.String, Schema.Finite))
  }).annotate({ identifier: "UserProgress" })
) {}

/**
 * A server in numbers.
 *
 * **Gotchas**
 *
 * `activeRooms` counts rooms that a placed spawn or the map tool marked, not those that the engine runs. `totalRooms` is
 * 0 with the default storage. `users` are those who own something; the NPCs are among them in a new world.
 */
export class ServerStats extends Schema.Opaque<ServerStats>()(
  Schema.Struct({
    gametime: Tick,
    activeUsers: Schema.Finite,
    activeRooms: Schema.Finite,
    ownedRooms: Schema.Finite,
    totalRooms: Schema.Finite,
    objects: ObjectCounts,
    ticks: TickStats,
    users: Schema.Array(UserProgress)
  }).annotate({ identifier: "ServerStats" })
) {}
