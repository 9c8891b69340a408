/** Ids of users. */
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"

/** The id of a user (`_id`), not the name. */
export type UserId = string & Brand.Brand<"UserId">

/**
 * Checks the id of a user: text that is not empty.
 *
 * **Details**
 *
 * Opaque text. Recorded: 15 hex digits on private servers with the built-in storage, the one-character NPC ids `2`
 * and `3`; reported: 24 hex digits on official servers.
 */
export const UserId: Schema.Codec<UserId, string> = Schema.String.check(Schema.isMinLength(1))
  .pipe(Schema.brand("UserId"))
  .annotate({ identifier: "UserId" })

/** Creates the id of a user from text; throws when it is empty. */
export const make = (text: string): UserId => Schema.decodeSync(UserId)(text)

/**
 * The NPC that owns invaders and strongholds.
 *
 * **Source** recorded.
 */
export const invader: UserId = make("2")

/**
 * The NPC that owns source keepers.
 *
 * **Source** recorded.
 */
export const sourceKeeper: UserId = make("3")
