/** Nukes in flight to any room. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { Tick } from "../values/Tick.ts"

/**
 * A nuke in flight.
 *
 * **Source** recorded from a server 4.3.0 with the admin mod (`screepsmod-admin-utils`); the official form is reported to be
 * the same.
 */
export class NukeInfo extends record<NukeInfo>("NukeInfo")({
  /** Id of the nuke. */
  _id: ObjectId,
  /** `nuke`. */
  type: nullish(Schema.String),
  /** Room in which the nuke lands. */
  room: Schema.String,
  /** Column of the square in which it lands, 0–49. */
  x: expected(Schema.Finite),
  /** Row of the square in which it lands, 0–49. */
  y: expected(Schema.Finite),
  /** Tick in which the nuke lands. */
  landTime: Tick,
  /** Room from which the nuke was launched. */
  launchRoomName: expected(Schema.String)
}) {}

/** Nukes in flight by shard name. */
export type NukesByShard = { readonly [shard: string]: ReadonlyArray<NukeInfo> }

/** Decodes nukes in flight by shard name. */
export const NukesByShard: Schema.Codec<NukesByShard, unknown> = Schema.Record(
  Schema.String,
  Schema.Array(NukeInfo)
).annotate({ identifier: "NukesByShard" })
