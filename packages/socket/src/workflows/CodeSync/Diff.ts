/** What differs between two sets of code modules. */
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as Result from "effect/Result"

/** What differs between local modules and those of a branch: every name of either side once, in order. */
export interface CodeDiff {
  /** Only local. */
  readonly added: ReadonlyArray<string>
  /** On both sides, with different contents. */
  readonly changed: ReadonlyArray<string>
  /** Only in the branch: an upload deletes them. */
  readonly removed: ReadonlyArray<string>
  /** On both sides with the same contents. */
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

/** Servers add an empty `main` to a branch that has none. */
const isAddedByServer = (name: string, module: CodeModules.CodeModule) => name === "main" && module === ""

type Kind = keyof CodeDiff

/**
 * What differs between local modules and those of a branch, module by module.
 *
 * **Details**
 *
 * Texts are compared character by character, WebAssembly binaries by their bytes. The empty `main` that servers add
 * to a branch without one counts as the same where there is no local `main`.
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

/** Tells whether nothing differs. */
export const isSame = ({ added, changed, removed }: CodeDiff): boolean =>
  added.length + changed.length + removed.length === 0
