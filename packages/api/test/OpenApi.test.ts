import { Validator } from "@seriousme/openapi-schema-validator"
import { assert, describe, it } from "@effect/vitest"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as OpenApi from "@screeps-effect/api/OpenApi"
import { recordings } from "@screeps-effect/fixtures"
import * as Schema from "effect/Schema"

const document = OpenApi.document({ version: "1.2.3" })
const operations = Object.values(document.paths).flatMap(({ get, post }) =>
  [get, post].filter((operation) => operation !== undefined)
)

const responses = document.components["responses"] as Record<
  string,
  { readonly content: Record<string, unknown> } | undefined
>

/** The constraints of a string schema in the document. */
interface Text {
  readonly pattern?: string
  readonly maxLength?: number
}

const stringSchemas = {
  RoomName: {
    valid: ["W0N0", "E12S3", "W127N127"],
    invalid: ["", "W01N1", "w1n1", "sim", "W1N1\n", "xW1N1"]
  },
  ShardName: { valid: ["shard3", "my_shard-2"], invalid: ["", "shard 3", "shard0/E4S61", "shard3\n"] },
  MemoryPath: { valid: ["creeps.Bob", "häß.✓😀", "$x"], invalid: ["", "it's", "a\\b", "a\nb", "a\u2028b"] },
  NewBranchName: { valid: ["dev", "a$", "😀", "\n"], invalid: ["", "$activeWorld"] },
  LeaderboardMonth: { valid: ["2026-11"], invalid: ["2026-13", "2026-1", "x2026-11", "２０２６-11"] },
  BadgeColorInput: { valid: ["#00ff0A"], invalid: ["#00ff0", "00ff00", "#00ff00g", "#gg0000"] }
}

/** All patterns in the representation of a schema. */
const patternsOf = (value: unknown): ReadonlyArray<{ readonly source: string; readonly flags: string }> => {
  if (typeof value !== "object" || value === null) return []
  const { id, payload } = value as { readonly id?: unknown; readonly payload?: unknown }
  return id === "effect/schema/isPattern"
    ? [payload as { readonly source: string; readonly flags: string }]
    : Object.values(value).flatMap(patternsOf)
}

describe("the OpenAPI document", () => {
  it("is valid OpenAPI", async () => {
    const { errors, valid } = await new Validator().validate({ ...document })
    assert.isTrue(valid, JSON.stringify(errors, undefined, 1)?.slice(0, 2000))
  })

  it("contains every operation once", () => {
    assert.strictEqual(operations.length, Endpoints.all.length)
    const ids = operations.map((operation) => operation["operationId"])
    assert.strictEqual(new Set(ids).size, ids.length)
  })

  it("describes every operation with one sentence", () => {
    for (const operation of operations) {
      assert.match(String(operation["summary"]), /^[A-Z`].*[.!?]$/, String(operation["operationId"]))
    }
  })

  it("contains every schema that it refers to", () => {
    const text = JSON.stringify(document)
    const schemas = Object.keys(document.components["schemas"] as object)
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) assert.include(schemas, name)
    assert.notInclude(text, "$defs")
  })

  it("allows additional properties everywhere, because servers add fields at any time", () => {
    assert.notInclude(JSON.stringify(document), '"additionalProperties":false')
  })

  it("contains a schema for every kind of room object", () => {
    const schemas = document.components["schemas"] as Record<string, unknown>
    for (const name of ["Creep", "Controller", "Wall"]) assert.property(schemas, name)
    assert.include(JSON.stringify(schemas["RoomObject"]), "#/components/schemas/Creep")
    assert.deepEqual(schemas["ListEncoded"], {
      type: "array",
      items: { $ref: "#/components/schemas/RoomObject" }
    })
  })

  it("makes no optional field nullable, and lists the defaults of an operation", () => {
    const terrain = JSON.stringify(document.paths["/api/game/room-terrain"]?.get?.["parameters"])
    assert.notInclude(terrain, "null")
    const overview = document.paths["/api/game/room-overview"]?.get
    assert.deepInclude(overview, { "x-screeps-defaults": { interval: 8 } })
  })

  it("requires on the wire what the SDK fills by default, and states the default", () => {
    const flag = JSON.stringify(document.paths["/api/game/create-flag"]?.post?.["requestBody"])
    assert.include(flag, '"required":["room","x","y","name","color","secondaryColor"]')
    const overview = JSON.stringify(document.paths["/api/user/overview"]?.get?.["parameters"])
    assert.match(
      overview,
      /"name":"interval","in":"query","description":"[^"]+","required":true,"schema":\{[^}]*"default":8\}/
    )
  })

  it("contains portable patterns that accept valid strings and reject invalid ones", () => {
    const schemas = document.components["schemas"] as Record<string, Text | undefined>
    for (const [name, { invalid, valid }] of Object.entries(stringSchemas)) {
      const { pattern } = schemas[name] ?? {}
      assert.isDefined(pattern, name)
      for (const text of valid) assert.match(text, new RegExp(pattern, "u"), name)
      for (const text of invalid) assert.notMatch(text, new RegExp(pattern, "u"), name)
    }
    assert.strictEqual(schemas["NewBranchName"]?.maxLength, 30)
    const { requestBody } = document.paths["/api/register/set-username"]?.post ?? {}
    assert.include(JSON.stringify(requestBody), '"pattern":"^[a-zA-Z0-9_-]{3,}$"')
  })

  it("contains the key patterns of records", () => {
    const schemas = document.components["schemas"] as Record<string, unknown>
    assert.deepInclude(schemas["PowerLevels"], {
      patternProperties: { "^([1-9]|1\\d)$": { type: "integer", minimum: 0, maximum: 5 } }
    })
    assert.deepInclude(schemas["TokenEndpoints"], {
      patternProperties: { "^(GET|POST) \\/\\S+$": { type: "boolean" } }
    })
  })

  it("can contain every pattern of an operation, because each has only the flag u", () => {
    const patterns = Endpoints.all
      .flatMap(({ output, input }) => [output, input])
      .flatMap((schema) => patternsOf(Schema.toRepresentation(schema)))
    assert.isAbove(new Set(patterns.map(({ source }) => source)).size, 8)
    for (const { flags, source } of patterns) assert.strictEqual(flags, "u", source)
  })

  it("declares the status, content type and JSON error of every recorded rejection", () => {
    const rejections = recordings().filter(({ response: { status } }) => status >= 400)
    const known = rejections.flatMap(({ name, request: { method, path }, response }) => {
      const { get, post } = document.paths[path] ?? {}
      const operation = method === "GET" ? get : method === "POST" ? post : undefined
      return operation === undefined ? [] : [{ name, operation, ...response }]
    })
    assert.isAbove(known.length, 50)
    for (const { body, headers, name, operation, status } of known) {
      const declared = operation["responses"] as Record<string, { readonly $ref: string } | undefined>
      const response = (declared[status] ?? declared["default"])?.$ref.replace("#/components/responses/", "")
      const { content } = responses[response ?? ""] ?? {}
      const [media = ""] = headers["content-type"]?.split(";") ?? ["text/plain"]
      assert.property(content, media, name)
      if (media !== "application/json") continue
      const isErrorBody = JSON.stringify(content?.[media]).includes("#/components/schemas/ErrorBody")
      assert.strictEqual(isErrorBody, status < 500, name)
      if (isErrorBody) assert.isString((body as { readonly error?: unknown }).error, name)
    }
  })
})
