/** Every reported response of auth, register and user operations, through the whole client. */
import { allReported, type Reported, toResponse } from "@screeps-effect/fixtures"
import { all } from "@screeps-effect/api/Endpoints"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { run, fake } from "./support/fake.ts"
import { official } from "./support/calls.ts"

const isUserSide = ({ path }: { readonly path: string }) => /^\/api\/(auth|register|user)\//.test(path)
const operationOf = ({ request }: Reported) =>
  all.find(({ method, path }) => method === request.method && path === request.path)

const reportedResponses = allReported().filter(({ request }) => isUserSide(request))

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

const isRejection = ({ response: { body, status } }: Reported) =>
  status !== 200 || (typeof body === "object" && body !== null && "error" in body)

describe("a reported response", () => {
  for (const reported of reportedResponses) {
    it.effect(
      isRejection(reported)
        ? `is a rejection: ${reported.name}`
        : `is decoded by its operation: ${reported.name}`,
      () =>
        Effect.gen(function* () {
          const operation = operationOf(reported)
          assert.isDefined(operation)
          const result = yield* Effect.result(
            run(
              send(reported),
              fake(() => toResponse(reported)),
              official
            )
          )
          if (isRejection(reported)) {
            assert.include(
              ["Rejected", "Forbidden", "Unauthorized"],
              Result.getOrThrow(Result.flip(result)).reason._tag
            )
            return
          }
          const decode = Decoder.make(operation.output as Schema.Codec<unknown, unknown>)
          assert.isTrue(Result.isSuccess(decode(Result.getOrThrow(result).body)))
        })
    )
  }

  it("names its source and the operation's group", () => {
    for (const { name, note } of reportedResponses) {
      assert.match(note, /^reported: \w/, name)
      assert.match(name, /^(account|auth|auth-tokens|decorations|messages|segments|user)\.[a-z-]+/, name)
    }
  })

  it("has only fields of its operation in the request", () => {
    for (const reported of reportedResponses) {
      const { body, query } = reported.request
      const operation = operationOf(reported)
      assert.isDefined(operation)
      const fields = operation.method === "GET" ? (query ?? {}) : (body ?? {})
      const names = Object.keys((operation.input as Schema.Struct<Schema.Struct.Fields>).fields)
      assert.includeMembers(names, Object.keys(fields), reported.name)
    }
  })
})

describe("an operation without a recorded response of a private server", () => {
  for (const operation of all.filter((one) => isUserSide(one) && one.provenance.private !== "recorded")) {
    it(`has a reported response: ${operation.method} ${operation.path}`, () => {
      assert.isTrue(
        reportedResponses.some((reported) => operationOf(reported) === operation && !isRejection(reported))
      )
    })
  }
})
