import { firstLine, Ok, refusal } from "@screeps-effect/schema/Envelope"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

describe("refusal", () => {
  it("is the text of a top-level error", () => {
    assert.strictEqual(refusal({ error: "invalid room" }), "invalid room")
    assert.strictEqual(refusal(recording("game/game-place-spawn.no-cpu").response.body), "no cpu")
  })

  it("is there whatever ok says", () => {
    assert.strictEqual(refusal({ ok: 0, error: "bad password" }), "bad password")
    assert.strictEqual(refusal({ ok: 1, error: "bad password" }), "bad password")
  })

  it("is the first line of a recorded stack trace, without the word Error in front", () => {
    assert.strictEqual(refusal(recording("game/register-submit.taken").response.body), "User already exists")
  })

  it("keeps the name of a fault, which tells it from a refusal", () => {
    assert.strictEqual(
      refusal(recording("user/code-post.no-modules").response.body),
      "TypeError: Cannot read properties of undefined (reading 'length')"
    )
  })

  it("is nothing where error is no text", () => {
    for (const error of [null, undefined, 1, { code: "ENOENT" }, ["no"]])
      assert.isUndefined(refusal({ error }))
  })

  it("is nothing deeper inside an answer", () => {
    assert.isUndefined(refusal({ ok: 1, data: { error: "not mine" } }))
    assert.isUndefined(refusal([{ error: "not mine" }]))
  })

  it("is nothing in a body that is no object", () => {
    for (const body of [null, undefined, "error", 5, true, []]) assert.isUndefined(refusal(body))
  })

  it("is there when the text is empty", () => {
    assert.strictEqual(refusal({ error: "" }), "")
  })
})

describe("firstLine", () => {
  it("ends at either kind of line break", () => {
    assert.strictEqual(firstLine("no\nat x"), "no")
    assert.strictEqual(firstLine("no\r\nat x"), "no")
  })

  it("takes away Error only where it begins the text", () => {
    assert.strictEqual(firstLine("Error: invalid id"), "invalid id")
    assert.strictEqual(firstLine("TypeError: x"), "TypeError: x")
    assert.strictEqual(firstLine("an Error: x"), "an Error: x")
  })
})

describe("the bare success", () => {
  it("is ok 1, and nothing else is kept", () => {
    const decode = Schema.decodeUnknownResult(Ok)
    assert.deepStrictEqual(decode({ ok: 1, more: true }), Result.succeed({ ok: 1 as const }))
    assert.isTrue(Result.isFailure(decode({ ok: 0 })))
    assert.isTrue(Result.isFailure(decode({})))
  })
})
