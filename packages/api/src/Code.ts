/**
 * The user's code: modules by branch.
 *
 * @since 0.1.0
 */
import { BranchName } from "@screeps-effect/schema/Branch"
import { CodeModules, CodeModulesInput } from "@screeps-effect/schema/CodeModules"
import { Millis } from "@screeps-effect/schema/Millis"
import * as Schema from "effect/Schema"
import * as Operation from "./Operation.ts"

/**
 * The modules of a branch; `branch` is its real name, also when an alias was asked for.
 *
 * @category answers
 * @since 0.1.0
 */
export class Code extends Schema.Opaque<Code>()(
  Schema.Struct({ ok: Schema.Literal(1), branch: Schema.String, modules: CodeModules }).annotate({
    identifier: "Code"
  })
) {}

/**
 * Reads the modules of a branch; of the one active in the world when none is named.
 *
 * **Errors** `Rejected` ("no code": there is no such branch), `Unauthorized`.
 *
 * **Source** `GET /api/user/code`, recorded from a server 4.3.0. Official quota: 60 per hour.
 *
 * @category operations
 * @since 0.1.0
 */
export const get = Operation.get("/api/user/code", {
  input: { branch: Schema.optional(BranchName) },
  answer: Code,
  quota: { limit: 60, per: "hour" }
})

/**
 * Code was stored; `timestamp` is the server's time in milliseconds since 1970.
 *
 * @category answers
 * @since 0.1.0
 */
export class CodeStored extends Schema.Opaque<CodeStored>()(
  Schema.Struct({ ok: Schema.Literal(1), timestamp: Millis }).annotate({ identifier: "CodeStored" })
) {}

/**
 * Replaces all modules of a branch; of the one active in the world when none is named.
 *
 * **Details**
 *
 * Modules that are not sent are gone afterwards. A missing `main` becomes an empty one. Names that begin with `$`,
 * which servers drop without a word, are refused before anything is sent; so are modules above 5 MiB.
 *
 * **Errors** `Rejected` ("branch does not exist": uploading never makes one), `InvalidInput`, `Unauthorized`.
 *
 * **Source** `POST /api/user/code`, recorded from a server 4.3.0. Official quota: 240 per day.
 *
 * @category operations
 * @since 0.1.0
 */
export const set = Operation.post("/api/user/code", {
  input: { branch: Schema.optional(BranchName), modules: CodeModulesInput },
  answer: CodeStored,
  idempotent: true,
  quota: { limit: 240, per: "day" }
})
