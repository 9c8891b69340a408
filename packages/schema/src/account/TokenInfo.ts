/** What an API token may do. */
import * as Schema from "effect/Schema"
import { Millis } from "../values/Millis.ts"
import { nullish } from "../values/Nullish.ts"
import { ObjectId } from "../values/ObjectId.ts"

/**
 * An API token: whether it may do everything, and if not, which endpoints, sockets and memory segments it may use.
 *
 * **Details**
 *
 * `endpoints` are written `GET /api/user/name`. Rate limits are suspended until `noRatelimitUntil`.
 *
 * **Gotchas**
 *
 * Servers send the token itself along. It is a secret that the caller has already, and is dropped.
 *
 * **Source** reported (official servers); forms differ between sources, so everything but `full` may be missing.
 */
export class TokenInfo extends Schema.Opaque<TokenInfo>()(
  Schema.Struct({
    _id: nullish(ObjectId),
    full: Schema.Boolean,
    description: nullish(Schema.String),
    endpoints: nullish(Schema.Array(Schema.String)),
    websockets: nullish(Schema.Array(Schema.String)),
    memorySegments: nullish(Schema.Array(Schema.Union([Schema.String, Schema.Finite]))),
    noRatelimitUntil: nullish(Millis)
  }).annotate({ identifier: "TokenInfo" })
) {}

/** Checks whether a token may be used for an endpoint, written as method and path. */
export const allows = (token: TokenInfo, method: "GET" | "POST", path: string): boolean =>
  token.full || (token.endpoints ?? []).includes(`${method} ${path}`)

/**
 * Checks whether a token may listen to a group of socket channels.
 *
 * **Details**
 *
 * Groups are named `console` and `rooms`, by some sources `WebSockets (console)`.
 */
export const allowsChannel = (token: TokenInfo, group: "console" | "rooms"): boolean =>
  token.full || (token.websockets ?? []).some((name) => name === group || name === `WebSockets (${group})`)

/** Checks whether rate limits are suspended for a token at `now` (milliseconds since 1970). */
export const isUnlimited = ({ noRatelimitUntil }: TokenInfo, now: number): boolean =>
  typeof noRatelimitUntil === "number" && noRatelimitUntil > now
