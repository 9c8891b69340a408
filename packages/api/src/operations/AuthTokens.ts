/** The account's API tokens, on official servers and on private ones with a newer auth mod. */
import { Ok } from "@screeps-effect/schema/Envelope"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as Schema from "effect/Schema"
import { ApiToken } from "./Auth.ts"
import * as Operation from "../Operation.ts"

/** The account's API tokens; of each token only the beginning is told. */
export class TokenList extends Schema.Opaque<TokenList>()(
  Schema.Struct({ ok: Schema.Literal(1), tokens: Schema.Array(ApiToken) }).annotate({
    identifier: "TokenList"
  })
) {}

/**
 * Lists the account's API tokens.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (private servers without a newer auth mod).
 *
 * **Source** `GET /api/user/auth-token`, reported.
 */
export const list = Operation.get("/api/user/auth-token", {
  output: TokenList,
  provenance: { private: "absent" },
  inSpecification: false
})

/** Which groups of socket channels a token may listen to. */
export class TokenSockets extends Schema.Opaque<TokenSockets>()(
  Schema.Struct({ console: Schema.Boolean, rooms: Schema.Boolean }).annotate({ identifier: "TokenSockets" })
) {}

/** Which endpoints a token may use, written `GET /api/user/name`. */
export type TokenEndpoints = { readonly [endpoint: string]: boolean }

/** Checks which endpoints a token may use: `true` or `false` by method and path. */
export const TokenEndpoints: Schema.Codec<TokenEndpoints> = Schema.Record(
  Schema.String.check(
    Schema.isPattern(/^(GET|POST) \/\S+$/u, { expected: "method and path, such as GET /api/user/name" })
  ),
  Schema.Boolean
).annotate({ identifier: "TokenEndpoints" })

/** A new API token. It is told this once. */
export class NewToken extends Schema.Opaque<NewToken>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    token: Schema.RedactedFromValue(Schema.NonEmptyString)
  }).annotate({ identifier: "NewToken" })
) {}

/**
 * Makes an API token, for everything (`full`) or for what is `selected`.
 *
 * **Details**
 *
 * A selected token may use the endpoints and listen to the sockets that are named: none when left out.
 * `memorySegments` names segments by their numbers, joined by commas; empty (the default) admits all of them.
 *
 * **Errors** `InvalidInput` (a selected token for nothing, nothing is sent), `Unauthorized`, `EndpointNotFound`
 * (private servers without a newer auth mod).
 *
 * **Source** `POST /api/user/auth-token`, documented by the game's maker, not recorded.
 */
export const create = Operation.post("/api/user/auth-token", {
  input: {
    type: Schema.Literals(["full", "selected"]),
    description: Schema.optional(Schema.String),
    endpoints: Schema.optional(TokenEndpoints),
    websockets: Schema.optional(TokenSockets),
    memorySegments: Schema.optional(
      Schema.String.check(
        Schema.isPattern(/^(\d{1,2}(,\d{1,2})*)?$/u, { expected: "numbers 0 to 99 joined by commas" })
      )
    )
  },
  defaults: { endpoints: {}, websockets: { console: false, rooms: false }, memorySegments: "" },
  output: NewToken,
  provenance: { private: "absent" },
  inSpecification: false,
  validate: ({ endpoints, type, websockets }) => {
    const admitted = [...Object.values(endpoints ?? {}), websockets?.console, websockets?.rooms]
    return type === "selected" && !admitted.includes(true)
      ? { field: "endpoints", detail: "a selected token needs an endpoint or a socket that it may use" }
      : undefined
  }
})

/**
 * Deletes an API token by its identity, not by the token itself.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (private servers without a newer auth mod).
 *
 * **Source** `POST /api/user/delete-auth-token`, reported.
 */
export const remove = Operation.post("/api/user/delete-auth-token", {
  input: { tokenId: ObjectId },
  output: Ok,
  idempotent: true,
  provenance: { private: "absent" },
  inSpecification: false
})

/**
 * Suspends the rate limits of an API token for two hours; `token` is its first 8 characters.
 *
 * **Gotchas**
 *
 * Official servers ask for a captcha: a person has to do it, on the page that a refusal for the rate limit names.
 *
 * **Errors** `Rejected`, `InvalidInput` (a whole token, which is more than servers need; nothing is sent),
 * `Unauthorized`, `EndpointNotFound` (private servers without a newer auth mod).
 *
 * **Source** `POST /api/user/noratelimit`, reported.
 */
export const noratelimit = Operation.post("/api/user/noratelimit", {
  input: {
    token: Schema.RedactedFromValue(
      Schema.String.check(
        Schema.isPattern(/^[0-9A-Za-z-]{8}$/u, { expected: "the first 8 characters of the token" })
      )
    )
  },
  output: Ok,
  provenance: { private: "absent" },
  inSpecification: false
})
