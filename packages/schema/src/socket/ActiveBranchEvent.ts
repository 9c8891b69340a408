/** A change of the branch that runs: the channel `user:<user>/set-active-branch`. */
import * as Schema from "effect/Schema"
import type { BranchActivity } from "../account/BranchActivity.ts"

const Activity: Schema.Codec<BranchActivity | (string & {}), string> = Schema.String

/**
 * The branch that runs from now on in the world or in the simulation.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class ActiveBranchEvent extends Schema.Opaque<ActiveBranchEvent>()(
  Schema.Struct({ activeName: Activity, branch: Schema.String }).annotate({ identifier: "ActiveBranchEvent" })
) {}
