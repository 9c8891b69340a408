/** Links, which send energy to other links of the same room. */
import { LinkActionLog } from "../ActionLog.ts"
import { count } from "../../values/numbers.ts"
import { affected, damageable, limitedStore, located, ofType, owned } from "../objectFields.ts"
import { nullish, record } from "../../values/Record.ts"

/**
 * A link, which sends energy to other links of the same room.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Link extends record<Link>("Link")({
  ...ofType("link"),
  ...located,
  ...owned,
  ...damageable,
  ...affected,
  ...limitedStore,
  /** Ticks until the link can send again; absent on links that an administrator inserted, until they send. */
  cooldown: nullish(count),
  /** Transfer of the last tick; `ActionLog.entries` lists it. */
  actionLog: nullish(LinkActionLog)
}) {}
