/** Types of decorations and of their properties. */
import * as Schema from "effect/Schema"

/**
 * The known types of decorations.
 *
 * **Source** reported; `landscape` (floor and walls at once) and `metadata` (the look of an object) by fewer sources
 * than the others.
 */
export const all = [
  "badge",
  "creep",
  "floorLandscape",
  "wallLandscape",
  "landscape",
  "wallGraffiti",
  "object",
  "metadata"
] as const

/** A known type of decoration. */
export type Known = (typeof all)[number]

/** The type of a decoration in a response. */
export type DecorationType = Known | (string & {})

/** Decodes the type of a decoration; unknown types are accepted. */
export const DecorationType: Schema.Codec<DecorationType, string> = Schema.String.annotate({
  identifier: "DecorationType"
})

/**
 * The known types of properties; a range is a number with two bounds.
 *
 * **Source** reported; `display`, a check box, only by an old client.
 */
export const propertyTypes = ["boolean", "color", "number", "range", "string", "display"] as const

/** A known type of property. */
export type KnownProperty = (typeof propertyTypes)[number]

/** The type of a decoration's property in a response. */
export type DecorationPropertyType = KnownProperty | (string & {})

/** Decodes the type of a decoration's property; unknown types are accepted. */
export const DecorationPropertyType: Schema.Codec<DecorationPropertyType, string> = Schema.String.annotate({
  identifier: "DecorationPropertyType"
})
