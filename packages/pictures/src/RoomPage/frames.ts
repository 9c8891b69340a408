/** States as messages of the room channel, from which `RoomState.fold` makes the same states again. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomPatch from "@screeps-effect/schema/RoomPatch"
import type { UserBrief } from "@screeps-effect/schema/UserBrief"
import { isBookkeeping, type RoomState } from "@screeps-effect/schema/RoomState"

interface Fields {
  [field: string]: unknown
}

/** What a page has of a user. */
export interface User {
  readonly _id: string
  readonly username: string
  readonly badge?: UserBrief["badge"]
}

/** What a page has of a tick: a part of the fields of a `RoomFrame`; without a tick it replaces all objects. */
export interface Frame {
  readonly gameTime?: number
  readonly objects: Readonly<Record<string, RoomPatch.RoomPatch>>
  readonly users?: Readonly<Record<string, User>>
}

/** Returns the fields of an object that belong to the game; `undefined` for data that is no document. */
const documentOf = (object: RoomObject.RoomObject): RoomPatch.Document | undefined => {
  const document = RoomObject.toDocument(object)
  if (!RoomPatch.isDocument(document)) return undefined
  const kept = Object.entries(document).filter(([field]) => !isBookkeeping(field) && field !== "__proto__")
  return Object.fromEntries(kept)
}

/** Names of fields may be those of inherited properties, such as `constructor`. */
const own = (document: RoomPatch.Document, field: string): unknown =>
  Object.hasOwn(document, field) ? (document[field] ?? null) : null

/** Returns the fields that differ. */
const differences = (before: RoomPatch.Document, after: RoomPatch.Document): Fields =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => !Object.hasOwn(before, field) || !RoomPatch.isSameValue(before[field], value)
    )
  )

/** Returns the change from one value to another; `undefined` if patches cannot express it. */
const changeOf = (before: unknown, after: unknown): unknown => {
  if (Array.isArray(after)) {
    return Array.isArray(before) && before.length > 0 && before.length <= after.length
      ? differences(Object.fromEntries(before.entries()), Object.fromEntries(after.entries()))
      : after
  }
  if (!RoomPatch.isDocument(after)) return after
  if (Array.isArray(before)) return undefined
  if (!RoomPatch.isDocument(before)) return after
  return Object.keys(before).every((field) => Object.hasOwn(after, field))
    ? differences(before, after)
    : undefined
}

/** Returns the patch from one document to another; `undefined` if there is none. */
const patchOf = (before: RoomPatch.Document, after: RoomPatch.Document): RoomPatch.Document | undefined => {
  const patch: Fields = {}
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, next] = [own(before, field), own(after, field)]
    if (RoomPatch.isSameValue(old, next)) continue
    const change = changeOf(old, next)
    if (change === undefined) return undefined
    patch[field] = change
  }
  // It would replace the document.
  return RoomPatch.isWhole(patch) ? undefined : patch
}

/** Returns the change of an object: an empty patch if nothing changed, `undefined` if patches cannot express it. */
const change = (
  before: RoomObject.RoomObject | undefined,
  after: RoomObject.RoomObject
): RoomPatch.RoomPatch | undefined => {
  const [old, next] = [before === undefined ? undefined : documentOf(before), documentOf(after)]
  if (next === undefined) return {}
  if (old === undefined) return next
  return patchOf(old, next) ?? (RoomPatch.isWhole(next) ? next : undefined)
}

const newUsers = (before: RoomState | undefined, after: RoomState): Frame["users"] => {
  if (before?.users === after.users) return undefined
  const found = [...after.users]
    .filter(
      ([id, { username }]) => typeof username === "string" && before?.users.get(id)?.username !== username
    )
    .map(([id, { badge, username }]) => {
      const shown = badge === undefined || badge === null ? {} : { badge }
      return [id, { _id: id, username: username ?? "", ...shown }] as const
    })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** Returns the message for the whole room of a state. @internal */
export const whole = (state: RoomState, tick: number | undefined): Frame =>
  next(undefined, state, tick) ?? { objects: {} }

/** Returns the message that leads from one state to another; `undefined` if patches cannot express it. @internal */
export const next = (
  before: RoomState | undefined,
  after: RoomState,
  tick: number | undefined
): Frame | undefined => {
  const objects: { [id: string]: RoomPatch.RoomPatch } = {}
  for (const [id, object] of after.objects) {
    const old = before?.objects.get(id)
    if (old === object || id === "__proto__") continue
    const patch = change(old, object)
    if (patch === undefined) return undefined
    if (patch === null || Object.keys(patch).length > 0) objects[id] = patch
  }
  for (const id of before?.objects.keys() ?? []) if (!after.objects.has(id)) objects[id] = null
  const users = newUsers(before, after)
  return {
    ...(tick === undefined ? {} : { gameTime: tick }),
    objects,
    ...(users === undefined ? {} : { users })
  }
}
