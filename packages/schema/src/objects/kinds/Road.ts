/** Roads. */
import { affected, damageable, fortified, located, ofType, wearing } from "../objectFields.ts"
import { record } from "../../values/Record.ts"

/**
 * A road.
 *
 * **Source** recorded from a server 4.3.0 and from official servers of 2020.
 */
export class Road extends record<Road>("Road")({
  ...ofType("road"),
  ...located,
  ...damageable,
  ...affected,
  ...fortified,
  ...wearing
}) {}
