import * as GzipJson from "@screeps-effect/schema/GzipJson"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const data = (name: string): string => {
  const body = recording(`user/memory-get.${name}`).response.body as { readonly data: string }
  return body.data
}
const failure = (effect: Effect.Effect<unknown, GzipJson.GzipJsonError>) =>
  Effect.map(Effect.flip(effect), (error) => error.detail)

/** Compresses any text, as a faulty server could. */
const pack = (text: string) =>
  Effect.promise(async () => {
    const zipped = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))
    return `gz:${Buffer.from(await new Response(zipped).arrayBuffer()).toString("base64")}`
  })

describe("compressed JSON", () => {
  it.effect.prop("is decoded to the value that was encoded", [Schema.Json], ([value]) =>
    Effect.gen(function* () {
      const packed = yield* GzipJson.encode(value)
      assert.isTrue(GzipJson.is(packed))
      // Compared as JSON text, which has no negative zero.
      assert.strictEqual(JSON.stringify(yield* GzipJson.decode(packed)), JSON.stringify(value))
    })
  )

  const written = recording("user/memory-set.root").request.body as {
    readonly value: { readonly [key: string]: unknown }
  }
  const { flags, list, nul, text } = written.value
  const responses = {
    "root-empty-path": { ...written.value, ticks: 6 }, // counted by the player's code, which ran in between
    path: (flags as { readonly Flag1: unknown }).Flag1,
    "path-string": text,
    "path-null": nul,
    "path-number": (list as ReadonlyArray<unknown>)[1],
    "shard-ignored": list
  }
  for (const [name, value] of Object.entries(responses)) {
    it.effect(`of the recorded response ${name} is the value written before`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* GzipJson.decode(data(name)), value)
      })
    )
  }

  it.effect("of the recorded response after-writes is Memory after four more writes", () =>
    Effect.gen(function* () {
      const memory = yield* GzipJson.decode(data("after-writes"))
      assert.hasAnyKeys(memory, ["it's"])
      assert.isFalse(Object.hasOwn(memory as object, "list"))
    })
  )

  it("is recognized by its first three characters", () => {
    assert.isTrue(GzipJson.is(data("path")))
    assert.isFalse(GzipJson.is("Incorrect memory path"))
    assert.isFalse(GzipJson.is(" gz:"))
    assert.isFalse(GzipJson.is("GZ:"))
  })
})

describe("GzipJson.decode", () => {
  it.effect("fails when the text does not begin with gz:", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* failure(GzipJson.decode("Incorrect memory path")),
        "compressed JSON must begin with gz:"
      )
      assert.strictEqual(yield* failure(GzipJson.decode("")), "compressed JSON must begin with gz:")
    })
  )

  it.effect("fails when the data is not base64", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* failure(GzipJson.decode("gz:%%%%")),
        "the compressed JSON is not valid base64"
      )
    })
  )

  it.effect("fails when the data is not gzip", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* failure(GzipJson.decode("gz:AAAA")), "the compressed JSON is not valid gzip")
    })
  )

  it.effect("fails when the data is truncated", () =>
    Effect.gen(function* () {
      const cut = data("root-empty-path").slice(0, 63)
      assert.strictEqual(cut.length % 4, 3) // "gz:" and whole groups of base64
      assert.strictEqual(yield* failure(GzipJson.decode(cut)), "the compressed JSON is not valid gzip")
    })
  )

  it.effect("fails with its own message when the text is longer than 16 MiB", () =>
    Effect.gen(function* () {
      const packed = yield* pack(" ".repeat(2 ** 24 + 1))
      assert.isBelow(packed.length, 2 ** 15)
      const unpacked = Effect.asVoid(GzipJson.decode(packed))
      assert.strictEqual(yield* failure(unpacked), "the compressed JSON expands to more than 16 MiB")
    })
  )

  it.effect("accepts 16 MiB of text", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* GzipJson.decode(yield* pack("7".padStart(2 ** 24))), 7)
    })
  )

  it.effect("fails when the compressed text is empty", () =>
    Effect.gen(function* () {
      assert.include(
        ["the compressed JSON is not valid gzip", "the decompressed text is not JSON"],
        yield* failure(GzipJson.decode("gz:"))
      )
    })
  )

  it.effect("fails without showing the data when it is not JSON", () =>
    Effect.gen(function* () {
      const packed = yield* pack("secret, but no JSON")
      const error = yield* Effect.flip(GzipJson.decode(packed))
      assert.strictEqual(error._tag, "GzipJsonError")
      assert.strictEqual(error.message, "the decompressed text is not JSON")
      assert.notInclude(JSON.stringify(error), "secret")
    })
  )
})

describe("GzipJson.encode", () => {
  const cycle: { self?: unknown } = {}
  cycle.self = cycle
  for (const [what, value] of Object.entries({
    undefined,
    "a function": () => 1,
    "a cycle": cycle,
    "a bigint": 1n
  })) {
    it.effect(`fails for ${what}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* failure(GzipJson.encode(value)), "the value cannot be written as JSON")
      })
    )
  }
})
