import { differences, readPicture, recording } from "@screeps-effect/fixtures"
import { Badge } from "@screeps-effect/schema/Badge"
import * as BadgeSvg from "@screeps-effect/pictures/BadgeSvg"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { realistic } from "@screeps-effect/fixtures/realistic"

const recorded = (name: string) => String(recording(`user/badge-svg.${name}`).response.body)
const Me = Schema.Struct({ badge: Badge })
const bob = Schema.decodeUnknownSync(Me)(recording("user/auth-me.after-badge").response.body).badge
const Found = Schema.Struct({ user: Me })
const invader = Schema.decodeUnknownSync(Found)(recording("user/find.npc-invader").response.body).user.badge

const badge = (fields: Partial<Badge> = {}): Badge => ({
  type: 1,
  color1: "#112233",
  color2: "#abcdef",
  color3: "#FF8800",
  param: 0,
  flip: false,
  ...fields
})
const picture = (fields: Partial<Badge>, options?: BadgeSvg.Options) =>
  readPicture(BadgeSvg.render(badge(fields), options))
const shapes = Array.from({ length: 24 }, (_, i) => i + 1)

describe("the SVG of a badge", () => {
  it("equals the SVG of a recorded server, with and without a border", () => {
    assert.deepStrictEqual(differences(readPicture(BadgeSvg.render(bob)), readPicture(recorded("ok"))), [])
    assert.deepStrictEqual(
      differences(readPicture(BadgeSvg.render(bob, { border: true })), readPicture(recorded("border"))),
      []
    )
  })

  it("is empty without a badge, as on a recorded server", () => {
    assert.strictEqual(BadgeSvg.render(undefined), recorded("no-badge"))
    assert.strictEqual(BadgeSvg.render(null), recorded("no-badge"))
  })

  it("is empty for a malformed badge", () => {
    const { type: _, ...shapeless } = badge()
    for (const malformed of [shapeless, Object.assign(badge(), { color1: ["#ff0000"] }), "red", []])
      assert.strictEqual(BadgeSvg.render(malformed), recorded("no-badge"))
  })

  it("differs between shapes and between parameters", () => {
    const of = (type: number, param: number) => JSON.stringify(picture({ type, param }).layers)
    const all = shapes.flatMap((type) => [-100, -50, 0, 50, 100].map((param) => of(type, param)))
    // Some shapes ignore parameters of one sign and give the same picture for all of them.
    assert.lengthOf(new Set(shapes.map((type) => of(type, 100))), 24)
    assert.isAtLeast(new Set(all).size, 24 * 4)
  })

  it("rotates a flipped badge by the angle of its shape", () => {
    const turns = shapes.map((type) => picture({ type, flip: true }).rotation)
    assert.deepStrictEqual(
      turns,
      [0, 0, 180, 90, 45, 90, 90, 90, 180, 90, 90, 180, 180, 180, 180, 0, 0, 180, 180, 90, 45, 45, 90, 180]
    )
    assert.deepStrictEqual(new Set(shapes.map((type) => picture({ type }).rotation)), new Set([0]))
  })

  it("uses 0 for a missing parameter, and limits parameters to -100 and 100", () => {
    const { param: _, ...unbent } = badge({ type: 7 })
    assert.strictEqual(BadgeSvg.render(unbent), BadgeSvg.render(badge({ type: 7, param: 0 })))
    assert.strictEqual(
      BadgeSvg.render(badge({ type: 7, param: 1e6 })),
      BadgeSvg.render(badge({ type: 7, param: 100 }))
    )
  })

  it("leaves out a layer of size zero", () => {
    assert.lengthOf(picture({ type: 4, param: -100 }).layers, 1)
    assert.lengthOf(picture({ type: 19, param: -100 }).layers, 1)
    assert.lengthOf(picture({ type: 4, param: -99 }).layers, 2)
  })

  it("contains only the disc for an unknown shape", () => {
    for (const type of [0, 25, 30, -1, 1.5, 1e21]) {
      assert.deepStrictEqual(picture({ type, flip: true }).layers, [], String(type))
      assert.strictEqual(picture({ type }).disc, "#112233")
    }
  })

  it("contains the paths of the badge itself, and never rotates them", () => {
    const { layers, rotation } = readPicture(BadgeSvg.render(Object.assign({}, invader, { flip: true })))
    assert.isTrue(typeof invader.type === "object")
    assert.deepStrictEqual(
      layers.map(({ data }) => data),
      typeof invader.type === "object" ? [invader.type.path1, invader.type.path2] : []
    )
    assert.strictEqual(rotation, 0)
  })

  it("has the requested size, 128 by default", () => {
    assert.strictEqual(picture({}).size, 128)
    assert.strictEqual(picture({}, { size: 32 }).size, 32)
  })

  it("uses the same clip path identifier only for the same circle, so that a page can contain many badges", () => {
    const clip = (svg: string) => /<clipPath id="([^"]+)"/.exec(svg)?.[1]
    const [plain, other, bordered] = [
      BadgeSvg.render(badge()),
      BadgeSvg.render(badge({ type: 5, color1: 3 })),
      BadgeSvg.render(badge(), { border: true })
    ].map(clip)
    assert.strictEqual(plain, other)
    assert.notStrictEqual(plain, bordered)
  })
})

