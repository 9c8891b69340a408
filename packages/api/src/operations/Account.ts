/** The signed-in account: profile, preferences, password and linked accounts of other services. */
import { BadgeInput } from "@screeps-effect/schema/Badge"
import { CpuLimitsInput } from "@screeps-effect/schema/CpuLimits"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { Ok } from "@screeps-effect/schema/Envelope"
import { NotifyPrefsInput } from "@screeps-effect/schema/NotifyPrefs"
import type * as Brand from "effect/Brand"
import { record } from "@screeps-effect/schema/Record"
import { ShardName } from "@screeps-effect/schema/ShardName"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import { answer } from "./answer.ts"

/**
 * Changes the user's mail notification preferences; fields that are left out stay as they are.
 *
 * **Details**
 *
 * Servers silently ignore intervals that are not among the accepted values. `Auth.me` returns the current
 * preferences.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `POST /api/user/notify-prefs`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const notifyPrefs = Operation.post("/api/user/notify-prefs", {
  input: NotifyPrefsInput.fields,
  changes: "reversible",
  output: DbUpdate,
  idempotent: true
})

/**
 * Sets the user's badge.
 *
 * **Errors** `Rejected` ("invalid params", also for custom paths that were not granted to the account),
 * `Unauthorized`.
 *
 * **Source** `POST /api/user/badge`, recorded from a server 4.3.0. xxscreeps: read in the server's source.
 */
export const badge = Operation.post("/api/user/badge", {
  input: {
    /** The new badge: shape 1–24, colours as `#rrggbb`, `param` from −100 to 100. */
    badge: BadgeInput
  },
  changes: "reversible",
  output: DbUpdate,
  idempotent: true,
  provenance: { xxscreeps: "source" }
})

/** A picture as SVG text. */
export type BadgePicture = string & Brand.Brand<"BadgePicture">

/** Checks a picture: text that contains `<svg`. */
export const BadgePicture: Schema.Codec<BadgePicture, string> = Schema.String.check(
  Schema.isPattern(/<svg\b/u, { expected: "an SVG picture" })
)
  .pipe(Schema.brand("BadgePicture"))
  .annotate({ identifier: "BadgePicture" })

/**
 * Returns a user's badge as an SVG picture.
 *
 * **Details**
 *
 * Upper and lower case make no difference in names. Servers allow pictures to be cached for an hour. A user without a
 * badge has an empty picture. `BadgeSvg` of `@screeps-effect/pictures` draws a badge without a server.
 *
 * **Gotchas**
 *
 * Players choose their badges: show the picture as an image, never as a part of a page.
 *
 * **Errors** `Rejected` ("Not Found", status 404: no such user).
 *
 * **Source** `GET /api/user/badge-svg`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const badgeSvg = Operation.get("/api/user/badge-svg", {
  input: {
    /** Name of the user whose badge is drawn. */
    username: Schema.NonEmptyString,
    /** `1` draws a ring around the badge; without it there is no ring. */
    border: Schema.optional(Schema.Literal(1))
  },
  format: "text",
  output: BadgePicture,
  auth: "optional"
})

/**
 * Changes the user's mail address; servers store it in lower case.
 *
 * **Errors** `Rejected` ("invalid email", "email already exists": also for the user's current address),
 * `Unauthorized`.
 *
 * **Source** `POST /api/user/email`, recorded from a server 4.3.0. xxscreeps: absent.
 */
export const email = Operation.post("/api/user/email", {
  input: {
    /** The new mail address. */
    email: Schema.String.check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/u, { expected: "a mail address" }))
  },
  output: DbUpdate,
  provenance: { xxscreeps: "absent" }
})

