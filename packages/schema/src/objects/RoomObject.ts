/**
 * Room objects: the server's documents of everything in a room, distinguished by their `type`.
 *
 * **Details**
 *
 * A room object is the very document that the server sent, unknown keys included: `classify` checks it and does not
 * copy it. A document of a known kind that lacks a field is completed in a copy. Documents of an unknown kind are wrapped in
 * an `UnknownRoomObject`. Functions in the modules of the kinds read fields with an awkward form: `Pile.amount`,
 * `Creep.lifeTicksLeft`, `Store.free`, `ObjectEffect.active`.
 */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import type { Drift } from "../wire/drift.ts"
import { type Document, isDocument } from "../rooms/RoomPatch.ts"
import { complete, Completed, Derived } from "./completed.ts"
import { defaultsOf, type DefaultsOptions } from "./defaults.ts"
import { guards, isType, type Kinds, schemas, type Type } from "./kinds.ts"
import { withStore } from "./oldStore.ts"
import * as ObjectId from "../values/ObjectId.ts"
import type { Store } from "./Store.ts"
import * as StructureType from "./StructureType.ts"
import type { UserId } from "../values/UserId.ts"
import type { Xy } from "../values/Xy.ts"

export type { DefaultsOptions } from "./defaults.ts"
export { type Kinds, schemas, type Type, types } from "./kinds.ts"

/** A document of an unknown kind: from a mod, a season or a change of the game. */
export class UnknownRoomObject extends Derived {
  /** A literal that no server sends, so that `switch (object.type)` narrows soundly. */
  readonly type = "unknown"
  /** The `type` of the document, if it has one. */
  readonly kind: string | undefined
  /** The document, as the server sent it. */
  readonly raw: unknown

  /** Wraps a document. */
  constructor(kind: string | undefined, raw: unknown) {
    super(raw)
    this.kind = kind
    this.raw = raw
  }
}

/** A room object of a known kind. */
export type Known = Kinds[Type]

/**
 * An object in a room: of a known kind, distinguished by `type`, or an `UnknownRoomObject`.
 *
 * **Gotchas**
 *
 * `type` has the name on the wire: `energy` is a pile of any resource, `constructedWall` a wall. `_id` is absent only
 * in room history, in the tick in which an object is created.
 */
export type RoomObject = Known | UnknownRoomObject

const typeOf = (document: unknown): string | undefined =>
  typeof document === "object" && document !== null && "type" in document && typeof document.type === "string"
    ? document.type
    : undefined

/**
 * Returns a document as a room object.
 *
 * **Details**
 *
 * A document that matches the schema of its `type` is returned as it is: the same object, unknown keys included. One of an
 * unknown type is wrapped in an `UnknownRoomObject`.
 *
 * Any other document keeps its kind, too. Fields that it lacks have the values that the game gives to new objects, such as
 * the hit points of an undamaged structure; amounts and capacities of documents before July 2019, which had no `store`, are
 * moved there. `drift` lists all differences, `missing` the fields whose value is not known, and `toDocument` returns what the
 * server sent.
 */
export const classify = (document: unknown): RoomObject => {
  if (document instanceof Derived && isRoomObject(document)) return document
  const type = typeOf(document)
  const guard = type === undefined ? undefined : guards.get(type)
  if (guard?.(document) === true) return document
  const isKnown = type !== undefined && isType(type) && isDocument(document)
  return (isKnown ? complete(type, document) : undefined) ?? new UnknownRoomObject(type, document)
}

/** Returns the document of a room object, as the server sent it. */
export const toDocument = (object: RoomObject): unknown => Derived.documentOf(object)

/**
 * Lists what differs between the document of a room object and the schema of its kind; empty for documents that match, and for
 * unknown kinds.
 *
 * **Details**
 *
 * Contains paths and types, never values: `Decoder.formatDrift` describes it in one line.
 */
export const drift = (object: RoomObject): ReadonlyArray<Drift> => Completed.driftOf(object)

/**
 * Lists the fields of a room object whose value is not known: the document has none that can be read, and the game has no
 * default. Empty for complete objects, which all recorded servers send.
 *
 * **Details**
 *
 * Unknown numbers are `NaN`, which is equal to no other number; unknown texts, lists and records are empty. `NaN` ticks count as
 * no tick in the functions of the kinds.
 */
export const missing = (object: RoomObject): ReadonlyArray<string> => Completed.missingOf(object)

/**
 * Returns a document of a known kind with the fields that it leaves out, as far as the game defines them: an undamaged object
 * with an empty store. Amounts and capacities in the form before July 2019 are moved into the store. For objects that are
 * inserted into a server.
 *
 * **Gotchas**
 *
 * Objects that a player owns need `user`, creeps also `name` and `body`, portals `destination`: `missing` of the classified
 * document lists them.
 *
 * **Source** read in the server's source.
 */
export const withDefaults = (document: Document, options: DefaultsOptions = {}): Document => {
  const { type } = document
  if (typeof type !== "string" || !isType(type)) return document
  const current = withStore(document, schemas[type].fields)
  const defaults = defaultsOf(type, current, { level: 8, ...options })
  if (current === document) return { ...defaults, ...document }
  // Amounts that are not given are those of an empty store.
  const store = Object.assign({}, defaults["store"], current["store"])
  return { ...defaults, ...current, store }
}

type Documents = { readonly [id: string]: unknown }
type Objects = { readonly [id: string]: RoomObject }

// Shallow checks are enough: `classify` has checked every decoded value.
const isRoomObject = (input: unknown): input is RoomObject => typeof input === "object" && input !== null
const isList = (input: unknown): input is ReadonlyArray<RoomObject> => Array.isArray(input)
const isMap = (input: unknown): input is Objects =>
  typeof input === "object" && input !== null && !Array.isArray(input)

