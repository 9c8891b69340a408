/** Power banks, which drop their power when they are destroyed. */
import { contents, hitPoints, located, ofType, temporary } from "../objectFields.ts"
import { record } from "../../values/Record.ts"

/**
 * A power bank, which drops its power when it is destroyed.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class PowerBank extends record<PowerBank>("PowerBank")({
  ...ofType("powerBank"),
  ...located,
  ...hitPoints,
  ...contents,
  ...temporary
}) {}
