import * as RoomName from "@screeps-effect/schema/RoomName"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(RoomName.RoomName)

describe("a room name", () => {
  for (const text of ["W0N0", "E0S0", "W12N3", "E999S999", "W10N10", "E1N1", "W1S1", "E5S105"]) {
    it(`accepts ${text}`, () => {
      assert.isTrue(RoomName.is(text))
      assert.strictEqual(Result.getOrThrow(decode(text)), text)
    })
  }

  const wrong = {
    "a leading zero": "W01N1",
    "fractions and signs": "W1.5N-2",
    "the simulation": "sim",
    "no text at all": "",
    "lower case": "w1n1",
    "a shard in front": "shard0/E4S61",
    "the text undefined": "undefined",
    "rows before columns": "N1W1",
    "a direction alone": "WN",
    "one number only": "W1N",
    "more than seven digits": "W10000000N1",
    exponents: "W1e2N1",
    "spaces around it": " W1N1 ",
    "a line break after it": "W1N1\n",
    "full-width digits": "W１N１"
  }
  for (const [what, text] of Object.entries(wrong)) {
    it(`rejects ${what}: ${JSON.stringify(text)}`, () => {
      assert.isFalse(RoomName.is(text))
      assert.isTrue(Result.isFailure(decode(text)))
    })
  }

  for (const value of [null, undefined, 11, ["W1N1"], {}]) {
    it(`rejects ${JSON.stringify(value)}, which is not text`, () => {
      assert.isTrue(Result.isFailure(decode(value)))
    })
  }
})

describe("RoomName.parse", () => {
  it("accepts lower case and surrounding spaces", () => {
    assert.deepStrictEqual(RoomName.parse("w1n1"), Result.succeed("W1N1"))
    assert.deepStrictEqual(RoomName.parse("  e12S3\n"), Result.succeed("E12S3"))
  })

  it("includes the rejected value in its error", () => {
    const error = Result.getOrThrow(Result.flip(RoomName.parse("kitchen")))
    assert.strictEqual(error._tag, "InvalidRoomName")
    assert.strictEqual(error.text, "kitchen")
    assert.strictEqual(error.message, '"kitchen" is not a valid room name (expected a name such as W12N3)')
  })

  it("rejects everything else", () => {
    for (const text of ["", "sim", "W01N1", "W1.5N-2", "W 1 N 1"]) {
      assert.isTrue(Result.isFailure(RoomName.parse(text)), text)
    }
  })
})
