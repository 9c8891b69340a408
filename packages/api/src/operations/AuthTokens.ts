/** The account's API tokens, on official servers and on private ones with a newer auth mod. */
import { Ok } from "@screeps-effect/schema/Envelope"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as Schema from "effect/Schema"
import { ApiToken } from "./Auth.ts"
import * as Operation from "../Operation.ts"
import { record } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import { recaptcha } from "./inputs.ts"

/** The account's API tokens. */
export class TokenList extends answer<TokenList>("TokenList")({
  /** The tokens; only the beginning of each is returned. */
  tokens: Schema.Array(ApiToken)
}) {}

/**
 * Lists the account's API tokens.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (private servers without a newer auth mod).
 *
 * **Source** `GET /api/user/auth-token`, reported. xxscreeps: recorded.
 */
export const list = Operation.get("/api/user/auth-token", {
  output: TokenList,
  provenance: { private: "absent" }
})

/** The groups of socket channels to which a token may subscribe. */
export class TokenSockets extends record<TokenSockets>("TokenSockets")({
  /** Whether the token may subscribe to the console. */
  console: Schema.Boolean,
  /** Whether the token may subscribe to rooms. */
  rooms: Schema.Boolean
}) {}

/** The endpoints that a token may use: `true` or `false` by method and path, such as `GET /api/user/name`. */
export type TokenEndpoints = { readonly [endpoint: string]: boolean }

/** Checks the endpoints that a token may use: `true` or `false` by method and path. */
export const TokenEndpoints: Schema.Codec<TokenEndpoints> = Schema.Record(
  Schema.String.check(
    Schema.isPattern(/^(GET|POST) \/\S+$/u, { expected: "method and path, such as GET /api/user/name" })
  ),
  Schema.Boolean
).annotate({ identifier: "TokenEndpoints" })

/** A new API token. */
export class NewToken extends answer<NewToken>("NewToken")({
  /** The whole token, redacted. Servers return it only this once. */
  token: Schema.RedactedFromValue(Schema.NonEmptyString)
}) {}

/**
 * Creates an API token with all permissions (`full`) or with selected ones.
 *
 * **Errors** `InvalidInput` (a selected token without any permission, nothing is sent), `Unauthorized`,
 * `EndpointNotFound` (private servers without a newer auth mod).
 *
 * **Source** `POST /api/user/auth-token`, documented by the game's maker, not recorded. xxscreeps: absent.
 */
export const create = Operation.post("/api/user/auth-token", {
  input: {
    /** `full` for all permissions, `selected` for those in the other fields. */
    type: Schema.Literals(["full", "selected"]),
    /** A note that helps the user recognize the token. */
    description: Schema.optional(Schema.String),
    /** Endpoints that a selected token may use; default: none. */
    endpoints: Schema.optional(TokenEndpoints),
    /** Groups of socket channels to which a selected token may subscribe; default: none. */
    websockets: Schema.optional(TokenSockets),
    /** Numbers of the memory segments that a selected token may use, joined by commas; default: all. */
    memorySegments: Schema.optional(
      Schema.String.check(
        Schema.isPattern(/^(\d{1,2}(,\d{1,2})*)?$/u, { expected: "numbers 0 to 99 joined by commas" })
      )
    )
  },
  defaults: { endpoints: {}, websockets: { console: false, rooms: false }, memorySegments: "" },
  output: NewToken,
  provenance: { private: "absent", xxscreeps: "absent" },
  validate: ({ endpoints, type, websockets }) => {
    const permissions = [...Object.values(endpoints ?? {}), websockets?.console, websockets?.rooms]
    return type === "selected" && !permissions.includes(true)
      ? { field: "endpoints", detail: "a selected token needs at least one endpoint or group of channels" }
      : undefined
  }
})

/**
 * Deletes an API token by its id, not by the token itself.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (private servers without a newer auth mod).
 *
 * **Source** `POST /api/user/delete-auth-token`, reported. xxscreeps: absent.
 */
export const remove = Operation.post("/api/user/delete-auth-token", {
  input: {
    /** Id of the token, as returned by `list`. */
    tokenId: ObjectId
  },
  output: Ok,
  idempotent: true,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Suspends the rate limits of an API token for two hours.
 *
 * **Gotchas**
 *
 * The captcha is one that a person solves, on the page whose address is in the 429 response (`resetUrl` of
 * `RateLimited`). The page sends this request itself, and needs no sign-in.
 *
 * **Errors** `Rejected`, `InvalidInput` (the whole token, which is more than servers need; nothing is sent),
 * `EndpointNotFound` (private servers without a newer auth mod).
 *
 * **Source** `POST /api/user/noratelimit`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const noratelimit = Operation.post("/api/user/noratelimit", {
  input: {
    /** The first 8 characters of the token. */
    token: Schema.RedactedFromValue(
      Schema.String.check(
        Schema.isPattern(/^[0-9A-Za-z-]{8}$/u, { expected: "the first 8 characters of the token" })
      )
    ),
    /** The solved captcha. */
    recaptcha
  },
  changes: "reversible",
  output: Ok,
  auth: "optional",
  provenance: { private: "absent", xxscreeps: "absent" }
})
