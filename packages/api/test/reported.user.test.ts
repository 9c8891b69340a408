/** Every reported answer to an operation of the user's side, through the whole client. */
import { allReported, type Reported, toResponse } from "@screeps-effect/fixtures"
import { all } from "@screeps-effect/api/Endpoints"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { ask, fake } from "./support/fake.ts"
import { official } from "./support/asking.ts"

const isOurs = ({ path }: { readonly path: string }) => /^\/api\/(auth|register|user)\//.test(path)
const operationOf = ({ request }: Reported) =>
  all.find(({ method, path }) => method === request.method && path === request.path)

const ours = allReported().filter(({ request }) => isOurs(request))

const send = (reported: Reported) =>
  Effect.flatMap(ScreepsClient, (client) =>
    client.send({
      method: reported.request.method === "POST" ? "POST" : "GET",
      path: `/${reported.request.path.slice(1)}`,
      query: reported.request.query,
      body: reported.request.body,
      auth: "optional"
    })
  )

const isRefusal = ({ response: { body, status } }: Reported) =>
  status !== 200 || (typeof body === "object" && body !== null && "error" in body)

describe("a reported answer", () => {
  for (const reported of ours) {
    it.effect(
      isRefusal(reported) ? `is a refusal: ${reported.name}` : `fits its operation: ${reported.name}`,
      () =>
        Effect.gen(function* () {
          const operation = operationOf(reported)
          assert.isDefined(operation)
          const result = yield* Effect.result(
            ask(
              send(reported),
              fake(() => toResponse(reported)),
              official
            )
          )
          if (isRefusal(reported)) {
            assert.include(["Rejected", "Forbidden"], Result.getOrThrow(Result.flip(result)).reason._tag)
            return
          }
          const decode = Decoder.make(operation.output as Schema.Codec<unknown, unknown>)
          assert.isTrue(Result.isSuccess(decode(Result.getOrThrow(result).body)))
        })
    )
  }

  it("says by whom it is reported, and is called after the operation's group", () => {
    for (const { name, note } of ours) {
      assert.match(note, /^reported: \w/, name)
      assert.match(name, /^(account|auth|auth-tokens|decorations|messages|segments|user)\.[a-z-]+/, name)
    }
  })

  it("is asked for as its operation asks", () => {
    for (const reported of ours) {
      const { body, query } = reported.request
      const operation = operationOf(reported)
      assert.isDefined(operation)
      const given = operation.method === "GET" ? (query ?? {}) : (body ?? {})
      const names = Object.keys((operation.input as Schema.Struct<Schema.Struct.Fields>).fields)
      assert.includeMembers(names, Object.keys(given), reported.name)
    }
  })
})

describe("an operation that private servers were not recorded to answer", () => {
  for (const operation of all.filter((one) => isOurs(one) && one.provenance.private !== "recorded")) {
    it(`has a reported answer: ${operation.method} ${operation.path}`, () => {
      assert.isTrue(ours.some((reported) => operationOf(reported) === operation && !isRefusal(reported)))
    })
  }
})
