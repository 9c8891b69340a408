/** Patching of room objects. */
import type { ObjectId } from "../values/ObjectId.ts"
import { Derived } from "../objects/completed.ts"
import { type KnownKind, kindOf } from "../objects/kinds.ts"
import { classify, type Known, type RoomObject, toDocument } from "../objects/RoomObject.ts"
import * as RoomPatch from "./RoomPatch.ts"

/**
 * Returns the kind of an object that is its document, of which only the fields that a patch names are checked after it; of
 * any other object, the whole document is checked. @internal
 */
export const checkedKind = (object: RoomObject): KnownKind | undefined =>
  object instanceof Derived ? undefined : kindOf(object.type)

/** Whether a field of a kind may have a value; whether it may be missing is left to the guard of the kind. */
const accepts = (kind: KnownKind, field: string, value: unknown): boolean => {
  const known = kind.fields.get(field)
  return known === undefined || (value !== undefined && known.accepts(value))
}

/** Checks the fields of a document that a patch names. */
const isStill = (kind: KnownKind, document: unknown, patch: RoomPatch.Document): document is Known => {
  if (!RoomPatch.isDocument(document)) return false
  for (const field in patch) if (!accepts(kind, field, document[field])) return false
  return true
}

/** Returns a document as a room object after a patch; `before` is its `checkedKind` before the patch. @internal */
export const reclassify = (
  before: KnownKind | undefined,
  document: unknown,
  patch: RoomPatch.Document
): RoomObject => (before !== undefined && isStill(before, document, patch) ? document : classify(document))

/** Returns the document of an object; `undefined` without an object. @internal */
export const documentOf = (object: RoomObject | undefined): RoomPatch.Document | undefined => {
  const document = object === undefined ? undefined : toDocument(object)
  return RoomPatch.isDocument(document) ? document : undefined
}

/** Patches two levels of an object that is its document, and checks the fields that change. */
const patchKnown = (
  object: RoomObject,
  document: RoomPatch.Document,
  kind: KnownKind,
  patch: RoomPatch.Document
): RoomObject => {
  let after: Record<string, unknown> | undefined
  let isStill = true
  for (const field in patch) {
    const change = patch[field]
    const old = document[field]
    const known = kind.fields.get(field)
    const next = RoomPatch.isDocument(change) ? RoomPatch.patchValue(old, change, known?.copy) : change
    if (next === old || RoomPatch.isUnsafe(field)) continue
    after ??= kind.copy(document)
    after[field] = next
    isStill &&= known === undefined || (next !== undefined && known.accepts(next))
  }
  if (after === undefined) return object
  // All other fields were checked before.
  return isStill ? (after as unknown as Known) : classify(after)
}

/** Returns an object after a patch: the same value if nothing differs, `undefined` if the object is gone. @internal */
export const patchObject = (
  before: RoomObject | undefined,
  patch: RoomPatch.RoomPatch,
  depth: RoomPatch.Depth | undefined
): RoomObject | undefined => {
  if (patch === null) return undefined
  const document = documentOf(before)
  const kind = before === undefined ? undefined : checkedKind(before)
  if (before !== undefined && document !== undefined && kind !== undefined) {
    if (depth !== "any-depth" && !RoomPatch.isWhole(patch)) return patchKnown(before, document, kind, patch)
  }
  const after = RoomPatch.apply(document, patch, depth)
  if (after === undefined) return undefined
  if (before === undefined) return classify(after)
  if (after === document || (after === patch && RoomPatch.isSameValue(after, document))) return before
  return after === patch ? classify(after) : reclassify(kind, after, patch)
}

/** Checks whether a key of patches is an identifier. @internal */
export const isId = (key: string): key is ObjectId => key !== ""
