/** Turns a value that a script wrote into numbers by path. */
import * as RoomName from "@screeps-effect/schema/RoomName"

/** A number in a value. */
export interface Leaf {
  /** Keys joined by dots; `*` stands for the room. */
  readonly path: string
  /** The first key that is the name of a room. */
  readonly room: string | undefined
  readonly value: number
}

/** The numbers of a value, and whether some were left out. */
export interface Flat {
  readonly leaves: ReadonlyArray<Leaf>
  readonly isCut: boolean
}

const maxDepth = 12
const maxKey = 64
const maxPath = 200
/** The most parts of a value that are looked at, numbers or not. */
const maxVisited = 100_000

/** Letters, digits, punctuation, symbols and spaces: nothing that a terminal or a line protocol acts on. */
const printable = /^[\p{L}\p{N}\p{P}\p{S} ]+$/u

const isShown = (key: string) => key.length <= maxKey && printable.test(key)

/** Returns the value of a JSON text of an object or an array; any other value unchanged. */
const parsed = (value: unknown): unknown => {
  if (typeof value !== "string" || !/^\s{0,20}[[{]/u.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === "boolean") return value ? 1 : 0
  return typeof value === "number" && Number.isFinite(value) ? value : undefined
}

/**
 * Returns the numbers and booleans (1 or 0) of a value below a path; a text is read as JSON, since the server pushes texts
 * in every tick. Keys that are long or not printable are left out, and so is what lies too deep.
 */
export const flatten = (at: string, given: unknown): Flat => {
  const leaves: Array<Leaf> = []
  const open: Array<{ path: string; room: string | undefined; value: unknown; depth: number }> = [
    { path: at, room: undefined, value: parsed(given), depth: 0 }
  ]
  let visited = 0
  let isCut = false
  // Taken from the front in order: what is cut is the end of the value.
  for (let next = 0; next < open.length; next++) {
    const part = open[next]
    if (part === undefined) break
    const number = numberOf(part.value)
    if (number !== undefined) leaves.push({ path: part.path, room: part.room, value: number })
    if (typeof part.value !== "object" || part.value === null) continue
    if (part.depth === maxDepth) {
      isCut = true
      continue
    }
    for (const [key, value] of Object.entries(part.value)) {
      if (++visited > maxVisited) return { leaves, isCut: true }
      const isRoom = part.room === undefined && RoomName.is(key)
      const step = isRoom ? "*" : key
      const path = part.path === "" ? step : `${part.path}.${step}`
      if (!isShown(key) || path.length > maxPath) isCut = true
      else open.push({ path, room: isRoom ? key : part.room, value, depth: part.depth + 1 })
    }
  }
  return { leaves, isCut }
}
