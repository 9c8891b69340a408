import { assert, describe, it } from "@effect/vitest"
import * as JsonSchema from "@screeps-effect/schema/JsonSchema"
import { Creep } from "@screeps-effect/schema/Creep"
import * as Schema from "effect/Schema"

const Address = Schema.Struct({ street: Schema.String, city: Schema.NullOr(Schema.String) })
const Person = Schema.Struct({
  name: Schema.String,
  homes: Schema.Array(Address),
  byYear: Schema.Record(Schema.String, Address)
}).annotate({ identifier: "Person" })

const descriptions = {
  Person: {
    description: "Someone who lives somewhere.",
    fields: { name: "In full.", "homes.street": "With its number.", "byYear.city": "Where it was." }
  }
}

describe("document", () => {
  it("describes the records of this package and their fields", () => {
    const { definitions, schema } = JsonSchema.document(Creep)
    assert.deepStrictEqual(schema, { $ref: "#/$defs/Creep" })
    const properties = definitions["Creep"]?.["properties"] as Record<string, { description?: string }>
    assert.strictEqual(definitions["Creep"]?.["description"], "A creep, as the server stores it.")
    assert.match(String(properties["ageTime"]?.description), /tick/)
  })

  it("describes the records that the caller names, and the fields of objects inside lists and maps", () => {
    const address = (street?: string, city?: string) => ({
      type: "object",
      properties: {
        street: { type: "string", ...(street && { description: street }) },
        city: { anyOf: [{ type: "string" }, { type: "null" }], ...(city && { description: city }) }
      },
      required: ["street", "city"],
      additionalProperties: true
    })
    assert.deepStrictEqual(JsonSchema.document(Person, descriptions).definitions, {
      Person: {
        description: "Someone who lives somewhere.",
        type: "object",
        properties: {
          name: { type: "string", description: "In full." },
          homes: { type: "array", items: address("With its number.") },
          byYear: { type: "object", additionalProperties: address(undefined, "Where it was.") }
        },
        required: ["name", "homes", "byYear"],
        additionalProperties: true
      }
    })
  })

  it("leaves records without a description as they are", () => {
    assert.deepStrictEqual(JsonSchema.document(Person), Schema.toJsonSchemaDocument(Person))
  })
})

describe("describeFields", () => {
  it("describes a field called like a keyword of JSON Schema", () => {
    const { schema } = Schema.toJsonSchemaDocument(Schema.Struct({ items: Schema.String }))
    const described = JsonSchema.describeFields(schema, { items: "What was bought." })
    assert.deepStrictEqual(described["properties"], {
      items: { type: "string", description: "What was bought." }
    })
  })
})
