/** Every known defect of other clients names the test that prevents it here. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { titlesIn } from "./titles.ts"

interface Defect {
  readonly what: string
  readonly test: { readonly file: string; readonly title: string }
}

const root = join(import.meta.dirname, "../..")
const text = readFileSync(join(root, "docs/defects.json"), "utf8")
const defects = Object.entries(JSON.parse(text) as Readonly<Record<string, Defect>>)
const tests = defects.map(([name, { test }]) => ({ name, ...test }))

const assertDistinct = (texts: ReadonlyArray<string>) => assert.sameMembers([...texts], [...new Set(texts)])

describe("the list of defects", () => {
  it("has every letter from a to o, and further ones of HTTP and sockets by name", () => {
    const names = defects.map(([name]) => name)
    for (const letter of "abcdefghijklmno") assert.include(names, letter)
    const others = names.filter((name) => name.length > 1)
    assert.isNotEmpty(others)
    for (const name of others) assert.match(name, /^(?:[a-o], |(?:http|socket): )/)
  })

  it("has no duplicate names, descriptions or tests", () => {
    // JSON silently keeps the last of two fields with the same name.
    assertDistinct([...text.matchAll(/^ {2}"(.+?)": \{$/gm)].map(([, name = ""]) => name))
    assert.lengthOf([...text.matchAll(/^ {2}"/gm)], defects.length)
    assertDistinct(defects.map(([, { what }]) => what))
    assertDistinct(tests.map(({ file, title }) => `${file}: ${title}`))
  })

  it("describes each defect in a sentence and names a test", () => {
    for (const [name, { test, what }] of defects) {
      assert.match(what, /^[A-Z].+\.$/, name)
      assert.isDefined(test, name)
    }
  })
})

describe("the test of a defect", () => {
  for (const { file, name, title } of tests) {
    it(`exists and runs: ${name}`, () => {
      assert.match(file, /^(?:packages\/[\w-]+|scripts)\/test\/[\w./-]+\.test\.ts$/)
      assert.isTrue(existsSync(join(root, file)), file)
      assert.include(titlesIn(readFileSync(join(root, file), "utf8")), title)
    })
  }
})

describe("titles", () => {
  it("include those of tests in groups, joined as the runner joins them", () => {
    const source = `
      // it("in a comment", () => {})
      const text = 'it("in a text", () => {})'
      describe("outer", () => {
        it("plain", () => {})
        for (const one of [1]) it.effect("effectful", () => one)
        describe.each([1])("inner %s", () => { it.live.each([1])(\`listed %s\`, () => {}, 5) })
        it(\`made of \${text}\`, () => {})
      })
      layer(Layer.empty)("with a layer", (it) => { it.effect("served", () => {}) })
      test("alone", () => {})
    `
    assert.deepStrictEqual(titlesIn(source), [
      "outer > plain",
      "outer > effectful",
      "outer > inner %s > listed %s",
      "with a layer > served",
      "alone"
    ])
  })

  it("exclude tests that are not run or must fail", () => {
    const source = `
      it.skip("skipped", () => {})
      it.effect.skip("skipped, too", () => {})
      it.todo("planned")
      it.fails("failing", () => {})
      it.skipIf(true)("skipped perhaps", () => {})
      describe.skip("no group", () => { it("in it", () => {}) })
      it("run", () => {})
    `
    assert.deepStrictEqual(titlesIn(source), ["run"])
  })
})
