/** Users as they are found by name or identity. */
import * as Schema from "effect/Schema"
import { BadgeJson } from "./Badge.ts"
import * as Gcl from "./Gcl.ts"
import { nullish } from "../values/Nullish.ts"
import { UserId } from "../values/UserId.ts"

/** A user's account on the game platform; `steamProfileLinkHidden` (1 or 0) is sent to the user alone. */
export class SteamAccount extends Schema.Opaque<SteamAccount>()(
  Schema.Struct({
    id: nullish(Schema.String),
    displayName: nullish(Schema.String),
    steamProfileLinkHidden: nullish(Schema.Union([Schema.Finite, Schema.Boolean]))
  }).annotate({ identifier: "SteamAccount" })
) {}

/**
 * A user with what is public about progress: lifetime points of control (`gcl`) and of power, not levels.
 *
 * **Details**
 *
 * Both are absent for users who never earned any. `steam` is absent where the user has no such account, or hides it.
 * Who came through a game platform has no name until one is chosen. `Badge.of` reads the badge.
 *
 * **Source** recorded from a server 4.3.0; `steam` read in the server's source.
 */
export class UserFound extends Schema.Opaque<UserFound>()(
  Schema.Struct({
    _id: UserId,
    username: nullish(Schema.String),
    badge: nullish(BadgeJson),
    gcl: nullish(Schema.Finite),
    power: nullish(Schema.Finite),
    steam: nullish(SteamAccount)
  }).annotate({ identifier: "UserFound" })
) {}

/** A user's level of control: 1 without any points. */
export const controlLevel = (user: UserFound): number => Gcl.level(user.gcl ?? 0)

/** A user's level of power: 0 without any points. */
export const powerLevel = (user: UserFound): number => Gcl.powerLevel(user.power ?? 0)
