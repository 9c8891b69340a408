/**
 * Patches of room objects: the fields that changed since a document was last sent.
 *
 * **Details**
 *
 * The socket's room channel and room history use the same format. A server compares two documents two levels deep: the
 * fields of the document, and the fields of a nested object or the elements of a list. A value that differs on the
 * second level is sent whole. Changes of lists are sent as objects keyed by index. xxscreeps compares documents at any
 * depth instead: see `Depth`.
 *
 * **Gotchas**
 *
 * Patches of two levels cannot express some changes: a removed key of a nested object and a shortened list are sent as
 * `{}`, so the old value stays. Servers mostly write 0 or `null` instead of removing a key. If you need exact
 * documents, subscribe again from time to time to receive whole ones.
 *
 * **Source** recorded from a server 4.3.0, every rule provoked; read in its source. Any depth recorded from xxscreeps
 * 0.0.9 and read in its source.
 */
import * as Schema from "effect/Schema"
import type { Copy } from "../wire/compileStruct.ts"

/** A document, as a server stores it. */
export interface Document {
  readonly [field: string]: unknown
}

/** The change of one object: `null` if it is gone, the whole document if it is new, otherwise the changed fields. */
export type RoomPatch = Document | null

/** Patches keyed by the identifier of their object. @internal */
export interface Patches {
  readonly [id: string]: RoomPatch
}

/**
 * How deep a server compares documents, and so how its patches apply.
 *
 * **Details**
 *
 * - `two-levels`: a nested value replaces the old one from the second level on (4.3.0).
 * - `any-depth`: nested objects and lists are merged at every depth, and `null` removes a key (xxscreeps).
 */
export type Depth = "two-levels" | "any-depth"

/** Checks whether data is a document: an object that is neither `null` nor a list. */
export const isDocument = (data: unknown): data is Document =>
  typeof data === "object" && data !== null && !Array.isArray(data)

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
 * Checks whether two JSON values are equal; values that are nested too deeply to compare count as different.
 *
 * **Details**
 *
 * Effect's `Equal` computes a hash of both first, which takes several times as long.
 */
export const isSameValue = (a: unknown, b: unknown): boolean => {
  try {
    return isSame(a, b)
  } catch {
    return false
  }
}

const isPatch = (data: unknown): data is RoomPatch => data === null || isDocument(data)

/** Checks a patch, an object or `null`, and returns the same value. */
export const RoomPatch: Schema.Codec<RoomPatch> = Schema.declare(isPatch, {
  identifier: "RoomPatch",
  expected: "an object or null"
})

/** Checks patches keyed by the identifier of their object, and returns the same value. @internal */
export const patches = Schema.Record(Schema.String, RoomPatch)

interface Fields {
  [field: string]: unknown
}

/** Checks for a name whose assignment would set the prototype of the copy. @internal */
export const isUnsafe = (field: string) => field === "__proto__"

// Loops over fields use `in`, without a list of the names: data has no inherited fields that could be listed.
const replaceFields = (before: Document, patch: Document, copy: Copy): Document => {
  let after: Fields | undefined
  for (const field in patch) {
    const next = patch[field]
    if (next === before[field] || isUnsafe(field)) continue
    after ??= copy(before)
    after[field] = next
  }
  return after ?? before
}

const copyAny: Copy = (document) => ({ ...document })

const take = (_: unknown, change: unknown) => change

/** Patches fields, and the fields and elements of nested values. */
const patchFields = (before: Document, patch: Document): Document => {
  let after: Fields | undefined
  for (const field in patch) {
    const change = patch[field]
    const old = before[field]
    const next = isDocument(change) ? patchValue(old, change) : change
    if (next === old || isUnsafe(field)) continue
    after ??= { ...before }
    after[field] = next
  }
  return after ?? before
}

/** Patches the fields or elements of a nested value. @internal */
export const patchValue = (before: unknown, change: Document, copy: Copy = copyAny): unknown => {
  if (!Array.isArray(before)) return isDocument(before) ? replaceFields(before, change, copy) : change
  return patchList(before, change, take) ?? replaceFields(asFields(before), change, copyAny)
}

