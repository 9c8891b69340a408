/** The guide lists every setting. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const guide = readFileSync(join(root, "docs/guide/settings.md"), "utf8")

/** Settings that are provided by layers only, and those inside the command. */
const internal = ["Store", "Typing", "Version"]

const declaration = /^export const (\w+)(?:: (?:Context\.Reference|Additive)<| = Context\.Reference\b)/gm

const settings = globSync("packages/*/src/**/*.ts", { cwd: root, exclude: ["**/generated/**"] }).flatMap(
  (file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(declaration)].flatMap(([, name]) =>
      name === undefined || internal.includes(name) ? [] : [name]
    )
)

describe("the guide to settings", () => {
  it("lists each Context.Reference of the packages", () => {
    assert.isAtLeast(settings.length, 20)
    assert.deepStrictEqual(
      settings.filter((name) => !guide.includes(`.${name}\``)),
      []
    )
  })
})
