/** Towers, which attack, heal and repair. */
import { TowerActionLog } from "../ActionLog.ts"
import { affected, damageable, fortified, limitedStore, located, ofType, owned } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"

/**
 * A tower, which attacks, heals and repairs.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Tower extends record<Tower>("Tower")({
  ...ofType("tower"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  ...fortified,
  ...limitedStore,
  /** Actions of the last tick; `ActionLog.entries` lists them. */
  actionLog: nullish(TowerActionLog)
}) {}
