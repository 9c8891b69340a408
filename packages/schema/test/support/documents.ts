/** Generated documents whose fields often have the same names, and documents that patches can turn them into. */
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import type { Json, JsonDocument, Objects } from "./diff.ts"

/** Returns the same value, deeply frozen: a write into it fails. */
export const frozen = <A>(value: A): A => {
  if (typeof value === "object" && value !== null) {
    Object.freeze(value)
    for (const key of Reflect.ownKeys(value)) frozen(Reflect.get(value, key))
  }
  return value
}

const Leaf = Schema.Union([Schema.Null, Schema.Boolean, Schema.Literals([0, 1, 2, -3, "", "a", "b"])])

const nested = <S extends Schema.Codec<Json>>(value: S) => {
  const field = Schema.optionalKey(value)
  return Schema.Union([
    Leaf,
    Schema.Array(value).check(Schema.isMaxLength(3)),
    Schema.Struct({ a: field, b: field, c: field, "0": field })
  ])
}

const field = Schema.optionalKey(nested(nested(nested(Leaf))))

const Document = Schema.Struct({
  _id: Schema.Literals(["1", "2", "3"]),
  type: Schema.Literals(["creep", "probe"]),
  room: Schema.Literal("W1N1"),
  a: field,
  b: field,
  c: field,
  list: field,
  store: field
})

export const documents: Arbitrary.Arbitrary<JsonDocument> = Arbitrary.schema(Document)

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

const isObject = (value: Json): value is JsonDocument =>
  typeof value === "object" && value !== null && !isList(value)

/** Returns a value that a patch can turn `before` into: without removed keys and changes between lists and objects. */
const reachable = (before: Json, after: Json): Json => {
  if (isList(before)) {
    if (isObject(after)) return null
    return isList(after) ? [...after, ...before.slice(after.length)] : after
  }
  if (isObject(before)) {
    if (isList(after)) return null
    return isObject(after) ? { ...before, ...after } : after
  }
  return after
}

/** Returns the document closest to `after` that a patch can turn `before` into; removed fields are `null`. */
export const successor = (before: JsonDocument, after: JsonDocument): JsonDocument => ({
  ...Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].map((key) => {
      const old = before[key]
      const next = after[key] ?? null
      return [key, old === undefined ? next : reachable(old, next)] as const
    })
  ),
  _id: before["_id"] ?? "1",
  type: before["type"] ?? "probe",
  room: "W1N1"
})

/** Rooms, each as objects keyed by identifier. */
export const rooms: Arbitrary.Arbitrary<Objects> = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Document), { maxLength: 5 }),
  (list) => Object.fromEntries(list.map((document) => [document._id, document] as const))
)

/** Returns the room closest to `after` that patches can turn `before` into. */
export const successorRoom = (before: Objects, after: Objects): Objects =>
  Object.fromEntries(
    Object.entries(after).map(([id, document]) => {
      const old = before[id]
      return [id, old === undefined ? document : successor(old, document)] as const
    })
  )
