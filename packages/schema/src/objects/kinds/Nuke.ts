/** Nukes in flight. */
import * as Schema from "effect/Schema"
import { count } from "../../values/numbers.ts"
import { located, ofType } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * A nuke in flight, at the square where it will land.
 *
 * **Details**
 *
 * A server 4.3.0 sends the tick of the landing, xxscreeps a countdown; the other field is absent.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9.
 */
export class Nuke extends record<Nuke>("Nuke")({
  ...ofType("nuke"),
  ...located,
  /** Tick in which the nuke lands; absent on xxscreeps. */
  landTime: nullish(Tick),
  /** Ticks until the nuke lands, counted down by the server; xxscreeps only. */
  timeToLand: nullish(count),
  /** Name of the room that the nuke was launched from. */
  launchRoomName: Schema.String
}) {}
