/** Room objects and their changes as lines of text. */
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomPatch from "@screeps-effect/schema/RoomPatch"
import type { ChangedObject, RoomChanges, RoomState } from "@screeps-effect/schema/RoomState"
import { beginning } from "./text.ts"

type Document = RoomPatch.Document

const documentOf = (object: RoomObject.RoomObject): Document => {
  const document = RoomObject.toDocument(object)
  return RoomPatch.isDocument(document) ? document : {}
}

/** Longer values are left out: nobody needs a store of a hundred resources in a list. */
const longest = 160

const short = (value: unknown): string => beginning(JSON.stringify(value) ?? "", longest)

/** Fields that say nothing about the object, or that other words say. */
const silent: ReadonlySet<string> = new Set(
  "_id type x y room user name body meta $loki hitsMax interRoom notifyWhenAttacked actionLog _isMoving storeCapacity storeCapacityResource _oldFatigue".split(
    " "
  )
)

const partsOf = (body: unknown): string | undefined => {
  if (!Array.isArray(body)) return undefined
  const counts = new Map<string, number>()
  for (const part of body) {
    const type: unknown = RoomPatch.isDocument(part) ? part["type"] : undefined
    if (typeof type === "string") counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return [...counts].map(([type, count]) => `${count} ${type}`).join(", ")
}

const without = (value: unknown): boolean =>
  value === null || value === undefined || value === 0 || value === false

const wordsOf = (document: Document): ReadonlyArray<string> =>
  Object.entries(document).flatMap(([field, value]) => {
    if (silent.has(field) || without(value)) return []
    if (field === "hits") return [`hits ${short(value)}/${short(document["hitsMax"])}`]
    return [`${field} ${short(value)}`]
  })

/** Returns the name of a user, or the id of one whose name the server did not send. @internal */
export const userName = (state: Pick<RoomState, "users">, user: unknown): string => {
  const known = [...state.users].find(([id]) => id === user)?.[1].username
  return known ?? String(user)
}

/** Returns the kind, name and place of an object. @internal */
export const titleOf = (object: RoomObject.RoomObject): string => {
  const { name, type, x, y } = documentOf(object)
  const title = `${typeof type === "string" ? short(type).slice(1, -1) : "object"}${typeof name === "string" ? ` ${short(name)}` : ""}`
  return typeof x === "number" && typeof y === "number" ? `${title} at ${x},${y}` : title
}

/** Describes an object in a line. */
const lineOf = (object: RoomObject.RoomObject, state: Pick<RoomState, "users">): string => {
  const document = documentOf(object)
  const { _id, body, user } = document
  const parts = partsOf(body)
  return [
    titleOf(object),
    ...(typeof _id === "string" ? [`id ${short(_id).slice(1, -1)}`] : []),
    ...(user === undefined || user === null ? [] : [`of ${JSON.stringify(userName(state, user))}`]),
    ...(parts === undefined ? [] : [`body ${parts}`]),
    ...wordsOf(document)
  ].join("; ")
}

const wordOf = (field: string, before: Document, after: Document): ReadonlyArray<string> => {
  const [had, has] = [before[field], after[field]]
  if (field === "store" && RoomPatch.isDocument(had) && RoomPatch.isDocument(has)) {
    return [...new Set([...Object.keys(had), ...Object.keys(has)])].flatMap((resource) => {
      const [from, to] = [had[resource] ?? 0, has[resource] ?? 0]
      return from === to ? [] : [`${resource} ${short(from)} → ${short(to)}`]
    })
  }
  if (field === "actionLog") {
    const actions = RoomPatch.isDocument(has) ? Object.entries(has) : []
    return actions.flatMap(([action, at]) => (without(at) ? [] : [action]))
  }
  if (silent.has(field) || field === "fatigue") return []
  return [`${field} ${without(had) ? "none" : short(had)} → ${without(has) ? "none" : short(has)}`]
}

const changeOf = ({ after, before, fields }: ChangedObject): string | undefined => {
  const [had, has] = [documentOf(before), documentOf(after)]
  const hasMoved = fields.includes("x") || fields.includes("y")
  const words = [
    ...(hasMoved ? [`moved from ${short(had["x"])},${short(had["y"])}`] : []),
    ...fields.flatMap((field) => wordOf(field, had, has))
  ]
  return words.length === 0 ? undefined : `changed: ${titleOf(after)}: ${words.join(", ")}`
}

/** Describes the difference of two states, a line for each object. @internal */
export const changeLines = (
  { appeared, changed, gone }: RoomChanges,
  after: RoomState
): ReadonlyArray<string> => [
  ...[...appeared.values()].map((object) => `new: ${lineOf(object, after)}`),
  ...[...gone.values()].map((object) => `gone: ${titleOf(object)}`),
  ...[...changed.values()].flatMap((one) => changeOf(one) ?? [])
]

/** What a reader of a room looks for first; other kinds follow, and what the picture shows comes last. */
const first = [
  "controller",
  "spawn",
  "creep",
  "powerCreep",
  "invaderCore",
  "tower",
  "storage",
  "terminal",
  "source"
]
const last = ["constructedWall", "rampart", "road"]

const rank = ({ type }: RoomObject.RoomObject): number => {
  const at = first.indexOf(type)
  return at >= 0 ? at : first.length + (last.includes(type) ? 1 + last.indexOf(type) : 0)
}

/** Describes the objects of a room: the important ones first, roads and walls as counts. @internal */
export const objectLines = (state: RoomState): ReadonlyArray<string> => {
  const objects = [...state.objects.values()].toSorted((one, other) => rank(one) - rank(other))
  const counted = new Map<string, number>()
  const lines: Array<string> = []
  for (const object of objects) {
    if (last.includes(object.type)) counted.set(object.type, (counted.get(object.type) ?? 0) + 1)
    else lines.push(lineOf(object, state))
  }
  return [...lines, ...[...counted].map(([type, count]) => `${count} × ${type} (see the picture)`)]
}
