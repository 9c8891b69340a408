/** Branches: named sets of code modules. */
import * as Schema from "effect/Schema"
import { expected } from "../values/Expected.ts"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"

/** The name of a branch; in requests, `$activeWorld` and `$activeSim` address the active branches. */
export type BranchName = "default" | "$activeWorld" | "$activeSim" | (string & {})

/** Checks the name of a branch: text that is not empty. */
export const BranchName: Schema.Codec<BranchName, string> = Schema.String.check(
  Schema.isMinLength(1, { expected: "the name of a branch" })
).annotate({ identifier: "BranchName" })

/**
 * A branch of the signed-in user.
 *
 * **Details**
 *
 * Private servers also send the code, which decoding drops: `Code.get` returns it.
 *
 * **Source** recorded from a server 4.3.0; official servers are reported to send these four fields only.
 */
export class Branch extends Schema.Opaque<Branch>()(
  Schema.Struct({
    /** Id of the branch. */
    _id: expected(ObjectId),
    /** Name of the branch. */
    branch: Schema.String,
    /** Whether the branch is active in the world; absent means `false`. */
    activeWorld: nullish(Schema.Boolean),
    /** Whether the branch is active in the simulation; absent means `false`. */
    activeSim: nullish(Schema.Boolean)
  }).annotate({ identifier: "Branch" })
) {}
