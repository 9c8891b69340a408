/** Nukes in flight, over all rooms. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { Tick } from "../values/Tick.ts"

/**
 * A nuke in flight: where it strikes, when, and from which room it came.
 *
 * **Source** recorded from a server 4.3.0 with the admin mod; the official form is reported to be the same.
 */
export class NukeInfo extends Schema.Opaque<NukeInfo>()(
  Schema.Struct({
    _id: ObjectId,
    type: nullish(Schema.String),
    room: Schema.String,
    x: Schema.Finite,
    y: Schema.Finite,
    landTime: Tick,
    launchRoomName: Schema.String
  }).annotate({ identifier: "NukeInfo" })
) {}

/** Nukes in flight by shard name. */
export type NukesByShard = { readonly [shard: string]: ReadonlyArray<NukeInfo> }

/** Decodes nukes in flight by shard name. */
export const NukesByShard: Schema.Codec<NukesByShard, unknown> = Schema.Record(
  Schema.String,
  Schema.Array(NukeInfo)
).annotate({ identifier: "NukesByShard" })

/** How many ticks are left at `time` until a nuke strikes; 0 when it has struck. */
export const ticksToLand = (nuke: NukeInfo, time: number): number => Math.max(0, nuke.landTime - time)
