import * as api from "@screeps-effect/api"
import * as schema from "@screeps-effect/schema"
import * as socket from "@screeps-effect/socket"
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
const others = [...named(api), ...named(schema)]
const ours = named(socket).filter((one) => !others.some((other) => other.schema === one.schema))

describe("a schema", () => {
  for (const { name, path, schema } of ours) {
    it(`is identified by its export name: ${path}`, () => {
      assert.strictEqual(SchemaAST.resolveIdentifier(schema.ast), name)
    })
  }

  it("is found among the exports", () => {
    assert.includeMembers(
      ours.map(({ path }) => path),
      ["SocketError.AuthRefused", "SocketError.TooSlow", "SocketError.SocketError"]
    )
  })

  it("has an identifier that no other schema has, in this package or those below", () => {
    const names = [...ours, ...others].map(({ name }) => name)
    assert.deepStrictEqual(
      names.filter((name, i) => names.indexOf(name) !== i),
      []
    )
  })
})
