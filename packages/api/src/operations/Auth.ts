/** Signing in, the signed-in user, and the permissions of API tokens. */
import { BadgeJson } from "@screeps-effect/schema/Badge"
import { Millis } from "@screeps-effect/schema/Millis"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { TokenInfo } from "@screeps-effect/schema/TokenInfo"
import { SteamAccount } from "@screeps-effect/schema/UserFound"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { expected, nullish, record } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import { recaptcha } from "./inputs.ts"
import * as Operation from "../Operation.ts"
import { ScreepsClient } from "../client/service.ts"
import type { ScreepsError } from "../ScreepsError.ts"

/** A session token of a private server; it is valid for 60 to 70 seconds. */
export class SignedIn extends answer<SignedIn>("SignedIn")({
  /** Session token, redacted. */
  token: Schema.RedactedFromValue(Schema.NonEmptyString)
}) {}

/**
 * Signs in with name or mail address and password, and returns a session token.
 *
 * **Details**
 *
 * Programs rarely need this: with `Credentials.layerPassword` the session signs in by itself before the first request
 * and whenever the token has expired.
 *
 * **Gotchas**
 *
 * Official servers need a captcha, which a person solves on their page: programs use an API token there, and
 * `Credentials.layerPassword` sends nothing.
 *
 * **Errors** `Unauthorized` (wrong name or password), `EndpointNotFound` (no auth mod).
 *
 * **Source** `POST /api/auth/signin`, recorded from `screepsmod-auth` 2.7.2; official servers reported: the official client
 * of 2026 calls it. xxscreeps: recorded.
 */
export const signIn = Operation.post("/api/auth/signin", {
  input: {
    /** The account's name or mail address, exactly as registered. */
    email: Schema.NonEmptyString,
    /** The account's password. */
    password: Schema.RedactedFromValue(Schema.NonEmptyString),
    /** The solved captcha (official servers). */
    recaptcha: Schema.optional(recaptcha)
  },
  output: SignedIn,
  auth: "never",
  mod: "screepsmod-auth"
})

/** A session token that was issued for a ticket of a game platform, and the account's id on that platform. */
export class PlatformSignedIn extends record<PlatformSignedIn>("PlatformSignedIn")({
  ...SignedIn.fields,
  /** Steam id of the account. */
  steamid: nullish(Schema.String),
  /** Name of the account; absent for a new one, which needs `Register.setUsername` (official servers). */
  username: nullish(Schema.String),
  /** Mail address of the account (official servers). */
  email: nullish(Schema.String)
}) {}

/**
 * Signs in with a ticket of the Steam client and returns a session token.
 *
 * **Details**
 *
 * A server accepts only one of the two kinds of tickets; `useNativeAuth` of its version says which, and
 * `Credentials.layerSteamTicket` looks this up. For an unknown Steam account the server creates an account without a
 * name: continue with `Register.setUsername`.
 *
 * **Errors** `Rejected` ("authentication method is not supported", "invalid encrypted ticket", "could not
 * authenticate"), `ServerFault` (Steam cannot be reached).
 *
 * **Source** `POST /api/auth/steam-ticket`, its refusals recorded from a server 4.3.0, its success read in the
 * server's source. xxscreeps: read in the server's source.
 */
export const steamTicket = Operation.post("/api/auth/steam-ticket", {
  input: {
    /** Ticket as hexadecimal text, issued for the game's app 464350. */
    ticket: Schema.RedactedFromValue(Schema.NonEmptyString),
    /** Whether the ticket is an encrypted app ticket (`true`) or a session ticket (`false`, the default). */
    useNativeAuth: Schema.optional(Schema.Boolean)
  },
  defaults: { useNativeAuth: false },
  output: PlatformSignedIn,
  auth: "never",
  provenance: { private: "source", xxscreeps: "source" }
})

/**
 * An API token: its permissions, and the token itself where the server returns it.
 *
 * **Details**
 *
 * `TokenInfo` of the schema package checks its permissions.
 */
export class ApiToken extends record<ApiToken>("ApiToken")({
  ...TokenInfo.fields,
  /** The token, redacted; in lists only its beginning. Absent where the server does not return it. */
  token: nullish(Schema.RedactedFromValue(Schema.NonEmptyString))
}) {}

/** The permissions of an API token. */
export class QueriedToken extends answer<QueriedToken>("QueriedToken")({
  /** Id of the token; some sources report it here, others in `token`. */
  _id: nullish(ObjectId),
  /** The token's permissions. */
  token: ApiToken
}) {}

/**
 * Returns the permissions of an API token, and until when its rate limits are suspended.
 *
 * **Gotchas**
 *
 * The token is sent in the address, which proxies may log.
 *
 * **Errors** `Rejected` ("token not found"; other sources report a status of 400 and above), `EndpointNotFound`
 * (private servers; newer auth mods have it).
 *
 * **Source** `GET /api/auth/query-token`, reported. xxscreeps: absent.
 */
export const queryToken = Operation.get("/api/auth/query-token", {
  input: {
    /** The whole API token. */
    token: Schema.RedactedFromValue(Schema.NonEmptyString)
  },
  output: QueriedToken,
  auth: "never",
  provenance: { private: "absent", xxscreeps: "absent" }
})

/** The mail notification preferences of a user; fields that were never set are absent. */
export class NotifyPrefs extends record<NotifyPrefs>("NotifyPrefs")({
  /** Whether all mails are stopped. */
  disabled: nullish(Schema.Boolean),
  /** Whether mails about messages of other players are stopped. */
  disabledOnMessages: nullish(Schema.Boolean),
  /** Whether mails are sent even while the user is online. */
  sendOnline: nullish(Schema.Boolean),
  /** Shortest time between two mails, in minutes. */
  interval: nullish(Schema.Finite),
  /** Shortest time between two mails about errors, in minutes; 100000 means never. */
  errorsInterval: nullish(Schema.Finite)
}) {}

