/** Sizes and types of summoned invaders, and templates of strongholds. */
import * as Schema from "effect/Schema"
import { literals } from "../values/family.ts"

/**
 * The sizes of summoned invaders: 10 body parts, or 50.
 *
 * **Source** read in the server's source.
 */
export const sizes = ["small", "big"] as const

/** The size of a summoned invader. */
export type InvaderSize = (typeof sizes)[number]

/** Checks the size of a summoned invader. */
export const InvaderSize: Schema.Codec<InvaderSize> = literals("InvaderSize", sizes)

/**
 * The types of summoned invaders.
 *
 * **Source** read in the server's source.
 */
export const types = ["Melee", "Ranged", "Healer"] as const

/** The type of a summoned invader. */
export type InvaderType = (typeof types)[number]

/** Checks the type of a summoned invader. */
export const InvaderType: Schema.Codec<InvaderType> = literals("InvaderType", types)

/**
 * The templates of strongholds, from the weakest to the strongest.
 *
 * **Source** read in the server's source.
 */
export const strongholds = ["bunker1", "bunker2", "bunker3", "bunker4", "bunker5"] as const

/** A known template of strongholds. */
export type KnownStronghold = (typeof strongholds)[number]

/** The template of a stronghold, as servers write it; mods add templates. */
export type StrongholdTemplate = KnownStronghold | (string & {})

/** Decodes the template of a stronghold; unknown names are accepted. */
export const StrongholdTemplate: Schema.Codec<StrongholdTemplate, string> = Schema.String.annotate({
  identifier: "StrongholdTemplate"
})
