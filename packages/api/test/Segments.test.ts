import * as Segments from "@screeps-effect/api/Segments"
import * as Server from "@screeps-effect/api/Server"
import { recording, toResponse } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { always, ask, fake, type Options, why } from "./support/fake.ts"
import {
  alwaysReported,
  checkNothingSent,
  checkRefusal,
  checkRequest,
  official,
  requests,
  untyped
} from "./support/asking.ts"

const path = "/api/user/memory-segment"
const noShard: Options = { server: Server.official() }

describe("the operation", () => {
  it.effect("asks for one segment by its number", () =>
    Effect.gen(function* () {
      const answer = "user/segment-get.gz-looking-text"
      yield* checkRequest(Segments.get({ segment: 9 }), answer, `GET ${path}?segment=9`)
      yield* checkRequest(Segments.get({ segment: 0 }), answer, `GET ${path}?segment=0`)
    })
  )

  it.effect("asks official servers for several at once, on a shard", () =>
    Effect.gen(function* () {
      const line = `GET ${path}?segment=7,13,30&shard=shard3`
      yield* checkRequest(Segments.get({ segment: [7, 13, 30] }), "segments.many", line, official)
      yield* checkRequest(Segments.get({ segment: "7,13,30" }), "segments.many", line, official)
    })
  )

  it.effect("asks for what is a segment only", () =>
    Effect.gen(function* () {
      for (const segment of [-1, 100, 1.5, Number.NaN, [], [100], [1, -1], "", "7,", "abc", "100", "7;13"])
        yield* checkNothingSent(Segments.get({ segment }), "segment")
      for (const input of [undefined, {}, { segment: null }])
        yield* checkNothingSent(untyped(Segments.get, input), "segment")
    })
  )

  it.effect("needs a shard on official servers", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      for (const call of [Segments.get({ segment: 1 }), Segments.set({ segment: 1, data: "" })])
        assert.strictEqual((yield* why(call, server, noShard))._tag, "ShardRequired")
      assert.isEmpty(server.asked)
    })
  )

  it.effect("is refused to nobody's token (segment-get.noauth)", () =>
    checkRefusal(
      Segments.get({ segment: 7 }),
      "user/segment-get.noauth",
      "Unauthorized: the API token was rejected"
    )
  )
})

describe("a segment", () => {
  it.effect("is written, the empty text, too (segment-set.text)", () =>
    Effect.gen(function* () {
      const line = (data: string, shard = "") => `POST ${path} {"segment":7,"data":"${data}"${shard}}`
      const hello = Segments.set({ segment: 7, data: "hello segment" })
      yield* checkRequest(hello, "user/segment-set.text", line("hello segment"))
      yield* checkRequest(
        hello,
        "user/segment-set.text",
        line("hello segment", ',"shard":"shard3"'),
        official
      )
      yield* checkRequest(Segments.set({ segment: 7, data: "" }), "user/segment-set.empty-string", line(""))
    })
  )

  it.effect("holds 100 KiB of text (segment-set.max-length-ok)", () =>
    Effect.gen(function* () {
      const server = always("user/segment-set.max-length-ok")
      yield* ask(Segments.set({ segment: 99, data: "x".repeat(102400) }), server)
      assert.lengthOf(server.asked, 1)
      yield* checkNothingSent(Segments.set({ segment: 99, data: "x".repeat(102401) }), "data")
    })
  )

  it.effect("is not written when it is none, nor with what is no text", () =>
    Effect.gen(function* () {
      for (const segment of [-1, 100, 0.5]) {
        yield* checkNothingSent(Segments.set({ segment, data: "x" }), "segment")
      }
      for (const data of [undefined, null, 5, { json: true }])
        yield* checkNothingSent(untyped(Segments.set, { segment: 1, data }), "data")
      yield* checkNothingSent(untyped(Segments.set, { segment: "13", data: "x" }), "segment")
      yield* checkNothingSent(untyped(Segments.set, { segment: [1, 2], data: "x" }), "segment")
      yield* checkNothingSent(untyped(Segments.set, { data: "x" }), "segment")
    })
  )

  it.effect("is read as it was written, never unpacked (segment-get.gz-looking-text)", () =>
    Effect.gen(function* () {
      const text = yield* ask(Segments.read({ segment: 9 }), always("user/segment-get.gz-looking-text"))
      assert.deepStrictEqual(text, Option.some("gz:not really"))
    })
  )

  it.effect("that was never written is nothing, the empty text is something", () =>
    Effect.gen(function* () {
      const read = Segments.read({ segment: 12 })
      assert.deepStrictEqual(yield* ask(read, always({ ok: 1 })), Option.none())
      assert.deepStrictEqual(yield* ask(read, always("user/segment-get.no-data")), Option.none())
      assert.deepStrictEqual(yield* ask(read, alwaysReported("segments.one-unset"), official), Option.none())
      assert.deepStrictEqual(yield* ask(read, always("user/segment-get.empty-string")), Option.some(""))
    })
  )

  it.effect("with another JSON value, which private servers keep, is read as its text", () =>
    Effect.gen(function* () {
      const text = yield* ask(Segments.read({ segment: 12 }), always({ ok: 1, data: { json: true } }))
      assert.deepStrictEqual(text, Option.some('{"json":true}'))
    })
  )
})

