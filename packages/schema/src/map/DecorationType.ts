/** Kinds of decorations, and of the properties that their owners set. */
import * as Schema from "effect/Schema"
import { oneOf } from "../values/family.ts"

/**
 * The kinds of decorations that are known.
 *
 * **Source** reported; `landscape` (floor and walls at once) and `metadata` (the look of an object) by fewer than the
 * others.
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

/** A kind of decoration that is known. */
export type Known = (typeof all)[number]

export const isKnown: (value: unknown) => value is Known = oneOf(all)

/** The kind of a decoration as servers name it. */
export type DecorationType = Known | (string & {})

/** Decodes the kind of a decoration; unknown kinds are let through. */
export const DecorationType: Schema.Codec<DecorationType, string> = Schema.String.annotate({
  identifier: "DecorationType"
})

/**
 * The kinds of properties that decorations have; a range is a number between two bounds.
 *
 * **Source** reported; `display`, a check box, by an old client only.
 */
export const propertyTypes = ["boolean", "color", "number", "range", "string", "display"] as const

/** A kind of property that is known. */
export type KnownProperty = (typeof propertyTypes)[number]

/** The kind of a decoration's property as servers name it. */
export type DecorationPropertyType = KnownProperty | (string & {})

/** Decodes the kind of a decoration's property; unknown kinds are let through. */
export const DecorationPropertyType: Schema.Codec<DecorationPropertyType, string> = Schema.String.annotate({
  identifier: "DecorationPropertyType"
})