/** How the scripts of a user run. */
export class Runtime extends record<Runtime>("Runtime")({
  /** Whether they run in the older, shared virtual machine: `Account.ivm` changes it. */
  legacyVm: nullish(Schema.Boolean)
}) {}

/** A repository of the linked GitHub account, as the source of a user's scripts. */
export class GithubSource extends record<GithubSource>("GithubSource")({
  /** Name of the repository. */
  name: nullish(Schema.String),
  /** Folder that contains the modules. */
  folder: nullish(Schema.String)
}) {}

/** The link between a user and a GitHub account. */
export class GithubLink extends record<GithubLink>("GithubLink")({
  /** The repository from which scripts are taken; absent or `null` when there is none: `Account.githubRepo` changes it. */
  repo: nullish(GithubSource)
}) {}

/**
 * The signed-in user.
 *
 * **Details**
 *
 * `cpuShard`, `cpuShardUpdatedTime`, `resources`, `runtime` and `github` are returned by official servers only.
 *
 * **Source** recorded from a server 4.3.0; official fields reported.
 */
export class Me extends answer<Me>("Me")({
  /** Id of the user. */
  _id: UserId,
  /** Name of the user; absent until one is chosen, for accounts that were created through a game platform. */
  username: nullish(Schema.String),
  /** Mail address; absent when the account has none. */
  email: nullish(Schema.String),
  /** The user's badge; absent until one is set. `Badge.parse` of the schema package decodes it. */
  badge: nullish(BadgeJson),
  /** CPU limit, in milliseconds per tick. */
  cpu: expected(Schema.Finite),
  /** Control points earned so far, not the level: `Gcl.level` of the schema package returns the level. */
  gcl: nullish(Schema.Finite),
  /** Power points earned so far, not the level: `Gcl.powerLevel` of the schema package returns the level. */
  power: nullish(Schema.Finite),
  /** Balance of the account, in credits. */
  money: expected(Schema.Finite),
  /** Whether the account has a password. */
  password: nullish(Schema.Boolean),
  /** Whether the account is blocked: it cannot place a spawn. */
  blocked: nullish(Schema.Boolean),
  /** Time of the last respawn, in milliseconds since 1970; absent before the first one. */
  lastRespawnDate: nullish(Millis),
  /** Mail notification preferences; absent until they are first changed. */
  notifyPrefs: nullish(NotifyPrefs),
  /** How many periods of power experimentation the account can still start. */
  powerExperimentations: nullish(Schema.Finite),
  /** End of the last period of power experimentation, in milliseconds since 1970; 0 before the first one. */
  powerExperimentationTime: nullish(Schema.Finite),
  /** The linked Steam account; without fields when none is linked. */
  steam: nullish(SteamAccount),
  /** CPU limit in milliseconds per tick, by shard name (official servers). */
  cpuShard: nullish(Schema.Record(Schema.String, Schema.Finite)),
  /** Time of the last change of `cpuShard`, in milliseconds since 1970; the next one is accepted 12 hours later. */
  cpuShardUpdatedTime: nullish(Millis),
  /** How scripts run (official servers). */
  runtime: nullish(Runtime),
  /** The linked GitHub account (official servers). */
  github: nullish(GithubLink),
  /** Amounts of the account's resources by name: `pixel`, `cpuUnlock`, `accessKey` (official servers). */
  resources: nullish(Schema.Record(Schema.String, Schema.Unknown))
}) {}

/**
 * Returns the signed-in user.
 *
 * **Errors** `Unauthorized`, also for restricted API tokens on official servers, or `Forbidden`: `User.whoAmI` works with
 * those, too.
 *
 * **Source** `GET /api/auth/me`, recorded from a server 4.3.0; official fields reported. xxscreeps: recorded.
 */
export const me = Operation.get("/api/auth/me", { output: Me })

/** The auth mod of a private server, such as `screepsmod-auth`, and the ways to sign in and register that it offers. */
export class AuthMod extends answer<AuthMod>("AuthMod")({
  /** Name of the mod's package; `official` for official servers. */
  name: Schema.String,
  /** Version of the mod. */
  version: nullish(Schema.String),
  /** Whether new accounts can be registered; `false` on servers with a server password. */
  allowRegistration: nullish(Schema.Boolean),
  /** Whether players can sign in through Steam. */
  steam: nullish(Schema.Boolean),
  /** Whether players can sign in through GitHub. */
  github: nullish(Schema.Boolean),
  /** Whether players can sign in through GitLab. */
  gitlab: nullish(Schema.Boolean)
}) {}

/**
 * Returns the auth mod of a private server.
 *
 * **Errors** `EndpointNotFound` (no auth mod; official servers).
 *
 * **Source** `GET /api/authmod`, recorded from `screepsmod-auth` 2.7.2. xxscreeps: absent.
 */
export const authmod = Operation.get("/api/authmod", {
  output: AuthMod,
  auth: "never",
  mod: "screepsmod-auth",
  provenance: { official: "absent", xxscreeps: "absent" }
})

/**
 * Returns the auth mod of a server of any kind.
 *
 * **Details**
 *
 * Official servers have no auth mod. For them the name is `official`, and no request is sent.
 *
 * **Errors** `EndpointNotFound` on private servers without an auth mod, and those of `authmod`.
 *
 * **Source** `GET /api/authmod`; the result for official servers is the specification's.
 */
export const mod = (): Effect.Effect<AuthMod, ScreepsError, ScreepsClient> =>
  Effect.flatMap(ScreepsClient, ({ server }) =>
    server.kind === "official" ? Effect.succeed({ ok: 1, name: "official" }) : authmod()
  )
