/**
 * What scripts look for on squares.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { oneOf } from "./internal/oneOf.ts"

/**
 * What scripts can look for in every world.
 *
 * **Source** read in the server's source.
 *
 * @category constants
 * @since 0.1.0
 */
export const all = [
  "creep",
  "energy",
  "resource",
  "source",
  "mineral",
  "deposit",
  "structure",
  "flag",
  "constructionSite",
  "nuke",
  "terrain",
  "tombstone",
  "powerCreep",
  "ruin"
] as const

/**
 * What scripts can look for in single seasons only.
 *
 * **Source** read in the source of the seasons' mods.
 *
 * @category constants
 * @since 0.1.0
 */
export const seasonal = [
  "scoreContainer",
  "scoreCollector",
  "symbolContainer",
  "symbolDecoder",
  "reactor"
] as const

/**
 * What scripts can look for, seasonal objects included.
 *
 * @category models
 * @since 0.1.0
 */
export type Known = (typeof all)[number] | (typeof seasonal)[number]

/**
 * Tells whether a value is something that scripts can look for.
 *
 * @category guards
 * @since 0.1.0
 */
export const isKnown: (value: unknown) => value is Known = oneOf([...all, ...seasonal])

/**
 * What scripts look for as servers name it; mods add types of their own.
 *
 * @category models
 * @since 0.1.0
 */
export type LookType = Known | (string & {})

/**
 * Decodes what scripts look for; unknown types are let through.
 *
 * @category schemas
 * @since 0.1.0
 */
export const LookType: Schema.Codec<LookType, string> = Schema.String.annotate({ identifier: "LookType" })
