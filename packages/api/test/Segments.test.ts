import * as Segments from "@screeps-effect/api/Segments"
import * as Server from "@screeps-effect/api/Server"
import { recording, toResponse } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { always, run, fake, type Options, reasonOf } from "./support/fake.ts"
import { deep, isTooDeep, lists, outcomeOf } from "./support/nesting.ts"
import {
  alwaysReported,
  checkInvalidInput,
  checkFailure,
  checkRequest,
  official,
  linesWithBody,
  untyped
} from "./support/calls.ts"

const path = "/api/user/memory-segment"
const noShard: Options = { server: Server.official() }

describe("Segments.get and Segments.set", () => {
  it.effect("get requests one segment by its number", () =>
    Effect.gen(function* () {
      const response = "user/segment-get.gz-looking-text"
      yield* checkRequest(Segments.get({ segment: 9 }), response, `GET ${path}?segment=9`)
      yield* checkRequest(Segments.get({ segment: 0 }), response, `GET ${path}?segment=0`)
    })
  )

  it.effect("get requests several segments at once from official servers", () =>
    Effect.gen(function* () {
      const line = `GET ${path}?segment=7,13,30&shard=shard3`
      yield* checkRequest(Segments.get({ segment: [7, 13, 30] }), "segments.many", line, official)
      for (const segment of ["7,13,30", "7, 13, 30", " 7 ,13,  30 ", "07,13,30"])
        yield* checkRequest(Segments.get({ segment }), "segments.many", line, official)
    })
  )

  it.effect("get rejects invalid segment numbers without a request", () =>
    Effect.gen(function* () {
      for (const segment of [
        -1,
        100,
        1.5,
        Number.NaN,
        [],
        [100],
        [1, -1],
        "",
        " ",
        "7,",
        ",7",
        "7,,8",
        "7 8",
        "-1",
        "1.5",
        "abc",
        "100",
        "7;13",
        "7, ".repeat(500) + "7"
      ])
        yield* checkInvalidInput(Segments.get({ segment }), "segment")
      for (const input of [undefined, {}, { segment: null }])
        yield* checkInvalidInput(untyped(Segments.get, input), "segment")
    })
  )

  it.effect("require a shard on official servers", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      for (const call of [Segments.get({ segment: 1 }), Segments.set({ segment: 1, data: "" })])
        assert.strictEqual((yield* reasonOf(call, server, noShard))._tag, "ShardRequired")
      assert.isEmpty(server.requests)
    })
  )

  it.effect("get fails with Unauthorized without a sign-in (segment-get.noauth)", () =>
    checkFailure(
      Segments.get({ segment: 7 }),
      "user/segment-get.noauth",
      "Unauthorized: the API token was rejected"
    )
  )
})

