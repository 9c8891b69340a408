/** What is asked, in short lines with bodies, and answers that others report. */
import { type Recording, reported, toResponse } from "@screeps-effect/fixtures"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, ask, type Asked, type Fake, fake, type Options, why } from "./fake.ts"

/** A call of an operation, or of a function beside operations. */
export type Call<A = unknown> = Effect.Effect<A, ScreepsError, ScreepsClient>

/** As a caller without types sees an operation. */
export const untyped = (operation: unknown, input?: unknown): Call =>
  (operation as (input: unknown) => Call)(input)

/** A request in short: `GET /api/game/time?shard=shard3`, with the body behind it where there is one. */
const short = ({ body, method, url }: Asked): string => {
  const line = `${method} ${url.pathname}${decodeURIComponent(url.search)}`
  return body === undefined ? line : `${line} ${JSON.stringify(body)}`
}

/** What was asked, in short. */
export const requests = ({ asked }: Fake): ReadonlyArray<string> => asked.map(short)

/** A server that gives one reported answer again and again. */
export const alwaysReported = (name: string): Fake => fake(() => toResponse(reported(name)))

/** A server that gives one answer again and again: recorded (`user/…`, `game/…`) or reported. */
const answering = (name: string) => (/^(user|game)\//.test(name) ? always(name) : alwaysReported(name))

/** A server that answers each path with one body, or as it was recorded or reported. */
export const byPath = (answers: Readonly<Record<string, object | Recording>>): Fake =>
  fake(({ url }) => {
    const answer = answers[url.pathname]
    if (answer === undefined) return new Response("<!DOCTYPE html>", { status: 404 })
    return "response" in answer ? toResponse(answer) : Response.json(answer)
  })

/** An official server with a default shard. */
export const official: Options = { server: Server.official({ shard: "shard3" }) }

/** Asserts what a call asks for, and that the answer fits it. */
export const checkRequest = (call: Call, answer: string, expected: string, options?: Options) =>
  Effect.gen(function* () {
    const server = answering(answer)
    yield* ask(call, server, options)
    assert.deepStrictEqual(requests(server), [expected])
  })

/** Asserts that a call is refused for a field, and that nothing is sent. */
export const checkNothingSent = (call: Call, field: string, options?: Options) =>
  Effect.gen(function* () {
    const server = always({ ok: 1 })
    const reason = yield* why(call, server, options)
    assert.strictEqual(reason._tag, "InvalidInput")
    assert.strictEqual("field" in reason ? reason.field.split(".")[0] : undefined, field)
    assert.isEmpty(server.asked)
  })

/** Asserts what the refusal of a server becomes. */
export const checkRefusal = (call: Call, answer: string, expected: string, options?: Options) =>
  Effect.gen(function* () {
    const { _tag, message } = yield* why(call, answering(answer), options)
    assert.strictEqual(`${_tag}: ${message}`, expected)
  })
