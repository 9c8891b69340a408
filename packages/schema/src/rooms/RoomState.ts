/**
 * A room at one moment, put together from the messages of the room channel or from room history.
 *
 * **Details**
 *
 * A state is plain data and is never changed: folding a message makes a new one. Whatever did not change is the very
 * same value in both, down to the fields of an object, so that `===` shows what changed.
 *
 * **Source** recorded from a server 4.3.0: 70 messages folded gave exactly the whole room that was sent next.
 */
import * as Equal from "effect/Equal"
import type { ObjectId } from "../values/ObjectId.ts"
import * as RoomFrame from "./RoomFrame.ts"
import * as RoomObject from "../objects/RoomObject.ts"
import * as RoomPatch from "./RoomPatch.ts"
import type { Tick } from "../values/Tick.ts"
import type { UserBrief } from "../account/UserBrief.ts"
import type { UserId } from "../values/UserId.ts"

/** A room at one moment. */
export interface RoomState {
  /** The room's name, where it is known: messages do not contain it. */
  readonly room: string | undefined
  /** The tick in which scripts see this state; `undefined` after a first message, which does not contain it. */
  readonly tick: Tick | undefined
  /** Everything that stands in the room. */
  readonly objects: ReadonlyMap<ObjectId, RoomObject.RoomObject>
  /** Users that were sent, the owners of what stands there among them. */
  readonly users: ReadonlyMap<UserId, UserBrief>
  /** One's own flags as text (`Flag.parse` reads it); empty when there are none. */
  readonly flags: string
  /** What one's own script drew in the tick before, as text (`RoomVisual.parse` reads it); empty for nothing. */
  readonly visual: string
  /** What kind of room it is; only `world` has been seen. */
  readonly mode: string | undefined
}

/** A room of which nothing is known yet: what folding begins with. */
export const empty: RoomState = {
  room: undefined,
  tick: undefined,
  objects: new Map(),
  users: new Map(),
  flags: "",
  visual: "",
  mode: undefined
}

/**
 * Forgets everything but the room's name, for a new subscription: its first message holds the whole room even where
 * it looks like a later one.
 */
export const reset = (state: RoomState): RoomState => ({ ...empty, room: state.room })

/** Whether two values say the same; what is too deep to be compared does not. */
const isSameValue = (a: unknown, b: unknown): boolean => {
  try {
    return Equal.equals(a, b)
  } catch {
    return false
  }
}

const isId = (key: string): key is ObjectId => key !== ""

type Patches = NonNullable<RoomFrame.RoomFrame["objects"]>

const foldObjects = (
  before: RoomState["objects"],
  patches: Patches,
  isFull: boolean
): RoomState["objects"] => {
  const after = isFull ? new Map<ObjectId, RoomObject.RoomObject>() : new Map(before)
  let isSame = true
  for (const [id, patch] of Object.entries(patches)) {
    if (!isId(id)) continue
    const object = before.get(id)
    const known = object === undefined ? undefined : RoomObject.toDocument(object)
    const document = RoomPatch.isDocument(known) ? known : undefined
    const next = RoomPatch.apply(isFull ? undefined : document, patch)
    const stays = next === document || (next === patch && isSameValue(next, document))
    if (next === undefined) after.delete(id)
    else if (object !== undefined && stays) after.set(id, object)
    else after.set(id, RoomObject.classify(next))
    isSame &&= stays
  }
  return isSame && after.size === before.size ? before : after
}

const foldUsers = (before: RoomState["users"], users: RoomFrame.RoomFrame["users"]): RoomState["users"] => {
  const received = Object.values(users ?? {})
  return received.length === 0
    ? before
    : new Map([...before, ...received.map((user) => [user._id, user] as const)])
}

/**
 * The state after a message.
 *
 * **Details**
 *
 * A message that holds the whole room replaces all objects and leaves the tick open; any other changes those that it
 * names, and patches of unknown objects are passed over. Users are added, flags are replaced when the message says
 * something about them, visuals always.
 */
export const fold = (state: RoomState, frame: RoomFrame.RoomFrame): RoomState => ({
  room: state.room,
  tick: frame.gameTime ?? undefined,
  objects: foldObjects(state.objects, frame.objects ?? {}, RoomFrame.isFull(frame)),
  users: foldUsers(state.users, frame.users),
  flags: "flags" in frame ? (frame.flags ?? "") : state.flags,
  visual: frame.visual ?? "",
  mode: frame.info?.mode ?? state.mode
})

/** An object that is there before and after, and differs. */
export interface ChangedObject {
  readonly before: RoomObject.RoomObject
  readonly after: RoomObject.RoomObject
  /** The names of the fields that differ, those of the later object first. */
  readonly fields: ReadonlyArray<string>
}

/** What differs between two states of a room. */
export interface RoomChanges {
  readonly appeared: ReadonlyMap<ObjectId, RoomObject.RoomObject>
  readonly changed: ReadonlyMap<ObjectId, ChangedObject>
  readonly gone: ReadonlyMap<ObjectId, RoomObject.RoomObject>
}

/** The storage's own book-keeping, which says nothing about the game. */
const bookkeeping: ReadonlySet<string> = new Set(["meta", "$loki", "_updated"])

const fieldsOf = (object: RoomObject.RoomObject): RoomPatch.Document => {
  const document = RoomObject.toDocument(object)
  return RoomPatch.isDocument(document) ? document : {}
}

const changedFields = (before: RoomPatch.Document, after: RoomPatch.Document): ReadonlyArray<string> =>
  [...new Set([...Object.keys(after), ...Object.keys(before)])].filter(
    (field) => !bookkeeping.has(field) && !isSameValue(before[field] ?? null, after[field] ?? null)
  )

/**
 * What differs between two states: what appeared, what changed and in which fields, what is gone.
 *
 * **Details**
 *
 * `null` and absent count as the same; the storage's book-keeping (`meta`, `$loki`, `_updated`) is passed over. Objects
 * that are the very same value in both states cost one comparison.
 */
export const changes = (before: RoomState, after: RoomState): RoomChanges => {
  const appeared = new Map<ObjectId, RoomObject.RoomObject>()
  const changed = new Map<ObjectId, ChangedObject>()
  const gone = new Map<ObjectId, RoomObject.RoomObject>()
  for (const [id, object] of after.objects) {
    const old = before.objects.get(id)
    if (old === undefined) appeared.set(id, object)
    else if (old !== object) {
      const fields = changedFields(fieldsOf(old), fieldsOf(object))
      if (fields.length > 0) changed.set(id, { before: old, after: object, fields })
    }
  }
  for (const [id, object] of before.objects) if (!after.objects.has(id)) gone.set(id, object)
  return { appeared, changed, gone }
}
