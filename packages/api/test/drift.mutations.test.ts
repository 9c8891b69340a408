import { mutations, recordings } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import { all } from "@screeps-effect/api/Endpoints"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Envelope from "@screeps-effect/schema/Envelope"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"

const allRecordings = recordings()

const bodiesOf = (method: string, path: string): ReadonlyArray<unknown> =>
  allRecordings.flatMap(({ request, response: { body, status } }) =>
    request.method === method &&
    request.path === path &&
    status === 200 &&
    Envelope.errorText(body) === undefined
      ? [body]
      : []
  )

describe("a recorded response with one difference", () => {
  let count = 0
  it.each(all.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    "of %s is read, and the difference reported",
    (_, { method, output, path }) => {
      const decode = Decoder.tolerant(output as Schema.ConstraintCodec<unknown, unknown>)
      const wrong: Array<string> = []
      for (const body of bodiesOf(method, path)) {
        if (Result.isFailure(decode(body))) continue
        for (const { key, name, outcome, value } of mutations(output, body)) {
          count++
          const drift: Array<Decoder.Drift> = []
          const result = decode(value, (one) => drift.push(one))
          const seen = Result.isFailure(result)
            ? result.failure.some((fault) => fault.path.split(/[.[{]/).includes(key))
              ? "failure"
              : `failure at ${JSON.stringify(result.failure)}`
            : drift.length > 0
              ? "drift"
              : "same"
          const isRight = outcome === "read" ? seen === "same" || seen === "drift" : seen === outcome
          if (!isRight) wrong.push(`${name}: ${seen} instead of ${outcome}`)
        }
      }
      assert.deepStrictEqual([...new Set(wrong)].slice(0, 10), [])
    }
  )
  it("was tested more than 4,500 times", () => {
    assert.isAbove(count, 4500)
  })
})
