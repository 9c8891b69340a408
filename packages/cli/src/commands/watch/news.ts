/** Formats changes of a room, as lines for people and data for programs. */
import type { RoomChange, RoomSignal, RoomView } from "@screeps-effect/socket/RoomFeed"
import type { HistorySignal } from "@screeps-effect/socket/workflows/HistoryReplay"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomPatch from "@screeps-effect/schema/RoomPatch"
import type { ChangedObject } from "@screeps-effect/schema/RoomState"
import { join, oneLine, plain, type PlainText, format } from "../../output/text.ts"

/** An update of a room, live or from history. */
export type Update = RoomSignal | HistorySignal

/** An update that is not a state: a gap or a rejection. */
type Remark = Exclude<Update, { readonly _tag: "State" }>

const documentOf = (object: RoomObject.RoomObject): RoomPatch.Document => {
  const document = RoomObject.toDocument(object)
  return RoomPatch.isDocument(document) ? document : {}
}

const nameOf = (object: RoomObject.RoomObject): PlainText => {
  const { name, structureType, type } = documentOf(object)
  const kind = typeof type === "string" ? type : "something"
  if (typeof name === "string" && /creep/i.test(kind)) return oneLine(name)
  const more = typeof name === "string" ? name : typeof structureType === "string" ? `(${structureType})` : ""
  return oneLine(more === "" ? kind : `${kind} ${more}`)
}

const placeOf = (object: RoomObject.RoomObject): PlainText => {
  const { x, y } = documentOf(object)
  return typeof x === "number" && typeof y === "number" ? format`${x},${y}` : format``
}

/** Formats a scalar value; `undefined` for all others. */
const word = (value: unknown, none: string): string | undefined => {
  if (value === null || value === undefined) return none
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? `${value}`
    : undefined
}

/** Fields that are not shown: they are shown as a move, or are irrelevant to people. */
const silent: ReadonlySet<string> = new Set(["x", "y", "_isMoving", "interRoom", "fatigue"])

/** Describes the change of one field in a few words; empty for fields that are not shown. */
const wordsOf = (
  field: string,
  before: RoomPatch.Document,
  after: RoomPatch.Document
): ReadonlyArray<string> => {
  const [old, now] = [before[field], after[field]]
  if (silent.has(field)) return []
  if (field === "actionLog") {
    return RoomPatch.isDocument(now)
      ? Object.entries(now).flatMap(([action, at]) => (at === null || at === undefined ? [] : [action]))
      : []
  }
  if (field === "store") {
    const [had, has] = [RoomPatch.isDocument(old) ? old : {}, RoomPatch.isDocument(now) ? now : {}]
    return [...new Set([...Object.keys(had), ...Object.keys(has)])].flatMap((resource) => {
      const [from, to] = [word(had[resource], "0"), word(has[resource], "0")]
      return from === to || from === undefined || to === undefined ? [] : [`${resource} ${from} → ${to}`]
    })
  }
  const [from, to] = [word(old, "none"), word(now, "none")]
  return [from === undefined || to === undefined ? field : `${field} ${from} → ${to}`]
}

const changeOf = ({ after, before, fields }: ChangedObject): PlainText | undefined => {
  const [had, has] = [documentOf(before), documentOf(after)]
  const hasMoved = fields.includes("x") || fields.includes("y")
  const words = fields.flatMap((field) => wordsOf(field, had, has))
  const parts = [...(hasMoved ? [format`→ ${placeOf(after)}`] : []), ...words.map(oneLine)]
  return parts.length === 0 ? undefined : format`${nameOf(after)} ${join(parts, ", ")}`
}

/** A line about a change: `+` for a new object, `-` for a removed one, `·` for a changed one. */
export interface News {
  readonly sign: "+" | "-" | "·"
  readonly text: PlainText
}

/** Returns the changes as lines for people; for the first state, only the number of objects. */
export const lines = ({ after, appeared, before, changed, gone }: RoomChange): ReadonlyArray<News> => {
  if (before === undefined) return [{ sign: "·", text: format`${after.objects.size} objects` }]
  const at = (object: RoomObject.RoomObject) => format`${nameOf(object)} at ${placeOf(object)}`
  return [
    ...[...appeared.values()].map((object): News => ({ sign: "+", text: at(object) })),
    ...[...gone.values()].map((object): News => ({ sign: "-", text: at(object) })),
    ...[...changed.values()].flatMap((one): ReadonlyArray<News> => {
      const text = changeOf(one)
      return text === undefined ? [] : [{ sign: "·", text }]
    })
  ]
}

/** Returns an object's document, without the storage's own bookkeeping. */
const dataOf = (object: RoomObject.RoomObject) => {
  const { $loki: _, meta: __, ...document } = documentOf(object)
  return document
}

/** Returns the changes as data: documents of new and removed objects, and old and new values of changed fields. */
export const changeData = ({ after, appeared, changed, gone }: RoomChange) => ({
  room: after.room,
  tick: after.tick ?? null,
  afterGap: after.afterGap,
  appeared: [...appeared.values()].map(dataOf),
  changed: [...changed].map(([id, { after: now, before, fields }]) => {
    const [had, has] = [documentOf(before), documentOf(now)]
    const values = fields.map((field) => [field, [had[field] ?? null, has[field] ?? null]])
    return { _id: id, type: has["type"] ?? null, fields: Object.fromEntries(values) }
  }),
  gone: [...gone.values()].map(dataOf)
})

/** Returns a state as data: the documents as the server has them, and the users who own them. */
export const stateData = ({ receivedAt, afterGap, objects, room, tick, users }: RoomView) => ({
  room,
  tick: tick ?? null,
  receivedAt,
  afterGap,
  objects: [...objects.values()].map(dataOf),
  users: Object.fromEntries(users)
})

/** Describes a gap or a rejection, for people. */
export const remark = (one: Remark): PlainText => {
  if (one._tag === "Refused") return format`the server did not send the room: ${oneLine(one.text)}`
  if ("from" in one) return format`no history is recorded from tick ${one.from} to ${one.to}`
  return format`no updates: ${plain(one.reason)}`
}

/** Returns a gap or a rejection as data. */
export const remarkData = (room: string, one: Remark) => {
  if (one._tag === "Refused") return { room, refused: one.text }
  return {
    room,
    gap: "from" in one ? { from: one.from, to: one.to } : { reason: one.reason, since: one.since }
  }
}
