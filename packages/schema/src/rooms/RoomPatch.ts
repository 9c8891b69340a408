/**
 * What servers send of a room's object that they have sent before: only what changed.
 *
 * **Details**
 *
 * The room channel of the socket and room history speak the same language. A server compares two documents two levels
 * deep: the fields of the document, and the fields of a nested object or the elements of a list. What it finds
 * different on the second level it sends whole. Lists travel as objects keyed by index.
 *
 * **Gotchas**
 *
 * Some changes cannot be expressed: a removed key of a nested object and a shortened list arrive as `{}`, so an old
 * value stays behind. Servers mostly write 0 or `null` instead of removing. Who must be exact begins again from a
 * whole document now and then.
 *
 * **Source** recorded from a server 4.3.0, every rule provoked; read in its source.
 */
import * as Schema from "effect/Schema"

/** A document as a server stores it: fields by name. */
export interface Document {
  readonly [field: string]: unknown
}

/**
 * What became of one object: `null` when it is gone, its whole document when it is new, otherwise the fields that
 * changed.
 */
export type RoomPatch = Document | null

/** Checks whether data is a document: an object, neither `null` nor a list. */
export const isDocument = (data: unknown): data is Document =>
  typeof data === "object" && data !== null && !Array.isArray(data)

/** Checks a patch: an object or `null`. The very same value comes back. */
export const RoomPatch: Schema.Codec<RoomPatch> = Schema.declare(
  (data): data is RoomPatch => data === null || isDocument(data),
  { identifier: "RoomPatch", expected: "an object or null" }
)

/** Assigning this name would set the prototype of the copy. */
const isUnsafe = (field: string) => field === "__proto__"

const patchFields = (
  before: Document,
  patch: Document,
  value: (old: unknown, change: unknown) => unknown
) => {
  let after: { [field: string]: unknown } | undefined
  for (const field of Object.keys(patch)) {
    if (isUnsafe(field)) continue
    const old = before[field]
    const next = value(old, patch[field])
    if (next === old) continue
    after ??= { ...before }
    after[field] = next
  }
  return after ?? before
}

const take = (_: unknown, change: unknown) => change

const patchList = (before: ReadonlyArray<unknown>, patch: Document): unknown => {
  let after: Array<unknown> | undefined
  for (const [index, change] of Object.entries(patch)) {
    const at = Number(index)
    // Elements are changed or appended in turn. Any other key can only be one of an object that the list became.
    if (String(at) !== index || !(at >= 0 && at <= (after ?? before).length)) {
      return patchFields(Object.fromEntries(before.entries()), patch, take)
    }
    if (Object.is(before[at], change)) continue
    after ??= [...before]
    after[at] = change
  }
  return after ?? before
}

const patchValue = (before: unknown, change: unknown): unknown => {
  if (!isDocument(change)) return change
  if (Array.isArray(before)) return patchList(before, change)
  return isDocument(before) ? patchFields(before, change, take) : change
}

/**
 * The document after a patch, or `undefined` when there is none: the object is gone, or was never sent whole.
 *
 * **Details**
 *
 * Nothing is changed in place. Without a difference the very same document comes back, and fields that the patch
 * does not name are shared by both. A whole document is known by its `_id` and `type` and replaces what was there;
 * a patch with a `type` alone changes the type, which happens in history (see `RoomHistory`).
 *
 * A removed field and one that became `null` look the same: `null` stands there afterwards. `null` inside a nested
 * object is kept as well; readers take `null` and absent for the same.
 */
export const apply = (document: Document | undefined, patch: RoomPatch): Document | undefined => {
  if (patch === null) return undefined
  const hasType = "type" in patch
  if (document === undefined) return hasType ? patch : undefined
  return hasType && "_id" in patch ? patch : patchFields(document, patch, patchValue)
}
