import * as Flag from "@screeps-effect/schema/Flag"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

const coordinate = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 49 }))
const color = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 }))
const flagWith = (name: Schema.Codec<string>) =>
  Schema.Struct({ name, color, secondaryColor: color, x: coordinate, y: coordinate })

// Names with the characters that are escaped; `$` makes some of them ambiguous.
const plain = Schema.String.check(Schema.isPattern(/^[a-z |~]{0,8}$/))
const escaped = Schema.String.check(Schema.isPattern(/^(a|\$|VLINE|TILDE|\$VLINE\$|\$TILDE\$){0,5}$/))

describe("flags", () => {
  it("have a name, two colours and a square", () => {
    assert.deepStrictEqual(Flag.parse("FlagOne~1~2~12~13|Flag Two~10~10~14~15"), [
      { name: "FlagOne", color: 1, secondaryColor: 2, x: 12, y: 13 },
      { name: "Flag Two", color: 10, secondaryColor: 10, x: 14, y: 15 }
    ])
  })

  it("unescape lines and tildes in names", () => {
    const flag = { name: "My|Fl~ag", color: 1, secondaryColor: 10, x: 5, y: 5 }
    assert.deepStrictEqual(Flag.parse("My$VLINE$Fl$TILDE$ag~1~10~5~5"), [flag])
    assert.strictEqual(Flag.format([flag]), "My$VLINE$Fl$TILDE$ag~1~10~5~5")
  })

  it("unescape several characters in one name", () => {
    const flag = { name: "||~~", color: 1, secondaryColor: 1, x: 0, y: 0 }
    assert.deepStrictEqual(Flag.parse(Flag.format([flag])), [flag])
  })

  it("are empty for an empty, null or absent text", () => {
    for (const text of ["", null, undefined]) assert.deepStrictEqual(Flag.parse(text), [])
    assert.strictEqual(Flag.format([]), "")
  })

  it("are ignored when they do not have five parts", () => {
    const kept = { name: "A", color: 1, secondaryColor: 2, x: 3, y: 4 }
    for (const record of ["B", "B~1~2~3", "B~1~2~3~4~5", "B~1~2~3~", "B~red~2~3~4", "B~1~2~-3~4", "", "~"]) {
      assert.deepStrictEqual(Flag.parse(`${record}|A~1~2~3~4`), [kept], record)
    }
  })

  it("may have an empty name", () => {
    assert.deepStrictEqual(Flag.parse("~1~2~3~4"), [{ name: "", color: 1, secondaryColor: 2, x: 3, y: 4 }])
  })

  it.prop(
    "are parsed from the text that they were formatted to",
    [Schema.Array(flagWith(plain))],
    ([flags]) => {
      assert.deepStrictEqual(Flag.parse(Flag.format(flags)), flags)
    }
  )

  const written = Arbitrary.map(Arbitrary.schema(Schema.Array(flagWith(escaped))), (flags) =>
    flags
      .map(({ color, name, secondaryColor, x, y }) => [name, color, secondaryColor, x, y].join("~"))
      .join("|")
  )

  it.prop(
    "are formatted to the text that they were parsed from, ambiguous names included",
    [written],
    ([text]) => {
      assert.strictEqual(Flag.format(Flag.parse(text)), text)
    }
  )

  it.prop("are parsed from any text without failing", [Schema.String], ([text]) => {
    for (const flag of Flag.parse(text)) assert.isTrue(Number.isInteger(flag.x) && Number.isInteger(flag.y))
  })
})
