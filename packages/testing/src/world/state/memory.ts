/**
 * Memory and segments of the players of a shard, and writes to Memory as a server 4.3.0 makes them of what is posted.
 */
import type { UserId } from "@screeps-effect/schema/UserId"

/** @internal */
export type Tree = Record<string, unknown>

/** A change of Memory that waits for the player's next run; gives what the run throws at it. @internal */
export type MemoryWrite = (memory: Tree) => string | undefined

/** What a player keeps in one shard. @internal */
export interface UserMemory {
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
export class UserMemories {
  readonly #memories = new Map<UserId, UserMemory>()

  of({ _id }: { readonly _id: UserId }): UserMemory {
    const known = this.#memories.get(_id)
    if (known !== undefined) return known
    const mind: UserMemory = {
      memory: {},
      writes: [],
      segments: new Map(),
      lines: [],
      visuals: new Map(),
      mapVisual: undefined
    }
    this.#memories.set(_id, mind)
    return mind
  }
}

/** The value at a path: found, missing at the last key, or behind something that is missing or null. @internal */
export const lookUp = (
  memory: Tree,
  path: string
): { readonly value: unknown } | "missing" | "wrong path" => {
  let at: unknown = memory
  try {
    for (const key of path.split(".")) {
      if (at === undefined || at === null) return "wrong path"
      at = Reflect.get(Object(at), key)
    }
  } catch {
    // What all functions share may refuse to be read.
    return "wrong path"
  }
  return at === undefined ? "missing" : { value: at }
}

/** Sets a key of its own, whatever its name. */
const put = (memory: Tree, key: string, value: unknown) =>
  Object.defineProperty(memory, key, { value, writable: true, enumerable: true, configurable: true })

/** Empties Memory and fills it with the keys of a value: texts and lists have some, too. @internal */
export const replace = (memory: Tree, value: unknown) => {
  for (const key of Object.keys(memory)) delete memory[key]
  for (const [key, item] of Object.entries(Object(value))) put(memory, key, item)
}

/** What JSON text is as a part of a script: there the key `__proto__` makes no key. */
const literal = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value))

/** Scripts print their result as text; Memory cannot be converted, since it inherits nothing. */
const noText = "TypeError: Cannot convert object to primitive value"

/** What a posted path and value, as JSON text, do when the player's code next runs. @internal */
export const write = (path: string | undefined, text: string | undefined): MemoryWrite => {
  const value = text === undefined ? undefined : literal(text)
  if (path === undefined || path === "")
    return (memory) => {
      replace(memory, value)
      return noText
    }
  const keys = path.split(".")
  const last = keys.pop() ?? ""
  return (memory) => {
    let at: unknown = memory
    for (const key of keys) {
      if (at === undefined || at === null)
        return `TypeError: Cannot read properties of ${at} (reading '${key}')`
      const isOwn = Object.hasOwn(Object(at), key)
      // What all objects share is the script's own: what is written there is not in Memory, which itself has none of it.
      if (!isOwn && at !== memory && key in Object(at)) return undefined
      at = isOwn ? Reflect.get(Object(at), key) : undefined
    }
    if (at === undefined || at === null)
      return value === undefined
        ? "TypeError: Cannot convert undefined or null to object"
        : `TypeError: Cannot set properties of ${at} (setting '${last}')`
    // Numbers, texts and flags take no keys, and say nothing.
    if (typeof at !== "object") return undefined
    try {
      if (value === undefined) Reflect.deleteProperty(at, last)
      else if (at === memory) put(memory, last, value)
      else if (last !== "__proto__") Reflect.set(at, last, value)
      // A value that has no text is written, and throws.
      String(value)
      return undefined
    } catch (thrown) {
      return String(thrown)
    }
  }
}
