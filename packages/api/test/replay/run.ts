/** Replays recorded requests against servers that return the recorded responses. */
import { type Recording, toResponse } from "@screeps-effect/fixtures"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as Server from "@screeps-effect/api/Server"
import * as Decoder from "@screeps-effect/schema/Decoder"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { type Call, untyped } from "../support/calls.ts"
import { asGuest, run, asToken, type Fake, fake, request } from "../support/fake.ts"
import { dropped } from "./dropped.ts"
import { callerOnlyFields, neverRetried } from "./exceptions.ts"
import { encoded, differences, outcome, type Token } from "./outcomes.ts"
import { bodyOf, inputOf, lineOf, operationOf, sentToken, serverPassword, contentOf } from "./requests.ts"

/** A server that returns a recorded response, or closes the connection when none was recorded. */
export const serverReturning = (recording: Recording): Fake =>
  fake(({ url }) =>
    recording.response.status === 0
      ? Effect.fail(
          new HttpClientError.HttpClientError({
            reason: new HttpClientError.TransportError({
              request: HttpClientRequest.get(url),
              cause: new Error(
                (recording.response.body as { readonly transportError: string }).transportError
              )
            })
          })
        )
      : toResponse(recording)
  )

/** Runs a call on a private server with the recorded server password, and with a token when one was sent or is required. */
export const runAs = <A>(recording: Recording, call: Call<A>, server: Fake, operation?: AnyOperation) => {
  const password = serverPassword(recording)
  return run(call, server, {
    server: Server.privateServer(
      "http://127.0.0.1:21025",
      password === undefined ? {} : { password: Redacted.make(password) }
    ),
    credentials: sentToken(recording) || operation?.auth.private === "always" ? asToken : asGuest
  })
}

export const tokenOf = ({ requests }: Fake, operation?: AnyOperation): Token => {
  if (requests[0]?.headers["x-token"] === undefined) return "none"
  return operation !== undefined && neverRetried.includes(lineOf(operation)) ? "sent once" : "sent"
}

/** The call of an operation with the recorded fields. */
export const callOf = (recording: Recording, operation: AnyOperation): Call =>
  untyped(operation, { ...callerOnlyFields[lineOf(operation)]?.fields, ...inputOf(recording, operation) })

/** The recorded request as a raw request, as far as it can be reproduced. */
const rawCall = (recording: Recording): Call => {
  const { method, path, query } = recording.request
  return request({
    method: method === "POST" ? "POST" : "GET",
    path: path as `/${string}`,
    query,
    body: bodyOf(recording),
    format: operationOf(recording)?.format,
    auth: sentToken(recording) ? "always" : "never"
  })
}

type Replayed = Result.Result<
  unknown,
  { readonly reason: { readonly _tag: string; readonly message: string } }
>

/** Removes the list of other servers with the endpoint, which is not part of the response. */
const withoutOtherServers = (message: string) => message.replace(/(?<=on this server); available on .*$/, "")

export const outcomeOf = (result: Replayed): string =>
  Result.isSuccess(result)
    ? "success"
    : `${result.failure.reason._tag}: ${withoutOtherServers(result.failure.reason.message)}`

/** Asserts that an operation's output is the recorded body without the listed keys. */
export const assertUnchanged = (
  output: unknown,
  { response: { body } }: Recording,
  operation: AnyOperation
) => {
  const found = differences(encoded(operation, output), body)
  assert.deepStrictEqual(found.changed, [], "no key is changed or added")
  assert.includeMembers([...(dropped[lineOf(operation)] ?? [])], [...found.dropped])
}

const decoders = new Map<AnyOperation, Decoder.Decoder<unknown>>()

/** Decodes a recorded body with its operation's output schema. */
export const decode = (operation: AnyOperation, body: unknown) => {
  const known = decoders.get(operation)
  const decoder = known ?? Decoder.make(operation.output as Schema.Codec<unknown, unknown>)
  decoders.set(operation, decoder)
  return decoder(body)
}

/** Asserts the result of a raw request; a success is also decoded by the endpoint's operation. */
const assertRawResponse = (recording: Recording, server: Fake, result: Replayed) => {
  assert.strictEqual(outcomeOf(result), outcome(recording, tokenOf(server)))
  if (Result.isFailure(result)) return
  assert.deepStrictEqual(result.success, recording.response.body)
  const operation = operationOf(recording)
  if (operation !== undefined) {
    assertUnchanged(Result.getOrThrow(decode(operation, result.success)), recording, operation)
  }
}

/** Replays a recording as a raw request, asserts its result, and returns the request sent. */
export const checkRaw = (recording: Recording) =>
  Effect.gen(function* () {
    const server = serverReturning(recording)
    assertRawResponse(recording, server, yield* Effect.result(runAs(recording, rawCall(recording), server)))
    assert.lengthOf(server.requests, 1)
    return server.requests.map(contentOf)
  })

/** Asserts that an operation rejects a recorded request without sending it. */
export const checkInvalidInput = (recording: Recording, detail: string) =>
  Effect.gen(function* () {
    const operation = operationOf(recording)
    assert.isDefined(operation)
    const server = serverReturning(recording)
    const result = yield* Effect.result(runAs(recording, callOf(recording, operation), server, operation))
    assert.strictEqual(outcomeOf(result), `InvalidInput: ${detail}`)
    assert.isEmpty(server.requests)
  })
