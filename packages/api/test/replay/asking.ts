/** Makes recorded requests again, against a server that answers as it was recorded. */
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
import { type Call, untyped } from "../support/asking.ts"
import { asGuest, ask, asToken, type Fake, fake, request } from "../support/fake.ts"
import { dropped } from "./dropped.ts"
import { demanded, once } from "./exceptions.ts"
import { encoded, losses, outcome, type Token } from "./outcomes.ts"
import { bodyOf, inputOf, lineOf, operationOf, sentToken, serverPassword, travelled } from "./requests.ts"

/** A server that gives a recorded answer; where none was recorded, the connection breaks off. */
export const answering = (recording: Recording): Fake =>
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

/** Asks a private server as the recording did: with its password, and with a token where one was sent or is due. */
export const askAs = <A>(recording: Recording, call: Call<A>, server: Fake, operation?: AnyOperation) => {
  const password = serverPassword(recording)
  return ask(call, server, {
    server: Server.privateServer(
      "http://127.0.0.1:21025",
      password === undefined ? {} : { password: Redacted.make(password) }
    ),
    who: sentToken(recording) || operation?.auth.private === "always" ? asToken : asGuest
  })
}

export const tokenOf = ({ asked }: Fake, operation?: AnyOperation): Token => {
  if (asked[0]?.headers["x-token"] === undefined) return "none"
  return operation !== undefined && once.includes(lineOf(operation)) ? "sent once" : "sent"
}

/** The recorded fields, said to an operation. */
export const callOf = (recording: Recording, operation: AnyOperation): Call =>
  untyped(operation, { ...demanded[lineOf(operation)]?.fields, ...inputOf(recording, operation) })

/** The recorded request, raw; with what can be said of it where not all can. */
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

/** Which servers have an endpoint that is missing here is no part of the answer. */
const withoutPlaces = (message: string) => message.replace(/(?<=on this server); available on .*$/, "")

export const outcomeOf = (result: Replayed): string =>
  Result.isSuccess(result)
    ? "answer"
    : `${result.failure.reason._tag}: ${withoutPlaces(result.failure.reason.message)}`

/** Asserts that an answer as its operation gives it is what was recorded, but for the keys that are named. */
export const assertKept = (answer: unknown, { response: { body } }: Recording, operation: AnyOperation) => {
  const lost = losses(encoded(operation, answer), body)
  assert.deepStrictEqual(lost.changed, [], "nothing is changed or added")
  assert.includeMembers([...(dropped[lineOf(operation)] ?? [])], [...lost.dropped])
}

const decoders = new Map<AnyOperation, Decoder.Decoder<unknown>>()

/** A recorded body, as its operation would give it. */
export const decode = (operation: AnyOperation, body: unknown) => {
  const known = decoders.get(operation)
  const decoder = known ?? Decoder.make(operation.output as Schema.Codec<unknown, unknown>)
  decoders.set(operation, decoder)
  return decoder(body)
}

/** Asserts what the raw answer to a recording is; an answer fits the operation of its endpoint all the same. */
const assertRawAnswer = (recording: Recording, server: Fake, result: Replayed) => {
  assert.strictEqual(outcomeOf(result), outcome(recording, tokenOf(server)))
  if (Result.isFailure(result)) return
  assert.deepStrictEqual(result.success, recording.response.body)
  const operation = operationOf(recording)
  if (operation !== undefined) {
    assertKept(Result.getOrThrow(decode(operation, result.success)), recording, operation)
  }
}

/** Asks raw and asserts the answer; gives what travelled. */
export const checkRaw = (recording: Recording) =>
  Effect.gen(function* () {
    const server = answering(recording)
    assertRawAnswer(recording, server, yield* Effect.result(askAs(recording, rawCall(recording), server)))
    assert.lengthOf(server.asked, 1)
    return server.asked.map(travelled)
  })

/** Asserts that an operation refuses, and that nothing is sent. */
export const checkRefusal = (recording: Recording, why: string) =>
  Effect.gen(function* () {
    const operation = operationOf(recording)
    assert.isDefined(operation)
    const server = answering(recording)
    const result = yield* Effect.result(askAs(recording, callOf(recording, operation), server, operation))
    assert.strictEqual(outcomeOf(result), `InvalidInput: ${why}`)
    assert.isEmpty(server.asked)
  })
