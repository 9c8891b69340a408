import { Validator } from "@seriousme/openapi-schema-validator"
import { assert, describe, it } from "@effect/vitest"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as OpenApi from "@screeps-effect/api/OpenApi"

const document = OpenApi.document({ version: "1.2.3" })
const operations = Object.values(document.paths).flatMap(({ get, post }) =>
  [get, post].filter((operation) => operation !== undefined)
)

describe("the OpenAPI document", () => {
  it("passes a validator", async () => {
    const { errors, valid } = await new Validator().validate({ ...document })
    assert.isTrue(valid, JSON.stringify(errors, undefined, 1)?.slice(0, 2000))
  })

  it("holds every operation once", () => {
    assert.strictEqual(operations.length, Endpoints.all.length)
    const ids = operations.map((operation) => operation["operationId"])
    assert.strictEqual(new Set(ids).size, ids.length)
  })

  it("describes every operation by one sentence", () => {
    for (const operation of operations) {
      assert.match(String(operation["summary"]), /^[A-Z`].*[.!?]$/, String(operation["operationId"]))
    }
  })

  it("refers to nothing that it does not hold", () => {
    const text = JSON.stringify(document)
    const schemas = Object.keys(document.components["schemas"] as object)
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) assert.include(schemas, name)
    assert.notInclude(text, "$defs")
  })

  it("closes nothing, since servers add fields at any time", () => {
    assert.notInclude(JSON.stringify(document), '"additionalProperties":false')
  })

  it("writes out every kind of room object", () => {
    const schemas = document.components["schemas"] as Record<string, unknown>
    for (const name of ["Creep", "Controller", "Wall"]) assert.property(schemas, name)
    assert.include(JSON.stringify(schemas["RoomObject"]), "#/components/schemas/Creep")
    assert.deepEqual(schemas["ListEncoded"], {
      type: "array",
      items: { $ref: "#/components/schemas/RoomObject" }
    })
  })

  it("sends optional fields not as null, and what is not sent not at all", () => {
    const terrain = JSON.stringify(document.paths["/api/game/room-terrain"]?.get?.["parameters"])
    assert.notInclude(terrain, "null")
    const overview = document.paths["/api/game/room-overview"]?.get
    assert.deepInclude(overview, { "x-screeps-defaults": { interval: 8 } })
  })
})
