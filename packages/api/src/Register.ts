/**
 * Making accounts on private servers.
 *
 * @since 0.1.0
 */
import { CodeModulesInput } from "@screeps-effect/schema/CodeModules"
import { Ok } from "@screeps-effect/schema/Envelope"
import * as Schema from "effect/Schema"
import * as Operation from "./Operation.ts"

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
 * **Errors** `Rejected` ("User already exists", "Registration is automatically disabled. …"), `NotOnThisServer`.
 *
 * **Source** `POST /api/register/submit`, recorded from `screepsmod-auth` 2.7.2.
 *
 * @category operations
 * @since 0.1.0
 */
export const submit = Operation.post("/api/register/submit", {
  input: {
    username: Schema.NonEmptyString,
    password: Schema.RedactedFromValue(Schema.NonEmptyString),
    email: Schema.optional(Schema.NonEmptyString),
    modules: Schema.optional(CodeModulesInput)
  },
  answer: Ok,
  auth: "never",
  evidence: { official: "absent" }
})
