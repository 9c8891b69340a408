/**
 * Signing in, and who is signed in.
 *
 * @since 0.1.0
 */
import { Badge } from "@screeps-effect/schema/Badge"
import { Millis } from "@screeps-effect/schema/Millis"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Schema from "effect/Schema"
import { nullish } from "@screeps-effect/schema/Nullish"
import * as Operation from "./Operation.ts"

/**
 * A session token of a private server; it lives 60–70 seconds.
 *
 * @category answers
 * @since 0.1.0
 */
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
 * **Errors** `Unauthorized` (wrong name or password), `NotOnThisServer` (no auth mod; official servers).
 *
 * **Source** `POST /api/auth/signin`, recorded from `screepsmod-auth` 2.7.2; official servers admit no passwords.
 *
 * @category operations
 * @since 0.1.0
 */
export const signIn = Operation.post("/api/auth/signin", {
  input: {
    email: Schema.NonEmptyString,
    password: Schema.RedactedFromValue(Schema.NonEmptyString)
  },
  answer: SignedIn,
  auth: "never",
  evidence: { official: "absent" }
})

/**
 * Which notifications a user wants by mail; intervals are in minutes.
 *
 * @category answers
 * @since 0.1.0
 */
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
 * `cpuShard` and `resources` are told by official servers only.
 *
 * **Source** recorded from a server 4.3.0; official fields reported.
 *
 * @category answers
 * @since 0.1.0
 */
export class Me extends Schema.Opaque<Me>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    _id: UserId,
    username: nullish(Schema.String),
    email: nullish(Schema.String),
    badge: nullish(Badge),
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
    cpuShard: nullish(Schema.Record(Schema.String, Schema.Finite)),
    resources: nullish(Schema.Record(Schema.String, Schema.Unknown))
  }).annotate({ identifier: "Me" })
) {}

/**
 * Tells who is signed in.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `GET /api/auth/me`, recorded from a server 4.3.0; official fields reported.
 *
 * @category operations
 * @since 0.1.0
 */
export const me = Operation.get("/api/auth/me", { answer: Me })

/**
 * The auth mod of a private server and whether it lets people register.
 *
 * @category answers
 * @since 0.1.0
 */
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
 * **Errors** `NotOnThisServer` (no auth mod; official servers).
 *
 * **Source** `GET /api/authmod`, recorded from `screepsmod-auth` 2.7.2.
 *
 * @category operations
 * @since 0.1.0
 */
export const authmod = Operation.get("/api/authmod", {
  answer: AuthMod,
  auth: "never",
  evidence: { official: "absent" }
})
