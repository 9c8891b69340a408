/** Signing in: exchanges credentials for a session token. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { nullish } from "@screeps-effect/schema/Record"
import { noAccount, tokenRejected } from "../client/middleware/authentication.ts"
import type { Middleware } from "../client/middleware/Send.ts"
import { countSignIn } from "../client/metrics.ts"
import type { Description } from "../config/address.ts"
import { EndpointNotFound, type Reason, ScreepsError, Unauthorized } from "../ScreepsError.ts"
import type { Call } from "./call.ts"
import type { Method } from "./Method.ts"

const passwordPath = "/api/auth/signin"
const ticketPath = "/api/auth/steam-ticket"
const label = { label: "screeps-token" }

const decodeToken = Decoder.make(Schema.Struct({ ok: Schema.Literal(1), token: Schema.NonEmptyString }))
const decodeVersion = Decoder.make(Schema.Struct({ useNativeAuth: nullish(Schema.Boolean) }))

/** Redacts the token at once, since tracers receive the exits of spans. */
const tokenOf = (body: unknown) => Result.map(decodeToken(body), ({ token }) => Redacted.make(token, label))
const nativeOf = (body: unknown) =>
  Result.map(decodeVersion(body), ({ useNativeAuth }) => useNativeAuth ?? false)

const noPasswords = "official servers do not accept passwords: use an API token"
const passwordRejected = "the name or the password is wrong"
const ticketRejected = "the Steam ticket was rejected"

/** How servers reject a ticket, with status 200. */
const ticketRejections = ["could not authenticate", "invalid encrypted ticket"]

const unauthorized = (detail: string) => new Unauthorized({ detail })

/** The game's own server has no passwords: the mod adds them. */
const withoutMod = new EndpointNotFound({
  path: passwordPath,
  foundOn: "private servers with the mod screepsmod-auth: install it, or check the address"
})

/** The meaning of a rejection, by the path of the sign-in. */
const explanations: Readonly<Record<string, (reason: Reason) => Reason | undefined>> = {
  [passwordPath]: ({ _tag }) =>
    _tag === "Unauthorized"
      ? unauthorized(passwordRejected)
      : _tag === "EndpointNotFound"
        ? withoutMod
        : undefined,
  [ticketPath]: (reason) =>
    reason._tag === "Unauthorized" || (reason._tag === "Rejected" && ticketRejections.includes(reason.detail))
      ? unauthorized(ticketRejected)
      : undefined
}

/** Replaces the reason of a rejected sign-in by one that names the rejected credentials, or what the server lacks. @internal */
export const explainRejection: Middleware = (send) => (request) =>
  Effect.map(send(request), (response) => {
    const reason = response.reason && explanations[request.path]?.(response.reason)
    return reason === undefined ? response : response.withReason(reason)
  })

const fail = (detail: string) =>
  Effect.fail(new ScreepsError({ operation: `POST ${passwordPath}`, reason: new Unauthorized({ detail }) }))

/** Returns the name of a sign-in in errors. @internal */
export const signInName = (method: Method["_tag"]): string =>
  `POST ${method === "SteamTicket" ? ticketPath : passwordPath}`

/** Whether a sign-in may be tried again after this failure: a Steam ticket may be valid only once. @internal */
export const maySignInAgain =
  (method: Method["_tag"]) =>
  ({ operation }: ScreepsError): boolean =>
    method !== "SteamTicket" || operation.startsWith("GET ")

/** Signs in each time it runs. @internal */
export const makeSignIn = (
  call: Call,
  server: Description,
  credentials: Method
): Effect.Effect<Redacted.Redacted, ScreepsError> => {
  switch (credentials._tag) {
    case "Guest":
      return fail(noAccount)
    case "Token":
      return fail(tokenRejected)
    case "Password":
      if (server.kind === "official") return fail(noPasswords)
      return Effect.suspend(() => {
        const body = { email: credentials.username, password: Redacted.value(credentials.password) }
        return call({ method: "POST", path: passwordPath, body, auth: "never" }, tokenOf)
      }).pipe(countSignIn("Password"))
    case "SteamTicket": {
      let native = credentials.useNativeAuth
      return Effect.gen(function* () {
        native ??= yield* call({ method: "GET", path: "/api/version", auth: "never" }, nativeOf)
        const body = { ticket: Redacted.value(credentials.ticket), useNativeAuth: native }
        return yield* call({ method: "POST", path: ticketPath, body, auth: "never" }, tokenOf)
      }).pipe(countSignIn("SteamTicket"))
    }
  }
}
