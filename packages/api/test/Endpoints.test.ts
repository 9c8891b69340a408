import { readFileSync } from "node:fs"
import { type Recording, recordings } from "@screeps-effect/fixtures"
import * as api from "@screeps-effect/api"
import { all } from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { leftOut } from "@screeps-effect/fixtures/leftOut"
import { described, named, notYet } from "@screeps-effect/fixtures/specification"

const specified: ReadonlyArray<string> = [...described, ...named]
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`
const operations = all.map(nameOf)
/** Whether a response shows if a token is needed: a success, or a rejection of a request without one. */
const isClear = ({ response: { body, status } }: Recording): boolean =>
  status === 401 || (status === 200 && !(typeof body === "object" && body !== null && "error" in body))
const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === "function" && "limitKey" in value

describe("the specification", () => {
  it("lists 66 endpoints, each once", () => {
    assert.lengthOf(specified, 66)
    assert.lengthOf(new Set(specified), 66)
  })

  it("has an operation for every endpoint that is not listed as missing", () => {
    const missing = specified.filter((name) => !operations.includes(name))
    assert.deepStrictEqual(missing.toSorted(), notYet.toSorted())
  })
})

describe("Endpoints.all", () => {
  it("contains every operation that a module exports", () => {
    const exported = Object.values(api).flatMap((module) =>
      Object.values<unknown>(module).filter(isOperation)
    )
    assert.sameMembers(exported, [...all])
  })

  it("contains no method and path twice", () => {
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
  for (const operation of all.filter(({ provenance }) => provenance.private === "recorded")) {
    it(`has a recorded success for ${nameOf(operation)}, whose provenance is "recorded"`, () => {
      assert.isTrue(succeeded.has(nameOf(operation)))
    })
  }

  /** Recorded requests without a token, in its headers or elsewhere, to a server that has the endpoint. */
  const bare = recordings().filter(
    ({ name, request: { headers = {} } }) =>
      !/unmodded|no-auth-mod|token-in-|basic/.test(name) &&
      !Object.keys(headers).some((header) => header.toLowerCase() === "x-token")
  )

  it("requires a token exactly where recorded requests without one were rejected", () => {
    const wrong = all
      .filter(({ basicAuth }) => basicAuth === undefined)
      .flatMap((operation) => {
        const isRejected = ({ response: { body, status } }: Recording) =>
          status === 401 && JSON.stringify(body) === '{"error":"unauthorized"}'
        const isNeeded = operation.auth.private === "always"
        const contradicting = bare.filter(
          (recording) =>
            nameOf(recording.request) === nameOf(operation) &&
            isRejected(recording) !== isNeeded &&
            isClear(recording)
        )
        return contradicting.map(({ name }) => `${nameOf(operation)}: ${operation.auth.private}, but ${name}`)
      })
    assert.deepStrictEqual(wrong, [])
  })

  it("marks endpoints absent, or names their mod, where a recorded private server lacks them", () => {
    const recorded404s = recordings().filter(
      ({ name, response }) => /unmodded-404|no-auth-mod|absent\./.test(name) && response.status === 404
    )
    const missing = new Set(recorded404s.map(({ request }) => nameOf(request)))
    const claimed = all.filter(({ mod, provenance }) => mod === undefined && provenance.private !== "absent")
    assert.deepStrictEqual(
      claimed.map(nameOf).filter((name) => missing.has(name)),
      []
    )
  })

  it("has no operation recorded on official servers", () => {
    assert.deepStrictEqual(all.filter(({ provenance }) => provenance.official === "recorded").map(nameOf), [])
  })

  it("uses the endpoint as limitKey exactly when it has its own quota", () => {
    for (const operation of all) {
      assert.strictEqual(operation.limitKey, operation.quota === undefined ? "global" : nameOf(operation))
    }
  })
})

describe("a known endpoint without an operation", () => {
  const without = leftOut.flatMap(({ endpoints }) => Object.keys(endpoints))

  it("has none, is listed once, and completes the list of known endpoints to 173", () => {
    assert.deepStrictEqual(
      without.filter((name) => operations.includes(name)),
      []
    )
    assert.lengthOf(new Set([...without, ...operations]), 173)
    assert.lengthOf([...without, ...operations], 173)
  })

  it("is not in the specification", () => {
    assert.deepStrictEqual(
      without.filter((name) => specified.includes(name)),
      []
    )
  })

  it("is on the page of endpoints with what it does and the reason", () => {
    const page = readFileSync(new URL("../../../docs/endpoints.md", import.meta.url), "utf8")
    for (const { endpoints, why } of leftOut) {
      for (const [name, what] of Object.entries(endpoints)) {
        const line = page.split("\n").find((one) => one.startsWith(`| \`${name}\` `))
        assert.deepStrictEqual(
          line?.split("|").map((cell) => cell.trim()),
          ["", `\`${name}\``, what, why, ""],
          name
        )
      }
    }
  })
})

describe("a write", () => {
  /** POST endpoints whose responses are the point of the call. */
  const answers: Readonly<Record<string, string>> = {
    "POST /api/auth/signin": "token",
    "POST /api/auth/steam-ticket": "token",
    "POST /api/game/gen-unique-flag-name": "name",
    "POST /api/game/gen-unique-object-name": "name",
    "POST /api/game/history-share": "code",
    "POST /api/game/map-stats": "stats",
    "POST /api/game/rooms": "rooms",
    // The mod sends a list, without ok.
    "POST /api/maptool/set": "",
    "POST /api/servers/list": "servers",
    "POST /api/user/auth-token": "token"
  }

  it("succeeds with nothing but ok: 1, unless its response is the point of the call", () => {
    const needed = all.flatMap((operation) => {
      if (operation.method === "GET") return []
      const output = operation.output as Schema.ConstraintCodec<unknown, unknown>
      const decoded = Decoder.tolerant(output)({ ok: 1 })
      return Result.isSuccess(decoded)
        ? []
        : [[nameOf(operation), decoded.failure.map(({ path }) => path).join(", ")]]
    })
    assert.deepStrictEqual(Object.fromEntries(needed), answers)
  })
})
