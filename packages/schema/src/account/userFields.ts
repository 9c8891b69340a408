/** Fields that several records of users share. */
import * as Schema from "effect/Schema"
import { BadgeJson } from "./Badge.ts"
import { nullish } from "../values/Record.ts"

/** Name and badge of a user. @internal */
export const profile = {
  /** Name of the user; absent until the user chooses one. */
  username: nullish(Schema.String),
  /** Badge as the server sends it; absent until the user chooses one. `Badge.parse` checks it. */
  badge: nullish(BadgeJson)
} as const
