/**
 * Where a branch of code runs: in the world, or in the simulation.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"

/**
 * The two places where a branch can be active.
 *
 * **Source** recorded from a server 4.3.0.
 *
 * @category constants
 * @since 0.1.0
 */
export const all = ["activeWorld", "activeSim"] as const

/**
 * Where a branch is active: in the world, or in the simulation.
 *
 * @category models
 * @since 0.1.0
 */
export type BranchActivity = (typeof all)[number]

/**
 * Checks where a branch shall be active.
 *
 * @category schemas
 * @since 0.1.0
 */
export const BranchActivity: Schema.Codec<BranchActivity> = Schema.Literals(all).annotate({
  identifier: "BranchActivity"
})

/**
 * The name that stands for the active branch where a branch is asked for: `$activeWorld` or `$activeSim`.
 *
 * **Source** recorded from a server 4.3.0.
 *
 * @category getters
 * @since 0.1.0
 */
export const branch = <A extends BranchActivity>(activity: A): `$${A}` => `$${activity}`
