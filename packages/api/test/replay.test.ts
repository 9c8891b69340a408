/**
 * Replays every recorded request by its operation, by a raw request, or not at all because the operation rejects it,
 * and every recorded response through the whole client.
 */
import type { Recording } from "@screeps-effect/fixtures"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  serverReturning,
  runAs,
  assertUnchanged,
  callOf,
  checkRaw,
  checkInvalidInput,
  outcomeOf,
  tokenOf
} from "./replay/run.ts"
import { allRecordings, ofClass } from "./replay/classes.ts"
import {
  added,
  notReproducible,
  noOperation,
  otherFunctions,
  rawOnly,
  acceptedByServersOnly
} from "./replay/exceptions.ts"
import { type Outcome, outcome, recordedToken } from "./replay/outcomes.ts"
import { refused } from "./replay/refused.ts"
import {
  expectedContent,
  inputOf,
  lineOf,
  operationOf,
  recordedContent,
  serverPassword,
  contentOf
} from "./replay/requests.ts"
import { untyped } from "./support/calls.ts"
import { run } from "./support/fake.ts"

const verb = (outcome: Outcome) =>
  outcome === "success" ? "succeeds" : `fails with ${outcome.split(":")[0]}`

/** Whether a response brings the next token, which is so only for requests with a token. */
const renewsToken = ({ response }: Recording) => response.headers["x-token"] !== undefined

describe("a recorded request replayed by its operation", () => {
  for (const recording of ofClass("by its operation")) {
    it.effect(
      `is sent unchanged and ${verb(outcome(recording, recordedToken(recording)))}: ${recording.name}`,
      () =>
        Effect.gen(function* () {
          const operation = operationOf(recording)
          assert.isDefined(operation)
          const server = serverReturning(recording)
          const call = otherFunctions[recording.name]?.call ?? callOf(recording, operation)
          const result = yield* Effect.result(runAs(recording, call, server, operation))
          const [request] = server.requests
          assert.lengthOf(server.requests, 1)
          assert.deepStrictEqual(server.requests.map(contentOf), [
            expectedContent(recording, added[lineOf(operation)]?.query)
          ])
          assert.strictEqual(request?.headers["x-server-password"], serverPassword(recording))
          if (renewsToken(recording)) assert.isDefined(request?.headers["x-token"], "the token is sent")
          assert.strictEqual(outcomeOf(result), outcome(recording, tokenOf(server, operation)))
          if (Result.isSuccess(result)) assertUnchanged(result.success, recording, operation)
        })
    )
  }
})

describe("a recorded request replayed by a raw request", () => {
  for (const recording of ofClass("by a raw request")) {
    it.effect(
      `is sent unchanged and ${verb(outcome(recording, recordedToken(recording)))}: ${recording.name}`,
      () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* checkRaw(recording), [recordedContent(recording)])
        })
    )

    it.effect(`cannot be sent by an operation: ${recording.name}`, () =>
      Effect.gen(function* () {
        const detail = acceptedByServersOnly[recording.name]
        if (detail !== undefined) return yield* checkInvalidInput(recording, detail)
        const operation = operationOf(recording)
        assert.strictEqual(operation === undefined, rawOnly[noOperation]?.includes(recording.name))
        if (operation === undefined) return
        const server = serverReturning(recording)
        yield* Effect.result(runAs(recording, callOf(recording, operation), server, operation))
        assert.notDeepEqual(server.requests.map(contentOf), [recordedContent(recording)])
      })
    )
  }
})

describe("a recorded request that its operation rejects", () => {
  for (const [rule, cases] of Object.entries(refused)) {
    for (const recording of allRecordings.filter(({ name }) => cases[name] !== undefined)) {
      it.effect(`is not sent because ${rule}: ${recording.name}`, () =>
        checkInvalidInput(recording, cases[recording.name] ?? "")
      )

      it.effect(`is handled when it is sent as a raw request: ${recording.name}`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* checkRaw(recording), [recordedContent(recording)])
        })
      )
    }
  }

  it.effect("is not sent to an official server without a shard", () =>
    Effect.gen(function* () {
      let rejections = 0
      for (const recording of ofClass("by its operation")) {
        const operation = operationOf(recording)
        if (operation?.shard !== "required" || recording.request.query?.["shard"] !== undefined) continue
        const input = inputOf(recording, operation)
        if ("shard" in input) continue
        const server = serverReturning(recording)
        const call = otherFunctions[recording.name]?.call ?? untyped(operation, input)
        const result = yield* Effect.result(run(call, server, { server: Server.official() }))
        assert.strictEqual(outcomeOf(result).split(":")[0], "ShardRequired", recording.name)
        assert.isEmpty(server.requests)
        rejections++
      }
      assert.isAbove(rejections, 50)
    })
  )
})

describe("a recorded request that cannot be reproduced", () => {
  for (const [what, { names, why }] of Object.entries(notReproducible)) {
    for (const recording of allRecordings.filter(({ name }) => names.includes(name))) {
      it.effect(`has a response that is handled (${what}: ${why}): ${recording.name}`, () =>
        Effect.gen(function* () {
          const { method, path } = recording.request
          const line = { method: method === "POST" ? "POST" : "GET", path }
          assert.deepStrictEqual(
            (yield* checkRaw(recording)).map(({ line }) => line),
            [lineOf(line)]
          )
        })
      )
    }
  }
})
