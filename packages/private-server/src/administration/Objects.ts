/** The objects in rooms. */
import * as Decoder from "@screeps-effect/schema/Decoder"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as SimilarWords from "@screeps-effect/schema/SimilarWords"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Schema from "effect/Schema"
import { type Command, define } from "./command.ts"
import { activate, plainDocuments, roomNamed } from "./snippets.ts"

/** Which objects: those that match every field. */
export interface Selection {
  readonly room?: RoomName.RoomName | undefined
  /** Types, such as `creep`. */
  readonly types?: ReadonlyArray<RoomObject.Type | (string & {})> | undefined
  /** Id of the owner. */
  readonly user?: UserId | undefined
  readonly ids?: ReadonlyArray<ObjectId> | undefined
}

const selection = Schema.Struct({
  room: Schema.optional(RoomName.RoomName),
  types: Schema.optional(Schema.Array(Schema.String)),
  user: Schema.optional(UserId),
  ids: Schema.optional(Schema.Array(ObjectId))
})

const query = `
    const query = ({ room, types, user, ids }) => {
      const where = {}
      if (room !== undefined) where.room = room
      if (types !== undefined) where.type = { $in: types }
      if (user !== undefined) where.user = user
      if (ids !== undefined) where._id = { $in: ids }
      return where
    }
    const objects = storage.db["rooms.objects"]`

/** Returns the objects that match; without a selection all objects of the world. */
export const find: (selection: Selection) => Command<ReadonlyArray<RoomObject.RoomObject>> = define({
  name: "Objects.find",
  changes: false,
  input: selection,
  output: RoomObject.List,
  code: `async (selection) => {${query}${plainDocuments}
    return plain(await objects.find(query(selection)))
  }`
})

/**
 * An object to be added. The server chooses an `_id` that is left out; other fields that are left out get the game's
 * defaults: an undamaged object with an empty store (`RoomObject.withDefaults`).
 */
export type NewObject = {
  readonly [T in RoomObject.Type]: Partial<RoomObject.Kinds[T]> & {
    readonly type: T
    readonly room: RoomName.RoomName
    readonly x: number
    readonly y: number
  }
}[RoomObject.Type]

const unknownType = (kind: string | undefined): string => {
  if (kind === undefined) return "type: expected a type of the game, such as road"
  const question = SimilarWords.question(kind, RoomObject.types)
  const advice = question === "" ? "Storage.insert of this package adds objects of mods" : question
  return `"${kind}" is not a type of the game; ${advice}`
}

const isInRoom = (coordinate: number) => Number.isInteger(coordinate) && coordinate >= 0 && coordinate <= 49

const problem = (object: NewObject): string | undefined => {
  const classified = RoomObject.classify(RoomObject.withDefaults({ ...object }))
  if (classified.type === "unknown") return unknownType(classified.kind)
  if ([object.x, object.y].some((one) => typeof one === "number" && !isInRoom(one)))
    return "x, y: expected whole numbers from 0 to 49"
  const drift = RoomObject.drift(classified)
  if (drift.length > 0) return Decoder.formatDrift(drift)
  const room: unknown = object.room
  if (typeof room !== "string") return "room: expected the name of a room, such as W1N1"
  return RoomName.is(room) ? undefined : `"${room}" is not a room name`
}

/** An object of a known type is named by it. */
const typeOf = ({ type }: NewObject) => (RoomObject.types.includes(type) ? ` (${type})` : "")

const firstProblem = (objects: ReadonlyArray<NewObject>): true | string => {
  for (const [i, object] of objects.entries()) {
    const found = problem(object)
    if (found !== undefined) return `object ${i}${typeOf(object)}: ${found}`
  }
  return true
}

/**
 * Checks objects to be added: their rooms, and the fields of their types. The message names the first wrong object by its
 * index, from 0, and its type.
 */
export const NewObjects: Schema.Codec<ReadonlyArray<NewObject>> = Schema.Array(
  Schema.declare((value): value is NewObject => typeof value === "object" && value !== null, {
    expected: "an object"
  })
).check(Schema.makeFilter(firstProblem))

const completed = (object: NewObject): NewObject => ({ ...RoomObject.withDefaults({ ...object }), ...object })

const insertObjects = define({
  name: "Objects.insert",
  changes: true,
  input: Schema.Struct({ objects: NewObjects }),
  output: Schema.Array(ObjectId),
  code: `async ({ objects }) => {${activate}${roomNamed}
    if (objects.length === 0) return []
    for (const room of new Set(objects.map(({ room }) => room))) await roomNamed(room)
    for (const user of new Set(objects.map(({ user }) => user))) {
      if (user === undefined || user === null || await storage.db.users.findOne({ _id: user })) continue
      throw new Error("there is no account with the id " + user + ", which is the field user of an object")
    }
    const added = await storage.db["rooms.objects"].insert(objects)
    await activate(objects.map(({ room }) => room))
    return [].concat(added).map(({ _id }) => String(_id))
  }`
})

/**
 * Adds objects to rooms, and returns their ids.
 *
 * **Details**
 *
 * The next tick processes them. Fields that are left out get the game's defaults, those of controller level 8.
 *
 * **Gotchas**
 *
 * While the simulation runs, the server may not notice a room that was inactive for about a hundred ticks: pause it first.
 *
 * **Errors** `InvalidInput` when an object does not match the schema of its type; `Rejected` when there is no such room, or
 * no account with the id in `user`.
 */
export const insert = (objects: ReadonlyArray<NewObject>): Command<ReadonlyArray<ObjectId>> =>
  insertObjects({ objects: objects.map(completed) })

/** Removes the objects that match, and returns their number; at least one criterion is required. */
export const remove: (selection: Selection) => Command<number> = define({
  name: "Objects.remove",
  changes: true,
  input: selection.check(
    Schema.makeFilter(
      (chosen) =>
        Object.values(chosen).some((value) => value !== undefined) || "at least one criterion is required"
    )
  ),
  output: Schema.Int,
  code: `async (selection) => {${query}${activate}
    const found = await objects.find(query(selection))
    await objects.removeWhere(query(selection))
    await activate(found.map(({ room }) => room))
    return found.length
  }`
})
