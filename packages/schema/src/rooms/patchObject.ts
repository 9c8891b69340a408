/** Patching of room objects. */
import type { ObjectId } from "../values/ObjectId.ts"
import { Derived } from "../objects/completed.ts"
import { fieldGuards } from "../objects/kinds.ts"
import { classify, type Known, type RoomObject, toDocument } from "../objects/RoomObject.ts"
import * as RoomPatch from "./RoomPatch.ts"

/**
 * Checks a document of a known kind after a patch: whether the fields that the patch names match the schema of the kind, or
 * are not part of it. All other fields were checked before.
 */
const isStill = (kind: Known["type"], document: unknown, patch: RoomPatch.Document): document is Known => {
  if (!RoomPatch.isDocument(document)) return false
  const guards = fieldGuards(kind)
  for (const field in patch) {
    const guard = guards.get(field)
    if (guard === undefined) continue
    const value = document[field]
    // Whether a field may be missing is left to the guard of the kind.
    if (value === undefined || !guard(value)) return false
  }
  return true
}

/** Returns the type of an object that is its document; of any other, the whole document is checked after a patch. @internal */
export const checkedType = (object: RoomObject): Known["type"] | undefined =>
  object instanceof Derived ? undefined : object.type

/** Returns a document as a room object after a patch; `before` is its `checkedType` before the patch. @internal */
export const reclassify = (
  before: Known["type"] | undefined,
  document: unknown,
  patch: RoomPatch.Document
): RoomObject => (before !== undefined && isStill(before, document, patch) ? document : classify(document))

/** Returns the document of an object; `undefined` without an object. @internal */
export const documentOf = (object: RoomObject | undefined): RoomPatch.Document | undefined => {
  const document = object === undefined ? undefined : toDocument(object)
  return RoomPatch.isDocument(document) ? document : undefined
}

/** Returns an object after a patch: the same value if nothing differs, `undefined` if the object is gone. @internal */
export const patchObject = (
  before: RoomObject | undefined,
  patch: RoomPatch.RoomPatch,
  depth: RoomPatch.Depth | undefined
): RoomObject | undefined => {
  const document = documentOf(before)
  const after = RoomPatch.apply(document, patch, depth)
  if (after === undefined || patch === null) return undefined
  if (before === undefined) return classify(after)
  if (after === document || (after === patch && RoomPatch.isSameValue(after, document))) return before
  return after === patch ? classify(after) : reclassify(checkedType(before), after, patch)
}

/** Checks whether a key of patches is an identifier. @internal */
export const isId = (key: string): key is ObjectId => key !== ""
