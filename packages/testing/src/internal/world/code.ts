/** Branches with code: they belong to an account, not to a shard. */
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { User } from "./accounts.ts"
import type { Ids } from "./ids.ts"

/** A branch with its code. @internal */
export interface StoredBranch {
  readonly _id: ObjectId
  readonly branch: string
  modules: CodeModules
  activeWorld: boolean
  activeSim: boolean
  /** A number after an upload, a date as text after a clone. */
  timestamp: number | string | undefined
}

/** Adds a branch, or replaces the code of the one of that name; the first of an account is active. @internal */
export const addBranch = (user: User, ids: Ids, name: string, modules: CodeModules): StoredBranch => {
  const isFirst = user.branches.size === 0
  const known = user.branches.get(name)
  if (known !== undefined) {
    known.modules = modules
    return known
  }
  const branch: StoredBranch = {
    _id: ids.object(),
    branch: name,
    modules,
    activeWorld: isFirst,
    activeSim: isFirst,
    timestamp: undefined
  }
  user.branches.set(name, branch)
  return branch
}

/** Finds a branch by its name or by `$activeWorld` and `$activeSim`. @internal */
export const findBranch = (user: User, name: string): StoredBranch | undefined => {
  if (name !== "$activeWorld" && name !== "$activeSim") return user.branches.get(name)
  return [...user.branches.values()].find((branch) =>
    name === "$activeSim" ? branch.activeSim : branch.activeWorld
  )
}

/** Makes a branch the active one of the world or of the simulator. @internal */
export const activate = (user: User, branch: StoredBranch, activeName: "activeWorld" | "activeSim") => {
  for (const one of user.branches.values()) one[activeName] = one === branch
}

/** What a server keeps of an upload: names that begin with `$` are dropped, a missing `main` is added. @internal */
export const keptModules = (modules: CodeModules): CodeModules => {
  const kept = Object.fromEntries(Object.entries(modules).filter(([name]) => !name.startsWith("$")))
  return "main" in kept ? kept : { ...kept, main: "" }
}
