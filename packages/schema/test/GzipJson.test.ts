import * as GzipJson from "@screeps-effect/schema/GzipJson"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const data = (name: string): string => {
  const body = recording(`user/memory-get.${name}`).response.body as { readonly data: string }
  return body.data
}
const why = (effect: Effect.Effect<unknown, GzipJson.GzipJsonError>) =>
  Effect.map(Effect.flip(effect), (error) => error.why)

/** Packs any text, as a server with a fault could. */
const pack = (text: string) =>
  Effect.promise(async () => {
    const zipped = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))
    return `gz:${Buffer.from(await new Response(zipped).arrayBuffer()).toString("base64")}`
  })

describe("packed JSON", () => {
  it.effect.prop("gives back every value that was packed", [Schema.Json], ([value]) =>
    Effect.gen(function* () {
      const packed = yield* GzipJson.encode(value)
      assert.isTrue(GzipJson.is(packed))
      // Compared as JSON text, which knows no negative zero.
      assert.strictEqual(JSON.stringify(yield* GzipJson.decode(packed)), JSON.stringify(value))
    })
  )

  const written = recording("user/memory-set.root").request.body as {
    readonly value: { readonly [key: string]: unknown }
  }
  const { flags, list, nul, text } = written.value
  const answers = {
    "root-empty-path": { ...written.value, ticks: 6 }, // counted by the player's code, which ran in between
    path: (flags as { readonly Flag1: unknown }).Flag1,
    "path-string": text,
    "path-null": nul,
    "path-number": (list as ReadonlyArray<unknown>)[1],
    "shard-ignored": list
  }
  for (const [name, value] of Object.entries(answers)) {
    it.effect(`of the recorded answer ${name} is what was written before`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* GzipJson.decode(data(name)), value)
      })
    )
  }

  it.effect("of the recorded answer after-writes is Memory after four more writes", () =>
    Effect.gen(function* () {
      const memory = yield* GzipJson.decode(data("after-writes"))
      assert.hasAnyKeys(memory, ["it's"])
      assert.isFalse(Object.hasOwn(memory as object, "list"))
    })
  )

  it("is told by its first three characters", () => {
    assert.isTrue(GzipJson.is(data("path")))
    assert.isFalse(GzipJson.is("Incorrect memory path"))
    assert.isFalse(GzipJson.is(" gz:"))
    assert.isFalse(GzipJson.is("GZ:"))
  })
})

describe("decode", () => {
  it.effect("fails when the text does not begin with gz:", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* why(GzipJson.decode("Incorrect memory path")), "packed JSON begins with gz:")
      assert.strictEqual(yield* why(GzipJson.decode("")), "packed JSON begins with gz:")
    })
  )

  it.effect("fails when it is not base64", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* why(GzipJson.decode("gz:%%%%")), "the packed JSON is not base64")
    })
  )

  it.effect("fails when it is not gzip", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* why(GzipJson.decode("gz:AAAA")), "the packed JSON is not gzip")
    })
  )

  it.effect("fails when the end is missing", () =>
    Effect.gen(function* () {
      const cut = data("root-empty-path").slice(0, 63)
      assert.strictEqual(cut.length % 4, 3) // "gz:" and whole groups of base64
      assert.strictEqual(yield* why(GzipJson.decode(cut)), "the packed JSON is not gzip")
    })
  )

  it.effect("fails when it unpacks to more than 64 MiB, and says so", () =>
    Effect.gen(function* () {
      const packed = yield* pack(" ".repeat(2 ** 26 + 1))
      assert.isBelow(packed.length, 2 ** 17)
      const unpacked = Effect.asVoid(GzipJson.decode(packed))
      assert.strictEqual(yield* why(unpacked), "the packed JSON is longer than 64 MiB")
    })
  )

  it.effect("takes 64 MiB", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* GzipJson.decode(yield* pack("7".padStart(2 ** 26))), 7)
    })
  )

  it.effect("fails when nothing is packed", () =>
    Effect.gen(function* () {
      assert.include(
        ["the packed JSON is not gzip", "the unpacked text is not JSON"],
        yield* why(GzipJson.decode("gz:"))
      )
    })
  )

  it.effect("fails without a word of the data when it is not JSON", () =>
    Effect.gen(function* () {
      const packed = yield* pack("secret, but no JSON")
      const error = yield* Effect.flip(GzipJson.decode(packed))
      assert.strictEqual(error._tag, "GzipJsonError")
      assert.strictEqual(error.message, "the unpacked text is not JSON")
      assert.notInclude(JSON.stringify(error), "secret")
    })
  )
})

describe("encode", () => {
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
        assert.strictEqual(yield* why(GzipJson.encode(value)), "the value has no JSON text")
      })
    )
  }
})
