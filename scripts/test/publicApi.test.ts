/** The texts of the public API show every change of a declaration that users see, and no other. */
import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"

let root = ""
const put = (file: string, text: string) => {
  mkdirSync(join(root, dirname(file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
const edit = (file: string, before: string, after: string) => {
  const text = readFileSync(join(root, file), "utf8")
  assert.include(text, before)
  writeFileSync(join(root, file), text.replace(before, after))
}
const publicApi = (...args: ReadonlyArray<string>) => {
  const script = join(import.meta.dirname, "../public-api.mjs")
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, ...args], {
    encoding: "utf8",
    env: { ...process.env, PUBLIC_API_ROOT: root }
  })
  return { status, stderr: stderr.split("\n").filter(Boolean), stdout }
}
const text = () => readFileSync(join(root, "docs/public-api/map.txt"), "utf8")

const room = "packages/map/dist/Room.d.ts"
const inner = "packages/map/dist/internal/size.d.ts"

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "public-api-"))
  put(
    "packages/map/package.json",
    JSON.stringify({
      name: "@screeps-effect/map",
      exports: { ".": "./src/index.ts", "./Room": "./src/Room.ts" }
    })
  )
  put("packages/map/dist/index.d.ts", 'export * as Room from "./Room.ts"\n')
  put(inner, "export interface Size { readonly width: number }\nexport interface Unused {}\n")
  put(
    room,
    `import type { Size } from "./internal/size.ts"
/** A comment. */
export interface Room { /** A field. */ readonly name: string; readonly size: Size }
declare const Frame_base: new () => { readonly time: number }
/** A frame. */
export declare class Frame extends Frame_base { private secret; readonly own: string }
export declare const parse: (text: string) => Room
/** @deprecated Use parse. */
export declare const read: (text: string) => Room
declare const unused: string
export {}
`
  )
  assert.strictEqual(publicApi("--write").status, 0)
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe("the text of a package", () => {
  it("has the declarations of public names, sorted, and of what they name, without comments and private members", () =>
    assert.strictEqual(
      text(),
      `# @screeps-effect/map

## Room
module @screeps-effect/map/Room

# @screeps-effect/map/Room

## Frame
const Frame_base: new () => {
  readonly time: number;
};
class Frame extends Frame_base {
  readonly own: string;
}

## Room
interface Room {
  readonly name: string;
  readonly size: Size;
}

## parse
const parse: (text: string) => Room;

## read
@deprecated
const read: (text: string) => Room;

# What these name, without being exported

## Size
interface Size {
  readonly width: number;
}
`
    ))

  it("is the same after another order of declarations, another comment or another private name", () => {
    const lines = readFileSync(join(root, room), "utf8").split("\n")
    const [first = "", ...rest] = lines
    put(room, [first, ...rest.slice(5), ...rest.slice(0, 5)].join("\n"))
    edit(room, "A comment.", "Another comment.")
    edit(room, "private secret", "private other")
    edit(room, "declare const unused: string", "declare const other: number")
    assert.deepStrictEqual(publicApi(), {
      status: 0,
      stderr: [],
      stdout: "1 packages, 6 declarations, 0 kB\n"
    })
  })
})

describe("a stale text", () => {
  const changesOf = () => {
    const { status, stderr } = publicApi()
    assert.strictEqual(status, 1)
    assert.match(stderr.at(-1) ?? "", /docs\/public-api is out of date: run pnpm public-api/)
    return stderr.slice(0, -1)
  }

  it("names a public name that was added", () => {
    edit(room, "export {}", "export declare const area: number")
    assert.deepStrictEqual(changesOf(), ["map.txt: added @screeps-effect/map/Room area"])
  })

  it("names a public name that was removed", () => {
    edit(room, "export declare const parse: (text: string) => Room\n", "")
    assert.deepStrictEqual(changesOf(), ["map.txt: removed @screeps-effect/map/Room parse"])
  })

  it("names a public name whose type changed, that of a base class included", () => {
    edit(room, "(text: string) => Room\n", "(text: string, at: number) => Room\n")
    edit(room, "readonly time: number", "readonly time: string")
    assert.deepStrictEqual(changesOf(), [
      "map.txt: changed @screeps-effect/map/Room Frame",
      "map.txt: changed @screeps-effect/map/Room parse"
    ])
  })

  it("names a changed type that a public one imports from an internal module", () => {
    edit(inner, "width: number", "width: string")
    assert.deepStrictEqual(changesOf(), ["map.txt: changed What these name, without being exported Size"])
  })

  it("names a name that was deprecated", () => {
    edit(room, "/** A comment. */", "/** @deprecated Use Frame. */")
    assert.deepStrictEqual(changesOf(), ["map.txt: changed @screeps-effect/map/Room Room"])
  })

  it("names a module that the index lists no longer, and one that is gone", () => {
    put("packages/map/dist/index.d.ts", "export {}\n")
    assert.deepStrictEqual(changesOf(), ["map.txt: removed @screeps-effect/map Room"])
  })

  it("of a package that is gone is reported as removed", () => {
    put("docs/public-api/gone.txt", "# @screeps-effect/gone\n\n## a\nconst a: 1;\n")
    assert.deepStrictEqual(changesOf(), ["gone.txt: removed @screeps-effect/gone a"])
    assert.strictEqual(publicApi("--write").status, 0)
    assert.deepStrictEqual(readdirSync(join(root, "docs/public-api")), ["map.txt"])
  })
})

it("lists the changes since a commit from the texts alone", () => {
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: root })
  git("init", "-q")
  git("add", ".")
  git("commit", "-qm", "Before")
  assert.strictEqual(publicApi("--against", "HEAD").stdout, "No change of the public API since HEAD.\n")
  edit("docs/public-api/map.txt", "time: number", "time: string")
  assert.strictEqual(
    publicApi("--against", "HEAD").stdout,
    "map.txt: changed @screeps-effect/map/Room Frame\n"
  )
})

it("every package that exports modules has a text", () => {
  const folder = join(import.meta.dirname, "../..")
  const packages = readdirSync(join(folder, "packages")).filter((name) => {
    const manifest = JSON.parse(readFileSync(join(folder, "packages", name, "package.json"), "utf8"))
    return manifest.exports?.["."] !== undefined
  })
  assert.isAbove(packages.length, 10)
  assert.deepStrictEqual(
    readdirSync(join(folder, "docs/public-api")).toSorted(),
    packages.map((name) => `${name}.txt`).toSorted()
  )
})
