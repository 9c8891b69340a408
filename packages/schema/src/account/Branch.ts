/** Branches: named sets of code modules. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { Millis } from "../values/Millis.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { CodeModules } from "./CodeModules.ts"

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
 * Private servers always send the code and its time, xxscreeps sends the code on request. Official servers are reported
 * to send the other four fields only: `Code.get` returns the code everywhere.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9; official form reported.
 */
export class Branch extends record<Branch>("Branch")({
  /** Id of the branch. */
  _id: expected(ObjectId),
  /** Name of the branch. */
  branch: Schema.String,
  /** Whether the branch is active in the world; absent means `false`. */
  activeWorld: nullish(Schema.Boolean),
  /** Whether the branch is active in the simulation; absent means `false`. */
  activeSim: nullish(Schema.Boolean),
  /** When the code was last changed, as ISO 8601 text or in milliseconds since 1970; absent if it never was. */
  timestamp: nullish(Schema.Union([Schema.String, Millis])),
  /** The modules by name; sent by private servers. */
  modules: nullish(CodeModules)
}) {}