/**
 * Changes the user's password.
 *
 * **Details**
 *
 * On private servers `Auth.signIn` checks without risk whether the old password is right. Afterwards, credentials with
 * the old password can no longer sign in.
 *
 * **Gotchas**
 *
 * A wrong old password ends the process of a private server, for all players.
 *
 * **Errors** `Unauthorized` (also for a wrong old password), `EndpointNotFound` (no auth mod).
 *
 * **Source** `POST /api/user/password`, recorded from `screepsmod-auth` 2.7.2; official servers reported: the official
 * client of 2026 calls it. xxscreeps: read in the server's source.
 */
export const changePassword = Operation.post("/api/user/password", {
  input: {
    /** The current password; leave it out when the account has none. */
    oldPassword: Schema.optional(Schema.RedactedFromValue(Schema.NonEmptyString)),
    /** The new password. */
    password: Schema.RedactedFromValue(Schema.NonEmptyString),
    /** Confirms that you know the danger; it is not sent. */
    acknowledge: Schema.Literal("a wrong old password ends the server")
  },
  clientOnly: ["acknowledge"],
  neverRetry: true,
  output: Ok,
  mod: "screepsmod-auth",
  provenance: { xxscreeps: "source" }
})

/**
 * Shows or hides the link to the user's Steam profile.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `POST /api/user/set-steam-visible`, recorded from a server 4.3.0; official servers: read in the server's
 * source only. xxscreeps: absent.
 */
export const setSteamVisible = Operation.post("/api/user/set-steam-visible", {
  input: {
    /** Whether other players see the link. */
    visible: Schema.Boolean
  },
  changes: "reversible",
  output: DbUpdate,
  idempotent: true,
  provenance: { official: "source", xxscreeps: "absent" }
})

/**
 * Marks the tutorial as completed; private servers accept the call without effect.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `POST /api/user/tutorial-done`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const tutorialDone = Operation.post("/api/user/tutorial-done", {
  changes: "reversible",
  output: Ok,
  idempotent: true
})

/**
 * Distributes the user's CPU over the shards of an official server.
 *
 * **Details**
 *
 * `Auth.me` returns the current limits in `cpuShard`.
 *
 * **Errors** `Rejected` ("too soon": the last change is less than 12 hours ago, reported), `Unauthorized`,
 * `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/cpu-shards`, reported. xxscreeps: absent.
 */
