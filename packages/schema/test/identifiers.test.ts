import * as index from "@screeps-effect/schema"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

const named = Object.entries(index).flatMap(([module, exports]) =>
  Object.entries(exports).flatMap(([name, value]: [string, unknown]) =>
    /^[A-Z]/.test(name) && Schema.isSchema(value) ? [{ path: `${module}.${name}`, name, schema: value }] : []
  )
)

describe("a schema", () => {
  for (const { name, path, schema } of named) {
    it(`has the name of its export as identifier: ${path}`, () => {
      assert.strictEqual(SchemaAST.resolveIdentifier(schema.ast), name)
    })
  }

  it("is found by this test in every module", () => {
    assert.includeMembers(
      named.map(({ path }) => path),
      [
        "RoomName.RoomName",
        "UserBrief.UserBrief",
        "CodeModules.CodeModulesInput",
        "Terrain.TerrainSquare",
        "Envelope.Ok"
      ]
    )
  })

  it("has an identifier that no other schema has", () => {
    const names = named.map(({ name }) => name)
    assert.deepStrictEqual(names.toSorted(), [...new Set(names)].toSorted())
  })
})
