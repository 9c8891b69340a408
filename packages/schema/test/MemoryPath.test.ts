import { MemoryPath } from "@screeps-effect/schema/MemoryPath"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownResult(MemoryPath)

describe("a Memory path", () => {
  for (const path of ["creeps", "creeps.Bob.role", "queue.0", "rooms.W1N1", "a-b_c d", "häß.✓", "$x"]) {
    it(`accepts ${path}`, () => {
      assert.deepStrictEqual(decode(path), Result.succeed(path))
    })
  }

  const dangerous = {
    "a back-slash": "a\\b",
    "a single quote": "it's",
    "a double quote": 'a"b',
    "a backtick": "a`b",
    "a line feed": "a\nb",
    "a line feed at its end": "creeps\n",
    "a carriage return": "a\rb",
    "a line separator": "a\u2028b",
    "a paragraph separator": "a\u2029b",
    "a way out of the script": "x']=1;Game.spawns.Spawn1.destroy();Memory['y"
  }
  for (const [what, path] of Object.entries(dangerous)) {
    it(`rejects ${what}`, () => {
      assert.isTrue(Result.isFailure(decode(path)))
    })
  }

  for (const path of ["__proto__", "a.__proto__", "a.__proto__.x", "a.constructor.prototype.x"]) {
    it(`rejects a step to a prototype: ${path}`, () => {
      const { message } = Result.getOrThrow(Result.flip(decode(path)))
      assert.strictEqual(
        message,
        "__proto__ and constructor.prototype are not allowed: writing there breaks the player's script"
      )
    })
  }

  for (const path of [
    "constructor",
    "a.constructor.name",
    "prototype",
    "a.__proto__b",
    "constructor.b.prototype"
  ]) {
    it(`accepts ${path}`, () => {
      assert.deepStrictEqual(decode(path), Result.succeed(path))
    })
  }

  it("rejects an empty path and a number", () => {
    assert.isTrue(Result.isFailure(decode("")))
    assert.isTrue(Result.isFailure(decode(5)))
  })

  it("reports a failure without repeating the path", () => {
    const { message } = Result.getOrThrow(Result.flip(decode("it's-secret")))
    assert.strictEqual(
      message,
      "Expected a path such as creeps.Bob, without back-slashes, quotes and line breaks"
    )
  })
})