describe("a segment", () => {
  it.effect("is written by set, also with an empty text (segment-set.text)", () =>
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

  it.effect("holds up to 100 KiB of text (segment-set.max-length-ok)", () =>
    Effect.gen(function* () {
      const server = always("user/segment-set.max-length-ok")
      yield* run(Segments.set({ segment: 99, data: "x".repeat(102400) }), server)
      assert.lengthOf(server.requests, 1)
      yield* checkInvalidInput(Segments.set({ segment: 99, data: "x".repeat(102401) }), "data")
    })
  )

  it.effect("is not written with an invalid number or with data that is not text", () =>
    Effect.gen(function* () {
      for (const segment of [-1, 100, 0.5]) {
        yield* checkInvalidInput(Segments.set({ segment, data: "x" }), "segment")
      }
      for (const data of [undefined, null, 5, { json: true }])
        yield* checkInvalidInput(untyped(Segments.set, { segment: 1, data }), "data")
      yield* checkInvalidInput(untyped(Segments.set, { segment: "13", data: "x" }), "segment")
      yield* checkInvalidInput(untyped(Segments.set, { segment: [1, 2], data: "x" }), "segment")
      yield* checkInvalidInput(untyped(Segments.set, { data: "x" }), "segment")
    })
  )

  it.effect("is read as it was written, without decompression (segment-get.gz-looking-text)", () =>
    Effect.gen(function* () {
      const text = yield* run(Segments.read({ segment: 9 }), always("user/segment-get.gz-looking-text"))
      assert.deepStrictEqual(text, Option.some("gz:not really"))
    })
  )

  it.effect("is read as None when it was never written, and as Some for an empty text", () =>
    Effect.gen(function* () {
      const read = Segments.read({ segment: 12 })
      assert.deepStrictEqual(yield* run(read, always({ ok: 1 })), Option.none())
      assert.deepStrictEqual(yield* run(read, always("user/segment-get.no-data")), Option.none())
      assert.deepStrictEqual(yield* run(read, alwaysReported("segments.one-unset"), official), Option.none())
      assert.deepStrictEqual(yield* run(read, always("user/segment-get.empty-string")), Option.some(""))
    })
  )

  it.effect("is read as JSON text when a private server stores another JSON value", () =>
    Effect.gen(function* () {
      const text = yield* run(Segments.read({ segment: 12 }), always({ ok: 1, data: { json: true } }))
      assert.deepStrictEqual(text, Option.some('{"json":true}'))
    })
  )
})

describe("Segments.readMany", () => {
  it.effect("accepts a text of numbers, and requests a segment that is named twice only once", () =>
    Effect.gen(function* () {
      const server = alwaysReported("segments.many")
      const texts = yield* run(Segments.readMany({ segments: "7, 13, 30, 7" }), server, official)
      const hello = Option.some("hello segment")
      assert.deepStrictEqual(texts, [hello, Option.none(), Option.some(""), hello])
      assert.deepStrictEqual(linesWithBody(server), [`GET ${path}?segment=7,13,30&shard=shard3`])
    })
  )

  it.effect("reads all segments with one request on official servers, in the given order", () =>
    Effect.gen(function* () {
      const server = alwaysReported("segments.many")
      const texts = yield* run(Segments.readMany({ segments: [7, 13, 30] }), server, official)
      assert.deepStrictEqual(texts, [Option.some("hello segment"), Option.none(), Option.some("")])
      assert.deepStrictEqual(linesWithBody(server), [`GET ${path}?segment=7,13,30&shard=shard3`])
    })
  )

  it.effect("reads segments one by one on private servers, which return only the first", () =>
    Effect.gen(function* () {
      const responses: Record<string, string> = {
        "7": "user/segment-get.multi-comma",
        "9": "user/segment-get.gz-looking-text",
        "12": "user/segment-get.no-data"
      }
      const server = fake(({ url }) =>
        toResponse(recording(responses[url.searchParams.get("segment") ?? ""] ?? "user/segment-get.100"))
      )
      const texts = yield* run(Segments.readMany({ segments: [12, 7, 9, 7], shard: "shard3" }), server)
      assert.deepStrictEqual(texts, [
        Option.none(),
        Option.some("hello segment"),
        Option.some("gz:not really"),
        Option.some("hello segment")
      ])
      assert.sameMembers(
        [...linesWithBody(server)],
        [12, 7, 9].map((n) => `GET ${path}?segment=${n}`)
      )
    })
  )

  it.effect("sends at most 8 requests at once to private servers", () =>
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
      yield* run(Segments.readMany({ segments: Array.from({ length: 100 }, (_, i) => i) }), server)
      assert.lengthOf(server.requests, 100)
      assert.isAtLeast(most, 2)
      assert.isAtMost(most, 8)
    })
  )

  it.effect("sends no request for an empty list, and a single number for one segment", () =>
    Effect.gen(function* () {
      const server = alwaysReported("segments.one-unset")
      assert.deepStrictEqual(yield* run(Segments.readMany({ segments: [] }), server, official), [])
      assert.isEmpty(server.requests)
      const one = yield* run(Segments.readMany({ segments: [12] }), server, official)
      assert.deepStrictEqual(one, [Option.none()])
      assert.deepStrictEqual(linesWithBody(server), [`GET ${path}?segment=12&shard=shard3`])
    })
  )

  it.effect("fails with UnexpectedResponse when the number of segments differs", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        run(Segments.readMany({ segments: [7, 13] }), alwaysReported("segments.many"), official)
      )
      assert.strictEqual(error.message, `GET ${path}: UnexpectedResponse (200: expected 2 segments, got 3)`)
    })
  )

  it.effect("rejects the whole call without a request when one number is invalid", () =>
    Effect.gen(function* () {
      for (const options of [{}, official]) {
        yield* checkInvalidInput(Segments.readMany({ segments: [7, 100] }), "segment", options)
        yield* checkInvalidInput(Segments.readMany({ segments: "7; 8" }), "segment", options)
        yield* checkInvalidInput(Segments.readMany({ segments: "" }), "segment", options)
        yield* checkInvalidInput(untyped(Segments.readMany, {}), "segment", options)
      }
    })
  )
})

