/** JSON Schema with as few tokens as possible: what a model needs, without what the tool checks anyway. */
import * as Predicate from "effect/Predicate"

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json => Predicate.isObject(value) && !Array.isArray(value)

/** Keywords without information for a model: it reads descriptions, and the tool checks the rest. */
const superfluous: ReadonlySet<string> = new Set([
  "$defs",
  "$schema",
  "additionalProperties",
  "minLength",
  "pattern",
  "title"
])

/** Definitions may refer to themselves, as JSON values do: what is nested more deeply is left out. */
const deepest = 6

const simplify = (schema: unknown, definitions: Json, depth: number): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => simplify(one, definitions, depth))
  if (!isJson(schema)) return schema
  const { $ref: reference, anyOf, ...own } = schema
  const target =
    typeof reference === "string" && depth < deepest
      ? simplify(definitions[reference.replace("#/$defs/", "")], definitions, depth + 1)
      : undefined
  const options = Array.isArray(anyOf) ? anyOf.filter((one) => !(isJson(one) && one["type"] === "null")) : []
  const [only] = options
  const inner = options.length === 1 ? simplify(only, definitions, depth) : undefined
  return {
    ...(isJson(target) ? target : {}),
    ...(isJson(inner) ? inner : {}),
    ...keywords(own, definitions, depth),
    ...(options.length > 1 ? { anyOf: simplify(options, definitions, depth) } : {})
  }
}

const keywords = (schema: Json, definitions: Json, depth: number): Json =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (superfluous.has(keyword) || (keyword === "maximum" && value === Number.MAX_SAFE_INTEGER)) return []
      // Names of properties are not keywords.
      if (keyword !== "properties" || !isJson(value)) return [[keyword, simplify(value, definitions, depth)]]
      const properties = Object.entries(value).map(([name, one]) => [name, simplify(one, definitions, depth)])
      return [[keyword, Object.fromEntries(properties)]]
    })
  )

/** Returns a schema without definitions, and without keywords that only repeat what the tool checks. @internal */
export const compact = (schema: Json): Json => {
  const definitions = schema["$defs"]
  const simple = simplify(schema, isJson(definitions) ? definitions : {}, 0)
  return isJson(simple) ? simple : {}
}
