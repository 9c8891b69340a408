/** Where a branch of code is active: in the world or in the simulation. */
import type * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The two places where a branch can be active.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const all = ["activeWorld", "activeSim"] as const

/** Where a branch is active: in the world or in the simulation. */
export type BranchActivity = (typeof all)[number]

/** Checks the place where a branch is to be active. */
export const BranchActivity: Schema.Codec<BranchActivity> = literals("BranchActivity", all)

/**
 * Returns the name that addresses the active branch in requests: `$activeWorld` or `$activeSim`.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const branch = <A extends BranchActivity>(activity: A): `$${A}` => `$${activity}`
