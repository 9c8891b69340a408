/** Which user is looked up, and who is found. */
import type { Badge } from "@screeps-effect/schema/Badge"
import { UserFound } from "@screeps-effect/schema/UserFound"
import type { UserId } from "@screeps-effect/schema/UserId"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Definition } from "../../Operation.ts"
import type { ScreepsClient } from "../../client/ScreepsClient.ts"
import type { ScreepsError } from "../../ScreepsError.ts"

/** Which user is looked up: by name or by identity, never by both. */
export type UserQuery =
  | { readonly username: string; readonly id?: undefined }
  | { readonly id: UserId; readonly username?: undefined }

/** An endpoint that must be told a user by name or by identity. */
export interface LookUp<in out A> extends Definition<
  { readonly username?: string | undefined; readonly id?: UserId | undefined },
  A
> {
  (input: UserQuery): Effect.Effect<A, ScreepsError, ScreepsClient>
}

/** The user that was found. */
export class FoundUser extends Schema.Opaque<FoundUser>()(
  Schema.Struct({ ok: Schema.Literal(1), user: UserFound }).annotate({ identifier: "FoundUser" })
) {}

/** The user's name. */
export class UserName extends Schema.Opaque<UserName>()(
  Schema.Struct({ ok: Schema.Literal(1), username: Schema.String }).annotate({ identifier: "UserName" })
) {}

/** Who the signed-in user is, as far as the token may know. */
export interface WhoAmI {
  readonly _id: UserId
  /** Absent for a user who came through a game platform and chose none yet. */
  readonly username: string | undefined
  readonly badge: Badge | undefined
  /** Whether the token may not know more. */
  readonly restricted: boolean
}
