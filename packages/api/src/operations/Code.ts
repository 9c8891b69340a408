/** The user's code: modules by branch, and the branches themselves. */
import { type Branch, BranchName } from "@screeps-effect/schema/Branch"
import { CodeModules, CodeModulesInput } from "@screeps-effect/schema/CodeModules"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { Ok } from "@screeps-effect/schema/Envelope"
import { Millis } from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/ScreepsClient.ts"
import { InvalidInput, ScreepsError } from "../ScreepsError.ts"
import { branches } from "./User.ts"

/** The modules of a branch; `branch` is its real name, also when an alias was asked for. */
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
 */
export const get = Operation.get("/api/user/code", {
  input: { branch: Schema.optional(BranchName) },
  output: Code,
  quota: { limit: 60, per: "hour" }
})

/** Code was stored; `timestamp` is the server's time in milliseconds since 1970. */
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
 */
export const set = Operation.post("/api/user/code", {
  input: { branch: Schema.optional(BranchName), modules: CodeModulesInput },
  output: CodeStored,
  idempotent: true,
  quota: { limit: 240, per: "day" }
})

/** What a branch may be active in: the world, or the simulation. */
export type ActiveName = "activeWorld" | "activeSim"

/** Checks what a branch may be active in: `activeWorld` or `activeSim`. */
export const ActiveName: Schema.Codec<ActiveName> = Schema.Literals(["activeWorld", "activeSim"]).annotate({
  identifier: "ActiveName"
})

/**
 * Makes a branch the one that runs in the world, or in the simulation.
 *
 * **Errors** `Rejected` ("no branch"), `Unauthorized`.
 *
 * **Source** `POST /api/user/set-active-branch`, recorded from a server 4.3.0. Official quota: 240 per day.
 */
export const setActiveBranch = Operation.post("/api/user/set-active-branch", {
  input: { branch: BranchName, activeName: ActiveName },
  output: Ok,
  idempotent: true,
  quota: { limit: 240, per: "day" }
})

const maxName = 30
const newName = { expected: `a name of 1 to ${maxName} characters that does not begin with $` }
const aliases: ReadonlyArray<string | undefined> = ["$activeWorld", "$activeSim"]

/**
 * Checks the name of a branch to be made: 1 to 30 characters that do not begin with `$`.
 *
 * **Details**
 *
 * Servers check the name of the branch that is copied only: with a longer name, or one that hides behind an alias,
 * a branch could not be copied again.
 *
 * **Source** recorded from a server 4.3.0.
 */
export const NewBranchName: Schema.Codec<string> = Schema.String.check(
  Schema.isPattern(/^[^$]/u, newName),
  Schema.isMaxLength(maxName, newName)
).annotate({ identifier: "NewBranchName" })

/**
 * Copies a branch to a new name, whatever stands under that name; `clone` looks first.
 *
 * **Details**
 *
 * Without `branch`, or where there is none of that name, the new branch gets `defaultModules`, else an empty `main`.
 * At most 30 branches. `existing` is not sent: it makes callers say that a branch of the new name is overwritten.
 *
 * **Gotchas**
 *
 * A server that is told no new name makes a branch without a name. It knows no aliases here, and would make an empty
 * branch of them: they are refused before anything is sent, `clone` knows them.
 *
 * **Errors** `Rejected` ("invalid branch name", "too many branches"), `InvalidInput`, `Unauthorized`.
 *
 * **Source** `POST /api/user/clone-branch`, recorded from a server 4.3.0.
 */
export const cloneBranch = Operation.post("/api/user/clone-branch", {
  input: {
    branch: Schema.optional(
      Schema.String.check(Schema.isMaxLength(maxName, { expected: "a name of at most 30 characters" }))
    ),
    newName: NewBranchName,
    defaultModules: Schema.optional(CodeModulesInput),
    existing: Schema.Literal("overwrite")
  },
  clientOnly: ["existing"],
  output: CodeStored,
  idempotent: true,
  validate: ({ branch }) =>
    aliases.includes(branch)
      ? { field: "branch", detail: "the endpoint knows no aliases and would copy nothing: clone knows them" }
      : undefined
})

