/**
 * The state of a room in one tick, folded from the messages of the room channel or from room history.
 *
 * **Details**
 *
 * A state is immutable data: folding a message creates a new state. Values that did not change are the same values in
 * both states, down to the fields of an object, so `===` detects changes.
 *
 * **Source** recorded from a server 4.3.0 and from xxscreeps 0.0.9: 70 and 65 folded messages gave exactly the whole room
 * that was sent next.
 */
import * as Struct from "effect/Struct"
import type { ObjectId } from "../values/ObjectId.ts"
import { isId, patchObject } from "./patchObject.ts"
import { type Change, RoomObjects } from "./roomObjects.ts"
import * as RoomFrame from "./RoomFrame.ts"
import * as RoomObject from "../objects/RoomObject.ts"
import * as RoomPatch from "./RoomPatch.ts"
import type { Tick } from "../values/Tick.ts"
import type { UserBrief } from "../account/UserBrief.ts"
import type { UserId } from "../values/UserId.ts"

/** The state of a room in one tick. */
export interface RoomState {
  /** Name of the room, if it is known: messages do not contain it. */
  readonly room: string | undefined
  /** Tick in which scripts see this state; `undefined` after a first message, which does not contain it. */
  readonly tick: Tick | undefined
  /** Objects in the room, by identifier: a map that never changes, which is made when it is first read. */
  readonly objects: ReadonlyMap<ObjectId, RoomObject.RoomObject>
  /** Users that messages contained, including the owners of the objects. */
  readonly users: ReadonlyMap<UserId, UserBrief>
  /** Flags of the subscriber as text, read by `Flag.parse`; empty without flags. */
  readonly flags: string
  /** Drawings of the subscriber's script in the tick before, read by `RoomVisual.parse`; empty without drawings. */
  readonly visual: string
  /** Kind of room; only `world` has been seen. */
  readonly mode: string | undefined
  /**
   * How patches of objects apply, set by the first whole document: documents of xxscreeps, whose patches merge at any
   * depth, have no `room`, and those of other servers always have one. `undefined` before the first object.
   */
  readonly patchDepth: RoomPatch.Depth | undefined
}

/** The empty state, with which folding starts. */
export const empty: RoomState = {
  room: undefined,
  tick: undefined,
  objects: new Map(),
  users: new Map(),
  flags: "",
  visual: "",
  mode: undefined,
  patchDepth: undefined
}

/**
 * Returns an empty state with the same room name. Use it for a new subscription: its first message contains the whole
 * room, even if it looks like a later message.
 */
export const reset = (state: RoomState): RoomState => ({ ...empty, room: state.room })

/**
 * A state whose map is made when it is read. All of them have one getter: engines keep what a getter of a single object
 * refers to until they collect all memory.
 */