describe("the colour of a badge", () => {
  const color = (value: string | number) =>
    /<rect[^>]* fill="([^"]*)"/.exec(BadgeSvg.render(badge({ color1: value })))?.[1]

  it("is looked up in the old palette when it is a number", () => {
    const all = Array.from({ length: 80 }, (_, number) => color(number))
    assert.lengthOf(new Set(all), 80)
    assert.notInclude(all, "#000000")
    assert.deepStrictEqual([0, 1, 20, 21, 40, 60].map(color), [
      "#cccccc",
      "#ebadad",
      "#808080",
      "#d92626",
      "#4d4d4d",
      "#1a1a1a"
    ])
  })

  it("is black for numbers outside of the palette", () => {
    for (const number of [80, -1, 1.5, 1e9]) assert.strictEqual(color(number), "#000000")
  })

  it("keeps hexadecimal digits unchanged, even fewer than six", () => {
    for (const text of ["#FF8800", "#abc", "#12345"]) assert.strictEqual(color(text), text)
  })

  it("is black for any other text", () => {
    for (const text of [
      "",
      "red",
      "#",
      "#12345g",
      "#123456789",
      "url(https://example.com/x)",
      "#112233 ",
      "#1\n"
    ])
      assert.strictEqual(color(text), "#000000", JSON.stringify(text))
  })
})

// A server accepts any text that begins like a colour, and any paths that an account was granted.
const hostile = [
  `#112233"/><script>alert(1)</script>`,
  `#112233" onload="alert(1)`,
  `url(https://example.com/seen.svg#x)`,
  `</svg><img src=x>`,
  `&lt;&#x22;`,
  `'><foreignObject/>`,
  "\u0000",
  "]]>"
]
const skeleton = (svg: string) => svg.replaceAll(/(fill|d)="(#[0-9a-f]{6}|none|[\s\w.,+-]*)"/gi, `$1=""`)

describe("the SVG of a hostile badge", () => {
  const harmless = new Set([
    skeleton(BadgeSvg.render(badge())),
    skeleton(BadgeSvg.render(badge({ type: { path1: "", path2: "" } })))
  ])

  for (const text of hostile) {
    it(`contains no markup of ${JSON.stringify(text)}`, () => {
      const pictures = [
        badge({ color1: text, color2: text, color3: text }),
        badge({ type: { path1: text, path2: "M 0 0 Z" } }),
        badge({ type: { path1: "M 0 0 Z", path2: text } }),
        badge({ decoration: text })
      ].map((one) => BadgeSvg.render(one))
      for (const svg of pictures) {
        assert.isTrue(harmless.has(skeleton(svg)), svg)
        assert.notInclude(svg, text)
      }
    })
  }

  it.prop("consists of the same few elements for every badge", [realistic(Badge)], ([value]) => {
    const svg = BadgeSvg.render(Schema.decodeUnknownSync(Badge)(value))
    assert.match(
      svg,
      /^<svg [^<>]*><defs><clipPath [^<>]*><circle [^<>]*\/><\/clipPath><\/defs><g [^<>]*><rect [^<>]*\/>(<path [^<>]*\/>){0,2}<\/g><\/svg>$/
    )
  })
})
