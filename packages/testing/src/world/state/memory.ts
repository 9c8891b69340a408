/**
 * Memory and segments of a shard's players, and queued writes to Memory as a server 4.3.0 performs them.
 */
import type { UserId } from "@screeps-effect/schema/UserId"

type Tree = Record<string, unknown>

/** A write to Memory that waits for the player's next run; returns the error that it throws there. */
type MemoryWrite = (memory: Tree) => string | undefined

/** What waits for a player's next run: a console line, or a write to Memory. */
type Queued = string | MemoryWrite

/** A player's data in one shard. @internal */
export interface UserMemory {
  readonly memory: Tree
  /** Console lines and writes that wait for the next run, oldest first. */
  readonly queue: Array<Queued>
  /** Whether the next run performs the queue in reverse. */
  reverses: boolean
  /** Any JSON value: servers store what was sent. */
  readonly segments: Map<number, unknown>
  /** Visuals of the last run by room; `""` for visuals without a room. */
  visuals: ReadonlyMap<string, string>
  /** Visuals of the last run on the map. */
  mapVisual: string | undefined
}

/** @internal */
export class UserMemories {
  readonly #memories = new Map<UserId, UserMemory>()

  of({ _id }: { readonly _id: UserId }): UserMemory {
    const known = this.#memories.get(_id)
    if (known !== undefined) return known
    const userMemory: UserMemory = {
      memory: {},
      queue: [],
      reverses: false,
      segments: new Map(),
      visuals: new Map(),
      mapVisual: undefined
    }
    this.#memories.set(_id, userMemory)
    return userMemory
  }
}

/**
 * Returns the value at a path; `undefined` for a missing last key, "wrong path" behind a missing or `null` value.
 *
 * @internal
 */
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
    // Some properties that all functions inherit throw when read.
    return "wrong path"
  }
  return at === undefined ? "missing" : { value: at }
}

/** Sets an own key, whatever its name. */
const put = (memory: Tree, key: string, value: unknown) =>
  Object.defineProperty(memory, key, { value, writable: true, enumerable: true, configurable: true })

/** Empties Memory and copies the keys of a value into it; texts and lists have keys, too. @internal */
export const replace = (memory: Tree, value: unknown) => {
  for (const key of Object.keys(memory)) delete memory[key]
  for (const [key, item] of Object.entries(Object(value))) put(memory, key, item)
}

/** Evaluates JSON text as part of a script, where the key `__proto__` creates no key. */
const literal = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value))

/** Scripts print their result as text; Memory cannot be converted because it inherits nothing. */
const noText = "TypeError: Cannot convert object to primitive value"

/** Returns the write that a posted path and value (as JSON text) perform in the player's next run. @internal */
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
      // Inherited objects belong to the script: a write to them is not in Memory, which itself inherits nothing.
      if (!isOwn && at !== memory && key in Object(at)) return undefined
      at = isOwn ? Reflect.get(Object(at), key) : undefined
    }
    if (at === undefined || at === null)
      return value === undefined
        ? "TypeError: Cannot convert undefined or null to object"
        : `TypeError: Cannot set properties of ${at} (setting '${last}')`
    // Numbers, texts and booleans silently ignore keys.
    if (typeof at !== "object") return undefined
    try {
      if (value === undefined) Reflect.deleteProperty(at, last)
      else if (at === memory) put(memory, last, value)
      else if (last !== "__proto__") Reflect.set(at, last, value)
      // A value that has no text is written, and then throws.
      String(value)
      return undefined
    } catch (thrown) {
      return String(thrown)
    }
  }
}
