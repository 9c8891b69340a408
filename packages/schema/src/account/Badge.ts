/** Badges: the pictures by which players are recognised. */
import * as Schema from "effect/Schema"
import * as Decoder from "../wire/Decoder.ts"
import { nullish } from "../values/Nullish.ts"

/** A colour of a badge: `#rrggbb` text, or a number of the old palette on old accounts. */
export const BadgeColor: Schema.Codec<string | number> = Schema.Union([
  Schema.String,
  Schema.Finite
]).annotate({
  identifier: "BadgeColor"
})

/** The two vector paths (SVG path data) of a badge that is none of the built-in shapes. */
export class BadgePaths extends Schema.Opaque<BadgePaths>()(
  Schema.Struct({ path1: Schema.String, path2: Schema.String }).annotate({ identifier: "BadgePaths" })
) {}

/**
 * A user's badge: a built-in shape by number (1–24) or paths of its own, three colours, a parameter that bends the
 * shape (−100 to 100) and whether it is flipped.
 *
 * **Gotchas**
 *
 * `param` may be missing, as on the Invader's badge.
 *
 * **Source** recorded from a server 4.3.0; palette numbers reported.
 */
export class Badge extends Schema.Opaque<Badge>()(
  Schema.Struct({
    type: Schema.Union([Schema.Finite, BadgePaths]),
    color1: BadgeColor,
    color2: BadgeColor,
    color3: BadgeColor,
    param: nullish(Schema.Finite),
    flip: nullish(Schema.Boolean),
    decoration: nullish(Schema.String)
  }).annotate({ identifier: "Badge" })
) {}

/**
 * A malformed badge.
 *
 * **Details**
 *
 * Servers store a badge that was sent without a shape, or with a colour that is a list, and send it to everybody who
 * meets its owner. `parse` distinguishes them from badges.
 *
 * **Source** read in the source of a server 4.3.0, which was seen to store and send such badges.
 */
export class UnknownBadge extends Schema.Opaque<UnknownBadge>()(
  Schema.Struct({}).annotate({ identifier: "UnknownBadge" })
) {}

/** A badge as a server sends it: whatever it is, the response around it is decoded. `parse` returns the badge. */
export type BadgeJson = Badge | UnknownBadge

/** Decodes a badge as a server sends it; fails for nothing but `null`. */
export const BadgeJson: Schema.Codec<BadgeJson> = Schema.Union([Badge, UnknownBadge]).annotate({
  identifier: "BadgeJson"
})

const isBadge = Decoder.guard<Badge>(Badge)

/**
 * Returns the badge of a response, `Badge.parse(user.badge)`; `undefined` without one and for a malformed one.
 */
export const parse = (json: BadgeJson | null | undefined): Badge | undefined =>
  isBadge(json) ? json : undefined

/**
 * The number of a built-in shape, as callers may choose it: 1 to 24.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const BadgeShape: Schema.Codec<number> = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 24 }, { expected: "the number of a shape, 1 to 24" })
).annotate({ identifier: "BadgeShape" })

/**
 * A colour as callers may choose it: `#rrggbb`.
 *
 * **Source** recorded from a server 4.3.0, which looks at the first seven characters only.
 */
export const BadgeColorInput: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(/^#[0-9a-fA-F]{6}$/u, { expected: "a colour, written #rrggbb" })
).annotate({ identifier: "BadgeColorInput" })

/**
 * A badge as callers may set it.
 *
 * **Details**
 *
 * `param` bends the shape, from −100 to 100. `flip` turns it, by as much as the shape wants; left out it is `false`.
 * Paths are taken only from accounts to which these very paths were granted. `decoration` names the decoration that
 * grants them (official servers, reported).
 *
 * **Source** recorded from a server 4.3.0.
 */
export class BadgeInput extends Schema.Opaque<BadgeInput>()(
  Schema.Struct({
    type: Schema.Union([BadgeShape, BadgePaths]),
    color1: BadgeColorInput,
    color2: BadgeColorInput,
    color3: BadgeColorInput,
    param: Schema.Finite.check(Schema.isBetween({ minimum: -100, maximum: 100 })),
    flip: Schema.optional(Schema.Boolean),
    decoration: Schema.optional(Schema.NonEmptyString)
  }).annotate({ identifier: "BadgeInput" })
) {}
