/** Making accounts on private servers, and naming those that came through a game platform. */
import { CodeModulesInput } from "@screeps-effect/schema/CodeModules"
import { DbUpdate } from "@screeps-effect/schema/DbUpdate"
import { Ok } from "@screeps-effect/schema/Envelope"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"

/**
 * Registers an account on a private server.
 *
 * **Details**
 *
 * The answer holds no token: sign in afterwards (the session does so by itself). `modules` become the branch
 * `default`. The password is required here because a server with this mod ends when it is missing.
 *
 * **Gotchas**
 *
 * The mod checks almost nothing: names of one letter, with spaces, or differing only in case are accepted.
 *
 * **Errors** `Rejected` ("User already exists", "Registration is automatically disabled. …"), `EndpointNotFound`.
 *
 * **Source** `POST /api/register/submit`, recorded from `screepsmod-auth` 2.7.2.
 */
export const submit = Operation.post("/api/register/submit", {
  input: {
    username: Schema.NonEmptyString,
    password: Schema.RedactedFromValue(Schema.NonEmptyString),
    email: Schema.optional(Schema.NonEmptyString),
    modules: Schema.optional(CodeModulesInput)
  },
  output: Ok,
  auth: "never",
  mod: "screepsmod-auth",
  provenance: { official: "absent" }
})

/**
 * Succeeds when no account has a mail address.
 *
 * **Gotchas**
 *
 * With the auth mod upper and lower case make a difference; without it, they do not.
 *
 * **Errors** `Rejected` ("exists", with the auth mod "User Exists").
 *
 * **Source** `GET /api/register/check-email`, recorded from a server 4.3.0 with and without the auth mod.
 */
export const checkEmail = Operation.get("/api/register/check-email", {
  input: { email: Schema.NonEmptyString },
  output: Ok,
  auth: "never",
  inSpecification: false
})

/**
 * Succeeds when no account has a name.
 *
 * **Gotchas**
 *
 * With the auth mod upper and lower case make a difference; without it, they do not. Success says nothing about
 * whether the name is one that servers take.
 *
 * **Errors** `Rejected` ("exists", with the auth mod "User Exists").
 *
 * **Source** `GET /api/register/check-username`, recorded from a server 4.3.0 with and without the auth mod.
 */
export const checkUsername = Operation.get("/api/register/check-username", {
  input: { username: Schema.NonEmptyString },
  output: Ok,
  auth: "never",
  inSpecification: false
})

/**
 * Gives a name to the signed-in account, which came through a game platform and has none yet.
 *
 * **Details**
 *
 * Names have at least 3 characters: letters, digits, `_` and `-`. A name is chosen once.
 *
 * **Errors** `Rejected` ("invalid email", "username already set", "invalid username": taken, too, in any case),
 * `Unauthorized`.
 *
 * **Source** `POST /api/register/set-username`, recorded from a server 4.3.0.
 */
export const setUsername = Operation.post("/api/register/set-username", {
  input: {
    username: Schema.String.check(
      Schema.isPattern(/^[a-zA-Z0-9_-]{3,}$/u, {
        expected: "at least 3 characters: letters, digits, _ and -"
      })
    ),
    email: Schema.optional(Schema.NonEmptyString)
  },
  output: DbUpdate,
  inSpecification: false
})
