/**
 * What stands in rooms: the documents of the game's objects, distinguished by their `type`.
 *
 * **Details**
 *
 * A room object is the server's document as it came, unknown keys and all: `classify` only looks. Documents of no
 * known kind, and malformed ones of a known kind, are wrapped into an `UnknownRoomObject`. What documents say in
 * awkward ways is read with the functions of their own modules: `Pile.amount`, `Creep.lifeTicksLeft`, `Store.free`,
 * `ObjectEffect.list`.
 */
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import {
  guards,
  type Kinds,
  schemas,
  seasonalTypes,
  type Seasonals,
  structureTypes,
  type Structures,
  type Type
} from "./kinds.ts"
import * as ObjectId from "../values/ObjectId.ts"
import type { Store } from "./Store.ts"
import type { UserId } from "../values/UserId.ts"

export {
  type Kinds,
  schemas,
  type Seasonals,
  seasonalTypes,
  type Structures,
  structureTypes,
  type Type,
  types,
  vanillaTypes
} from "./kinds.ts"

/** A document of an unknown kind, or malformed: what a mod, a season or a change of the game sent. */
export class UnknownRoomObject {
  /** A literal that no server sends, so that `switch (object.type)` narrows soundly. */
  readonly type = "unknown"
  /** The document's own `type`, where it has one. */
  readonly kind: string | undefined
  /** The document as it came. */
  readonly raw: unknown
  // Finding out costs more than the check that said no, and most readers never ask.
  readonly #findIssue: (() => SchemaIssue.Issue | undefined) | undefined
  #issue: SchemaIssue.Issue | undefined

  /** Wraps a document; `findIssue` describes what is wrong with one of a known kind, on demand. */
  constructor(kind: string | undefined, raw: unknown, findIssue?: () => SchemaIssue.Issue | undefined) {
    this.kind = kind
    this.raw = raw
    this.#findIssue = findIssue
  }

  /** What is wrong with a document of a known kind; `undefined` when the kind itself is not known. */
  get issue(): SchemaIssue.Issue | undefined {
    this.#issue ??= this.#findIssue?.()
    return this.#issue
  }
}

/** A room object of a known kind. */
export type Known = Kinds[Type]

/**
 * Something that stands in a room: one of the known kinds, distinguished by `type`, or an unknown one.
 *
 * **Gotchas**
 *
 * `type` is the wire's: `energy` is a pile of any resource, `constructedWall` a wall. `_id` is missing only in room
 * history, for one tick after an object was made.
 */
export type RoomObject = Known | UnknownRoomObject

const typeOf = (document: unknown): string | undefined =>
  typeof document === "object" && document !== null && "type" in document && typeof document.type === "string"
    ? document.type
    : undefined

/**
 * The document as a room object: the very same object when it is what its `type` says, unknown keys and all;
 * otherwise wrapped.
 */
export const classify = (document: unknown): RoomObject => {
  if (document instanceof UnknownRoomObject) return document
  const type = typeOf(document)
  const guard = type === undefined ? undefined : guards.get(type)
  if (guard === undefined) return new UnknownRoomObject(type, document)
  return guard(document) ? document : new UnknownRoomObject(type, document, () => guard.issue(document))
}

/** The document of a room object, as it came. */
export const toDocument = (object: RoomObject): unknown =>
  object instanceof UnknownRoomObject ? object.raw : object

/**
 * What is wrong with a malformed document of a known kind, in words; `undefined` when its kind is not known.
 *
 * **Details**
 *
 * The text says where it is wrong and what was expected there, never what was found.
 */
export const why = ({ issue }: UnknownRoomObject): string | undefined =>
  issue === undefined ? undefined : SchemaIssue.makeFormatterDefault()(issue)

type Documents = { readonly [id: string]: unknown }
type Objects = { readonly [id: string]: RoomObject }

// These look no deeper than they must: what is decoded was looked at by `classify`.
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

/**
 * Decodes a list of documents into room objects; fails for what is no list only. Cheaper than a list of `RoomObject`.
 */
export const List: Schema.Codec<ReadonlyArray<RoomObject>, ReadonlyArray<unknown>> = Schema.Array(
  Schema.Unknown
).pipe(
  Schema.decodeTo(Schema.declare(isList, { identifier: "List" }), {
    decode: SchemaGetter.transform((documents: ReadonlyArray<unknown>) => documents.map(classify)),
    encode: SchemaGetter.transform((objects: ReadonlyArray<RoomObject>) => objects.map(toDocument))
  })
)

const mapValues = <A, B>(
  record: { readonly [key: string]: A },
  f: (value: A) => B
): { readonly [key: string]: B } =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value)]))

/**
 * Decodes documents by identity, as in the first message of a room's channel, into room objects; fails for what is no
 * record only.
 */
