/** Memory and segments of the players of a shard, and writes to Memory as a server 4.3.0 makes them of what is posted. */
import type { UserId } from "@screeps-effect/schema/UserId"

/** @internal */
export type Tree = Record<string, unknown>

/** A change of Memory that waits for the player's next run. @internal */
export type MemoryWrite = (memory: Tree) => void

/** What a player keeps in one shard. @internal */
export interface Mind {
  readonly memory: Tree
  readonly writes: Array<MemoryWrite>
  /** Any JSON value: servers keep what was posted. */
  readonly segments: Map<number, unknown>
  /** Console lines that wait for the next run. */
  readonly lines: Array<string>
  /** What the last run drew, by room; `""` for visuals without a room. */
  visuals: ReadonlyMap<string, string>
  /** What the last run drew on the map. */
  mapVisual: string | undefined
}

/** @internal */
export class Minds {
  readonly #minds = new Map<UserId, Mind>()

  of({ _id }: { readonly _id: UserId }): Mind {
    const known = this.#minds.get(_id)
    if (known !== undefined) return known
    const mind: Mind = {
      memory: {},
      writes: [],
      segments: new Map(),
      lines: [],
      visuals: new Map(),
      mapVisual: undefined
    }
    this.#minds.set(_id, mind)
    return mind
  }
}

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

/** Empties Memory and fills it with the keys of a value. @internal */
export const replace = (memory: Tree, value: unknown) => {
  for (const key of Object.keys(memory)) delete memory[key]
  if (isTree(value)) Object.assign(memory, value)
}

/** What a posted path and value do, when the player's code next runs. @internal */
export const write = (path: string | undefined, value: unknown): MemoryWrite => {
  if (path === undefined || path === "") return (memory) => replace(memory, value)
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
