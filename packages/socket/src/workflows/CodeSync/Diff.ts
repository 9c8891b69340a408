/** Compares two sets of code modules. */
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Result from "effect/Result"

/** The differences between local modules and those of a branch: every module name once, in order. */
export interface CodeDiff {
  /** Names of modules that are only local. */
  readonly added: ReadonlyArray<string>
  /** Names of modules with different contents. */
  readonly changed: ReadonlyArray<string>
  /** Names of modules that are only in the branch: an upload deletes them. */
  readonly removed: ReadonlyArray<string>
  /** Names of modules with equal contents. */
  readonly same: ReadonlyArray<string>
}

const isSameBinary = (a: CodeModules.BinaryModule, b: CodeModules.BinaryModule): boolean => {
  if (a.binary === b.binary) return true
  const [mine, theirs] = [CodeModules.toBytes(a), CodeModules.toBytes(b)]
  if (Result.isFailure(mine) || Result.isFailure(theirs)) return false
  return (
    mine.success.length === theirs.success.length &&
    mine.success.every((byte, i) => byte === theirs.success[i])
  )
}

const isSameModule = (a: CodeModules.CodeModule, b: CodeModules.CodeModule): boolean =>
  CodeModules.isBinary(a) && CodeModules.isBinary(b) ? isSameBinary(a, b) : a === b

/** Whether a module is the empty `main` that servers add to branches without a `main`. */
const isAddedByServer = (name: string, module: CodeModules.CodeModule) => name === "main" && module === ""

type Kind = keyof CodeDiff

/**
 * Returns the differences between local modules and those of a branch, module by module.
 *
 * **Details**
 *
 * Texts are compared character by character, WebAssembly binaries by their bytes. The empty `main` that servers add to
 * branches without a `main` counts as equal if there is no local `main`.
 */
export const diff = (local: CodeModules.CodeModules, remote: CodeModules.CodeModules): CodeDiff => {
  const here = new Map(Object.entries(local))
  const there = new Map(Object.entries(remote))
  const names: { readonly [kind in Kind]: Array<string> } = { added: [], changed: [], removed: [], same: [] }
  const kindOf = (name: string): Kind => {
    const mine = here.get(name)
    const theirs = there.get(name)
    if (theirs === undefined) return "added"
    if (mine === undefined) return isAddedByServer(name, theirs) ? "same" : "removed"
    return isSameModule(mine, theirs) ? "same" : "changed"
  }
  for (const name of [...new Set([...here.keys(), ...there.keys()])].toSorted())
    names[kindOf(name)].push(name)
  return names
}

/** Checks whether nothing differs. */
export const isSame = ({ added, changed, removed }: CodeDiff): boolean =>
  added.length + changed.length + removed.length === 0
