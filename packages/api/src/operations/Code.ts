/** The user's code: branches and their modules. */
import { type Branch, BranchName } from "@screeps-effect/schema/Branch"
import { CodeModules, CodeModulesInput, DefaultModules } from "@screeps-effect/schema/CodeModules"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { Ok } from "@screeps-effect/schema/Envelope"
import { Millis } from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { expected } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/service.ts"
import { InvalidInput, ScreepsError } from "../ScreepsError.ts"
import { branches } from "./User.ts"

const optionalBranch = {
  /** Name of the branch, or `$activeWorld` or `$activeSim`; default: the branch that is active in the world. */
  branch: Schema.optional(BranchName)
} as const

/** The modules of a branch. */
export class Code extends answer<Code>("Code")({
  /** Name of the branch, also when the request named an alias such as `$activeWorld`. */
  branch: expected(Schema.String),
  /** The modules by name: text, or base64 for binary modules. */
  modules: CodeModules
}) {}

/**
 * Returns the modules of a branch.
 *
 * **Errors** `Rejected` ("no code": there is no such branch), `Unauthorized`.
 *
 * **Source** `GET /api/user/code`, recorded from a server 4.3.0. Official quota: 60 per hour. Official: published in
 * 2017 (ricochet1k/screeps-client). xxscreeps: recorded.
 */
export const get = Operation.get("/api/user/code", {
  input: optionalBranch,
  output: Code,
  quota: { limit: 60, per: "hour" },
  provenance: { official: "published" }
})

/** The result of a change to the user's code. */
export class CodeStored extends answer<CodeStored>("CodeStored")({
  /** Time of the change on the server, in milliseconds since 1970. */
  timestamp: expected(Millis)
}) {}

/**
 * Replaces all modules of a branch.
 *
 * **Details**
 *
 * Modules that are not sent are deleted. The branch must exist: `createBranch` creates one, and `CodeSync.push` of
 * `@screeps-effect/socket/workflows` does all of a deployment: it creates, uploads, activates and confirms.
 *
 * **Gotchas**
 *
 * Three inputs are rejected before anything is sent: names that begin with `$`, which servers silently drop, modules of
 * more than 5 MiB, and modules without `main`, the only one that the game runs. To run no code, send an empty `main`.
 *
 * **Errors** `Rejected` ("branch does not exist": uploading never creates a branch), `InvalidInput`, `Unauthorized`.
 *
 * **Source** `POST /api/user/code`, recorded from a server 4.3.0. Official quota: 240 per day. xxscreeps: recorded.
 */
export const set = Operation.post("/api/user/code", {
  input: {
    ...optionalBranch,
    /** All modules of the branch by name: text, or base64 for binary modules; 5 MiB at most. */
    modules: CodeModulesInput,
    /** A value that the `code` event of this upload repeats as `hash`, by which a program knows its own uploads. */
    _hash: Schema.optional(Schema.Union([Schema.String, Schema.Finite]))
  },
  output: CodeStored,
  idempotent: true,
  quota: { limit: 240, per: "day" },
  validate: ({ modules }) =>
    Object.hasOwn(modules, "main")
      ? undefined
      : { field: "modules", detail: 'there is no main, which the game runs: pass main: "" to run no code' }
})

/** Where a branch can be active: in the world, or in the simulation. */
export type ActiveName = "activeWorld" | "activeSim"

/** Checks where a branch can be active: `activeWorld` or `activeSim`. */
export const ActiveName: Schema.Codec<ActiveName> = Schema.Literals(["activeWorld", "activeSim"]).annotate({
  identifier: "ActiveName",
  message: "Expected activeWorld or activeSim"
})

/**
 * Makes a branch the one that runs in the world, or in the simulation.
 *
 * **Errors** `Rejected` ("no branch"), `Unauthorized`.
 *
 * **Source** `POST /api/user/set-active-branch`, recorded from a server 4.3.0. Official quota: 240 per day. xxscreeps:
 * recorded.
 */
