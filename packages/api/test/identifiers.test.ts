import * as index from "@screeps-effect/api"
import * as schemas from "@screeps-effect/schema"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

const named = (modules: object) =>
  Object.entries(modules).flatMap(([module, exports]: [string, object]) =>
    Object.entries(exports).flatMap(([name, value]: [string, unknown]) =>
      /^[A-Z]/.test(name) && Schema.isSchema(value)
        ? [{ path: `${module}.${name}`, name, schema: value }]
        : []
    )
  )
const ours = named(index)

describe("the identifier of a schema", () => {
  for (const { name, path, schema } of ours) {
    it(`is the exported name: ${path}`, () => {
      assert.strictEqual(SchemaAST.resolveIdentifier(schema.ast), name)
    })
  }

  it("is checked for known schemas, so that the list is not empty", () => {
    assert.includeMembers(
      ours.map(({ path }) => path),
      ["Auth.Me", "Game.RoomTerrain", "Memory.MemoryData", "User.Branches", "ScreepsError.ScreepsError"]
    )
  })

  it("is unique in both packages", () => {
    const names = [...ours, ...named(schemas)].map(({ name }) => name)
    assert.deepStrictEqual(
      names.filter((name, i) => names.indexOf(name) !== i),
      []
    )
  })
})
