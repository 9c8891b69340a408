/** Construction sites, and whether objects report attacks. */
import { DbInsert } from "@screeps-effect/schema/DbInsert"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { RoomName } from "@screeps-effect/schema/RoomName"
import { Coordinate } from "@screeps-effect/schema/RoomPosition"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import { type Buildable, BuildableInput } from "@screeps-effect/schema/StructureType"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/ScreepsClient.ts"
import type { ScreepsError } from "../ScreepsError.ts"

interface Square {
  readonly room: RoomName
  readonly x: number
  readonly y: number
  readonly shard?: ShardName | undefined
}

/** A site to place: what is to be built, and where; a spawn needs a name. */
export type Site =
  | (Square & { readonly structureType: "spawn"; readonly name: string })
  | (Square & {
      readonly structureType: Exclude<Buildable, "spawn">
      readonly name?: string | undefined
    })

/** The endpoint that places sites: a spawn without a name is none of its inputs. */
export interface SitePlacing<in out A> extends Operation.Definition<
  {
    readonly room: RoomName
    readonly x: number
    readonly y: number
    readonly structureType: Buildable
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
 * A spawn needs a name of 1 to 50 characters; no other structure has one. A user may have 100 sites at once. Roads
 * and containers may be built in rooms of nobody. `DbInsert.createdId` reads the new identity; `Intents.removeSites`
 * removes sites.
 *
 * **Errors** `InvalidInput` for a spawn without a name (nothing is sent); `Rejected` ("invalid room", "out of
 * borders", "invalid location", "not a controller owner", "RCL not enough", "too many"), `Unauthorized`,
 * `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/create-construction`, recorded from a server 4.3.0; official form reported.
 */
export const create: SitePlacing<DbInsert> = Operation.post("/api/game/create-construction", {
  input: {
    room: RoomName,
    x: Coordinate,
    y: Coordinate,
    structureType: BuildableInput,
    name: Schema.optional(Schema.NonEmptyString.check(Schema.isMaxLength(50)))
  },
  shard: "required",
  output: DbInsert,
  validate: ({ name, structureType }) =>
    structureType === "spawn" && name === undefined
      ? { field: "name", detail: "a spawn needs a name" }
      : undefined
})

/**
 * Tells an object of the user whether to report when it is attacked.
 *
 * **Errors** `Rejected` ("not owner", "not controller owner"), `ServerFault` for an object that does not exist,
 * `Unauthorized`, `ShardRequired` on official servers without a shard.
 *
 * **Source** `POST /api/game/set-notify-when-attacked`, recorded from a server 4.3.0.
 */
export const setNotifyWhenAttacked = Operation.post("/api/game/set-notify-when-attacked", {
  input: { _id: ObjectId, enabled: Schema.Boolean },
  shard: "required",
  output: DbUpdate,
  idempotent: true,
  inSpecification: false
})