/** Decodes one document into a room object; never fails. */
export const RoomObject: Schema.Codec<RoomObject, unknown> = Schema.Unknown.pipe(
  Schema.decodeTo(Schema.declare(isRoomObject, { identifier: "RoomObject" }), {
    decode: SchemaGetter.transform(classify),
    encode: SchemaGetter.transform(toDocument)
  })
)

/** Decodes a list of documents into room objects, faster than a list of `RoomObject`; fails only without a list. */
export const List: Schema.Codec<ReadonlyArray<RoomObject>, ReadonlyArray<unknown>> = Schema.Array(
  Schema.Unknown
).pipe(
  Schema.decodeTo(Schema.declare(isList, { identifier: "List" }), {
    decode: SchemaGetter.transform((documents: ReadonlyArray<unknown>) => documents.map(classify)),
    encode: SchemaGetter.transform((objects: ReadonlyArray<RoomObject>) => objects.map(toDocument))
  })
)

/**
 * Returns a copy of a record. An object without a prototype takes a third of the time to fill, and `__proto__` is a key
 * like any other in it.
 */
const copyOf = (record: Documents): { [key: string]: unknown } => {
  const copy: { [key: string]: unknown } = Object.create(null)
  for (const key of Object.keys(record)) copy[key] = record[key]
  return Object.setPrototypeOf(copy, Object.prototype)
}

/** Returns the same record if no value becomes another one: objects of known kinds are their documents. */
const mapValues = (record: Documents, f: (value: unknown) => unknown): Documents => {
  let after: { [key: string]: unknown } | undefined
  for (const key of Object.keys(record)) {
    const value = record[key]
    const next = f(value)
    if (next === value) continue
    after ??= copyOf(record)
    after[key] = next
  }
  return after ?? record
}

/**
 * Decodes documents keyed by identifier, as in the first message of a room's channel, into room objects; fails only
 * without an object.
 */
export const Map: Schema.Codec<Objects, Documents> = Schema.Record(Schema.String, Schema.Unknown).pipe(
  Schema.decodeTo(Schema.declare(isMap, { identifier: "Map" }), {
    // `classify` returns a room object for each document.
    decode: SchemaGetter.transform((documents: Documents) => mapValues(documents, classify) as Objects),
    encode: SchemaGetter.transform((objects: Objects) =>
      mapValues(objects, (object) => Derived.documentOf(object))
    )
  })
)

/** The known kinds and `UnknownRoomObject`, by the `type` of the room object. */
export interface ByType extends Kinds {
  readonly unknown: UnknownRoomObject
}

/** Returns a check for objects of a kind: `objects.filter(RoomObject.is("creep"))`. */
export const is =
  <T extends keyof ByType>(type: T) =>
  (object: RoomObject): object is ByType[T] =>
    object.type === type

/** A structure. */
export type Structure = Kinds[StructureType.Known]

/** Checks whether a room object is a structure; construction sites and ruins are not structures. */
export const isStructure = (object: RoomObject): object is Structure => StructureType.isKnown(object.type)

type HasField<Field extends string, Fields> = {
  readonly [T in Type]: Field extends keyof Kinds[T] ? Kinds[T] & Fields : never
}[Type]

/** Checks whether the schema of a kind has a field; documents of mods may have fields that no schema names. */
const hasField = (object: RoomObject, field: string): object is Known =>
  object.type !== "unknown" && Object.hasOwn(schemas[object.type].fields, field)

/** An object with an owner. */
export type Owned = HasField<"user", { readonly user: UserId }>

/** Checks whether a room object has an owner; tombstones and ruins keep the owner of the dead or destroyed object. */
export const isOwned = (object: RoomObject): object is Owned =>
  hasField(object, "user") && "user" in object && typeof object.user === "string" && object.user !== ""

/** An object with hit points. */
export type Damageable = HasField<"hits", { readonly hits: number; readonly hitsMax: number }>

/**
 * Checks whether a room object has hit points.
 *
 * **Gotchas**
 *
 * `hitsMax` is 0 on shields that a power created, and on some controllers.
 */
export const isDamageable = (object: RoomObject): object is Damageable =>
  hasField(object, "hits") &&
  "hits" in object &&
  typeof object.hits === "number" &&
  typeof object.hitsMax === "number"

/** An object with a store. */
export type HasStore = HasField<"store", { readonly store: Store }>

/** Checks whether a room object has a store, even an empty one; piles have no store. */
export const hasStore = (object: RoomObject): object is HasStore =>
  hasField(object, "store") && "store" in object && typeof object.store === "object" && object.store !== null

/** Returns the identifier of a room object, known or unknown; `undefined` if its document has no identifier. */
export const id = (object: RoomObject): ObjectId.ObjectId | undefined => {
  if (object.type !== "unknown") return object._id ?? undefined
  const { raw } = object
  const own = typeof raw === "object" && raw !== null && "_id" in raw ? raw._id : undefined
  return typeof own === "string" && own !== "" ? ObjectId.make(own) : undefined
}

const isCoordinate = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 49

/**
 * Returns the square of a room object, known or unknown; `undefined` if its document has no valid `x` and `y`, such as in
 * room history before an object has a place.
 */
export const position = (object: RoomObject): Xy | undefined => {
  const document = toDocument(object)
  if (typeof document !== "object" || document === null || !("x" in document) || !("y" in document)) {
    return undefined
  }
  const { x, y } = document
  return isCoordinate(x) && isCoordinate(y) ? { x, y } : undefined
}
