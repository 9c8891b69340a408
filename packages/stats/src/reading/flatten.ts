/** Turns a value that a script wrote into numbers by path. */
import * as RoomName from "@screeps-effect/schema/RoomName"

/** A number in a value. */
export interface Leaf {
  /** Keys joined by dots; `*` stands for the room, and `\*` for a key `*`. */
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

const isShown = (key: string) => printable.test(key) && key.split(".").every((part) => part.length <= maxKey)

/** Returns the keys that a key stands for: many scripts write `room.W7N3.energy` as one key, with dots. */
const partsOf = (key: string): ReadonlyArray<string> =>
  // A key that looks like the placeholder of a room must not be taken for it.
  key.split(".").map((part) => (/^\\*\*$/.test(part) ? `\\${part}` : part))

/** A part of a value, and where it is. */
interface Place {
  readonly path: string
  readonly room: string | undefined
}

/** Returns where the value of a key is: the first part that names a room becomes the label. */
const step = ({ path, room }: Place, key: string): Place => {
  const parts = partsOf(key)
  const at = room === undefined ? parts.findIndex((part) => RoomName.is(part)) : -1
  const steps = at < 0 ? parts : parts.with(at, "*")
  return { path: [...(path === "" ? [] : [path]), ...steps].join("."), room: parts[at] ?? room }
}

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
 * in every tick. A dot in a key separates keys. Keys that are long or not printable are left out, and so is what lies too
 * deep, and the second of two numbers at the same place.
 */
export const flatten = (at: string, given: unknown): Flat => {
  const leaves: Array<Leaf> = []
  const open: Array<Place & { readonly value: unknown; readonly depth: number }> = [
    { path: at, room: undefined, value: parsed(given), depth: 0 }
  ]
  /** Keys with dots may lead to a place that has a number already. */
  const found = new Set<string>()
  let visited = 0
  let isCut = false
  // Taken from the front in order: what is cut is the end of the value.
  for (let next = 0; next < open.length; next++) {
    const part = open[next]
    if (part === undefined) break
    const number = numberOf(part.value)
    if (number !== undefined) {
      const place = `${part.room ?? ""} ${part.path}`
      if (found.has(place)) isCut = true
      else leaves.push({ path: part.path, room: part.room, value: number })
      found.add(place)
    }
    if (typeof part.value !== "object" || part.value === null) continue
    if (part.depth === maxDepth) {
      isCut = true
      continue
    }
    for (const [key, value] of Object.entries(part.value)) {
      if (++visited > maxVisited) return { leaves, isCut: true }
      const place = isShown(key) ? step(part, key) : undefined
      if (place === undefined || place.path.length > maxPath) isCut = true
      else open.push({ ...place, value, depth: part.depth + 1 })
    }
  }
  return { leaves, isCut }
}
