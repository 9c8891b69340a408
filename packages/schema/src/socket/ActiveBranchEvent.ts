/** Changes of the active branch: the channel `user:<user>/set-active-branch`. */
import * as Schema from "effect/Schema"
import type { BranchActivity } from "../account/BranchActivity.ts"
import { record } from "../values/Record.ts"

const Activity: Schema.Codec<BranchActivity | (string & {}), string> = Schema.String

/**
 * A change of the branch that runs in the world or in the simulation.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class ActiveBranchEvent extends record<ActiveBranchEvent>("ActiveBranchEvent")({
  /** Place where the branch runs: `activeWorld` or `activeSim`. */
  activeName: Activity,
  /** Name of the branch that runs from now on. */
  branch: Schema.String
}) {}
