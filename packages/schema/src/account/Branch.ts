/** Branches: named sets of code modules. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"

/**
 * The name of a branch; where one is asked for, `$activeWorld` and `$activeSim` stand for the active ones.
 */
export type BranchName = "default" | "$activeWorld" | "$activeSim" | (string & {})

/** Checks a branch's name: text that is not empty. */
export const BranchName: Schema.Codec<BranchName, string> = Schema.String.check(
  Schema.isMinLength(1, { expected: "the name of a branch" })
).annotate({ identifier: "BranchName" })

/**
 * A branch of the signed-in user and whether it runs in the world or in the simulation.
 *
 * **Details**
 *
 * A flag that is absent means `false`. The code itself, which private servers send along, is dropped: read it with
 * `Code.get`.
 *
 * **Source** recorded from a server 4.3.0; official servers are reported to send these four fields only.
 */
export class Branch extends Schema.Opaque<Branch>()(
  Schema.Struct({
    _id: ObjectId,
    branch: Schema.String,
    activeWorld: nullish(Schema.Boolean),
    activeSim: nullish(Schema.Boolean)
  }).annotate({ identifier: "Branch" })
) {}