/** Returns a list as an object keyed by index. */
const asFields = (list: ReadonlyArray<unknown>): Document => Object.fromEntries(list.entries())

/** Returns `undefined` if the list was replaced by an object. */
const patchList = (
  before: ReadonlyArray<unknown>,
  patch: Document,
  value: (old: unknown, change: unknown) => unknown
): ReadonlyArray<unknown> | undefined => {
  let after: Array<unknown> | undefined
  for (const index in patch) {
    const at = Number(index)
    // Elements are changed or appended in order. Any other key is that of an object.
    if (String(at) !== index || !(at >= 0 && at <= (after ?? before).length)) return undefined
    const next = value(before[at], patch[index])
    if (Object.is(before[at], next)) continue
    after ??= [...before]
    after[at] = next
  }
  return after ?? before
}

/** Merges fields at every depth; `null` removes a field. */
const mergeFields = (before: Document, patch: Document): Document => {
  let after: Fields | undefined
  for (const field in patch) {
    if (isUnsafe(field)) continue
    const change = patch[field]
    const old = Object.hasOwn(before, field) ? before[field] : undefined
    const next = change === null ? undefined : mergeValue(old, change)
    if (next === old) continue
    after ??= { ...before }
    if (next === undefined) delete after[field]
    else after[field] = next
  }
  return after ?? before
}

/** Merges elements at every depth; `null` at the end shortens the list. */
const mergeList = (before: ReadonlyArray<unknown>, patch: Document): unknown => {
  const after = patchList(before, patch, mergeValue)
  if (after === undefined) return mergeFields(asFields(before), patch)
  let length = after.length
  while (length > 0 && patch[length - 1] === null) length--
  return length === after.length ? after : after.slice(0, length)
}

const mergeValue = (before: unknown, change: unknown): unknown => {
  if (!isDocument(change)) return change
  if (Array.isArray(before)) return mergeList(before, change)
  return isDocument(before) ? mergeFields(before, change) : change
}

/** Checks whether a patch is a whole document, which the socket's room channel sends for new objects. */
export const isWhole = (patch: RoomPatch): patch is Document =>
  patch !== null && patch["type"] !== undefined && patch["_id"] !== undefined

/**
 * Returns the document after a patch; `undefined` if the object is gone or was never sent as a whole document.
 *
 * **Details**
 *
 * Nothing is changed in place. Without a difference the same document is returned, and fields that the patch does not
 * name are shared by both documents. A patch with `_id` and `type` is a whole document and replaces the old one; a
 * patch with only a `type` changes the type, which happens in history (see `RoomHistory`).
 *
 * Patches of two levels make no difference between a removed field and a field that became `null`: both are `null`
 * afterwards. `null` inside a nested object is kept as well. With `any-depth`, `null` removes the field. Treat `null`
 * and absent fields alike.
 */
export const apply = (
  document: Document | undefined,
  patch: RoomPatch,
  depth: Depth = "two-levels"
): Document | undefined => {
  if (patch === null) return undefined
  if (patch["type"] !== undefined && (document === undefined || patch["_id"] !== undefined)) return patch
  if (document === undefined) return undefined
  return depth === "any-depth" ? mergeFields(document, patch) : patchFields(document, patch)
}

/** A document that its owner may change. @internal */
export interface OwnDocument {
  /** The document. */
  readonly document: Fields
  /** Those of its nested values that are not part of other documents. */
  readonly nested: Array<Document>
}

/** Applies a patch of two levels in place; the patch is not a whole document. @internal */
export const applyInPlace = ({ document, nested }: OwnDocument, patch: Document): void => {
  for (const field in patch) {
    if (isUnsafe(field)) continue
    const change = patch[field]
    const old = document[field]
    if (!isDocument(change)) document[field] = change
    else if (isDocument(old) && nested.includes(old)) assignFields(old, change)
    else {
      const next = patchValue(old, change)
      document[field] = next
      // Otherwise it is the old value or that of the patch, which others have, too.
      if (next !== old && next !== change && isDocument(next)) nested.push(next)
    }
  }
}

const assignFields = (document: Fields, patch: Document) => {
  for (const field in patch) if (!isUnsafe(field)) document[field] = patch[field]
}