describe("several segments", () => {
  it.effect("are asked for at once on official servers, and come in the order of asking", () =>
    Effect.gen(function* () {
      const server = alwaysReported("segments.many")
      const texts = yield* ask(Segments.readMany({ segments: [7, 13, 30] }), server, official)
      assert.deepStrictEqual(texts, [Option.some("hello segment"), Option.none(), Option.some("")])
      assert.deepStrictEqual(requests(server), [`GET ${path}?segment=7,13,30&shard=shard3`])
    })
  )

  it.effect("are asked for one by one on private servers, which answer the first only", () =>
    Effect.gen(function* () {
      const answers: Record<string, string> = {
        "7": "user/segment-get.multi-comma",
        "9": "user/segment-get.gz-looking-text",
        "12": "user/segment-get.no-data"
      }
      const server = fake(({ url }) =>
        toResponse(recording(answers[url.searchParams.get("segment") ?? ""] ?? "user/segment-get.100"))
      )
      const texts = yield* ask(Segments.readMany({ segments: [12, 7, 9, 7], shard: "shard3" }), server)
      assert.deepStrictEqual(texts, [
        Option.none(),
        Option.some("hello segment"),
        Option.some("gz:not really"),
        Option.some("hello segment")
      ])
      assert.sameMembers(
        [...requests(server)],
        [12, 7, 9, 7].map((n) => `GET ${path}?segment=${n}`)
      )
    })
  )

  it.effect("are at most a few requests at once on private servers", () =>
    Effect.gen(function* () {
      let now = 0
      let most = 0
      const server = fake(() =>
        Effect.gen(function* () {
          most = Math.max(most, ++now)
          yield* Effect.yieldNow
          now--
          return Response.json({ ok: 1, data: "x" })
        })
      )
      yield* ask(Segments.readMany({ segments: Array.from({ length: 100 }, (_, i) => i) }), server)
      assert.lengthOf(server.asked, 100)
      assert.isAtLeast(most, 2)
      assert.isAtMost(most, 8)
    })
  )

  it.effect("that are none or one need no list", () =>
    Effect.gen(function* () {
      const server = alwaysReported("segments.one-unset")
      assert.deepStrictEqual(yield* ask(Segments.readMany({ segments: [] }), server, official), [])
      assert.isEmpty(server.asked)
      const one = yield* ask(Segments.readMany({ segments: [12] }), server, official)
      assert.deepStrictEqual(one, [Option.none()])
      assert.deepStrictEqual(requests(server), [`GET ${path}?segment=12&shard=shard3`])
    })
  )

  it.effect("are unexpected in any other number than asked for", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        ask(Segments.readMany({ segments: [7, 13] }), alwaysReported("segments.many"), official)
      )
      assert.strictEqual(error.message, `GET ${path}: UnexpectedResponse (200: expected 2 segments, got 3)`)
    })
  )

  it.effect("are refused whole when one of them is none", () =>
    Effect.gen(function* () {
      for (const options of [{}, official]) {
        yield* checkNothingSent(Segments.readMany({ segments: [7, 100] }), "segment", options)
        yield* checkNothingSent(untyped(Segments.readMany, {}), "segment", options)
      }
    })
  )
})
