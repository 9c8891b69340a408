/** Registering accounts, and naming accounts that were created through a game platform. */
import { CodeModulesInput } from "@screeps-effect/schema/CodeModules"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { Ok } from "@screeps-effect/schema/Envelope"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import { recaptcha } from "./inputs.ts"

const solved = {
  /** The solved captcha (official servers). */
  recaptcha: Schema.optional(recaptcha)
} as const

/**
 * Registers an account.
 *
 * **Details**
 *
 * The response contains no token: sign in afterwards (the session does so by itself). The password is required,
 * because a server with this mod ends when it is missing.
 *
 * **Gotchas**
 *
 * The mod checks almost nothing: names of one letter, with spaces, or differing only in case are accepted. Official
 * servers need a mail address and a captcha, which a person solves on their page.
 *
 * **Errors** `Rejected` ("User already exists", "Registration is automatically disabled. …"), `EndpointNotFound`.
 *
 * **Source** `POST /api/register/submit`, recorded from `screepsmod-auth` 2.7.2; official servers reported: the official
 * client of 2026 calls it. xxscreeps: recorded.
 */
export const submit = Operation.post("/api/register/submit", {
  input: {
    /** Name of the new account. */
    username: Schema.NonEmptyString,
    /** Password of the new account. */
    password: Schema.RedactedFromValue(Schema.NonEmptyString),
    /** Mail address of the new account. */
    email: Schema.optional(Schema.NonEmptyString),
    /** Modules of the branch `default` by name; without them the branch is empty. */
    modules: Schema.optional(CodeModulesInput),
    ...solved
  },
  output: Ok,
  auth: "never",
  mod: "screepsmod-auth"
})

/**
 * Checks that no account has a mail address, and fails when one has.
 *
 * **Gotchas**
 *
 * With the auth mod, upper and lower case make a difference; without it, they do not.
 *
 * **Errors** `Rejected` ("exists", with the auth mod "User Exists").
 *
 * **Source** `GET /api/register/check-email`, recorded from a server 4.3.0 with and without the auth mod. xxscreeps:
 * read in the server's source.
 */
export const checkEmail = Operation.get("/api/register/check-email", {
  input: {
    /** Mail address to check. */
    email: Schema.NonEmptyString
  },
  output: Ok,
  auth: "never",
  provenance: { xxscreeps: "source" }
})

/**
 * Checks that no account has a name, and fails when one has.
 *
 * **Gotchas**
 *
 * With the auth mod, upper and lower case make a difference; without it, they do not. Success does not mean that
 * servers accept the name.
 *
 * **Errors** `Rejected` ("exists", with the auth mod "User Exists").
 *
 * **Source** `GET /api/register/check-username`, recorded from a server 4.3.0 with and without the auth mod.
 * xxscreeps: recorded.
 */
export const checkUsername = Operation.get("/api/register/check-username", {
  input: {
    /** Name to check. */
    username: Schema.NonEmptyString
  },
  output: Ok,
  auth: "never"
})

/**
 * Sets the name of the signed-in account, if it was created through a game platform and has none yet.
 *
 * **Details**
 *
 * A name can be chosen only once. The official client sends a solved captcha.
 *
 * **Errors** `Rejected` ("invalid email", "username already set", "invalid username": also when it is taken, in any
 * case), `Unauthorized`.
 *
 * **Source** `POST /api/register/set-username`, recorded from a server 4.3.0. xxscreeps: read in the server's source.
 */
export const setUsername = Operation.post("/api/register/set-username", {
  input: {
    /** The name: at least 3 letters, digits, `_` or `-`. */
    username: Schema.String.check(
      Schema.isPattern(/^[a-zA-Z0-9_-]{3,}$/u, {
        expected: "at least 3 characters: letters, digits, _ and -"
      })
    ),
    /** Mail address of the account. */
    email: Schema.optional(Schema.NonEmptyString),
    ...solved
  },
  output: DbUpdate,
  provenance: { xxscreeps: "source" }
})
