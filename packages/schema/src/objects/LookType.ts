/** What scripts look for on squares. */
import * as Schema from "effect/Schema"
import { oneOf } from "../values/family.ts"

/**
 * What scripts can look for in every world.
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
 * What scripts can look for in single seasons only.
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

/** What scripts can look for, seasonal objects included. */
export type Known = (typeof all)[number] | (typeof seasonal)[number]

export const isKnown: (value: unknown) => value is Known = oneOf([...all, ...seasonal])

/** What scripts look for as servers name it; mods add types of their own. */
export type LookType = Known | (string & {})

/** Decodes what scripts look for; unknown types are let through. */
export const LookType: Schema.Codec<LookType, string> = Schema.String.annotate({ identifier: "LookType" })
