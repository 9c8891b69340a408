/** What is tested of compressed frames, with the platform's zlib and without. */
import { received } from "@screeps-effect/fixtures"
import * as Frame from "@screeps-effect/schema/Frame"
import { assert, describe, it } from "@effect/vitest"
import type * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

/** Describes compressed frames that hold any of the events. */
export const describeCompressedFrames = (
  title: string,
  events: Arbitrary.Arbitrary<readonly [channel: string, payload: Schema.Json]>
): void => {
  describe(title, () => {
    const unpack = (text: string) =>
      Effect.suspend(() => {
        const frame = Frame.parse(text)
        return frame._tag === "Compressed"
          ? Effect.map(Frame.decompress(frame), Frame.parsePlain)
          : Effect.succeed(frame)
      })

    it.effect.prop("contains the event that was compressed", [events], ([event]) =>
      Effect.gen(function* () {
        const text = JSON.stringify(event)
        const packed = yield* Frame.deflate(text)
        assert.isAtMost(packed.length, text.length)
        assert.deepStrictEqual<unknown>(yield* unpack(packed), Frame.parse(text))
      })
    )

    it.effect("is used only when it is shorter than the text", () =>
      Effect.gen(function* () {
        const short = '["user:64/cpu",{"cpu":1,"memory":327}]'
        const long = JSON.stringify(["room:W7N3", { objects: {}, visual: "x".repeat(1000) }])
        assert.strictEqual(yield* Frame.deflate(short), short)
        assert.match(yield* Frame.deflate(long), /^gz:eA|^gz:eJ|^gz:eN/)
      })
    )

    it.effect("is an event in every recorded capture, and shorter than the decompressed frame", () =>
      Effect.gen(function* () {
        const packed = [...received("40-gzip"), ...received("43-gzip-order")].filter((text) =>
          text.startsWith("gz:")
        )
        assert.strictEqual(packed.length, 357)
        for (const text of packed) {
          const frame = yield* unpack(text)
          assert.strictEqual(frame._tag, "Event")
          assert.isAbove(Frame.format(frame).length, text.length)
        }
      })
    )

    it.effect("keeps characters other than ASCII", () =>
      Effect.gen(function* () {
        const text = JSON.stringify(["user:64/memory/x", "é😀漢".repeat(200)])
        const packed = yield* Frame.deflate(text)
        assert.match(packed, /^gz:/)
        assert.deepStrictEqual<unknown>(yield* unpack(packed), Frame.parse(text))
      })
    )

    it.effect("is unknown inside a compressed frame", () =>
      Effect.gen(function* () {
        const packed = yield* Frame.deflate(`gz:${"A".repeat(400)}`)
        assert.match(packed, /^gz:e/)
        const frame = yield* unpack(packed)
        assert.strictEqual(frame._tag, "Unknown")
      })
    )

    it.effect("fails with InflateError when its text is longer than 16 MiB", () =>
      Effect.gen(function* () {
        const packed = yield* Frame.deflate(JSON.stringify(["x", "y".repeat(2 ** 24)]))
        assert.isBelow(packed.length, 2 ** 15)
        const frame = Frame.decompress({ _tag: "Compressed", data: packed.slice("gz:".length) })
        const error = yield* Effect.flip(frame)
        assert.strictEqual(error.layer, "length")
        assert.strictEqual(error.message, "the text of the compressed frame is too long")
      })
    )

    it.effect("fails with InflateError when its text is longer than the given maximum", () =>
      Effect.gen(function* () {
        const text = JSON.stringify(["x", "y".repeat(2_000)])
        const packed = yield* Frame.deflate(text)
        const frame = { _tag: "Compressed", data: packed.slice("gz:".length) } as const
        const decompress = (maxBytes: number) => Frame.decompress(frame, { maxBytes })
        assert.strictEqual(yield* decompress(text.length), text)
        assert.strictEqual((yield* Effect.flip(decompress(text.length - 1))).layer, "length")
      })
    )

    it.effect("does not decompress a second time", () =>
      Effect.gen(function* () {
        const inner = yield* Frame.deflate(JSON.stringify(["x", "y".repeat(2_000)]))
        const packed = yield* Frame.deflate(inner + " ".repeat(9_000))
        const frame = yield* unpack(packed)
        assert.strictEqual(frame._tag, "Unknown")
      })
    )

    it.effect("fails with InflateError when it is not base64, not zlib or truncated", () =>
      Effect.gen(function* () {
        const whole = yield* Frame.deflate(JSON.stringify(["x", "y".repeat(500)]))
        const cut = whole.slice("gz:".length, whole.length - 8)
        for (const [data, message] of [
          ["%%%%", "the compressed frame is not base64"],
          ["AAAA", "the compressed frame is not zlib"],
          ["H4sIAAAAAAAAA6uuBQBDv6ajAgAAAA==", "the compressed frame is not zlib"],
          [cut, "the compressed frame is not zlib"]
        ] as const) {
          const error = yield* Effect.flip(Frame.decompress({ _tag: "Compressed", data }))
          assert.strictEqual(error.message, message)
        }
      })
    )
  })
}
