/** Keys of responses that a report may show: a server may use names, ids and tokens of users as keys. */
import * as RoomName from "@screeps-effect/schema/RoomName"
import { isReadonlyObject as isObject } from "effect/Predicate"

/** Stands for a key that is not shown. */
const hidden = "?"

/** Returns whether a text looks like an id or a part of a token: hexadecimal, or long with digits. */
const isTokenLike = (key: string): boolean =>
  /[0-9a-f]{8}/i.test(key) || (key.match(/\d/g) ?? []).length > (key.length < 20 ? 4 : 0)

const isHarmless = (key: string): boolean =>
  /^[A-Za-z_$][\w$-]{0,40}$/.test(key) && !RoomName.is(key.toUpperCase()) && !isTokenLike(key)

/** The keys whose values identify somebody or something. */
const identifying = /^(?:_?id|user|username|name|email|owner|token|room|shard|respondent)$/i

/** Deeper parts of a response are left out: no schema goes as deep. */
export const maxDepth = 100

/** Collects the texts that identify somebody or something, in lower case. */
const identitiesIn = (value: unknown, found: Set<string>, depth = 0): void => {
  if (depth === maxDepth) return
  if (Array.isArray(value)) for (const entry of value) identitiesIn(entry, found, depth + 1)
  if (!isObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === "string" && identifying.test(key)) found.add(inner.toLowerCase())
    else identitiesIn(inner, found, depth + 1)
  }
}

/** Replaces keys that contain characters of paths, so that a path can be split into its keys. */
export const withPlainKeys = (value: unknown, depth = 0): unknown => {
  if (depth === maxDepth) return null
  if (Array.isArray(value)) return value.map((entry: unknown) => withPlainKeys(entry, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner], i) => [
      /[.[\]{}]/.test(key) ? `${hidden}${i}` : key,
      withPlainKeys(inner, depth + 1)
    ])
  )
}

/** Whether a key may identify somebody or something, and is not shown. */
export type HidesKey = (key: string) => boolean

/** Returns a check of the keys of a body: those that repeat an identity of the body, or a known one, are hidden. */
export const hidesKeys = (body: unknown, known: ReadonlyArray<unknown>): HidesKey => {
  const secret = new Set<string>()
  for (const value of known) if (typeof value === "string") secret.add(value.toLowerCase())
  identitiesIn(body, secret)
  return (key) => !isHarmless(key) || secret.has(key.toLowerCase())
}

/** Hides keys in paths; returns each path once. */
export const shownKeys = (paths: ReadonlyArray<string>, hides: HidesKey): ReadonlyArray<string> => {
  const clean = (part: string) => {
    // The signs of lists and mappings begin at the first bracket: keys contain none.
    const brackets = part.search(/[[{]/)
    const [key, entries] = brackets < 0 ? [part, ""] : [part.slice(0, brackets), part.slice(brackets)]
    return `${key === "" || !hides(key) ? key : hidden}${entries}`
  }
  return [...new Set(paths.map((path) => path.split(".").map(clean).join(".")))]
}
