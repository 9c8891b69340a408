/** Signing in: exchanges credentials for a session token. */
import * as Clock from "effect/Clock"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Millis from "@screeps-effect/schema/Millis"
import { noAccount, tokenRejected } from "../client/middleware/authentication.ts"
import { formatDuration } from "../client/formatDuration.ts"
import { countSignIn } from "../client/metrics.ts"
import { ifSlow, runWithin } from "../client/timeLimit.ts"
import type { makeCaller } from "../client/call.ts"
import { responseOf } from "../client/Response.ts"
import type { Description } from "../config/address.ts"
import * as Auth from "../operations/Auth.ts"
import { version } from "../operations/Game.ts"
import { EndpointNotFound, type Reason, ScreepsError, Unauthorized } from "../ScreepsError.ts"
import type { Credentials } from "./Credentials.ts"
import type { Method } from "./Method.ts"

const noPasswords = "official servers do not accept passwords: use an API token"
const passwordRejected = "the name or the password is wrong"
const ticketRejected = "the Steam ticket was rejected"

/** How servers reject a ticket, with status 200. */
const ticketRejections = ["could not authenticate", "invalid encrypted ticket"]

const unauthorized = (detail: string) => new Unauthorized({ detail })

/** The game's own server has no passwords: the mod adds them. */
const withoutMod = new EndpointNotFound({
  path: Auth.signIn.path,
  foundOn: "private servers with the mod screepsmod-auth: install it, or check the address"
})

/** Names the rejected credentials, or what the server lacks. */
const explainPassword = (reason: Reason): Reason =>
  reason._tag === "Unauthorized"
    ? unauthorized(passwordRejected)
    : reason._tag === "EndpointNotFound"
      ? withoutMod
      : reason

const explainTicket = (reason: Reason): Reason =>
  reason._tag === "Unauthorized" || (reason._tag === "Rejected" && ticketRejections.includes(reason.detail))
    ? unauthorized(ticketRejected)
    : reason

/** Explains the rejection of a sign-in; other failures are no responses. */
const explained =
  (explain: (reason: Reason) => Reason) =>
  <A>(signIn: Effect.Effect<A, ScreepsError>): Effect.Effect<A, ScreepsError> =>
    Effect.mapError(signIn, (error) =>
      responseOf(error) === undefined
        ? error
        : new ScreepsError({ operation: error.operation, reason: explain(error.reason) })
    )

/** Returns the name of a sign-in in errors. @internal */
export const signInName = (method: Method["_tag"]): string =>
  `POST ${(method === "SteamTicket" ? Auth.steamTicket : Auth.signIn).path}`

const fail = (detail: string) =>
  Effect.suspend(() =>
    Effect.fail(new ScreepsError({ operation: signInName("Password"), reason: unauthorized(detail) }))
  )

/** Whether a sign-in may be tried again after this failure: a Steam ticket may be valid only once. @internal */
export const maySignInAgain =
  (method: Method["_tag"]) =>
  ({ operation }: ScreepsError): boolean =>
    method !== "SteamTicket" || operation.startsWith("GET ")

/** Looks for other credentials than those that were rejected. @internal */
export interface Renewal {
  readonly renew: Credentials["Service"]["renew"]
  /** Whether other credentials are being read. */
  readonly isPending: () => boolean
  /** The reason when they have not come in time: the server is not to blame, and nothing is retried. */
  readonly late: (after: Duration.Duration) => Unauthorized
}

/** Limits the time for which other credentials are read. @internal */
export const makeRenewal = (credentials: Credentials["Service"], limit: Duration.Duration): Renewal => {
  let pending = 0
  const late = (after: Duration.Duration) =>
    unauthorized(`the credentials were rejected, and no others have come within ${formatDuration(after)}`)
  const interrupted = () => unauthorized("the credentials were rejected, and reading others was interrupted")
  const read = runWithin(credentials.renew, limit, () => Effect.fail(late(limit))).pipe(
    Effect.catchCauseIf(Cause.hasInterrupts, () => Effect.fail(interrupted())),
    Effect.ensuring(Effect.sync(() => pending--))
  )
  return {
    renew: Effect.suspend(() => {
      pending++
      return read
    }),
    isPending: () => pending > 0,
    late
  }
}

/** Signs in each time it runs; once more with other credentials, if there are any, after those in use were rejected. @internal */
export const makeSignIn = (
  call: ReturnType<typeof makeCaller>["call"],
  server: Description,
  credentials: Credentials["Service"],
  { renew }: Renewal
): Effect.Effect<Redacted.Redacted, ScreepsError> => {
  const { _tag } = credentials.current
  const renewed = Effect.mapError(
    renew,
    (reason) => new ScreepsError({ operation: signInName(_tag), reason })
  )
  /** Whether the server takes encrypted tickets: learned once. */
  let native: boolean | undefined

  const signIn = Effect.suspend((): Effect.Effect<Redacted.Redacted, ScreepsError> => {
    const method = credentials.current
    switch (method._tag) {
      case "Guest":
        return fail(noAccount)
      case "Token":
        return Effect.succeed(method.token)
      case "Password": {
        const { password, username } = method
        return call(Auth.signIn, { email: username, password }).pipe(
          Effect.map(({ token }) => token),
          explained(explainPassword),
          countSignIn("Password")
        )
      }
      case "SteamTicket":
        return Effect.gen(function* () {
          const useNativeAuth =
            method.useNativeAuth ?? (native ??= (yield* call(version, {})).useNativeAuth ?? false)
          const input = { ticket: method.ticket, useNativeAuth }
          return (yield* call(Auth.steamTicket, input)).token
        }).pipe(explained(explainTicket), countSignIn("SteamTicket"))
    }
  })

  const signInAgain = (error: ScreepsError) =>
    Effect.flatMap(renewed, (isOther) => (isOther ? signIn : Effect.fail(error)))

  switch (credentials.current._tag) {
    case "Guest":
      return signIn
    case "Token":
      // A token is in use from the beginning: this runs after it was rejected.
      return Effect.catch(fail(tokenRejected), signInAgain)
    case "Password":
      if (server.kind === "official") return fail(noPasswords)
  }
  // What cannot be sent, such as an empty password, is no better than what the server rejects.
  const isUseless = ({ reason }: ScreepsError) =>
    reason._tag === "Unauthorized" || reason._tag === "InvalidInput"
  return Effect.catchIf(signIn, isUseless, signInAgain)
}

/** Logs a long sign-in once, after ten seconds, and when one succeeds. @internal */
export const logSlowSignIn = (url: string, { isPending }: Renewal) => {
  let loggedSince: number | undefined
  return <A, E>(signIn: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const startedAt = Millis.monotonicOf(clock)
      const log = Effect.suspend(() => {
        loggedSince = startedAt
        return Effect.logWarning(
          isPending()
            ? `The credentials for ${url} were rejected, and no others have come yet. Calls that need the account wait for them.`
            : `No response to the sign-in at ${url} for ten seconds. Calls that need the account wait for it.`
        )
      })
      const token = yield* loggedSince === undefined ? ifSlow(signIn, log) : signIn
      if (loggedSince !== undefined) {
        const after = Duration.format(
          Duration.seconds(Math.round((Millis.monotonicOf(clock) - loggedSince) / 1000))
        )
        loggedSince = undefined
        yield* Effect.logInfo(`Signed in at ${url} after ${after}.`)
      }
      return token
    })
}
