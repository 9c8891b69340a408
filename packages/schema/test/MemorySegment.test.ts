import * as MemorySegment from "@screeps-effect/schema/MemorySegment"
import { recordings } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const encode = Schema.encodeUnknownResult(MemorySegment.MemorySegment)
const write = Schema.encodeUnknownResult(MemorySegment.SegmentText)

describe("the number of a segment", () => {
  it("is a whole number from 0 to 99", () => {
    for (const id of [0, 1, 50, 99]) assert.deepStrictEqual(encode(id), Result.succeed(id))
    for (const id of [-1, 100, 1.5, Number.NaN, "5", null, undefined])
      assert.isTrue(Result.isFailure(encode(id)))
  })

  it("reports the expected range when it is invalid", () => {
    const { message } = Result.getOrThrow(Result.flip(encode(100)))
    assert.strictEqual(message, "Expected the number of a segment, 0 to 99")
  })
})

describe("the text of a segment", () => {
  it("has at most 102400 characters", () => {
    assert.isTrue(Result.isSuccess(write("x".repeat(102_400))))
    const { message } = Result.getOrThrow(Result.flip(write("x".repeat(102_401))))
    assert.strictEqual(message, "Expected at most 102400 characters")
  })

  it("rejects values other than text", () => {
    for (const data of [{ a: 1 }, null, 5]) assert.isTrue(Result.isFailure(write(data)))
  })

  it("is unset when it is absent or null, and may be empty", () => {
    assert.isUndefined(MemorySegment.read(undefined))
    assert.isUndefined(MemorySegment.read(null))
    assert.strictEqual(MemorySegment.read(""), "")
    assert.strictEqual(MemorySegment.read("gz:no memory"), "gz:no memory")
  })

  it("is JSON text when another program stored a different value", () => {
    assert.strictEqual(MemorySegment.read({ a: [1] }), '{"a":[1]}')
    assert.strictEqual(MemorySegment.read(0), "0")
    assert.strictEqual(MemorySegment.read(false), "false")
  })

  it("is listed in the order of the request for several segments", () => {
    assert.deepStrictEqual(MemorySegment.readAll(["a", null, ""]), ["a", undefined, ""])
    assert.deepStrictEqual(MemorySegment.readAll("a"), ["a"])
    assert.deepStrictEqual(MemorySegment.readAll(undefined), [undefined])
  })
})

describe("a recorded response", () => {
  const recorded = recordings().filter(({ name }) => name.startsWith("user/segment-get."))

  it("is decoded as text or as unset", () => {
    const read = Object.fromEntries(
      recorded.flatMap(({ name, response: { body } }) => {
        if (typeof body !== "object" || body === null || "error" in body) return []
        return [[name, MemorySegment.read("data" in body ? body.data : undefined)] as const]
      })
    )
    assert.deepStrictEqual(read, {
      "user/segment-get.empty-string": "",
      "user/segment-get.gz-looking-text": "gz:not really",
      "user/segment-get.multi-comma": "hello segment",
      "user/segment-get.multi-repeat": "hello segment",
      "user/segment-get.no-data": undefined
    })
  })
})
