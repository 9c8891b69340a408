import { data, Ok, errorText, parse } from "@screeps-effect/schema/Envelope"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("errorText", () => {
  it("returns the text of a top-level error", () => {
    assert.strictEqual(errorText({ error: "invalid room" }), "invalid room")
    assert.strictEqual(errorText(recording("game/game-place-spawn.no-cpu").response.body), "no cpu")
  })

  it("ignores the value of ok", () => {
    assert.strictEqual(errorText({ ok: 0, error: "bad password" }), "bad password")
    assert.strictEqual(errorText({ ok: 1, error: "bad password" }), "bad password")
  })

  it("returns the first line of a recorded stack trace, without the prefix Error", () => {
    assert.strictEqual(
      errorText(recording("game/register-submit.taken").response.body),
      "User already exists"
    )
  })

  it("keeps the name of a TypeError, which distinguishes a fault from a rejection", () => {
    assert.strictEqual(
      errorText(recording("user/code-post.no-modules").response.body),
      "TypeError: Cannot read properties of undefined (reading 'length')"
    )
  })

  it("is undefined when error is not text", () => {
    for (const error of [null, undefined, 1, { code: "ENOENT" }, ["no"]])
      assert.isUndefined(errorText({ error }))
  })

  it("ignores errors deeper inside a response", () => {
    assert.isUndefined(errorText({ ok: 1, data: { error: "not mine" } }))
    assert.isUndefined(errorText([{ error: "not mine" }]))
  })

  it("is undefined for a body that is not an object", () => {
    for (const body of [null, undefined, "error", 5, true, []]) assert.isUndefined(errorText(body))
  })

  it("returns an empty text", () => {
    assert.strictEqual(errorText({ error: "" }), "")
  })
})

describe("a success that xxscreeps reports as an error", () => {
  const { body } = recording("game-create-construction.extension-ok", "xxscreeps").response

  it("has no error text, and the data { ok: 1 }", () => {
    assert.deepStrictEqual(body, { error: "actually, it was fine" })
    assert.isUndefined(errorText(body))
    assert.deepStrictEqual(data(body), { ok: 1 })
  })

  it("is only this text", () => {
    assert.strictEqual(errorText({ error: "actually, it was fine?" }), "actually, it was fine?")
    const other = { ok: 1, tick: 5 }
    assert.strictEqual(data(other), other)
    assert.isUndefined(data(undefined))
  })
})

describe("an error text", () => {
  it("ends at either kind of line break", () => {
    assert.strictEqual(errorText({ error: "no\nat x" }), "no")
    assert.strictEqual(errorText({ error: "no\r\nat x" }), "no")
  })

  it("loses the prefix Error only at its beginning", () => {
    assert.strictEqual(errorText({ error: "Error: invalid id" }), "invalid id")
    assert.strictEqual(errorText({ error: "TypeError: x" }), "TypeError: x")
    assert.strictEqual(errorText({ error: "an Error: x" }), "an Error: x")
  })
})

describe("Ok", () => {
  it("requires ok 1 and drops all other fields", () => {
    const decode = Schema.decodeUnknownResult(Ok)
    assert.deepStrictEqual(decode({ ok: 1, more: true }), Result.succeed({ ok: 1 as const }))
    assert.isTrue(Result.isFailure(decode({ ok: 0 })))
    assert.isTrue(Result.isFailure(decode({})))
  })
})

describe("parse", () => {
  it("returns the value of JSON", () => {
    assert.deepStrictEqual(Result.getOrThrow(parse('{"ok":1,"list":[1,2]}')), { ok: 1, list: [1, 2] })
  })

  it("fails for other text", () => {
    for (const text of ["", "no", "{", '{"ok":1']) {
      assert.strictEqual(Result.getOrThrow(Result.flip(parse(text))), "syntax")
    }
  })

  it("fails before it creates millions of values from a short text", () => {
    const half = 1024 * 1024
    for (const text of [
      `[${"[],".repeat(half + 1)}0]`,
      "[".repeat(half * 2 + 1),
      '{"a":'.repeat(half * 2 + 1)
    ]) {
      assert.strictEqual(Result.getOrThrow(Result.flip(parse(text))), "size")
    }
  })

  it("accepts a long text with few values", () => {
    assert.isTrue(Result.isSuccess(parse(JSON.stringify(["x".repeat(3_000_000)]))))
  })
})