export const setActiveBranch = Operation.post("/api/user/set-active-branch", {
  input: {
    /** Name of the branch to run. */
    branch: BranchName,
    /** Where it runs: `activeWorld` for the world, `activeSim` for the simulation. */
    activeName: ActiveName
  },
  output: Ok,
  idempotent: true,
  quota: { limit: 240, per: "day" }
})

const maxName = 30
const newName = { expected: `a name of 1 to ${maxName} characters that does not begin with $` }
const aliases: ReadonlyArray<string | undefined> = ["$activeWorld", "$activeSim"]

/** Servers check only the branch that is copied: one with a longer name, or that of an alias, could not be copied again. */
const NewBranchName = Schema.String.check(
  Schema.isPattern(/^[^$]/u, newName),
  Schema.isMaxLength(maxName, newName)
).annotate({ identifier: "NewBranchName" })

const cloneName = "POST /api/user/clone-branch"

const invalid = (operation: string, field: string, detail: string) =>
  Effect.fail(new ScreepsError({ operation, reason: new InvalidInput({ field, detail }) }))

const taken = 'a branch of this name exists: pass existing: "overwrite" to replace its code'

/** Fails when a branch has the name. */
const checkFree = (list: ReadonlyArray<Branch>, newName: string) =>
  list.some(({ branch }) => branch === newName) ? invalid(cloneName, "newName", taken) : Effect.void

/**
 * Copies a branch to a new name, after checking that no branch has that name; `clone` also checks the branch to copy.
 *
 * **Details**
 *
 * Without `branch`, or when no branch has that name, the new branch contains `defaultModules`, else an empty `main`.
 * A user can have 30 branches. With `existing: "overwrite"` the branches are not requested first, and a branch of the
 * new name is overwritten.
 *
 * **Gotchas**
 *
 * A request without a new name creates a branch without a name. The endpoint does not know aliases and would create
 * an empty branch for them. Both are rejected before anything is sent; `clone` accepts aliases.
 *
 * **Errors** `Rejected` ("invalid branch name", "too many branches"), `InvalidInput` (a branch has the new name; nothing
 * is changed), `Unauthorized`.
 *
 * **Source** `POST /api/user/clone-branch`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const cloneBranch = Operation.post("/api/user/clone-branch", {
  input: {
    /** Name of the branch to copy; without it, the new branch contains `defaultModules`. */
    branch: Schema.optional(
      Schema.String.check(Schema.isMaxLength(maxName, { expected: "a name of at most 30 characters" }))
    ),
    /** Name of the new branch: 1 to 30 characters that do not begin with `$`. */
    newName: NewBranchName,
    /** Modules of the new branch when no branch is copied; default: an empty `main`. */
    defaultModules: Schema.optional(DefaultModules),
    /** `"overwrite"` allows an existing branch of the new name to be overwritten; it is not sent. */
    existing: Schema.optional(Schema.Literal("overwrite"))
  },
  clientOnly: ["existing"],
  output: CodeStored,
  idempotent: true,
  validate: ({ branch, existing }) => {
    if (aliases.includes(branch))
      return { field: "branch", detail: "the endpoint accepts no aliases and would copy nothing: use clone" }
    // What sends the request without calling the operation has not looked at the branches.
    return existing === undefined
      ? { field: "existing", detail: 'pass existing: "overwrite", or call the operation' }
      : undefined
  },
  prepare: (input) =>
    input.existing !== undefined || aliases.includes(input.branch)
      ? Effect.succeed(input)
      : branches().pipe(
          Effect.flatMap(({ list }) => checkFree(list, input.newName)),
          Effect.as({ ...input, existing: "overwrite" as const })
        )
})

/**
 * Deletes a branch and its code; active branches are silently kept. `removeBranch` checks first.
 *
 * **Gotchas**
 *
 * Servers report success for active branches, which are kept, and for branches that do not exist.
 *
 * **Errors** `Unauthorized`.
 *
 * **Source** `POST /api/user/delete-branch`, recorded from a server 4.3.0. xxscreeps: recorded.
 */
export const deleteBranch = Operation.post("/api/user/delete-branch", {
  input: {
    /** Name of the branch to delete. */
    branch: BranchName
  },
  output: CodeStored,
  idempotent: true
})

