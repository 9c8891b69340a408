/** Types of things that scripts look for on squares. */
import * as Schema from "effect/Schema"

/**
 * The types that scripts can look for in every world.
 *
 * **Source** read in the server's source.
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
 * The types that scripts can look for in single seasons only.
 *
 * **Source** read in the source of the seasons' mods.
 */
export const seasonal = [
  "scoreContainer",
  "scoreCollector",
  "symbolContainer",
  "symbolDecoder",
  "reactor"
] as const

/** A known type that scripts can look for, seasonal objects included. */
export type Known = (typeof all)[number] | (typeof seasonal)[number]

/** A type that scripts look for, as servers write it; mods add types. */
export type LookType = Known | (string & {})

/** Decodes a type that scripts look for; unknown types are accepted. */
export const LookType: Schema.Codec<LookType, string> = Schema.String.annotate({ identifier: "LookType" })
