/** JSON Schema with descriptions of records and fields. */
import type * as Json from "effect/JsonSchema"
import { isObject } from "effect/Predicate"
import * as Schema from "effect/Schema"
import { descriptions } from "../generated/descriptions.ts"

/** Descriptions of records and their fields, by the record's identifier. */
export interface Descriptions {
  readonly [identifier: string]: {
    /** The first sentence of the record's documentation. */
    readonly description: string
    /** One line for each documented field; a field of an inner object has a path such as `owner.username`. */
    readonly fields: Readonly<Record<string, string>>
  }
}

/** Keywords whose values contain schemas of inner values. */
const inner = new Set(["items", "prefixItems", "additionalProperties", "anyOf", "oneOf", "allOf"])

const describe = (json: unknown, fields: Readonly<Record<string, string>>, prefix: string): unknown => {
  if (Array.isArray(json)) return json.map((one) => describe(one, fields, prefix))
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([keyword, value]) => {
      if (inner.has(keyword)) return [keyword, describe(value, fields, prefix)]
      if (keyword !== "properties" || !isObject(value)) return [keyword, value]
      const properties = Object.entries(value).map(([name, property]) => {
        const described = describe(property, fields, `${prefix}${name}.`)
        const text = fields[prefix + name]
        return [
          name,
          text === undefined || !isObject(described) ? described : { ...described, description: text }
        ]
      })
      return [keyword, Object.fromEntries(properties)]
    })
  )
}

/** Returns a JSON Schema in which each field named in `fields` has a `description`. */
export const describeFields = (
  json: Json.JsonSchema,
  fields: Readonly<Record<string, string>>
): Json.JsonSchema => {
  const described = describe(json, fields, "")
  return isObject(described) ? described : json
}

/**
 * Returns the JSON Schema (draft 2020-12) of a schema, with a `description` for its records and their fields.
 *
 * **Details**
 *
 * `more` contains descriptions of further records, your own or those of another package.
 */
export const document = (
  schema: Schema.Constraint,
  more: Descriptions = {}
): Json.Document<"draft-2020-12"> => {
  const plain = Schema.toJsonSchemaDocument(schema)
  const definitions = Object.entries(plain.definitions).map(([identifier, definition]) => {
    const known = more[identifier] ?? descriptions[identifier]
    if (known === undefined) return [identifier, definition]
    return [identifier, { description: known.description, ...describeFields(definition, known.fields) }]
  })
  return { ...plain, definitions: Object.fromEntries(definitions) }
}
