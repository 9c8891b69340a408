/** Assertions about the requests and failures of calls, against fake servers with recorded or reported responses. */
import { type Recording, reported, toResponse } from "@screeps-effect/fixtures"
import { type ScreepsClient, Strictness } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, run, type ReceivedRequest, type Fake, fake, type Options, reasonOf } from "./fake.ts"

/** A call of an operation, or of a function that uses operations. */
export type Call<A = unknown> = Effect.Effect<A, ScreepsError, ScreepsClient>

/** Calls an operation as a caller without types. */
export const untyped = (operation: unknown, input?: unknown): Call =>
  (operation as (input: unknown) => Call)(input)

/** A request as one line: `GET /api/game/time?shard=shard3`, followed by the body, if any. */
const short = ({ body, method, url }: ReceivedRequest): string => {
  const line = `${method} ${url.pathname}${decodeURIComponent(url.search)}`
  return body === undefined ? line : `${line} ${JSON.stringify(body)}`
}

/** The requests that a fake server received, as lines with bodies. */
export const linesWithBody = ({ requests }: Fake): ReadonlyArray<string> => requests.map(short)

/** A server that always returns one reported response. */
export const alwaysReported = (name: string): Fake => fake(() => toResponse(reported(name)))

/** A server that always returns one response: recorded (`user/…`, `game/…`) or reported. */
const serverReturning = (name: string) => (/^(user|game)\//.test(name) ? always(name) : alwaysReported(name))

/** A server that returns one body or one recorded or reported response per path. */
export const byPath = (responses: Readonly<Record<string, object | Recording>>): Fake =>
  fake(({ url }) => {
    const response = responses[url.pathname]
    if (response === undefined) return new Response("<!DOCTYPE html>", { status: 404 })
    return "response" in response ? toResponse(response) : Response.json(response)
  })

/** An official server with a default shard. */
export const official: Options = { server: Server.official({ shard: "shard3" }) }

/** Asserts that a call sends the expected request and succeeds with the response. */
export const checkRequest = (call: Call, response: string, expected: string, options?: Options) =>
  Effect.gen(function* () {
    const server = serverReturning(response)
    yield* run(call, server, options)
    assert.deepStrictEqual(linesWithBody(server), [expected])
  })

/** Runs a call on a tolerant client: tests are strict. */
export const tolerantly = Effect.provideService(Strictness, "tolerant")

/** Asserts that a call fails with InvalidInput for a field, without a request. */
export const checkInvalidInput = (call: Call, field: string, options?: Options) =>
  Effect.gen(function* () {
    const server = always({ ok: 1 })
    const reason = yield* reasonOf(call, server, options)
    assert.strictEqual(reason._tag, "InvalidInput")
    assert.strictEqual("field" in reason ? reason.field.split(".")[0] : undefined, field)
    assert.isEmpty(server.requests)
  })

/** Asserts the reason and message with which a call fails after a response. */
export const checkFailure = (call: Call, response: string, expected: string, options?: Options) =>
  Effect.gen(function* () {
    const { _tag, message } = yield* reasonOf(call, serverReturning(response), options)
    assert.strictEqual(`${_tag}: ${message}`, expected)
  })
