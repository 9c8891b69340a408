import * as Frame from "@screeps-effect/schema/Frame"
import * as Millis from "@screeps-effect/schema/Millis"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { describeCompressedFrames } from "./support/compressedFrames.ts"

describe("a frame", () => {
  it("has the server's clock and versions", () => {
    assert.deepStrictEqual(Frame.parse("time 1795267091398"), {
      _tag: "Time",
      now: Millis.make(1_795_267_091_398)
    })
    assert.deepStrictEqual(Frame.parse("protocol 14"), { _tag: "Protocol", version: 14 })
    assert.deepStrictEqual(Frame.parse("package 201"), { _tag: "Package", version: 201 })
  })

  it("reports a rejected sign-in", () => {
    assert.deepStrictEqual(Frame.parse("auth failed"), { _tag: "AuthFailed" })
  })

  it("reports an accepted sign-in, with a redacted token", () => {
    const frame = Frame.parse("auth ok f00d000000000000000000000000000000000002")
    assert.strictEqual(frame._tag, "AuthOk")
    assert.strictEqual(JSON.stringify(frame), '{"_tag":"AuthOk","token":"<redacted:token>"}')
    assert.strictEqual(Frame.format(frame), "auth ok f00d000000000000000000000000000000000002")
  })

  it("contains an event of a channel", () => {
    const events: ReadonlyArray<readonly [text: string, channel: string, payload: unknown]> = [
      ['["user:64/cpu",{"cpu":1,"memory":327}]', "user:64/cpu", { cpu: 1, memory: 327 }],
      ['["mapVisual:7e",null]', "mapVisual:7e", null],
      ['["server-message","second"]', "server-message", "second"],
      ['["user:64/money",12.5]', "user:64/money", 12.5],
      ['["odd",1,"more"]', "odd", 1]
    ]
    for (const [text, channel, payload] of events) {
      assert.deepStrictEqual(Frame.parse(text), { _tag: "Event", channel, payload })
    }
  })

  it("names the channel itself in an error of a channel", () => {
    assert.deepStrictEqual(Frame.parse('["err@room:W7N4","subscribe limit reached"]'), {
      _tag: "ErrorEvent",
      channel: "room:W7N4",
      payload: "subscribe limit reached"
    })
  })

  it("is compressed when it begins with gz:", () => {
    assert.deepStrictEqual(Frame.parse("gz:eAE="), { _tag: "Compressed", data: "eAE=" })
  })

  for (const text of [
    "",
    " ",
    "auth",
    "auth ok",
    "auth ok ",
    "auth maybe",
    "AUTH FAILED",
    "auth failed ",
    "time",
    "time ",
    "time soon",
    "time 1.5",
    "time -1",
    "time 99999999999999999999",
    "protocol 0x10",
    "tick 5",
    "server down",
    "cannot subscribe",
    "[",
    "[]",
    '["room:W7N3"]',
    "[5,6]",
    '["room:W7N3",{"objects":',
    '{"channel":"room:W7N3"}',
    'a["time 1"]',
    "gz",
    "GZ:eAE="
  ]) {
    it(`is unknown and redacted for ${JSON.stringify(text)}`, () => {
      const frame = Frame.parse(text)
      assert.strictEqual(frame._tag, "Unknown")
      assert.strictEqual(frame._tag === "Unknown" && Redacted.value(frame.text), text)
      assert.strictEqual(JSON.stringify(frame), '{"_tag":"Unknown","text":"<redacted:unknown frame>"}')
    })
  }
})

const word = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9:/@_-]{1,12}$/))
const texts = Arbitrary.map(
  Arbitrary.all({
    before: Arbitrary.schema(
      Schema.Literals(["", "[", '["', "gz:", "auth ", "auth ok ", "time ", "protocol ", "package ", '["err@'])
    ),
    after: Arbitrary.schema(Schema.String)
  }),
  // A token that no other test uses as text: the search for secrets looks at everything that the tests show.
  ({ after, before }) => (before === "auth ok " ? `${before}${after}-token` : before + after)
)
const events = Arbitrary.schema(Schema.Tuple([word, Schema.Json]))

describe("any text", () => {
  it.prop("is formatted as the same text after parsing", [texts], ([text]) => {
    const frame = Frame.parse(text)
    // JSON in another style (spaces, unusual numbers) is formatted shorter.
    if (frame._tag === "Event" || frame._tag === "ErrorEvent") {
      assert.deepStrictEqual(Frame.parse(Frame.format(frame)), frame)
    } else if (frame._tag !== "Time" && frame._tag !== "Protocol" && frame._tag !== "Package") {
      assert.strictEqual(Frame.format(frame), text)
    } else {
      assert.deepStrictEqual(Frame.parse(Frame.format(frame)), frame)
    }
  })

  it.effect.prop("after gz: is decompressed or fails with InflateError", [Schema.String], ([text]) =>
    Effect.gen(function* () {
      const frame = Frame.parse(`gz:${text}`)
      assert.strictEqual(frame._tag, "Compressed")
      if (frame._tag !== "Compressed") return
      const error = yield* Effect.flip(Frame.decompress(frame))
      assert.strictEqual(error._tag, "InflateError")
    })
  )
})

describe("an event", () => {
  it.prop("is formatted as the server formats it", [events], ([[channel, payload]]) => {
    const text = JSON.stringify([channel, payload])
    assert.strictEqual(Frame.format(Frame.parse(text)), text)
  })
})

describeCompressedFrames("a compressed frame", events)
