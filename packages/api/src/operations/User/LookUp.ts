/** The input and output of finding users. */
import type { Badge } from "@screeps-effect/schema/Badge"
import { UserFound } from "@screeps-effect/schema/UserFound"
import type { UserId } from "@screeps-effect/schema/UserId"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Definition } from "../../Operation.ts"
import type { ScreepsClient } from "../../client/service.ts"
import type { ScreepsError } from "../../ScreepsError.ts"
import { answer } from "../answer.ts"

/** The user to find: by name or by id, never by both. */
export type UserQuery =
  | {
      /** Name of the user; private servers ignore upper and lower case. */
      readonly username: string
      readonly id?: undefined
    }
  | {
      /** Id of the user. */
      readonly id: UserId
      readonly username?: undefined
    }

/** The operation that finds a user; its input type requires either a name or an id. */
export interface LookUp<in out A> extends Definition<
  { readonly username?: string | undefined; readonly id?: UserId | undefined },
  A
> {
  (input: UserQuery): Effect.Effect<A, ScreepsError, ScreepsClient>
}

/** The user that was found. */
export class FoundUser extends answer<FoundUser>("FoundUser")({
  /** The user's public profile. */
  user: UserFound
}) {}

/** The user's name. */
export class UserName extends answer<UserName>("UserName")({
  /** Name of the user. */
  username: Schema.String
}) {}

/** The signed-in user, as far as the token may read it. */
export interface WhoAmI {
  readonly _id: UserId
  /** Name of the user; `undefined` until one is chosen, for accounts that were created through a game platform. */
  readonly username: string | undefined
  readonly badge: Badge | undefined
  /** Whether the token is a restricted one that may not read `Auth.me`. */
  readonly restricted: boolean
}
