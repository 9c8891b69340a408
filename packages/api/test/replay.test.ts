/**
 * Every recorded request, made again: by its operation, by a raw request, or not at all because the operation refuses;
 * and every recorded answer, through the whole client.
 */
import type { Recording } from "@screeps-effect/fixtures"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import {
  answering,
  askAs,
  assertKept,
  callOf,
  checkRaw,
  checkRefusal,
  outcomeOf,
  tokenOf
} from "./replay/asking.ts"
import { everything, ofClass } from "./replay/classes.ts"
import { added, beyond, noOperation, otherDoors, unsayable, untypable } from "./replay/exceptions.ts"
import { type Outcome, outcome, recordedToken } from "./replay/outcomes.ts"
import { refused } from "./replay/refused.ts"
import {
  expected,
  inputOf,
  lineOf,
  operationOf,
  recorded,
  serverPassword,
  travelled
} from "./replay/requests.ts"
import { untyped } from "./support/asking.ts"
import { ask } from "./support/fake.ts"

const says = (told: Outcome) => (told === "answer" ? "answered" : told.split(":")[0])

/** An answer that brings the next token is one to a token. */
const renewsToken = ({ response }: Recording) => response.headers["x-token"] !== undefined

describe("a request that is made again by its operation", () => {
  for (const recording of ofClass("by its operation")) {
    it.effect(
      `travels unchanged and is ${says(outcome(recording, recordedToken(recording)))}: ${recording.name}`,
      () =>
        Effect.gen(function* () {
          const operation = operationOf(recording)
          assert.isDefined(operation)
          const server = answering(recording)
          const call = otherDoors[recording.name]?.call ?? callOf(recording, operation)
          const result = yield* Effect.result(askAs(recording, call, server, operation))
          const [asked] = server.asked
          assert.lengthOf(server.asked, 1)
          assert.deepStrictEqual(server.asked.map(travelled), [
            expected(recording, added[lineOf(operation)]?.query)
          ])
          assert.strictEqual(asked?.headers["x-server-password"], serverPassword(recording))
          if (renewsToken(recording)) assert.isDefined(asked?.headers["x-token"], "the token travels")
          assert.strictEqual(outcomeOf(result), outcome(recording, tokenOf(server, operation)))
          if (Result.isSuccess(result)) assertKept(result.success, recording, operation)
        })
    )
  }
})

describe("a request that only a raw request makes", () => {
  for (const recording of ofClass("by a raw request")) {
    it.effect(
      `travels unchanged and is ${says(outcome(recording, recordedToken(recording)))}: ${recording.name}`,
      () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* checkRaw(recording), [recorded(recording)])
        })
    )

    it.effect(`is made by no operation: ${recording.name}`, () =>
      Effect.gen(function* () {
        const why = untypable[recording.name]
        if (why !== undefined) return yield* checkRefusal(recording, why)
        const operation = operationOf(recording)
        assert.strictEqual(operation === undefined, unsayable[noOperation]?.includes(recording.name))
        if (operation === undefined) return
        const server = answering(recording)
        yield* Effect.result(askAs(recording, callOf(recording, operation), server, operation))
        assert.notDeepEqual(server.asked.map(travelled), [recorded(recording)])
      })
    )
  }
})

describe("a request that is refused before it is sent", () => {
  for (const [rule, cases] of Object.entries(refused)) {
    for (const recording of everything.filter(({ name }) => cases[name] !== undefined)) {
      it.effect(`because ${rule}: ${recording.name}`, () =>
        checkRefusal(recording, cases[recording.name] ?? "")
      )

      it.effect(`is understood when it is sent raw all the same: ${recording.name}`, () =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* checkRaw(recording), [recorded(recording)])
        })
      )
    }
  }

  it.effect("because an official server must be told a shard", () =>
    Effect.gen(function* () {
      let refusals = 0
      for (const recording of ofClass("by its operation")) {
        const operation = operationOf(recording)
        if (operation?.shard !== "required" || recording.request.query?.["shard"] !== undefined) continue
        const input = inputOf(recording, operation)
        if ("shard" in input) continue
        const server = answering(recording)
        const call = otherDoors[recording.name]?.call ?? untyped(operation, input)
        const result = yield* Effect.result(ask(call, server, { server: Server.official() }))
        assert.strictEqual(outcomeOf(result).split(":")[0], "ShardRequired", recording.name)
        assert.isEmpty(server.asked)
        refusals++
      }
      assert.isAbove(refusals, 50)
    })
  )
})

describe("a request that no raw request can say", () => {
  for (const [what, { names, why }] of Object.entries(beyond)) {
    for (const recording of everything.filter(({ name }) => names.includes(name))) {
      it.effect(`has an answer that is understood (${what}: ${why}): ${recording.name}`, () =>
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
