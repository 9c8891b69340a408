/** What a player's script costs: the channel `user:<user>/cpu`. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"

/**
 * The cost of a script's last run, `error` when it was stopped, and the size of Memory.
 *
 * **Details**
 *
 * `cpu` is in milliseconds, rounded up; `memory` is the length of Memory's JSON text in characters, left out when the
 * script's machine was replaced.
 *
 * **Gotchas**
 *
 * Many events are lost: a server sends at most two to all its users together in one span of 0.2 s. The first event
 * after a subscription has `cpu` 0 and is no measurement; it comes to all who listen whenever anybody subscribes.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class CpuEvent extends Schema.Opaque<CpuEvent>()(
  Schema.Struct({
    cpu: Schema.Union([Schema.Finite, Schema.Literal("error")]),
    memory: nullish(Schema.Finite)
  }).annotate({ identifier: "CpuEvent" })
) {}

/** Checks whether the script was stopped: it hung or used up its time. */
export const isError = (event: CpuEvent): boolean => event.cpu === "error"
