/** Terminals, which trade and send resources to other rooms. */
import * as Schema from "effect/Schema"
import { amount, count, hits } from "../../values/numbers.ts"
import { affected, damageable, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Resource } from "../../economy/Resource.ts"
import { Store } from "../Store.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"

/**
 * What a terminal sends in this tick.
 *
 * **Source** recorded from a server 4.3.0 (room history).
 */
export class TerminalSend extends Schema.Opaque<TerminalSend>()(
  Schema.Struct({
    targetRoomName: Schema.String,
    resourceType: Resource,
    amount,
    description: nullish(Schema.String)
  }).annotate({ identifier: "TerminalSend" })
) {}

/**
 * A terminal.
 *
 * **Gotchas**
 *
 * Those at crossroads belong to nobody and may have neither hits nor a store.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2017 and 2020; without a store reported.
 */
export class Terminal extends Schema.Opaque<Terminal>()(
  Schema.Struct({
    type: Schema.Literal("terminal"),
    ...located,
    ...owned,
    hits: nullish(hits),
    hitsMax: nullish(hits),
    notifyWhenAttacked: damageable.notifyWhenAttacked,
    ...affected,
    store: nullish(Store),
    storeCapacity: nullish(count),
    /** The tick in which it can send again. */
    cooldownTime: nullish(Tick),
    /** What it sends; room history only, `null` elsewhere. */
    send: nullish(TerminalSend)
  }).annotate({ identifier: "Terminal" })
) {}

/** Counts the ticks until a terminal can send again; 0 when it can. */
export const cooldownTicksLeft = (terminal: Terminal, now: Tick): number =>
  TicksLeft.of(terminal.cooldownTime, now) ?? 0
