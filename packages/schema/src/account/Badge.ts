/** Badges: the icons of players. */
import * as Schema from "effect/Schema"
import * as Decoder from "../wire/Decoder.ts"
import { nullish, record } from "../values/Record.ts"

/** A colour of a badge: `#rrggbb`, or on old accounts a number of the old palette (0–79). */
const BadgeColor: Schema.Codec<string | number> = Schema.Union([Schema.String, Schema.Finite]).annotate({
  identifier: "BadgeColor"
})

/** The two paths of a badge with a custom shape. */
export class BadgePaths extends record<BadgePaths>("BadgePaths")({
  /** SVG path data of the first layer, drawn in `color2`. */
  path1: Schema.String,
  /** SVG path data of the second layer, drawn in `color3`. */
  path2: Schema.String
}) {}

/**
 * A user's badge: a shape on a disc, in three colours.
 *
 * **Source** recorded from a server 4.3.0; palette numbers reported.
 */
export class Badge extends record<Badge>("Badge")({
  /** Number of a built-in shape (1–24), or the paths of a custom one. */
  type: Schema.Union([Schema.Finite, BadgePaths]),
  /** Colour of the disc. */
  color1: BadgeColor,
  /** Colour of the first layer of the shape. */
  color2: BadgeColor,
  /** Colour of the second layer of the shape. */
  color3: BadgeColor,
  /** Deformation of a built-in shape, from -100 to 100; absent on some badges, such as the Invader's. */
  param: nullish(Schema.Finite),
  /** Whether a built-in shape is rotated, by 45, 90 or 180 degrees depending on the shape. */
  flip: nullish(Schema.Boolean),
  /** Id of the decoration that grants the paths (official servers, reported). */
  decoration: nullish(Schema.String)
}) {}

/**
 * A malformed badge.
 *
 * **Details**
 *
 * Servers store a badge that was sent without a shape, or with a list as a colour, and send it to other users. `parse`
 * returns `undefined` for it.
 *
 * **Source** read in the source of a server 4.3.0, and recorded: it stores and sends such badges.
 */
export class UnknownBadge extends record<UnknownBadge>("UnknownBadge")({}) {}

/** A badge as a server sends it, possibly malformed; `parse` returns the badge. */
export type BadgeJson = Badge | UnknownBadge

/** Decodes a badge as a server sends it; only `null` is rejected, so that one bad badge does not fail a response. */
export const BadgeJson: Schema.Codec<BadgeJson> = Schema.Union([Badge, UnknownBadge]).annotate({
  identifier: "BadgeJson"
})

const isBadge = Decoder.guard<Badge>(Badge)

/**
 * Returns the badge of a user in a response, `Badge.parse(user.badge)`; `undefined` if it is absent or malformed.
 */
export const parse = (json: BadgeJson | null | undefined): Badge | undefined =>
  isBadge(json) ? json : undefined

/**
 * Checks the number of a built-in shape that a caller sends: 1 to 24.
 *
 * **Source** recorded from a server 4.3.0.
 */
const BadgeShape: Schema.Codec<number> = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 24 }, { expected: "the number of a shape, 1 to 24" })
).annotate({ identifier: "BadgeShape" })

/**
 * Checks a colour that a caller sends: `#rrggbb`.
 *
 * **Source** recorded from a server 4.3.0, which checks only the first seven characters.
 */
const BadgeColorInput: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(/^#[0-9a-fA-F]{6}$/u, { expected: "a colour, written #rrggbb" })
).annotate({ identifier: "BadgeColorInput" })

/**
 * A badge to set.
 *
 * **Details**
 *
 * Servers accept paths only from accounts to which exactly these paths were granted.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class BadgeInput extends record<BadgeInput>("BadgeInput")({
  /** Number of a built-in shape (1–24), or custom paths that were granted to the account. */
  type: Schema.Union([BadgeShape, BadgePaths]),
  /** Colour of the disc, written `#rrggbb`. */
  color1: BadgeColorInput,
  /** Colour of the first layer of the shape, written `#rrggbb`. */
  color2: BadgeColorInput,
  /** Colour of the second layer of the shape, written `#rrggbb`. */
  color3: BadgeColorInput,
  /** Deformation of a built-in shape, from -100 to 100. */
  param: Schema.Finite.check(Schema.isBetween({ minimum: -100, maximum: 100 })),
  /** Whether to rotate a built-in shape, by 45, 90 or 180 degrees depending on the shape; default `false`. */
  flip: Schema.optional(Schema.Boolean),
  /** Id of the decoration that grants the paths (official servers, reported). */
  decoration: Schema.optional(Schema.NonEmptyString)
}) {}
