/** Portals to other rooms and shards. */
import * as Schema from "effect/Schema"
import { located } from "../objectFields.ts"
import { Millis } from "../../values/Millis.ts"
import { nullish } from "../../values/Nullish.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"
import { Destination, type Tagged, tagged } from "./Destination.ts"

/**
 * A portal.
 *
 * **Details**
 *
 * One to another room becomes unstable at `unstableDate` and vanishes at `decayTime`; it has one of the two. One to
 * another shard has neither.
 *
 * **Source** recorded from a server 4.3.0 (portals made for the purpose).
 */
export class Portal extends Schema.Opaque<Portal>()(
  Schema.Struct({
    type: Schema.Literal("portal"),
    ...located,
    /** Read it with `destination`. */
    destination: Destination,
    unstableDate: nullish(Millis),
    /** The tick in which it vanishes. */
    decayTime: nullish(Tick)
  }).annotate({ identifier: "Portal" })
) {}

/** Where a portal leads, distinguished by `kind`: to a square of a `room`, or to a room of another `shard`. */
export const destination = (portal: Portal): Tagged => tagged(portal.destination)

/** Counts the ticks until a portal vanishes; `undefined` while that is not settled. */
export const decayTicksLeft = (portal: Portal, now: Tick): number | undefined =>
  TicksLeft.of(portal.decayTime, now)
