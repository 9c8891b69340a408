/**
 * The differences that a server sends for changed room objects: two levels deep, by recorded rules (room channel,
 * history).
 */
import * as Equal from "effect/Equal"

/** A room object as it is stored. */
export type Document = Readonly<Record<string, unknown>>

const isTree = (value: unknown): value is Document => typeof value === "object" && value !== null

/** Returns the changed parts of an object or list, each in full; a removed part cannot be expressed. */
const changedParts = (before: Document, after: Document): Document | undefined => {
  let isSame = true
  const changed: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (before[key] === after[key] || Equal.equals(before[key], after[key])) continue
    isSame = false
    if (after[key] !== undefined) changed[key] = after[key]
  }
  return isSame ? undefined : changed
}

const unchanged = Symbol("unchanged")

const changedField = (before: unknown, after: unknown): unknown => {
  if (before === after) return unchanged
  if (after === undefined) return null
  const isWhole = before === undefined || typeof before !== typeof after || (Boolean(before) && !after)
  if (isWhole) return after
  if (isTree(before) && isTree(after)) return changedParts(before, after) ?? unchanged
  return Equal.equals(before, after) ? unchanged : after
}

/** Returns the changes of one object; `undefined` for none. */
export const changes = (before: Document, after: Document): Document | undefined => {
  if (before === after) return undefined
  const changed: Record<string, unknown> = {}
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const value = changedField(before[field], after[field])
    if (value !== unchanged) changed[field] = value
  }
  return Object.keys(changed).length === 0 ? undefined : changed
}

/**
 * Returns the changes between two states of a room: new objects in full, removed ones as `null`, changed ones as their
 * differences.
 *
 * **Gotchas**
 *
 * As on real servers some changes cannot be expressed: parts removed from a field's object and the end of a shortened
 * list stay after a merge, and a field that became `null` looks like a removed field.
 */
export const diff = (
  before: ReadonlyMap<string, Document>,
  after: ReadonlyMap<string, Document>
): Record<string, Document | null> => {
  const parts: Record<string, Document | null> = {}
  for (const [id, object] of before) {
    const now = after.get(id)
    if (now === object) continue
    if (now === undefined) {
      parts[id] = null
      continue
    }
    const changed = changes(object, now)
    if (changed !== undefined) parts[id] = changed
  }
  for (const [id, object] of after) if (!before.has(id)) parts[id] = object
  return parts
}