export const Map: Schema.Codec<Objects, Documents> = Schema.Record(Schema.String, Schema.Unknown).pipe(
  Schema.decodeTo(Schema.declare(isMap, { identifier: "Map" }), {
    decode: SchemaGetter.transform((documents: Documents) => mapValues(documents, classify)),
    encode: SchemaGetter.transform((objects: Objects) => mapValues(objects, toDocument))
  })
)

/** The kinds with the unknown one, by the `type` of the room object. */
export interface ByType extends Kinds {
  readonly unknown: UnknownRoomObject
}

/** What to do with each kind of room object. */
export type Cases<A> = { readonly [T in keyof ByType]: (object: ByType[T]) => A }

type NoOther<C> = { readonly [T in Exclude<keyof C, keyof ByType>]: never }
type Returned<F> = F extends (...args: never) => infer A ? A : never
type Rest<C> = ByType[Exclude<keyof ByType, keyof C>]
type Some = Partial<Cases<unknown>>

const call = <T extends keyof ByType>(object: ByType[T] & { readonly type: T }, cases: Some): unknown =>
  cases[object.type]?.(object)

const isRest = <C extends Some>(object: RoomObject, cases: C): object is Rest<C> =>
  !Object.hasOwn(cases, object.type)

/** Does what is said for the kind of a room object; every kind must be named, `unknown` too. */
export function match<C extends Cases<unknown>>(
  object: RoomObject,
  cases: C & NoOther<C>
): Returned<C[keyof ByType]>
export function match(object: RoomObject, cases: Cases<unknown>): unknown {
  return call(object, cases)
}

/** Does what is said for the kind of a room object, or what is said for all kinds that are not named. */
export function matchOrElse<C extends Some, B>(
  object: RoomObject,
  cases: C & NoOther<C>,
  orElse: (object: Rest<C>) => B
): Returned<C[keyof C]> | B
export function matchOrElse<C extends Some>(
  object: RoomObject,
  cases: C,
  orElse: (object: Rest<C>) => unknown
): unknown {
  return isRest(object, cases) ? orElse(object) : call(object, cases)
}

/** Checks whether a room object is of the kind: `objects.filter(RoomObject.is("creep"))`. */
export const is =
  <T extends keyof ByType>(type: T) =>
  (object: RoomObject): object is ByType[T] =>
    object.type === type

/** A structure. */
export type Structure = Structures[keyof Structures]

const structures: ReadonlySet<string> = new Set(structureTypes)

/** Checks whether a room object is a structure. Construction sites and ruins are none. */
export const isStructure = (object: RoomObject): object is Structure => structures.has(object.type)

/** An object that a season brought. */
export type Seasonal = Seasonals[keyof Seasonals]

const seasonals: ReadonlySet<string> = new Set(seasonalTypes)

/** Checks whether a room object is one that a season brought. */
export const isSeasonal = (object: RoomObject): object is Seasonal => seasonals.has(object.type)

type HasField<Field extends string, Fields> = {
  readonly [T in Type]: Field extends keyof Kinds[T] ? Kinds[T] & Fields : never
}[Type]

/** Whether a kind has such a field, which a mod's document may have without it. */
const hasField = (object: RoomObject, field: string): object is Known =>
  object.type !== "unknown" && Object.hasOwn(schemas[object.type].fields, field)

/** An object that somebody owns. */
export type Owned = HasField<"user", { readonly user: UserId }>

/** Checks whether somebody owns a room object; the owner of a tombstone or a ruin is that of what it was. */
export const isOwned = (object: RoomObject): object is Owned =>
  hasField(object, "user") && "user" in object && typeof object.user === "string"

/** An object that has hit points. */
export type Damageable = HasField<"hits", { readonly hits: number; readonly hitsMax: number }>

/**
 * Checks whether a room object has hit points.
 *
 * **Gotchas**
 *
 * `hitsMax` is 0 on shields made by a power, and on some controllers.
 */
export const isDamageable = (object: RoomObject): object is Damageable =>
  hasField(object, "hits") &&
  "hits" in object &&
  typeof object.hits === "number" &&
  typeof object.hitsMax === "number"

/** An object that holds resources. */
export type HasStore = HasField<"store", { readonly store: Store }>

/** Checks whether a room object has a store, if only an empty one; piles have none. */
export const hasStore = (object: RoomObject): object is HasStore =>
  hasField(object, "store") && "store" in object && typeof object.store === "object" && object.store !== null

/** The identity of a room object, also of an unknown one; `undefined` where its document names none. */
export const id = (object: RoomObject): ObjectId.ObjectId | undefined => {
  if (object.type !== "unknown") return object._id ?? undefined
  const { raw } = object
  const own = typeof raw === "object" && raw !== null && "_id" in raw ? raw._id : undefined
  return typeof own === "string" && own !== "" ? ObjectId.make(own) : undefined
}
