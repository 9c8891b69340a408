/** Signing in, who is signed in, and what an API token may do. */
import { BadgeJson } from "@screeps-effect/schema/Badge"
import { Millis } from "@screeps-effect/schema/Millis"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { TokenInfo } from "@screeps-effect/schema/TokenInfo"
import { SteamAccount } from "@screeps-effect/schema/UserFound"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { nullish } from "@screeps-effect/schema/Nullish"
import { version } from "./Game.ts"
import * as Operation from "../Operation.ts"
import { ScreepsClient } from "../client/ScreepsClient.ts"
import { InvalidInput, ScreepsError } from "../ScreepsError.ts"

/** A session token of a private server; it lives 60–70 seconds. */
export class SignedIn extends Schema.Opaque<SignedIn>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    token: Schema.RedactedFromValue(Schema.NonEmptyString)
  }).annotate({ identifier: "SignedIn" })
) {}

/**
 * Signs in with an account and gives its session token.
 *
 * **Details**
 *
 * Programs rarely call this: with `Credentials.layerPassword` the session signs in by itself, when it is first
 * needed and whenever the token has died. `email` takes the account's name or mail address, exactly as registered.
 *
 * **Errors** `Unauthorized` (wrong name or password), `EndpointNotFound` (no auth mod; official servers).
 *
 * **Source** `POST /api/auth/signin`, recorded from `screepsmod-auth` 2.7.2; official servers admit no passwords.
 */
export const signIn = Operation.post("/api/auth/signin", {
  input: {
    email: Schema.NonEmptyString,
    password: Schema.RedactedFromValue(Schema.NonEmptyString)
  },
  output: SignedIn,
  auth: "never",
  mod: "screepsmod-auth",
  provenance: { official: "absent" }
})

/**
 * A session token that was given for a ticket of a game platform, and the account's identity on that platform.
 */
export class PlatformSignedIn extends Schema.Opaque<PlatformSignedIn>()(
  Schema.Struct({ ...SignedIn.fields, steamid: nullish(Schema.String) }).annotate({
    identifier: "PlatformSignedIn"
  })
) {}

/**
 * Signs in with a ticket of the Steam client and gives a session token.
 *
 * **Details**
 *
 * The ticket is hex text for the game's app, 464350. With `useNativeAuth` it is an encrypted app ticket, otherwise
 * (the default) an ordinary session ticket. A server takes one of the two only, and tells which by `useNativeAuth` of
 * its version: `platformTicket` asks it. An unknown account is made, without a name: `Register.setUsername` follows.
 *
 * **Errors** `Rejected` ("authentication method is not supported", "invalid encrypted ticket", "could not
 * authenticate"), `ServerFault` (Steam cannot be reached).
 *
 * **Source** `POST /api/auth/steam-ticket`, its refusals recorded from a server 4.3.0, its success read in the
 * server's source.
 */
export const steamTicket = Operation.post("/api/auth/steam-ticket", {
  input: {
    ticket: Schema.RedactedFromValue(Schema.NonEmptyString),
    useNativeAuth: Schema.optional(Schema.Boolean)
  },
  defaults: { useNativeAuth: false },
  output: PlatformSignedIn,
  auth: "never",
  provenance: { private: "source" }
})

const ticketOperations = { steam: steamTicket }

/** A game platform whose tickets servers take. */
export type Platform = "steam"

const isPlatform = (name: string): name is Platform => Object.hasOwn(ticketOperations, name)

/**
 * What signs in through a game platform; the server is asked which kind of ticket it takes when `useNativeAuth` is
 * not told.
 */
export interface PlatformTicket {
  readonly platform: Platform
  readonly ticket: Redacted.Redacted
  readonly useNativeAuth?: boolean | undefined
}

/**
 * Signs in with a ticket of a game platform and gives a session token.
 *
 * **Details**
 *
 * When `useNativeAuth` is not told, the server is asked for its version first, which tells the kind of ticket that
 * it takes.
 *
 * **Errors** `InvalidInput` (an unknown platform), those of `steamTicket` and of `Game.version`.
 *
 * **Source** `POST /api/auth/steam-ticket`, `GET /api/version`.
 */
export const platformTicket = ({
  platform,
  ticket,
  useNativeAuth
}: PlatformTicket): Effect.Effect<PlatformSignedIn, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    if (!isPlatform(platform)) {
      const reason = new InvalidInput({
        field: "platform",
        detail: "the only platform that is known is steam"
      })
      return yield* new ScreepsError({ operation: steamTicket.name, reason })
    }
    const native = useNativeAuth ?? (yield* version()).useNativeAuth ?? false
    return yield* ticketOperations[platform]({ ticket, useNativeAuth: native })
  })

/**
 * An API token: what it may do, and the token itself where the server repeats it (in lists its beginning only).
 *
 * **Details**
 *
 * `TokenInfo` of the schemas reads what it may do.
 */
