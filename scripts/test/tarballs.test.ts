/** What is packed: the owner's fields, links, and the check of tarballs. */
import { execFileSync } from "node:child_process"
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")

interface Owner {
  readonly author?: string
  readonly repository?: string
}
const support = (name: string) => new URL(`../support/${name}.mjs`, import.meta.url).href
const {
  fieldsOf,
  publishedReadme
}: {
  readonly fieldsOf: (owner: Owner, directory: string) => unknown
  readonly publishedReadme: (text: string, file: string, owner: Owner) => string
} = await import(support("owner"))
const {
  problemsOf,
  unpack
}: {
  readonly problemsOf: (one: object, checks: object) => ReadonlyArray<string>
  readonly unpack: (tarball: string, below: string) => Promise<object>
} = await import(support("tarball"))

describe("owner.json", () => {
  it("gives no field while it is empty", () => assert.deepStrictEqual(fieldsOf({}, "packages/api"), {}))

  it("gives a manifest its repository with the folder, and addresses that follow from it", () =>
    assert.deepStrictEqual(
      fieldsOf({ repository: "https://example.org/a/b", author: "A. Author" }, "packages/api"),
      {
        author: "A. Author",
        repository: { type: "git", url: "git+https://example.org/a/b.git", directory: "packages/api" },
        homepage: "https://example.org/a/b/tree/main/packages/api#readme",
        bugs: { url: "https://example.org/a/b/issues" }
      }
    ))

  it("has no other key, and a repository that is an address without .git", () => {
    const owner = JSON.parse(readFileSync(join(root, "owner.json"), "utf8")) as Record<string, string>
    for (const key of Object.keys(owner)) assert.include(["author", "bugs", "homepage", "repository"], key)
    assert.match(owner["repository"] ?? "https://example.org/a/b", /^https:\/\/[^\s]+[^/]$(?<!\.git)/)
  })
})

describe("a published README", () => {
  const files = globSync("packages/*/README.md", { cwd: root })
  const published = (file: string, owner: Owner) =>
    publishedReadme(readFileSync(join(root, file), "utf8"), file, owner)

  it.each(files)("of %s has only links that exist in the repository", (file) => {
    const base = "https://example.org/a/b"
    const text = published(file, { repository: base })
    assert.notMatch(text, /\]\((?!https?:|#)/)
    for (const [, path = ""] of text.matchAll(/\]\(https:\/\/example\.org\/a\/b\/blob\/main\/([^)#]+)/g))
      assert.isTrue(existsSync(join(root, path)), path)
  })

  it("has the text of a link, and no address, while nobody owns the repository", () => {
    const text = published("packages/lab/README.md", {})
    assert.include(text, "see the guide.")
    assert.notMatch(text, /\]\((?!https?:|#)/)
  })
})

describe("the check of a tarball", () => {
  let dir = ""
  beforeAll(async () => void (dir = await mkdtemp(join(tmpdir(), "tarball-"))))
  afterAll(() => rm(dir, { recursive: true, force: true }))

  const manifest = {
    name: "@screeps-effect/one",
    version: "0.1.0",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    dependencies: { "@screeps-effect/two": "^0.1.0" }
  }
  const whole: Readonly<Record<string, string>> = {
    "package.json": JSON.stringify(manifest),
    "README.md": "# One\n\n[two](https://example.org)\n",
    LICENSE: "MIT",
    "src/index.ts": "export {}",
    "dist/index.js": "export {}",
    "dist/index.d.ts": "export {}",
    "dist/index.d.ts.map": JSON.stringify({ sources: ["../src/index.ts"] })
  }
  let count = 0
  /** Returns the problems of a package with these files. */
  const problems = async (
    files: Readonly<Record<string, string | undefined>>,
    limits = { files: 9, kB: 9 }
  ) => {
    const at = join(dir, String(count++))
    const folder = join(at, "package")
    for (const [file, text] of Object.entries({ ...whole, ...files })) {
      if (text === undefined) continue
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    const checks = { limits: { [manifest.name]: limits }, published: [manifest.name, "@screeps-effect/two"] }
    execFileSync("tar", ["-czf", "one.tgz", "package"], { cwd: at })
    return problemsOf({ ...(await unpack(join(at, "one.tgz"), at)), size: { kB: 9 } }, checks)
  }
  const manifestWith = (fields: object) => ({ "package.json": JSON.stringify({ ...manifest, ...fields }) })

  it("accepts a whole package", async () => assert.deepStrictEqual(await problems({}), []))

  it.each([
    ["an empty module", { "dist/index.js": "" }, "dist/index.js is empty"],
    ["a missing licence", { LICENSE: undefined }, "LICENSE is missing"],
    [
      "a missing module",
      { "dist/index.js": undefined },
      "the manifest names ./dist/index.js, which is missing"
    ],
    ["a missing map", { "dist/index.d.ts.map": undefined }, "dist/index.d.ts has no map to its source"],
    [
      "a missing source",
      { "src/index.ts": undefined },
      "dist/index.d.ts.map leads to ../src/index.ts, which is missing"
    ],
    ["a test", { "src/index.test.ts": "export {}" }, "src/index.test.ts does not belong in the package"],
    ["a relative link", { "README.md": "[two](../two)" }, "README.md links ../two, which is not packed"],
    [
      "a workspace range",
      manifestWith({ dependencies: { "@screeps-effect/two": "workspace:^" } }),
      "dependencies has @screeps-effect/two as workspace:^"
    ],
    [
      "a private dependency",
      manifestWith({ dependencies: { "@screeps-effect/fixtures": "^0.1.0" } }),
      "dependencies has @screeps-effect/fixtures, which is private"
    ],
    [
      "an export without types",
      manifestWith({ exports: { ".": { default: "./dist/index.js" } } }),
      ". has no types"
    ]
  ] as const)("reports %s", async (_, files, expected) =>
    assert.deepStrictEqual(await problems(files), [`${manifest.name}: ${expected}`])
  )

  it("reports a program that Node cannot read", async () => {
    const bin = manifestWith({ bin: "./dist/index.js" })
    const [problem, ...others] = await problems({ ...bin, "dist/index.js": "const a = (() => await 1)()\n" })
    assert.match(problem ?? "", /^@screeps-effect\/one: \.\/dist\/index\.js is no program: [^]*SyntaxError/)
    assert.isEmpty(others)
  })

  it("reports more files than were accepted", async () =>
    assert.deepStrictEqual(await problems({}, { files: 3, kB: 9 }), [
      `${manifest.name}: it has 7 files, more than 3`
    ]))

  it("reports more bytes than were accepted", async () =>
    assert.deepStrictEqual(await problems({}, { files: 9, kB: 4 }), [
      `${manifest.name}: it has 9 kB, more than 4`
    ]))
})