describe("Segments.readJson and Segments.writeJson", () => {
  const Plan = Schema.Struct({ rooms: Schema.Array(Schema.String) })
  const segment = (data: string | undefined) => always({ ok: 1, ...(data === undefined ? {} : { data }) })

  it.effect("readJson returns the value of a segment", () =>
    Effect.gen(function* () {
      const read = Segments.readJson({ segment: 3 }, Plan)
      const { rooms } = Option.getOrThrow(yield* run(read, segment('{"rooms":["W1N1"]}')))
      assert.deepStrictEqual(rooms, ["W1N1"])
    })
  )

  it.effect("readJson returns none for a segment that was never written, or is empty", () =>
    Effect.gen(function* () {
      for (const data of [undefined, ""]) {
        assert.isTrue(Option.isNone(yield* run(Segments.readJson({ segment: 3 }, Plan), segment(data))))
      }
    })
  )

  it.effect(
    "readJson fails for text that is not JSON, or does not match the schema, without showing it",
    () =>
      Effect.gen(function* () {
        for (const data of ["not json", '{"rooms":"a private text"}']) {
          const reason = yield* reasonOf(Segments.readJson({ segment: 3 }, Plan), segment(data))
          assert.strictEqual(reason._tag, "UnexpectedResponse")
          assert.notInclude(reason.message, "private")
        }
      })
  )

  it.effect("writeJson sends nothing when Node cannot write the value because it is nested too deeply", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const write = run(Segments.writeJson({ segment: 3, value: deep as Schema.Json }, Schema.Json), server)
      const expected = isTooDeep ? "value: the value is nested too deeply" : "success"
      assert.strictEqual(yield* outcomeOf(write), expected)
      assert.lengthOf(server.requests, isTooDeep ? 0 : 1)
    })
  )

  it.effect("readJson reads text that is nested deeply", () =>
    Effect.gen(function* () {
      const read = Segments.readJson({ segment: 3 }, Schema.Json)
      assert.isTrue(Option.isSome(yield* run(read, segment(lists))))
    })
  )

  it.effect("writeJson sends the JSON text of the encoded value", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      yield* run(Segments.writeJson({ segment: 3, value: { rooms: ["W1N1"] } }, Plan), server)
      assert.deepStrictEqual(linesWithBody(server), [
        `POST ${path} {"segment":3,"data":"{\\"rooms\\":[\\"W1N1\\"]}"}`
      ])
    })
  )

  it.effect("writeJson sends nothing when the text is longer than a segment", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const value = { rooms: Array.from({ length: 20_000 }, () => "W1N1") }
      const reason = yield* reasonOf(Segments.writeJson({ segment: 3, value }, Plan), server)
      assert.strictEqual(reason._tag, "InvalidInput")
      assert.deepStrictEqual(linesWithBody(server), [])
    })
  )
})
