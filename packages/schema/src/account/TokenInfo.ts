/** Permissions of an API token. */
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "../values/Record.ts"
import { Millis } from "../values/Millis.ts"
import { ObjectId } from "../values/ObjectId.ts"

/**
 * An API token and its permissions.
 *
 * **Gotchas**
 *
 * Servers include the token itself in the response. Decoding drops it: it is a secret that the caller already has.
 *
 * **Source** reported (official servers); sources differ, so every field except `full` may be missing.
 */
export class TokenInfo extends record<TokenInfo>("TokenInfo")({
  /** Id of the token, not the secret. */
  _id: nullish(ObjectId),
  /** Whether the token has all permissions; if so, the three lists are absent. */
  full: expected(Schema.Boolean),
  /** Description that the user gave the token. */
  description: nullish(Schema.String),
  /** Endpoints that the token may use, written like `GET /api/user/name`. */
  endpoints: nullish(Schema.Array(Schema.String)),
  /** Groups of socket channels that the token may subscribe to: `console`, `rooms`. */
  websockets: nullish(Schema.Array(Schema.String)),
  /** Memory segments that the token may use, if it is limited to some. */
  memorySegments: nullish(Schema.Array(Schema.Union([Schema.String, Schema.Finite]))),
  /** Until when rate limits are suspended, in milliseconds since 1970. */
  noRatelimitUntil: nullish(Millis)
}) {}

/**
 * Checks whether a token may be used for an endpoint.
 *
 * **Details**
 *
 * The page on which players create tokens names the endpoints of the market without `/game`: `GET /api/market/my-orders`.
 */
export const allows = (token: TokenInfo, method: "GET" | "POST", path: string): boolean =>
  token.full ||
  [path, path.replace(/^\/api\/game\/market\//u, "/api/market/")].some((one) =>
    (token.endpoints ?? []).includes(`${method} ${one}`)
  )

/**
 * Checks whether a token may subscribe to a group of socket channels.
 *
 * **Details**
 *
 * Groups are named `console` and `rooms`, or according to some sources `WebSockets (console)`.
 */
export const allowsChannel = (token: TokenInfo, group: "console" | "rooms"): boolean =>
  token.full || (token.websockets ?? []).some((name) => name === group || name === `WebSockets (${group})`)
