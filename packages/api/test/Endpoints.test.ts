import { type Recording, recordings } from "@screeps-effect/fixtures"
import * as api from "@screeps-effect/api"
import { all } from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import { assert, describe, it } from "@effect/vitest"
import { described, named, notYet, otherAddress } from "./specification.ts"

const specified: ReadonlyArray<string> = [...described, ...named]
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`
const operations = all.map(nameOf)
/** Answers from which it follows whether a token is needed: a success, or the refusal of who is nobody. */
const isClear = ({ response: { body, status } }: Recording): boolean =>
  status === 401 || (status === 200 && !(typeof body === "object" && body !== null && "error" in body))
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
        .filter((operation) => {
          const name = nameOf(operation)
          return operation.inSpecification !== specified.includes(otherAddress[name] ?? name)
        })
        .map(nameOf),
      []
    )
  })

  it("has an operation for everything that is not listed as missing", () => {
    const missing = specified.filter((name) => !operations.includes(name))
    assert.deepStrictEqual(missing.toSorted(), notYet.toSorted())
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

  /** Recorded requests without a token, in its headers or elsewhere, to a server that has the endpoint. */
  const bare = recordings().filter(
    ({ name, request: { headers = {} } }) =>
      !/unmodded|no-auth-mod|token-in-|basic/.test(name) &&
      !Object.keys(headers).some((header) => header.toLowerCase() === "x-token")
  )

  it("says that no token is needed where requests without one were answered, and that one is elsewhere", () => {
    const wrong = all
      .filter(({ basicAuth }) => basicAuth === undefined)
      .flatMap((operation) => {
        const isRefused = ({ response: { body, status } }: Recording) =>
          status === 401 && JSON.stringify(body) === '{"error":"unauthorized"}'
        const isNeeded = operation.auth.private === "always"
        const says = bare.filter(
          (recording) =>
            nameOf(recording.request) === nameOf(operation) &&
            isRefused(recording) !== isNeeded &&
            isClear(recording)
        )
        return says.map(({ name }) => `${nameOf(operation)}: ${operation.auth.private}, but ${name}`)
      })
    assert.deepStrictEqual(wrong, [])
  })

  it("says that an endpoint is absent, or needs a mod, where a plain private server was seen without it", () => {
    const seen = recordings().filter(
      ({ name, response }) => /unmodded-404|no-auth-mod|absent\./.test(name) && response.status === 404
    )
    const missing = new Set(seen.map(({ request }) => nameOf(request)))
    const claimed = all.filter(({ mod, provenance }) => mod === undefined && provenance.private !== "absent")
    assert.deepStrictEqual(
      claimed.map(nameOf).filter((name) => missing.has(name)),
      []
    )
  })

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
