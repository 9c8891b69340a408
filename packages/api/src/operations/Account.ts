/** The signed-in account: profile, preferences, password and what it is linked to. */
import { BadgeInput } from "@screeps-effect/schema/Badge"
import { CpuLimitsInput } from "@screeps-effect/schema/CpuLimits"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { Ok } from "@screeps-effect/schema/Envelope"
import { NotifyPrefsInput } from "@screeps-effect/schema/NotifyPrefs"
import type * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/**
 * Changes which notifications the user wants by mail; what is left out stays as it is.
 *
 * **Details**
 *
 * Intervals are in minutes, out of closed sets: servers pass over any other value in silence. 100000 for
 * `errorsInterval` means never. `Auth.me` tells what is set.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `POST /api/user/notify-prefs`, recorded from a server 4.3.0.
 */
export const notifyPrefs = Operation.post("/api/user/notify-prefs", {
  input: NotifyPrefsInput.fields,
  output: DbUpdate,
  idempotent: true
})

/**
 * Sets the user's badge.
 *
 * **Details**
 *
 * Built-in shapes have the numbers 1–24, colours are written `#rrggbb`, `param` goes from −100 to 100.
 *
 * **Errors** `Rejected` ("invalid params": paths that the account was not granted, too), `Unauthorized`.
 *
 * **Source** `POST /api/user/badge`, recorded from a server 4.3.0.
 */
export const badge = Operation.post("/api/user/badge", {
  input: { badge: BadgeInput },
  output: DbUpdate,
  idempotent: true,
  inSpecification: false
})

/** A picture as SVG text. */
export type BadgePicture = string & Brand.Brand<"BadgePicture">

/** Checks a picture: text that holds an `<svg>`. */
export const BadgePicture: Schema.Codec<BadgePicture, string> = Schema.String.check(
  Schema.isPattern(/<svg\b/u, { expected: "an SVG picture" })
)
  .pipe(Schema.brand("BadgePicture"))
  .annotate({ identifier: "BadgePicture" })

/**
 * Draws a user's badge as an SVG picture.
 *
 * **Details**
 *
 * Names are found in any case. With `border` a ring is drawn around the disc. Servers let pictures be kept for an
 * hour. A user without a badge has an empty picture. `BadgeSvg` of the schemas draws a badge without a server.
 *
 * **Gotchas**
 *
 * Players choose their badges: show the picture as an image, never as a part of a page.
 *
 * **Errors** `Rejected` ("Not Found", status 404: no such user).
 *
 * **Source** `GET /api/user/badge-svg`, recorded from a server 4.3.0.
 */
export const badgeSvg = Operation.get("/api/user/badge-svg", {
  input: { username: Schema.NonEmptyString, border: Schema.optional(Schema.Literal(1)) },
  format: "text",
  output: BadgePicture,
  auth: "optional",
  inSpecification: false
})

/**
 * Changes the user's mail address; it is stored in lower case.
 *
 * **Errors** `Rejected` ("invalid email", "email already exists": the user's own counts, too), `Unauthorized`.
 *
 * **Source** `POST /api/user/email`, recorded from a server 4.3.0.
 */
export const email = Operation.post("/api/user/email", {
  input: {
    email: Schema.String.check(Schema.isPattern(/^[^\s@]+@[^\s@]+$/u, { expected: "a mail address" }))
  },
  output: DbUpdate,
  inSpecification: false
})

/**
 * Changes the user's password on a private server; `oldPassword` is left out when none was set.
 *
 * **Details**
 *
 * `acknowledge` is not sent: it makes callers say that they know the danger. `Auth.signIn` tells without danger
 * whether the old password is right. Credentials that hold the old password sign in no more.
 *
 * **Gotchas**
 *
 * A wrong old password ends the server's process, for everybody.
 *
 * **Errors** `Unauthorized` (the old password is wrong, too), `EndpointNotFound` (no auth mod).
 *
 * **Source** `POST /api/user/password`, recorded from `screepsmod-auth` 2.7.2; not known of official servers.
 */
export const changePassword = Operation.post("/api/user/password", {
  input: {
    oldPassword: Schema.optional(Schema.RedactedFromValue(Schema.NonEmptyString)),
    password: Schema.RedactedFromValue(Schema.NonEmptyString),
    acknowledge: Schema.Literal("a wrong old password ends the server")
  },
  clientOnly: ["acknowledge"],
  neverRetry: true,
  output: Ok,
  mod: "screepsmod-auth",
  provenance: { official: "absent" },
  inSpecification: false
})

/**
 * Shows or hides the link to the user's Steam profile.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `POST /api/user/set-steam-visible`, recorded from a server 4.3.0; official servers: read in the server's
 * source only.
 */
export const setSteamVisible = Operation.post("/api/user/set-steam-visible", {
  input: { visible: Schema.Boolean },
  output: DbUpdate,
  idempotent: true,
  provenance: { official: "source" },
  inSpecification: false
})

/**
 * Marks the tutorial as done; private servers accept it without effect.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `POST /api/user/tutorial-done`, recorded from a server 4.3.0.
 */
export const tutorialDone = Operation.post("/api/user/tutorial-done", {
  output: Ok,
  idempotent: true,
  inSpecification: false
})

/**
 * Spreads the user's CPU over the shards of an official server, in whole milliseconds per tick.
 *
 * **Details**
 *
 * `Auth.me` tells what is set, in `cpuShard`.
 *
 * **Errors** `Rejected` ("too soon": the last change is less than 12 hours ago, reported), `Unauthorized`,
 * `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/cpu-shards`, reported.
 */
export const cpuShards = Operation.post("/api/user/cpu-shards", {
  input: { cpu: CpuLimitsInput.check(Schema.isMinProperties(1)) },
  output: DbUpdate,
  provenance: { private: "absent" },
  inSpecification: false
})

/**
 * Unlocks the account's CPU on the public test realm.
 *
 * **Errors** `Rejected` ("not ptr": any other official server), `Unauthorized`, `EndpointNotFound` (private servers).
 *
 * **Source** `POST /api/user/activate-ptr`, reported.
 */
export const activatePtr = Operation.post("/api/user/activate-ptr", {
  output: Ok,
  provenance: { private: "absent" },
  inSpecification: false
})

/**
 * Ends the link between the account and a Steam account, on a private server.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (no auth mod).
 *
 * **Source** `POST /api/user/unlink-steam`, recorded from `screepsmod-auth` 2.7.2; not known of official servers.
 */
export const unlinkSteam = Operation.post("/api/user/unlink-steam", {
  output: Ok,
  idempotent: true,
  mod: "screepsmod-auth",
  provenance: { official: "absent" },
  inSpecification: false
})

/**
 * Ends the link between the account and a GitHub account, on a private server.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (no auth mod).
 *
 * **Source** `POST /api/user/unlink-github`, recorded from `screepsmod-auth` 2.7.2; not known of official servers.
 */
export const unlinkGithub = Operation.post("/api/user/unlink-github", {
  output: Ok,
  idempotent: true,
  mod: "screepsmod-auth",
  provenance: { official: "absent" },
  inSpecification: false
})

/**
 * Ends the link between the account and a GitLab account, on a private server.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` (no auth mod).
 *
 * **Source** `POST /api/user/unlink-gitlab`, recorded from `screepsmod-auth` 2.7.2; not known of official servers.
 */
export const unlinkGitlab = Operation.post("/api/user/unlink-gitlab", {
  output: Ok,
  idempotent: true,
  mod: "screepsmod-auth",
  provenance: { official: "absent" },
  inSpecification: false
})