export class ApiToken extends Schema.Opaque<ApiToken>()(
  Schema.Struct({
    ...TokenInfo.fields,
    token: nullish(Schema.RedactedFromValue(Schema.NonEmptyString))
  }).annotate({ identifier: "ApiToken" })
) {}

/** What an API token may do; sources differ on where `_id` stands. */
export class QueriedToken extends Schema.Opaque<QueriedToken>()(
  Schema.Struct({ ok: Schema.Literal(1), _id: nullish(ObjectId), token: ApiToken }).annotate({
    identifier: "QueriedToken"
  })
) {}

/**
 * Tells what an API token may do, and until when its rate limits are suspended.
 *
 * **Gotchas**
 *
 * The token travels in the address, which servers in between may log.
 *
 * **Errors** `Rejected` ("token not found"; other sources report a status of 400 and above), `EndpointNotFound`
 * (private servers; newer auth mods have it).
 *
 * **Source** `GET /api/auth/query-token`, reported.
 */
export const queryToken = Operation.get("/api/auth/query-token", {
  input: { token: Schema.RedactedFromValue(Schema.NonEmptyString) },
  output: QueriedToken,
  auth: "never",
  provenance: { private: "absent" }
})

/** Which notifications a user wants by mail; intervals are in minutes. */
export class NotifyPrefs extends Schema.Opaque<NotifyPrefs>()(
  Schema.Struct({
    disabled: nullish(Schema.Boolean),
    disabledOnMessages: nullish(Schema.Boolean),
    sendOnline: nullish(Schema.Boolean),
    interval: nullish(Schema.Finite),
    errorsInterval: nullish(Schema.Finite)
  }).annotate({ identifier: "NotifyPrefs" })
) {}

/**
 * The signed-in user.
 *
 * **Details**
 *
 * `cpu` is the limit per tick, `gcl` and `power` are lifetime points and not levels, `money` is in credits,
 * `password` tells whether one is set. A user who came through a game platform has no name until one is chosen.
 * `cpuShard` and `resources` are told by official servers only. `Badge.of` of the schemas reads the badge.
 *
 * **Source** recorded from a server 4.3.0; official fields reported.
 */
export class Me extends Schema.Opaque<Me>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    _id: UserId,
    username: nullish(Schema.String),
    email: nullish(Schema.String),
    badge: nullish(BadgeJson),
    cpu: Schema.Finite,
    gcl: nullish(Schema.Finite),
    power: nullish(Schema.Finite),
    money: Schema.Finite,
    password: nullish(Schema.Boolean),
    blocked: nullish(Schema.Boolean),
    lastRespawnDate: nullish(Millis),
    notifyPrefs: nullish(NotifyPrefs),
    powerExperimentations: nullish(Schema.Finite),
    powerExperimentationTime: nullish(Schema.Finite),
    steam: nullish(SteamAccount),
    cpuShard: nullish(Schema.Record(Schema.String, Schema.Finite)),
    resources: nullish(Schema.Record(Schema.String, Schema.Unknown))
  }).annotate({ identifier: "Me" })
) {}

/**
 * Tells who is signed in.
 *
 * **Errors** `Unauthorized`, `Forbidden` (restricted API tokens, for which `User.whoAmI` knows a way round).
 *
 * **Source** `GET /api/auth/me`, recorded from a server 4.3.0; official fields reported.
 */
export const me = Operation.get("/api/auth/me", { output: Me })

/** The auth mod of a private server and whether it lets people register. */
export class AuthMod extends Schema.Opaque<AuthMod>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    name: Schema.String,
    version: nullish(Schema.String),
    allowRegistration: nullish(Schema.Boolean),
    steam: nullish(Schema.Boolean),
    github: nullish(Schema.Boolean),
    gitlab: nullish(Schema.Boolean)
  }).annotate({ identifier: "AuthMod" })
) {}

/**
 * Tells which auth mod a private server runs.
 *
 * **Details**
 *
 * `allowRegistration` is `false` where the server has a password of its own.
 *
 * **Errors** `EndpointNotFound` (no auth mod; official servers).
 *
 * **Source** `GET /api/authmod`, recorded from `screepsmod-auth` 2.7.2.
 */
export const authmod = Operation.get("/api/authmod", {
  output: AuthMod,
  auth: "never",
  mod: "screepsmod-auth",
  provenance: { official: "absent" }
})

/**
 * Tells which auth mod a server runs, whatever kind it is: official servers have none and are answered for, by the
 * name `official` and without a request.
 *
 * **Errors** `EndpointNotFound` on private servers without an auth mod, and those of `authmod`.
 *
 * **Source** `GET /api/authmod`; the answer for official servers is the specification's.
 */
export const mod = (): Effect.Effect<AuthMod, ScreepsError, ScreepsClient> =>
  Effect.flatMap(ScreepsClient, ({ server }) =>
    server.kind === "official" ? Effect.succeed({ ok: 1, name: "official" }) : authmod()
  )
