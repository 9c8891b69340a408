/** The id of the account that is signed in. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { UserId } from "@screeps-effect/schema/UserId"
import type { ScreepsError } from "../ScreepsError.ts"
import type { Call } from "./call.ts"

const decodeMe = Decoder.make(Schema.Struct({ _id: UserId }))
const decodeName = Decoder.make(Schema.Struct({ username: Schema.NonEmptyString }))
const decodeFound = Decoder.make(Schema.Struct({ user: Schema.Struct({ _id: UserId }) }))

/** Requests the id; with a restricted token that may not read it, looks up the id by the account's name. @internal */
export const readUserId = (call: Call): Effect.Effect<UserId, ScreepsError> =>
  call({ method: "GET", path: "/api/auth/me" }, decodeMe).pipe(
    Effect.map(({ _id }) => _id),
    Effect.catchReason("ScreepsError", "Forbidden", () =>
      Effect.gen(function* () {
        const { username } = yield* call({ method: "GET", path: "/api/user/name" }, decodeName)
        const query = { username }
        return (yield* call({ method: "GET", path: "/api/user/find", query }, decodeFound)).user._id
      })
    )
  )
