/** The differences that xxscreeps sends: merge patches of any depth, with `null` for what is gone. */
import type { Document } from "../../../../packages/testing/src/world/state/diff.ts"

const isTree = (value: unknown): value is Document => typeof value === "object" && value !== null

/** Returns the difference of two values; `undefined` for none. */
const changed = (before: unknown, after: unknown): unknown => {
  if (before === after) return undefined
  if (!isTree(before) || !isTree(after)) return after ?? (before === undefined ? undefined : null)
  const parts: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const part = changed(before[key], after[key])
    if (part !== undefined) parts[key] = part
  }
  return Object.keys(parts).length === 0 ? undefined : parts
}

/** Returns the differences of two states of a room. */
export const patch = (before: Document, after: Document): Document => {
  const parts = changed(before, after)
  return isTree(parts) ? parts : {}
}
