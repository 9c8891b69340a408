/** Users as others see them. */
import * as Schema from "effect/Schema"
import { BadgeJson } from "./Badge.ts"
import { nullish } from "../values/Nullish.ts"
import { UserId } from "../values/UserId.ts"

/**
 * A user as others see them: identity, name and badge. Nothing else is ever kept.
 *
 * **Gotchas**
 *
 * Private servers with the built-in storage send whole user records in these places, with mail address and password
 * hash; decoding drops all of it. Users who never chose a badge have none, and what another player has in its place
 * may be none: `Badge.of` reads it. Who came through a game platform has no name until one is chosen.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class UserBrief extends Schema.Opaque<UserBrief>()(
  Schema.Struct({ _id: UserId, username: nullish(Schema.String), badge: nullish(BadgeJson) }).annotate({
    identifier: "UserBrief"
  })
) {}

/**
 * The owner of something, where a server sends only name and badge, each of which the owner may lack.
 *
 * **Source** recorded from a server 4.3.0 (`room-overview`).
 */
export class Owner extends Schema.Opaque<Owner>()(
  Schema.Struct({ username: nullish(Schema.String), badge: nullish(BadgeJson) }).annotate({
    identifier: "Owner"
  })
) {}
