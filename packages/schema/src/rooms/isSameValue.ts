/** Comparison of the values of documents. */
import { isDocument } from "./RoomPatch.ts"

const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, i) => isSame(value, b[i]))
  }
  if (!isDocument(a) || !isDocument(b)) return false
  let keys = 0
  for (const key in a) {
    if (!Object.hasOwn(b, key) || !isSame(a[key], b[key])) return false
    keys++
  }
  for (const _ in b) keys--
  return keys === 0
}

/**
 * Checks whether two JSON values are equal; values that are nested too deeply to compare count as different. Effect's `Equal`
 * computes a hash of both first, which takes several times as long.
 */
export const isSameValue = (a: unknown, b: unknown): boolean => {
  try {
    return isSame(a, b)
  } catch {
    return false
  }
}
