/** Writes to Memory as a server 4.3.0 makes them of what is posted. */
import type { MemoryWrite } from "./world.ts"

type Tree = Record<string, unknown>

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null

/** The value at a path: found, missing at the last key, or missing before it. @internal */
export const lookUp = (
  memory: Tree,
  path: string
): { readonly value: unknown } | "missing" | "wrong path" => {
  const keys = path.split(".")
  const last = keys.pop() ?? ""
  let at: unknown = memory
  for (const key of keys) {
    if (!isTree(at)) return "wrong path"
    at = at[key]
  }
  if (!isTree(at)) return "wrong path"
  return at[last] === undefined ? "missing" : { value: at[last] }
}

/** What a posted path and value do, when the player's code next runs. @internal */
export const write = (path: string | undefined, value: unknown): MemoryWrite => {
  if (path === undefined || path === "") {
    return (memory) => {
      for (const key of Object.keys(memory)) delete memory[key]
      if (isTree(value)) Object.assign(memory, value)
    }
  }
  const keys = path.split(".")
  const last = keys.pop() ?? ""
  return (memory) => {
    let at: unknown = memory
    for (const key of keys) at = isTree(at) ? at[key] : undefined
    // A missing parent is an error of the player's script: the write is lost.
    if (!isTree(at)) return
    if (value === undefined) delete at[last]
    else at[last] = value
  }
}