class LazyState {
  static readonly #objectsField: PropertyDescriptor = {
    get(this: LazyState) {
      return this.#objects.map
    },
    configurable: true,
    enumerable: true
  }

  readonly #objects: RoomObjects

  constructor(fields: object, objects: RoomObjects) {
    this.#objects = objects
    Object.assign(this, fields)
    Object.defineProperty(this, "objects", LazyState.#objectsField)
    // Vue makes no proxy of such an object, with which the getter would not work.
    Object.preventExtensions(this)
  }

  static objectsOf(state: RoomState): RoomObjects {
    return #objects in state ? state.#objects : RoomObjects.of(state.objects)
  }

  /** The console of Node would show only that there is a getter. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    return Object.assign({}, this)
  }
}
// Tests compare constructors: a state is data like any other.
Reflect.deleteProperty(LazyState.prototype, "constructor")

/** Adds the objects to the other fields of a state. */
const withObjects = <A extends object>(fields: A, objects: RoomObjects): A & Pick<RoomState, "objects"> =>
  objects.isMap
    ? { ...fields, objects: objects.map }
    : // The constructor adds all fields.
      (new LazyState(fields, objects) as object as A & Pick<RoomState, "objects">)

/**
 * Returns a copy of a state with other fields. Unlike `{ ...state, ...fields }`, it does not read `objects`.
 */
export const assign = <S extends RoomState, A extends object>(state: S, fields: A): S & A => {
  const copy: Partial<S> = {}
  for (const field in state) if (field !== "objects") copy[field] = state[field]
  // `withObjects` adds the only field that is missing.
  return withObjects(Object.assign(copy, fields), LazyState.objectsOf(state)) as S & A
}

/**
 * Checks whether a message fits a state: whether the state has all objects that the message changes. If not, an earlier message
 * is missing.
 */
export const fits = (state: RoomState, frame: RoomFrame.RoomFrame): boolean => {
  const objects = LazyState.objectsOf(state)
  const patches = frame.objects ?? {}
  for (const id in patches) {
    const patch = patches[id] ?? null
    const isKnown = isId(id) && objects.get(id) !== undefined
    if (patch !== null && !isKnown && !("type" in patch)) return false
  }
  return true
}

const isUserId = (key: string): key is UserId => key !== ""

/** Servers other than xxscreeps find the objects of a room by their `room`, so that no document is without it. */
const depthOf = (patches: RoomPatch.Patches): RoomPatch.Depth | undefined => {
  const documents = Object.values(patches).filter(RoomPatch.isWhole)
  if (documents.length === 0) return undefined
  return documents.some((document) => "room" in document) ? "two-levels" : "any-depth"
}

const foldObjects = (
  objects: RoomObjects,
  patches: RoomPatch.Patches,
  depth: RoomPatch.Depth | undefined
): RoomObjects => {
  const changes: Array<Change> = []
  for (const id in patches) {
    if (!isId(id)) continue
    const before = objects.get(id)
    const patch = patches[id] ?? null
    const after = patchObject(before, patch, depth)
    if (after === before) continue
    const isPart = patch !== null && !RoomPatch.isWhole(patch)
    changes.push({ id, before, after, patch: isPart ? patch : undefined })
  }
  return changes.length === 0 ? objects : objects.with(changes)
}

/** Returns the objects of whole documents: equal ones stay the same values, and the same map if all are equal. */
const replaceObjects = (before: RoomObjects, documents: RoomPatch.Patches): RoomObjects => {
  const after = new Map<ObjectId, RoomObject.RoomObject>()
  let isSame = true
  for (const id of Object.keys(documents)) {
    const document = documents[id] ?? null
    if (!isId(id) || document === null || document["type"] === undefined) continue
    const object = before.get(id)
    const isEqual = object !== undefined && RoomPatch.isSameValue(document, RoomObject.toDocument(object))
    after.set(id, isEqual ? object : RoomObject.classify(document))
    isSame &&= isEqual
  }
  return isSame && after.size === before.size ? before : RoomObjects.of(after)
}

const foldUsers = (before: RoomState["users"], users: RoomFrame.RoomFrame["users"]): RoomState["users"] => {
  const received = Object.entries(users ?? {}).flatMap(([key, user]): ReadonlyArray<[UserId, UserBrief]> => {
    const id = user._id ?? key
    return isUserId(id) ? [[id, Struct.assign(user, { _id: id })]] : []
  })
  return received.length === 0 ? before : new Map([...before, ...received])
}

/**
 * Returns the state after a message.
 *
 * **Details**
 *
 * A message with the whole room replaces all objects and sets the tick to `undefined`. Any other message changes the
 * objects that it names; patches of unknown objects are ignored. Users are added, flags are replaced if the message
 * contains them, and visuals are always replaced.
 */
export const fold = (state: RoomState, frame: RoomFrame.RoomFrame): RoomState => {
  const patches = frame.objects ?? {}
  const patchDepth = state.patchDepth ?? depthOf(patches)
  const before = LazyState.objectsOf(state)
  const fields = {
    room: state.room,
    tick: frame.gameTime ?? undefined,
    users: foldUsers(state.users, frame.users),
    flags: "flags" in frame ? (frame.flags ?? "") : state.flags,
    visual: frame.visual ?? "",
    mode: frame.info?.mode ?? state.mode,
    patchDepth
  }
  return withObjects(
    fields,
    RoomFrame.isFull(frame) ? replaceObjects(before, patches) : foldObjects(before, patches, patchDepth)
  )
}

/** An object that is present in both states and differs. */
export interface ChangedObject {
  /** The object in the earlier state. */
  readonly before: RoomObject.RoomObject
  /** The object in the later state. */
  readonly after: RoomObject.RoomObject
  /** Names of the fields that differ, in no particular order. */
  readonly fields: ReadonlyArray<string>
}

/** The differences between two states of a room. */
export interface RoomChanges {
  /** Objects that are present only in the later state. */
  readonly appeared: ReadonlyMap<ObjectId, RoomObject.RoomObject>
  /** Objects that are present in both states and differ. */
  readonly changed: ReadonlyMap<ObjectId, ChangedObject>
  /** Objects that are present only in the earlier state. */
  readonly gone: ReadonlyMap<ObjectId, RoomObject.RoomObject>
}

/**
 * Whether a field is not part of the game: bookkeeping of the server's storage, or what the server notes on an object while
 * it processes a tick, which room history contains (`_fatigue`, `_upgraded`, `_off`).
 */
export const isBookkeeping = (field: string): boolean =>
  field === "meta" || field === "$loki" || (field.startsWith("_") && field !== "_id")

const fieldsOf = (object: RoomObject.RoomObject): RoomPatch.Document => {
  const document = RoomObject.toDocument(object)
  return RoomPatch.isDocument(document) ? document : {}
}

/** `null` and absent fields count as equal. */
const isChanged = (field: string, before: RoomPatch.Document, after: RoomPatch.Document): boolean => {
  const [old, next] = [before[field] ?? null, after[field] ?? null]
  return old !== next && !isBookkeeping(field) && !RoomPatch.isSameValue(old, next)
}

/** Returns the fields that differ, of those that a patch names or of all. */
const changedFields = (
  before: RoomPatch.Document,
  after: RoomPatch.Document,
  patch: RoomPatch.Document = after
): ReadonlyArray<string> => {
  const fields: Array<string> = []
  for (const field in patch) if (isChanged(field, before, after)) fields.push(field)
  if (patch !== after) return fields
  for (const field in before) {
    if (isChanged(field, before, after) && !Object.hasOwn(after, field)) fields.push(field)
  }
  return fields
}

/**
 * Returns the differences between two states: objects that appeared, changed (and in which fields) and are gone.
 *
 * **Details**
 *
 * `null` and absent fields count as equal. Ignored are the storage's `meta` and `$loki`, and every field that begins with an
 * underscore (except `_id`): servers write such fields, but they are not part of the game. Of consecutive states only the objects
 * that a message named are compared; of any others, an object that is the same value in both states costs one comparison.
 */
export const changes = (before: RoomState, after: RoomState): RoomChanges => {
  const appeared = new Map<ObjectId, RoomObject.RoomObject>()
  const changed = new Map<ObjectId, ChangedObject>()
  const gone = new Map<ObjectId, RoomObject.RoomObject>()
  const compare = (
    id: ObjectId,
    old: RoomObject.RoomObject | undefined,
    object: RoomObject.RoomObject | undefined,
    patch?: RoomPatch.Document
  ) => {
    if (old === object) return
    if (old === undefined && object !== undefined) appeared.set(id, object)
    else if (old !== undefined && object === undefined) gone.set(id, old)
    else if (old !== undefined && object !== undefined) {
      const fields = changedFields(fieldsOf(old), fieldsOf(object), patch)
      if (fields.length > 0) changed.set(id, { before: old, after: object, fields })
    }
  }
  const known = LazyState.objectsOf(after).changedSince(LazyState.objectsOf(before))
  if (known !== undefined)
    known.forEach((change, id) => compare(id, change.before, change.after, change.patch))
  else {
    for (const [id, object] of after.objects) compare(id, before.objects.get(id), object)
    for (const [id, object] of before.objects) if (!after.objects.has(id)) compare(id, object, undefined)
  }
  return { appeared, changed, gone }
}
