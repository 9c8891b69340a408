/** Branches with code: they belong to an account, not to a shard. */
import { CodeModule, type CodeModules } from "@screeps-effect/schema/CodeModules"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { Ids } from "./ids.ts"

/** A branch with its code. @internal */
export interface StoredBranch {
  readonly _id: ObjectId
  readonly branch: string
  /** Code as it was uploaded: servers store any value. */
  kept: unknown
  /** The code as scripts run it. */
  modules: CodeModules
  activeWorld: boolean
  activeSim: boolean
  /** A number after an upload, a date as text after a clone. */
  timestamp: number | string | undefined
}

/** The part of an account that holds code. */
interface HasBranches {
  readonly branches: Map<string, StoredBranch>
}

const isModule = Schema.is(CodeModule)

/** Replaces the code of a branch; for a module that is not text, servers run its text form. @internal */
export const replaceCode = (branch: StoredBranch, kept: unknown) => {
  branch.kept = kept
  // Text and other values have no module.
  const modules: Readonly<Record<string, unknown>> = typeof kept === "object" ? { ...kept } : {}
  branch.modules = Record.map(modules, (value) => (isModule(value) ? value : String(value)))
}

/** Adds a branch, or replaces the code of an existing one; an account's first branch is active. @internal */
export const addBranch = (user: HasBranches, ids: Ids, name: string, kept: unknown): StoredBranch => {
  const isFirst = user.branches.size === 0
  const known = user.branches.get(name)
  if (known !== undefined) {
    replaceCode(known, kept)
    return known
  }
  const branch: StoredBranch = {
    _id: ids.object(),
    branch: name,
    kept: {},
    modules: {},
    activeWorld: isFirst,
    activeSim: isFirst,
    timestamp: undefined
  }
  replaceCode(branch, kept)
  user.branches.set(name, branch)
  return branch
}

/**
 * Finds a branch by name, or by `$activeWorld` or `$activeSim`; no other name starts with `$`.
 * @internal
 */
export const findBranch = (user: HasBranches, name: string): StoredBranch | undefined => {
  if (!name.startsWith("$")) return user.branches.get(name)
  const branches = [...user.branches.values()]
  if (name === "$activeWorld") return branches.find(({ activeWorld }) => activeWorld)
  return name === "$activeSim" ? branches.find(({ activeSim }) => activeSim) : undefined
}

/** Activates a branch in the world or in the simulation. @internal */
export const activate = (
  user: HasBranches,
  branch: StoredBranch,
  activeName: "activeWorld" | "activeSim"
) => {
  for (const one of user.branches.values()) one[activeName] = one === branch
}

/**
 * Returns what a server stores of an upload: names that start with `$` are dropped, an empty `main` becomes "". Texts, lists
 * and other values stay as they are.
 * @internal
 */
export const keptModules = (modules: unknown): unknown => {
  if (!modules) return { main: "" }
  if (typeof modules !== "object" || Array.isArray(modules)) return modules
  const kept: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(modules).filter(([name]) => !name.startsWith("$"))
  )
  return kept["main"] ? kept : { ...kept, main: "" }
}
