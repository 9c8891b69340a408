/** Results of a search for a user by name or id. */
import * as Schema from "effect/Schema"
import { profile } from "./userFields.ts"
import { nullish, record } from "../values/Record.ts"
import { UserId } from "../values/UserId.ts"

/** A user's account on Steam. */
export class SteamAccount extends record<SteamAccount>("SteamAccount")({
  /** Id of the Steam account. */
  id: nullish(Schema.String),
  /** Name that is shown on Steam. */
  displayName: nullish(Schema.String),
  /** Whether the user hides the link to the Steam profile, usually 1 or 0; only sent to the user. */
  steamProfileLinkHidden: nullish(Schema.Union([Schema.Finite, Schema.Boolean])),
  /**
   * What the Steam account owns of the game, by the number on Steam: the game itself (464350), a subscription (491760),
   * a lifetime subscription (883940); only sent to the user, by official servers (reported).
   */
  ownership: nullish(Schema.Array(Schema.Finite))
}) {}

/**
 * The public profile of a user, with lifetime points.
 *
 * **Source** recorded from a server 4.3.0; `steam` read in the server's source.
 */
export class UserFound extends record<UserFound>("UserFound")({
  /** Id of the user. */
  _id: UserId,
  ...profile,
  /** Lifetime control points, absent until the user earns some; `Gcl.level` returns the level. */
  gcl: nullish(Schema.Finite),
  /** Lifetime power points, absent until the user earns some; `Gcl.powerLevel` returns the level. */
  power: nullish(Schema.Finite),
  /** Steam account; absent if the user has none or hides it. */
  steam: nullish(SteamAccount)
}) {}
