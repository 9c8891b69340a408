/** Controllers, through which players own and reserve rooms. */
import * as Schema from "effect/Schema"
import * as ControllerLevel from "../ControllerLevel.ts"
import { count, hits, whole } from "../../values/numbers.ts"
import { affected, located, ofType, owned } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Reservation } from "../Reservation.ts"
import { Signature, SystemSignature } from "../../map/Signature.ts"
import { Tick } from "../../values/Tick.ts"
import { UserId } from "../../values/UserId.ts"

/**
 * A room's controller.
 *
 * **Gotchas**
 *
 * A controller that was never claimed or reserved has no fields beyond `level`, which is 0. Servers do not update
 * `progressTotal`: `progress` returns the right total.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020; `hardSign` reported; `bindUser` and
 * `tutorial` read in the server's source.
 */
export class Controller extends record<Controller>("Controller")({
  ...ofType("controller"),
  ...located,
  /** Level, 0 to 8; 0 while the room has no owner. */
  level: whole(0, 8),
  ...owned,
  /** Control points collected for the next level. */
  progress: nullish(count),
  /** Not updated by servers: use the function `progress` of this module. */
  progressTotal: nullish(count),
  /** Tick in which the controller loses a level unless it is upgraded before. */
  downgradeTime: nullish(Tick),
  /** Reservation by a player who does not own the room. */
  reservation: nullish(Reservation),
  /** Text that a player left on the controller. */
  sign: nullish(Signature),
  /** Text that the game itself put on the controller; official servers only. */
  hardSign: nullish(SystemSignature),
  /** Tick in which safe mode ends. */
  safeMode: nullish(Tick),
  /** Number of times that safe mode can be activated. */
  safeModeAvailable: nullish(count),
  /** Tick from which safe mode can be activated again. */
  safeModeCooldown: nullish(Tick),
  /** Tick from which the controller can be upgraded again after an attack. */
  upgradeBlocked: nullish(Tick),
  /** Whether power creeps can use powers in the room. */
  isPowerEnabled: nullish(Schema.Boolean),
  /** Unused: controllers cannot be damaged. Absent, or 0 after the owner respawned. */
  hits: nullish(hits),
  /** Unused, like `hits`. */
  hitsMax: nullish(hits),
  /** Identifier of the only user who may claim the controller. */
  bindUser: nullish(UserId),
  /** Whether the controller belongs to a tutorial and does not lose levels. */
  tutorial: nullish(Schema.Boolean),
  ...affected
}) {}

/** Returns the control points done, needed and left for the next level; `undefined` at levels 0 and 8. */
export const progress = (
  controller: Controller
): { readonly done: number; readonly total: number; readonly left: number } | undefined => {
  const level = ControllerLevel.all.find((level) => level === controller.level)
  const total = level === undefined ? undefined : ControllerLevel.cost(level)
  if (total === undefined) return undefined
  const done = controller.progress ?? 0
  return { done, total, left: Math.max(0, total - done) }
}
