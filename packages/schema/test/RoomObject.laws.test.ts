import * as Decoder from "@screeps-effect/schema/Decoder"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { objects } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { mutated } from "./support/mutations.ts"

const documents = objects().map(({ document }) => document)
const decode = Schema.decodeUnknownSync(RoomObject.RoomObject)
const encode = Schema.encodeSync(RoomObject.RoomObject)
const decoders: ReadonlyMap<string, Decoder.Decoder<RoomObject.Known>> = new Map(
  Object.entries(RoomObject.schemas).map(([type, schema]) => [type, Decoder.make<RoomObject.Known>(schema)])
)

const typeOf = (document: unknown): unknown =>
  typeof document === "object" && document !== null && "type" in document ? document.type : undefined

describe("a document with one random change", () => {
  it.effect("is classified unchanged, or as a complete object of its kind, in 10 000 cases", () =>
    Effect.gen(function* () {
      const faulty = yield* Arbitrary.sampleEffect(mutated(documents), { count: 10_000, seed: "faults" })
      const seen = { itself: 0, completed: 0, ofNoKind: 0 }
      for (const document of faulty) {
        const object = RoomObject.classify(document)
        const type = typeOf(document)
        const decoder = typeof type === "string" ? decoders.get(type) : undefined
        assert.strictEqual(RoomObject.toDocument(object), document)
        if (decoder === undefined) {
          seen.ofNoKind++
          assert.instanceOf(object, RoomObject.UnknownRoomObject)
          assert.strictEqual(object.kind, typeof type === "string" ? type : undefined)
          continue
        }
        assert.strictEqual(object.type, type)
        if (Object.is(object, document)) {
          seen.itself++
          assert.isTrue(Result.isSuccess(decoder(document)))
          continue
        }
        seen.completed++
        assert.isNotEmpty(RoomObject.drift(object), JSON.stringify(document))
        if (RoomObject.missing(object).length === 0)
          assert.isTrue(
            Result.isSuccess(decoder(Object.fromEntries(Object.entries(object)))),
            JSON.stringify(document)
          )
      }
      assert.isAbove(Math.min(...Object.values(seen)), 500, JSON.stringify(seen))
    })
  )

  it.prop(
    "is encoded unchanged",
    [mutated(documents)],
    ([document]) => {
      assert.strictEqual(encode(decode(document)), document)
    },
    { arbitrary: { runs: 500 } }
  )
})

describe("any JSON value", () => {
  it.prop("is encoded unchanged", [Schema.Json], ([value]) => {
    assert.strictEqual(encode(decode(value)), value)
  })
})

describe("a generated", () => {
  for (const [type, schema] of Object.entries(RoomObject.schemas)) {
    it.prop(
      `${type} is decoded unchanged`,
      [Arbitrary.schema<Schema.Codec<RoomObject.Known, unknown>>(schema)],
      ([object]) => {
        assert.strictEqual(object.type, type)
        assert.strictEqual(decode(encode(object)), object)
      },
      { arbitrary: { runs: 40 } }
    )
  }

  it.prop(
    "creep is inside the room and has valid hit points",
    [Arbitrary.schema(RoomObject.schemas.creep)],
    ([creep]) => {
      assert.isTrue(creep.x >= 0 && creep.x <= 49 && creep.y >= 0 && creep.y <= 49)
      assert.isAtLeast(creep.hits, 0)
      assert.isTrue(creep.body.every((part) => part.hits >= 0 && part.hits <= 100))
    }
  )
})
