/** Controllers, by which rooms are held. */
import * as Schema from "effect/Schema"
import * as ControllerLevel from "../ControllerLevel.ts"
import { count, hits, whole } from "../../values/numbers.ts"
import { affected, located, owned } from "../objectFields.ts"
import { nullish } from "../../values/Nullish.ts"
import { Reservation } from "../Reservation.ts"
import { Signature, SystemSignature } from "../../map/Signature.ts"
import { Tick } from "../../values/Tick.ts"
import * as TicksLeft from "../../values/TicksLeft.ts"
import { UserId } from "../../values/UserId.ts"

/**
 * A room's controller.
 *
 * **Gotchas**
 *
 * One that nobody ever touched has only its level, 0. `progressTotal` is not kept up to date: see `progress`.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020; `hardSign` reported; `bindUser` and
 * `tutorial` read in the server's source.
 */
export class Controller extends Schema.Opaque<Controller>()(
  Schema.Struct({
    type: Schema.Literal("controller"),
    ...located,
    /** 0–8; 0 where nobody owns the room. */
    level: whole(0, 8),
    ...owned,
    /** Progress towards the next level. */
    progress: nullish(count),
    progressTotal: nullish(count),
    /** The tick in which it falls to the level below, unless it is upgraded. */
    downgradeTime: nullish(Tick),
    reservation: nullish(Reservation),
    sign: nullish(Signature),
    /** A text of the game itself; official servers only. */
    hardSign: nullish(SystemSignature),
    /** The tick in which safe mode ends. */
    safeMode: nullish(Tick),
    /** How often safe mode can be turned on. */
    safeModeAvailable: nullish(count),
    /** The tick in which safe mode can be turned on again. */
    safeModeCooldown: nullish(Tick),
    /** The tick in which it can be upgraded again after an attack. */
    upgradeBlocked: nullish(Tick),
    /** Whether powers work in the room. */
    isPowerEnabled: nullish(Schema.Boolean),
    hits: nullish(hits),
    hitsMax: nullish(hits),
    bindUser: nullish(UserId),
    tutorial: nullish(Schema.Boolean),
    ...affected
  }).annotate({ identifier: "Controller" })
) {}

/** How far an owned controller is from its next level; `undefined` at level 0 and at the highest. */
export const progress = (
  controller: Controller
): { readonly done: number; readonly total: number; readonly left: number } | undefined => {
  const level = ControllerLevel.all.find((level) => level === controller.level)
  const total = level === undefined ? undefined : ControllerLevel.cost(level)
  if (total === undefined) return undefined
  const done = controller.progress ?? 0
  return { done, total, left: Math.max(0, total - done) }
}

/**
 * Counts the ticks until a controller falls to the level below, unless it is upgraded; `undefined` when nobody owns
 * it.
 */
export const downgradeTicksLeft = (controller: Controller, now: Tick): number | undefined =>
  TicksLeft.of(controller.downgradeTime, now)

/** Counts the ticks until safe mode ends; 0 when it is not on. */
export const safeModeTicksLeft = (controller: Controller, now: Tick): number =>
  TicksLeft.of(controller.safeMode, now) ?? 0

/** Counts the ticks until safe mode can be turned on again; 0 when it can, as far as this goes. */
export const safeModeCooldownTicksLeft = (controller: Controller, now: Tick): number =>
  TicksLeft.of(controller.safeModeCooldown, now) ?? 0

/** Counts the ticks until a controller can be upgraded again after an attack; 0 when it can. */
export const upgradeBlockedTicksLeft = (controller: Controller, now: Tick): number =>
  TicksLeft.of(controller.upgradeBlocked, now) ?? 0
