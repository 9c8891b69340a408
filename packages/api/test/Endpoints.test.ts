import { recordings } from "@screeps-effect/fixtures"
import * as api from "@screeps-effect/api"
import { all } from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import { assert, describe, it } from "@effect/vitest"
import { described, functions, named, notYet } from "./specification.ts"

const specified: ReadonlyArray<string> = [...described, ...named]
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`
const operations = all.map(nameOf)
const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === "function" && "limitKey" in value

describe("the specification", () => {
  it("names 66 endpoints, each once", () => {
    assert.lengthOf(specified, 66)
    assert.lengthOf(new Set(specified), 66)
  })

  it("has every operation that says so, and no other", () => {
    assert.deepStrictEqual(
      all
        .filter((operation) => operation.inSpecification !== specified.includes(nameOf(operation)))
        .map(nameOf),
      []
    )
  })

  it("has an operation for everything that is not listed as missing", () => {
    const missing = specified.filter((name) => !operations.includes(name))
    assert.deepStrictEqual(missing.toSorted(), notYet.toSorted())
  })

  it("has functions for addresses that no constant can name", () => {
    const exported = new Map<string, unknown>(
      Object.entries(api).flatMap(([module, exports]) =>
        Object.entries<unknown>(exports).map(([name, value]) => [`${module}.${name}`, value])
      )
    )
    for (const name of functions) {
      assert.isFunction(exported.get(name), name)
      assert.isFalse(isOperation(exported.get(name)), name)
    }
  })
})

describe("the table of operations", () => {
  it("holds every operation that a module exports", () => {
    const exported = Object.values(api).flatMap((module) =>
      Object.values<unknown>(module).filter(isOperation)
    )
    assert.sameMembers(exported, [...all])
  })

  it("names no method and path twice", () => {
    assert.lengthOf(new Set(operations), operations.length)
  })

  const succeeded = new Set(
    recordings()
      .filter(
        ({ response: { body, status } }) =>
          status === 200 && !(typeof body === "object" && body !== null && "error" in body)
      )
      .map(({ request }) => nameOf(request))
  )
  for (const operation of all.filter(({ provenance: evidence }) => evidence.private === "recorded")) {
    it(`calls ${nameOf(operation)} recorded because a success was`, () => {
      assert.isTrue(succeeded.has(nameOf(operation)))
    })
  }

  it("calls nothing recorded on official servers", () => {
    assert.deepStrictEqual(
      all.filter(({ provenance: evidence }) => evidence.official === "recorded").map(nameOf),
      []
    )
  })

  it("counts requests of an endpoint with a quota of its own apart from all others", () => {
    for (const operation of all) {
      assert.strictEqual(operation.limitKey, operation.quota === undefined ? "global" : nameOf(operation))
    }
  })
})
