/** Construction sites, and whether objects notify their owner of attacks. */
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { RoomName } from "@screeps-effect/schema/RoomName"

import type { ShardName } from "@screeps-effect/schema/ShardName"
import { type Buildable, BuildableInput } from "@screeps-effect/schema/StructureType"
import type * as Effect from "effect/Effect"
import { or, type Other } from "@screeps-effect/schema/Other"
import * as Schema from "effect/Schema"
import { inRoom, square } from "./inputs.ts"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/service.ts"
import type { ScreepsError } from "../ScreepsError.ts"

interface Square extends Operation.ShardInput {
  /** Name of the room, such as `W7N3`. */
  readonly room: RoomName
  /** Column of the square, from 0 (west) to 49 (east). */
  readonly x: number
  /** Row of the square, from 0 (north) to 49 (south). */
  readonly y: number
}

/** A construction site to place; a spawn needs a name. */
export type Site =
  | (Square & {
      /** Type of the structure to build. */
      readonly structureType: "spawn"
      /** Name of the spawn, 1 to 50 characters. */
      readonly name: string
    })
  | (Square & {
      /** Type of the structure to build. */
      readonly structureType: Exclude<Buildable, "spawn"> | Other
      readonly name?: string | undefined
    })

/** The operation that places construction sites; its input type requires a name for spawns. */
export interface CreateConstruction<in out A> extends Operation.Definition<
  {
    readonly room: RoomName
    readonly x: number
    readonly y: number
    readonly structureType: Buildable | Other
    readonly name?: string | undefined
    readonly shard?: ShardName | undefined
  },
  A
> {
  (site: Site): Effect.Effect<A, ScreepsError, ScreepsClient>
}

/**
 * Places a construction site.
 *
 * **Details**
 *
 * A user can have 100 sites at once. Roads and containers can be built in rooms without an owner.
 * `DbInsert.createdId` of the schema package returns the id of the new site; `Intents.removeSites` removes sites.
 *
 * **Errors** `InvalidInput` for a spawn without a name (nothing is sent); `Rejected` ("invalid room", "out of
 * borders", "invalid location", "not a controller owner", "RCL not enough", "too many"), `Unauthorized`,
 * `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/create-construction`, recorded from a server 4.3.0. Official: published in 2020
 * (thmsndk/Screeps3D). xxscreeps: recorded.
 */
export const create: CreateConstruction<DbInsert> = Operation.post("/api/game/create-construction", {
  input: {
    ...inRoom,
    ...square,
    /** Type of the structure to build; `Other.make` for one that a mod adds. */
    structureType: or(BuildableInput),
    /** Name of the spawn, 1 to 50 characters: required for spawns; other structures have no name. */
    name: Schema.optional(Schema.NonEmptyString.check(Schema.isMaxLength(50)))
  },
  shard: "required",
  changes: "reversible",
  output: DbInsert,
  validate: ({ name, structureType }) =>
    structureType === "spawn" && name === undefined
      ? { field: "name", detail: "a spawn needs a name" }
      : undefined,
  provenance: { official: "published" }
})

/**
 * Sets whether the user is notified when an object is attacked.
 *
 * **Errors** `Rejected` ("not owner", "not controller owner"), `ServerFault` for an object that does not exist,
 * `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/set-notify-when-attacked`, recorded from a server 4.3.0. xxscreeps: absent.
 */
export const setNotifyWhenAttacked = Operation.post("/api/game/set-notify-when-attacked", {
  input: {
    /** Id of an object of the user, or of a structure in a room of the user. */
    _id: ObjectId,
    /** Whether attacks on the object are notified. */
    enabled: Schema.Boolean
  },
  shard: "required",
  changes: "reversible",
  output: DbUpdate,
  idempotent: true,
  provenance: { xxscreeps: "absent" }
})
