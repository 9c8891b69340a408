/** Portals to other rooms and shards. */
import { located, ofType } from "../objectFields.ts"
import { Millis } from "../../values/Millis.ts"
import { nullish, record } from "../../values/Record.ts"
import { Tick } from "../../values/Tick.ts"
import { Destination, type Tagged, tagged } from "./Destination.ts"

/**
 * A portal to another room or shard.
 *
 * **Details**
 *
 * A portal to another room becomes unstable at `unstableDate` and disappears at `decayTime`; it has one of the two. A
 * portal to another shard has neither on a server 4.3.0.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9 (portals inserted for the recording).
 */
export class Portal extends record<Portal>("Portal")({
  ...ofType("portal"),
  ...located,
  /** Where the portal leads; the function `destination` returns it with a `kind`. */
  destination: Destination,
  /** Time at which the portal becomes unstable, in milliseconds since 1970. */
  unstableDate: nullish(Millis),
  /** Tick in which the portal disappears; absent until it is known. */
  decayTime: nullish(Tick)
}) {}

/** Returns where a portal leads: of kind `room`, a square of a room; of kind `shard`, a room of another shard. */
export const destination = (portal: Portal): Tagged => tagged(portal.destination)