export const cpuShards = Operation.post("/api/user/cpu-shards", {
  input: {
    /** CPU limit in whole milliseconds per tick, by shard name. */
    cpu: CpuLimitsInput.check(Schema.isMinProperties(1))
  },
  changes: "reversible",
  output: DbUpdate,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Unlocks the account's CPU on the public test realm.
 *
 * **Errors** `Rejected` ("not ptr": any other official server), `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/activate-ptr`, reported. xxscreeps: absent.
 */
export const activatePtr = Operation.post("/api/user/activate-ptr", {
  output: Ok,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Removes the link between the account and a Steam account.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (no auth mod).
 *
 * **Source** `POST /api/user/unlink-steam`, recorded from `screepsmod-auth` 2.7.2; official servers reported: the
 * official client of 2026 calls it. xxscreeps: absent.
 */
export const unlinkSteam = Operation.post("/api/user/unlink-steam", {
  output: Ok,
  idempotent: true,
  mod: "screepsmod-auth",
  provenance: { xxscreeps: "absent" }
})

/**
 * Removes the link between the account and a GitHub account.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (no auth mod).
 *
 * **Source** `POST /api/user/unlink-github`, recorded from `screepsmod-auth` 2.7.2; official servers reported: the
 * official client of 2026 calls it. xxscreeps: absent.
 */
export const unlinkGithub = Operation.post("/api/user/unlink-github", {
  output: Ok,
  idempotent: true,
  mod: "screepsmod-auth",
  provenance: { xxscreeps: "absent" }
})

/**
 * Removes the link between the account and a GitLab account, on a private server.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (no auth mod).
 *
 * **Source** `POST /api/user/unlink-gitlab`, recorded from `screepsmod-auth` 2.7.2; not known of official servers.
 * xxscreeps: absent.
 */
export const unlinkGitlab = Operation.post("/api/user/unlink-gitlab", {
  output: Ok,
  idempotent: true,
  mod: "screepsmod-auth",
  provenance: { official: "absent", xxscreeps: "absent" }
})

/** How many of the account's resources a call spends. */
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))

/**
 * Spends CPU unlocks of the account on a period of full CPU.
 *
 * **Details**
 *
 * `Auth.me` returns how many the account has, in `resources.cpuUnlock`. In the game, `Game.cpu.unlock()` spends one.
 *
 * **Gotchas**
 *
 * This cannot be undone. This project never called it on an official server.
 *
 * **Errors** `Rejected` (the texts are not known), `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/activate-cpu-unlocks`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const activateCpuUnlocks = Operation.post("/api/user/activate-cpu-unlocks", {
  input: {
    /** How many CPU unlocks are spent. */
    count
  },
  output: Ok,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Spends access keys of the account on access to a restricted shard, such as `shardX`.
 *
 * **Details**
 *
 * `Auth.me` returns how many the account has, in `resources.accessKey`. How long a key lasts is not known.
 * `Seasons.enter` spends them on the seasonal competition.
 *
 * **Gotchas**
 *
 * This cannot be undone. This project never called it on an official server. The configured shard is not used: name
 * the shard.
 *
 * **Errors** `Rejected` (the texts are not known), `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/activate-shard-access`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const activateShardAccess = Operation.post("/api/user/activate-shard-access", {
  input: {
    /** Name of the restricted shard. */
    shard: ShardName,
    /** How many access keys are spent. */
    count
  },
  shard: "required",
  output: Ok,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Chooses the virtual machine that runs the account's scripts: isolated (the default of servers) or shared.
 *
 * **Details**
 *
 * `Auth.me` returns the choice, in `runtime.legacyVm`. When it takes effect is not known.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/ivm`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const ivm = Operation.post("/api/user/ivm", {
  input: {
    /** Whether scripts run in the older, shared virtual machine. */
    legacy: Schema.Boolean
  },
  changes: "reversible",
  output: Ok,
  idempotent: true,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Checks that the linked GitHub account allows access to its repositories, and fails when it does not.
 *
 * **Details**
 *
 * A GitHub account is linked, and access granted, on the game's page in a browser.
 *
 * **Errors** `Rejected` ("no scope"), `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `GET /api/auth/github/check-repo-scope`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const githubScope = Operation.get("/api/auth/github/check-repo-scope", {
  output: Ok,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/** A repository on GitHub. */
export class GithubRepo extends record<GithubRepo>("GithubRepo")({
  /** Name of the repository. */
  name: Schema.String
}) {}

/** The repositories of the linked GitHub account. */
export class GithubRepos extends answer<GithubRepos>("GithubRepos")({
  /** The repositories. */
  repos: Schema.Array(GithubRepo)
}) {}

/**
 * Lists the repositories of the linked GitHub account from which scripts can be taken.
 *
 * **Errors** `Rejected`, `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `GET /api/user/github-repos`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const githubRepos = Operation.get("/api/user/github-repos", {
  output: GithubRepos,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Takes the account's scripts from a repository of the linked GitHub account from now on, or no longer.
 *
 * **Details**
 *
 * `Auth.me` returns the repository in use, in `github.repo`.
 *
 * **Gotchas**
 *
 * The repository replaces all scripts of the account: `Code.get` reads a branch before. This project never called it on
 * an official server.
 *
 * **Errors** `Rejected` ("no default branch"), `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/github-repo`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const githubRepo = Operation.post("/api/user/github-repo", {
  input: {
    /** Name of the repository; `false` ends it. */
    repo: Schema.Union([Schema.NonEmptyString, Schema.Literal(false)]),
    /** Folder of the repository that contains the modules; without it, its root. */
    folder: Schema.optional(Schema.String)
  },
  output: Ok,
  provenance: { private: "absent", xxscreeps: "absent" }
})
