/** What the admin mod of private servers tells about a server. */
import { nullish } from "@screeps-effect/schema/Nullish"
import { Tick } from "@screeps-effect/schema/Tick"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/** The names of mods, in the order in which they were loaded. */
export type ModNames = ReadonlyArray<string>

/** Decodes the names of mods. */
export const ModNames: Schema.Codec<ModNames> = Schema.Array(Schema.String).annotate({
  identifier: "ModNames"
})

/**
 * Lists the mods of a private server by name.
 *
 * **Errors** `EndpointNotFound`.
 *
 * **Source** `GET /api/mods`, recorded from a server 4.3.0 with `screepsmod-admin-utils`.
 */
export const list = Operation.get("/api/mods", {
  output: ModNames,
  auth: "never",
  provenance: { official: "absent" },
  mod: "screepsmod-admin-utils",
  inSpecification: false
})

/** How many objects a server holds. */
export class ObjectCounts extends Schema.Opaque<ObjectCounts>()(
  Schema.Struct({ all: Schema.Finite, creeps: Schema.Finite }).annotate({ identifier: "ObjectCounts" })
) {}

/** The lengths of a server's last ticks in milliseconds, and of the stages of a tick by name. */
export class TickTimes extends Schema.Opaque<TickTimes>()(
  Schema.Struct({
    avg: nullish(Schema.Finite),
    min: nullish(Schema.Finite),
    max: nullish(Schema.Finite),
    maxDeviation: nullish(Schema.Finite),
    ticks: nullish(Schema.Array(Schema.Finite)),
    stages: nullish(Schema.Record(Schema.String, Schema.Finite))
  }).annotate({ identifier: "TickTimes" })
) {}

/**
 * A user in numbers: points and levels of control and power, rank, CPU limit, creeps and rooms.
 *
 * **Details**
 *
 * `rcl` counts rooms by the level of their controller, `combinedRCL` is the sum of these levels.
 */
export class UserNumbers extends Schema.Opaque<UserNumbers>()(
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
  }).annotate({ identifier: "UserNumbers" })
) {}

/** A private server in numbers. */
export class ServerNumbers extends Schema.Opaque<ServerNumbers>()(
  Schema.Struct({
    gametime: Tick,
    activeUsers: Schema.Finite,
    activeRooms: Schema.Finite,
    ownedRooms: Schema.Finite,
    totalRooms: Schema.Finite,
    objects: ObjectCounts,
    ticks: TickTimes,
    users: Schema.Array(UserNumbers)
  }).annotate({ identifier: "ServerNumbers" })
) {}

/**
 * Tells a private server in numbers: rooms, objects, lengths of ticks, and every user's progress.
 *
 * **Errors** `EndpointNotFound`.
 *
 * **Source** `GET /stats`, recorded from a server 4.3.0 with `screepsmod-admin-utils`.
 */
export const stats = Operation.get("/stats", {
  output: ServerNumbers,
  auth: "never",
  provenance: { official: "absent" },
  mod: "screepsmod-admin-utils",
  inSpecification: false
})
