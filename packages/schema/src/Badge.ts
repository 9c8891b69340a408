/**
 * Badges: the pictures by which players are recognised.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { nullish } from "./Nullish.ts"

/**
 * A colour of a badge: `#rrggbb` text, or a number of the old palette on old accounts.
 *
 * @category schemas
 * @since 0.1.0
 */
export const BadgeColor: Schema.Codec<string | number> = Schema.Union([
  Schema.String,
  Schema.Finite
]).annotate({
  identifier: "BadgeColor"
})

/**
 * The two vector paths (SVG path data) of a badge that is none of the built-in shapes.
 *
 * @category schemas
 * @since 0.1.0
 */
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
 *
 * @category schemas
 * @since 0.1.0
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
