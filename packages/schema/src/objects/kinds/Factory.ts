/** Factories, which produce commodities. */
import { FactoryActionLog } from "../ActionLog.ts"
import { whole } from "../../values/numbers.ts"
import {
  affected,
  damageable,
  generalStore,
  located,
  ofType,
  owned,
  unusedCooldown
} from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"
import { Tick } from "../../values/Tick.ts"

/**
 * A factory, which produces commodities.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Factory extends record<Factory>("Factory")({
  ...ofType("factory"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  ...generalStore,
  ...unusedCooldown,
  /** Tick from which the factory can produce again. */
  cooldownTime: nullish(Tick),
  /** Level, 0 to 5; absent until a power sets it. */
  level: nullish(whole(0, 5)),
  /** Production in the last tick; `ActionLog.entries` lists it. */
  actionLog: nullish(FactoryActionLog)
}) {}