/**
 * Deletes a branch and its code, but for an active one, which is kept without a word; `removeBranch` looks first.
 *
 * **Gotchas**
 *
 * Success is told for an active branch, which is kept, and for one that does not exist.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `POST /api/user/delete-branch`, recorded from a server 4.3.0.
 */
export const deleteBranch = Operation.post("/api/user/delete-branch", {
  input: { branch: BranchName },
  output: CodeStored,
  idempotent: true,
  inSpecification: false
})

const refuse = (operation: string, field: string, detail: string) =>
  new ScreepsError({ operation, reason: new InvalidInput({ field, detail }) })

/** The branch of a name; aliases stand for the active ones. */
const find = (list: ReadonlyArray<Branch>, name: string): Branch | undefined => {
  if (name === "$activeWorld") return list.find(({ activeWorld }) => activeWorld === true)
  if (name === "$activeSim") return list.find(({ activeSim }) => activeSim === true)
  return list.find(({ branch }) => branch === name)
}

const fits = Decoder.guard(cloneBranch.input)
const isBranchName = Decoder.guard(BranchName)

const taken = 'a branch of this name exists: say existing: "overwrite" to lose its code'

/**
 * Copies a branch to a new name, after looking that there is one to copy and none of the new name.
 *
 * **Details**
 *
 * With `existing: "overwrite"` the new name may be that of a branch, whose code is lost. `$activeWorld` and
 * `$activeSim` stand for the active branches.
 *
 * **Gotchas**
 *
 * A branch that somebody makes between looking and copying is overwritten.
 *
 * **Errors** `InvalidInput` (nothing to copy, the new name is taken or is none; nothing is changed) and those of
 * `cloneBranch`.
 *
 * **Source** `GET /api/user/branches`, `POST /api/user/clone-branch`.
 */
export const clone = ({
  branch,
  existing,
  newName
}: {
  readonly branch: BranchName
  readonly newName: string
  readonly existing?: "overwrite" | undefined
}): Effect.Effect<CodeStored, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    const wanted = { branch, newName, existing: existing ?? "overwrite" } as const
    // What does not fit is refused by the operation, in its own words, and nothing is sent.
    if (!fits(wanted)) return yield* cloneBranch(wanted)
    const { list } = yield* branches()
    const source = find(list, branch)
    if (source === undefined) return yield* refuse(cloneBranch.name, "branch", "there is no such branch")
    if (existing === undefined && find(list, newName) !== undefined) {
      return yield* refuse(cloneBranch.name, "newName", taken)
    }
    return yield* cloneBranch({ ...wanted, branch: source.branch })
  })

/**
 * Makes a branch with code of its own, after looking that there is none of its name.
 *
 * **Details**
 *
 * With `existing: "overwrite"` the name may be that of a branch, whose code is lost.
 *
 * **Errors** `InvalidInput` (the name is taken or is none; nothing is changed) and those of `cloneBranch`.
 *
 * **Source** `GET /api/user/branches`, `POST /api/user/clone-branch`.
 */
export const createBranch = ({
  existing,
  modules,
  newName
}: {
  readonly newName: string
  readonly modules: CodeModules
  readonly existing?: "overwrite" | undefined
}): Effect.Effect<CodeStored, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    const wanted = {
      branch: "",
      newName,
      defaultModules: modules,
      existing: existing ?? "overwrite"
    } as const
    if (fits(wanted) && existing === undefined && find((yield* branches()).list, newName) !== undefined) {
      return yield* refuse(cloneBranch.name, "newName", taken)
    }
    return yield* cloneBranch(wanted)
  })

/**
 * Deletes a branch and its code, after looking that it is not active.
 *
 * **Details**
 *
 * A branch that does not exist is as good as deleted.
 *
 * **Errors** `InvalidInput` (the branch is active; nothing is changed) and those of `deleteBranch`.
 *
 * **Source** `GET /api/user/branches`, `POST /api/user/delete-branch`.
 */
export const removeBranch = ({
  branch
}: {
  readonly branch: BranchName
}): Effect.Effect<CodeStored, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    if (!isBranchName(branch)) return yield* deleteBranch({ branch })
    const found = find((yield* branches()).list, branch)
    if (found?.activeWorld === true || found?.activeSim === true) {
      return yield* refuse(deleteBranch.name, "branch", "the branch is active: a server would keep it")
    }
    return yield* deleteBranch({ branch })
  })
