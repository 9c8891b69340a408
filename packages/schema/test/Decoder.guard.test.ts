import { objects } from "@screeps-effect/fixtures"
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const odd = [
  undefined,
  null,
  Number.NaN,
  Infinity,
  1.5,
  -0,
  2 ** 60,
  "",
  "x",
  [],
  {},
  [[]],
  new Date(0),
  () => 1
]
const recorded = objects().map(({ document }) => document)

describe("a compiled guard", () => {
  for (const [type, schema] of Object.entries(RoomObject.schemas)) {
    it.effect(`of ${type} agrees with the schema`, () =>
      Effect.gen(function* () {
        const guard = Decoder.guard<unknown>(schema)
        const is: (input: unknown) => boolean = Schema.is(schema)
        const made = yield* Arbitrary.sampleEffect(Arbitrary.schema(Schema.toType(schema)), {
          count: 20,
          seed: type
        })
        const whole: ReadonlyArray<object> = [...made, ...recorded.filter((document) => is(document))]
        let agreed = 0
        for (const document of whole) {
          assert.isTrue(guard(document))
          for (const key of [...Object.keys(document), "modField"]) {
            for (const value of odd) {
              const changed = { ...document, [key]: value }
              assert.strictEqual(
                guard(changed),
                is(changed),
                `${key}: ${typeof value} ${JSON.stringify(value)}`
              )
              agreed++
            }
            const { [key]: _, ...without } = { ...document, modField: 1 } as Record<string, unknown>
            assert.strictEqual(guard(without), is(without), `without ${key}`)
          }
        }
        assert.isAbove(agreed, 1000)
      })
    )
  }

  it("checks decoded data of schemas with transformations", () => {
    const guard = Decoder.guard(Schema.Struct({ name: Schema.String.check(Schema.isPattern(/^a/)) }))
    assert.deepStrictEqual([guard({ name: "abc" }), guard({ name: "bc" })], [true, false])
    const isMoment = Decoder.guard(Schema.Struct({ at: Schema.DateFromString }))
    assert.deepStrictEqual([isMoment({ at: new Date(0) }), isMoment({ at: "2020-01-01" })], [true, false])
  })
})
