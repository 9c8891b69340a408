/** Bundles for Node build a constant when it is first used, and behave otherwise like the modules that they are made from. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, assert, beforeEach, describe, it } from "vitest"

interface File {
  readonly code: string
  readonly imports?: ReadonlyArray<string>
  readonly isEntry?: boolean
}

interface Chunk extends File {
  readonly fileName: string
}

const { withLazyConstants } = (await import(new URL("../lazy.mjs", import.meta.url).href)) as {
  readonly withLazyConstants: (chunks: ReadonlyArray<object>) => ReadonlyArray<Chunk>
}

/** What the tests build, which therefore run one after another. */
const built: Array<string> = []
Object.assign(globalThis, {
  build: (name: string, ...parts: ReadonlyArray<unknown>) => {
    built.push(name)
    return { name, parts }
  },
  base: (name: string) => {
    built.push(name)
    return class {
      readonly base = name
    }
  }
})

const folders: Array<string> = []
beforeEach(() => void built.splice(0))
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** Transforms files, and returns what `entry.js` exports. */
const load = async (files: Readonly<Record<string, File>>): Promise<Record<string, unknown>> => {
  const folder = mkdtempSync(join(tmpdir(), "lazy-"))
  folders.push(folder)
  writeFileSync(join(folder, "package.json"), `{"type":"module"}`)
  const chunks = Object.entries(files).map(([fileName, file]) => ({
    imports: [],
    isEntry: fileName === "entry.js",
    map: null,
    fileName,
    ...file
  }))
  for (const { code, fileName } of withLazyConstants(chunks)) writeFileSync(join(folder, fileName), code)
  return import(pathToFileURL(join(folder, "entry.js")).href)
}

const part = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)

describe("lazy constants of bundles", { concurrent: false }, () => {
  it("builds a constant and what it is made of when it is first used, once", async () => {
    const { use } = await load({
      "entry.js": {
        code: `const a = build("a")
const fields = { a, more: [a] }
const b = build("b", fields)
const unused = build("unused", b)
const use = () => ({ b, same: b === b && fields.a === a })
const unusedToo = () => unused
export { use, unusedToo }`
      }
    })
    assert.deepStrictEqual(built, [])
    assert.isFunction(use)
    assert.isTrue(part((use as () => unknown)(), "same"))
    ;(use as () => unknown)()
    assert.deepStrictEqual(built, ["a", "b"])
  })

  it("builds a class with its name when it is first used, also by itself", async () => {
    const { make } = await load({
      "entry.js": {
        code: `var Shape = class extends base("Shape") {
  copy() { return new Shape() }
}
const make = () => new Shape()
export { make }`
      }
    })
    assert.deepStrictEqual(built, [])
    const shape = (make as () => { copy: () => object })()
    assert.strictEqual(shape.constructor.name, "Shape")
    assert.strictEqual(shape.copy().constructor, shape.constructor)
    assert.deepStrictEqual(built, ["Shape"])
  })

  it("builds members of a namespace one by one, and copies of it when they are used", async () => {
    const { names, Namespace } = await load({
      "entry.js": {
        code: `const __exportAll = (all) => Object.defineProperties({}, Object.fromEntries(Object.entries(all).map(([name, get]) => [name, { get, enumerable: true }])))
var Namespace = __exportAll({ one: () => one, two: () => two })
const one = build("one")
const two = build("two")
const copy = { ...Namespace }
const names = () => Object.keys(copy)
export { Namespace, names }`
      }
    })
    assert.deepStrictEqual(built, [])
    assert.strictEqual(part(part(Namespace, "two"), "name"), "two")
    assert.deepStrictEqual(built, ["two"])
    assert.deepStrictEqual((names as () => unknown)(), ["one", "two"])
    assert.deepStrictEqual(built, ["two", "one"])
  })

  it("exports values from public modules, which other files share", async () => {
    const exported = await load({
      "shared.js": {
        code: `const used = build("used")
const other = build("other")
const plain = 3
export { used as u, other as o, plain as p }`
      },
      "entry.js": {
        code: `import { u as used } from "./shared.js"
const own = build("own", used)
export { own }
export { u as used, p as plain } from "./shared.js"`,
        imports: ["shared.js"]
      }
    })
    assert.deepStrictEqual(built.toSorted(), ["own", "used"])
    assert.strictEqual(exported["plain"], 3)
    assert.strictEqual(part(part(exported["own"], "parts"), "0"), exported["used"])
  })

  it("does not postpone what may change in the meantime", async () => {
    const { early } = await load({
      "entry.js": {
        code: `let count = 1
const early = build("early", count)
count = 2
export { early }`
      }
    })
    assert.deepStrictEqual(part(early, "parts"), [1])
  })
})
