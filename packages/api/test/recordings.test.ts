/** Every recorded answer to an operation of today, through the whole client. */
import { type Recording, recordings, toResponse } from "@screeps-effect/fixtures"
import { all } from "@screeps-effect/api/Endpoints"
import type { Any } from "@screeps-effect/api/Operation"
import { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { Reason } from "@screeps-effect/api/ScreepsError"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { ask, fake } from "./support/fake.ts"

type Class = "answer" | Reason["_tag"]

/** Headers are written by hand in recordings: any spelling counts. */
const sentToken = ({ request }: Recording) =>
  Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === "x-token")

/** The table of the design, read once more: what an answer is, by status and body alone. */
const expected = (recording: Recording): Class => {
  const { body, status } = recording.response
  if (status === 0) return "Unreachable"
  if (status === 401) return "Unauthorized"
  // A page for people says that there is no such endpoint; anything else says that there is no such thing.
  if (status === 404) return /^\s*<!doctype/i.test(String(body)) ? "NotOnThisServer" : "Rejected"
  // Room history has its own words for "not here".
  if (recording.request.path === "/room-history" && status === 500) {
    const text = JSON.stringify(body)
    if (text.includes("not implemented")) return "NotOnThisServer"
    if (text.includes("ENOENT")) return "NotRecorded"
  }
  if (status >= 500) return "ServerFault"
  if (status >= 400) return "Rejected"
  // Only who asks for it is told that nothing changed, and we do not ask.
  if (status >= 300) return "Unexpected"
  const error = typeof body === "object" && body !== null && "error" in body ? String(body.error) : undefined
  if (error === undefined) return "answer"
  if (error.startsWith("TypeError:")) return "ServerFault"
  return error === "incorrect server password" && sentToken(recording) ? "Unauthorized" : "Rejected"
}

/** The recorded answer, on its way through the client. */
const send = (recording: Recording) => {
  const { body, method, path, query } = recording.request
  const server = fake(({ url }) =>
    recording.response.status === 0
      ? Effect.fail(
          new HttpClientError.HttpClientError({
            reason: new HttpClientError.TransportError({
              request: HttpClientRequest.get(url),
              cause: new Error("read ECONNRESET")
            })
          })
        )
      : toResponse(recording)
  )
  const call = Effect.flatMap(ScreepsClient, (client) =>
    client.send({
      method: method as "GET" | "POST",
      path: path as `/${string}`,
      query,
      body,
      format: operationOf(recording)?.format,
      auth: sentToken(recording) ? "always" : "never"
    })
  )
  return Effect.result(ask(call, server))
}

/** Whether all that was kept of an answer was there, unchanged. */
const isWithin = (kept: unknown, whole: unknown): boolean =>
  typeof kept === "object" && kept !== null && typeof whole === "object" && whole !== null
    ? Object.entries(kept).every(([key, value]) => isWithin(value, (whole as Record<string, unknown>)[key]))
    : Object.is(kept, whole)

const operationOf = ({ request }: Recording): Any | undefined =>
  all.find(({ method, path }) => method === request.method && path === request.path)

const ours = recordings().filter((recording) => operationOf(recording) !== undefined)
const kinds = [...new Set(ours.map(expected))]
const ofKind = (kind: Class) => ours.filter((recording) => expected(recording) === kind)

describe("a recorded answer", () => {
  for (const recording of ours) {
    const kind = expected(recording)
    const name = recording.name
    it.effect(kind === "answer" ? `fits its operation: ${name}` : `is ${kind}: ${name}`, () =>
      Effect.gen(function* () {
        const operation = operationOf(recording)
        assert.isDefined(operation)
        const result = yield* send(recording)
        if (kind !== "answer") {
          assert.strictEqual(Result.getOrThrow(Result.flip(result)).reason._tag, kind)
          return
        }
        const { body } = Result.getOrThrow(result)
        const schema = operation.answer as Schema.Codec<unknown, unknown>
        const decoded = Result.getOrThrow(Decoder.make(schema)(body))
        assert.isTrue(isWithin(Schema.encodeUnknownSync(schema)(decoded), body), "what is kept is unchanged")
      })
    )
  }

  it("is in one class each; eight classes were recorded for the operations of today", () => {
    const known: ReadonlyArray<Class> = [
      "NotOnThisServer",
      "NotRecorded",
      "Rejected",
      "ServerFault",
      "Unauthorized",
      "Unexpected",
      "Unreachable",
      "answer"
    ]
    assert.deepStrictEqual(kinds.toSorted(), [...known])
    assert.strictEqual(
      known.reduce((sum, kind) => sum + ofKind(kind).length, 0),
      ours.length
    )
    assert.isAbove(ours.length, 100)
  })

  it("is there for every operation that is called recorded", () => {
    for (const operation of all.filter(({ evidence }) => evidence.private === "recorded")) {
      const own = ofKind("answer").filter((recording) => operationOf(recording) === operation)
      assert.isNotEmpty(own, `${operation.method} ${operation.path}`)
    }
  })
})