/** Returns the branch of a name, or the active branch for an alias. */
const find = (list: ReadonlyArray<Branch>, name: string): Branch | undefined => {
  if (name === "$activeWorld") return list.find(({ activeWorld }) => activeWorld === true)
  if (name === "$activeSim") return list.find(({ activeSim }) => activeSim === true)
  return list.find(({ branch }) => branch === name)
}

const fits = Decoder.guard(cloneBranch.input)
const isBranchName = Decoder.guard(BranchName)

/**
 * Copies a branch to a new name, after checking that it exists and that the new name is free.
 *
 * **Details**
 *
 * With `existing: "overwrite"` the new name may be that of an existing branch, whose code is lost. The aliases
 * `$activeWorld` and `$activeSim` name the active branches.
 *
 * **Gotchas**
 *
 * A branch of the new name that is created between the check and the copy is overwritten.
 *
 * **Errors** `InvalidInput` (no such branch; the new name is taken or invalid; nothing is changed) and those of
 * `cloneBranch`.
 *
 * **Source** `GET /api/user/branches`, `POST /api/user/clone-branch`.
 */
export const clone = ({
  branch,
  existing,
  newName
}: {
  /** Name of the branch to copy, or `$activeWorld` or `$activeSim`. */
  readonly branch: BranchName
  /** Name of the new branch: 1 to 30 characters that do not begin with `$`. */
  readonly newName: string
  /** `"overwrite"` allows an existing branch of the new name to be overwritten. */
  readonly existing?: "overwrite" | undefined
}): Effect.Effect<CodeStored, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    const wanted = { branch, newName, existing: existing ?? "overwrite" } as const
    // The operation rejects invalid input with a precise message, and sends nothing.
    if (!fits(wanted)) return yield* cloneBranch(wanted)
    const { list } = yield* branches()
    const source = find(list, branch)
    if (source === undefined) return yield* invalid(cloneName, "branch", "there is no such branch")
    if (existing === undefined) yield* checkFree(list, newName)
    return yield* cloneBranch({ ...wanted, branch: source.branch })
  })

/**
 * Creates a branch with modules, after checking that its name is free.
 *
 * **Details**
 *
 * With `existing: "overwrite"` the name may be that of an existing branch, whose code is lost.
 *
 * **Errors** `InvalidInput` (the name is taken or invalid; nothing is changed) and those of `cloneBranch`.
 *
 * **Source** `GET /api/user/branches`, `POST /api/user/clone-branch`.
 */
export const createBranch = ({
  existing,
  modules,
  newName
}: {
  /** Name of the new branch: 1 to 30 characters that do not begin with `$`. */
  readonly newName: string
  /** The modules by name: text, or base64 for binary modules. */
  readonly modules: CodeModules
  /** `"overwrite"` allows an existing branch of the new name to be overwritten. */
  readonly existing?: "overwrite" | undefined
}): Effect.Effect<CodeStored, ScreepsError, ScreepsClient> =>
  cloneBranch({ branch: "", newName, defaultModules: modules, existing })

/**
 * Deletes a branch and its code, after checking that it is not active.
 *
 * **Details**
 *
 * Succeeds when the branch does not exist.
 *
 * **Errors** `InvalidInput` (the branch is active; nothing is changed) and those of `deleteBranch`.
 *
 * **Source** `GET /api/user/branches`, `POST /api/user/delete-branch`.
 */
export const removeBranch = ({
  branch
}: {
  /** Name of the branch to delete, or `$activeWorld` or `$activeSim`. */
  readonly branch: BranchName
}): Effect.Effect<CodeStored, ScreepsError, ScreepsClient> =>
  Effect.gen(function* () {
    if (!isBranchName(branch)) return yield* deleteBranch({ branch })
    const found = find((yield* branches()).list, branch)
    if (found?.activeWorld === true || found?.activeSim === true) {
      return yield* invalid(
        deleteBranch.name,
        "branch",
        "the branch is active, and servers do not delete active branches"
      )
    }
    return yield* deleteBranch({ branch })
  })
