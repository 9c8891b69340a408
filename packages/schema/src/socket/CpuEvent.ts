/** CPU and memory use of a player's script: the channel `user:<user>/cpu`. */
import * as Schema from "effect/Schema"
import { nullish, record } from "../values/Record.ts"

/**
 * CPU use of a script's last run, and size of its Memory.
 *
 * **Gotchas**
 *
 * Many events are lost: within 0.2 s a server sends at most two events to all of its users together. The first event
 * after a subscription has a `cpu` of 0 and is not a measurement; every new subscription sends it to all subscribers.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class CpuEvent extends record<CpuEvent>("CpuEvent")({
  /** CPU use of the last run in milliseconds, rounded up; `error` when the server stopped the script. */
  cpu: Schema.Union([Schema.Finite, Schema.Literal("error")]),
  /** Length of Memory's JSON text in characters; absent when the server replaced the script's virtual machine. */
  memory: nullish(Schema.Finite)
}) {}

/** Checks whether the server stopped the script because it hung or exceeded its CPU limit. */
export const isError = (event: CpuEvent): boolean => event.cpu === "error"
