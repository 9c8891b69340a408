/** The published packages' manifests and READMEs have the required fields and parts. */
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly description?: string
  readonly keywords?: ReadonlyArray<string>
  readonly license?: string
  readonly engines?: { readonly node?: string }
  readonly sideEffects?: ReadonlyArray<string>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, unknown>>
  readonly publishConfig?: { readonly access?: string; readonly provenance?: boolean }
}

const packages = join(import.meta.dirname, "../../packages")
const read = (folder: string, file = "") => readFileSync(join(packages, folder, file), "utf8")
const published = readdirSync(packages)
  .filter((folder) => existsSync(join(packages, folder, "package.json")))
  .map((folder) => ({ folder, manifest: JSON.parse(read(folder, "package.json")) as Manifest }))
  .filter(({ manifest }) => manifest.private !== true)

it("has fourteen published packages", () => assert.lengthOf(published, 14))

it("are said not to be on npm, as long as they have no version", () => {
  const isReleased = published.some(({ manifest }) => manifest.version !== "0.0.0")
  for (const page of ["../README.md", "../docs/guide/start.md", "../docs/guide/command.md", "cli/README.md"])
    assert.strictEqual(read(page).includes("<!-- until published -->"), !isReleased, page)
})

describe.each(published)("$folder's manifest", ({ folder, manifest }) => {
  it("is published with public access and provenance", () => {
    assert.strictEqual(manifest.publishConfig?.access, "public")
    assert.isTrue(manifest.publishConfig?.provenance)
  })

  it("has a description, a licence and a Node version", () => {
    assert.match(manifest.description ?? "", /^[A-Z].{20,}[^.]$/)
    assert.strictEqual(manifest.license, "MIT")
    assert.strictEqual(manifest.engines?.node, ">=22.19.0")
  })

  it("has keywords, by which it is found", () => {
    const keywords = manifest.keywords ?? []
    assert.include(keywords, "screeps")
    assert.isAtLeast(keywords.length, 3)
  })

  it("leaves to owner.json what only the owner can say", () =>
    assert.isEmpty(
      ["author", "bugs", "homepage", "repository"].filter((field) => Object.hasOwn(manifest, field))
    ))

  it("has no dependency that SECURITY.md does not name", () => {
    const text = readFileSync(join(packages, "../SECURITY.md"), "utf8")
    const row = text.split("\n").filter((line) => line.startsWith("|") && line.includes(`\`${folder}\``))
    const others = Object.keys(manifest.dependencies ?? {}).filter(
      (name) => name !== "effect" && !name.startsWith("@screeps-effect/")
    )
    assert.deepStrictEqual(
      others.filter((name) => !row.some((line) => line.includes(`\`${name}\``))),
      []
    )
  })

  it("declares side effects for its programs only", () => {
    const programs = Object.values(manifest.bin ?? {}).flatMap((file) => [
      file,
      file.replace("./src/", "./dist/").replace(/\.ts$/, ".js")
    ])
    assert.sameMembers([...(manifest.sideEffects ?? [])], programs)
  })
})

const isLibrary = ({ exports }: Manifest) => Object.hasOwn(exports, ".")

/** Returns the parts of a README with their positions. */
const parts = (text: string) => {
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
  const [, heading = ""] = /^## (.+)$/m.exec(text) ?? []
  return {
    title: /^# (.+)$/m.exec(text)?.[1],
    sentence: /^# .+\n\n([\s\S]+?)\n\n/.exec(text)?.[1],
    install: blocks[0],
    program: blocks[1],
    heading,
    headingAt: text.indexOf(`\n## ${heading}`),
    table: /^\| (\w+) +\|/m.exec(text)
  }
}

describe.each(published)("$folder's README", ({ folder, manifest }) => {
  const readme = parts(read(folder, "README.md"))
  const [what, column] = isLibrary(manifest) ? ["Modules", "modules"] : ["Commands", "command"]

  it("starts with the name and a sentence", () => {
    assert.strictEqual(readme.title, manifest.name)
    assert.match(readme.sentence ?? "", /^[A-Z][^|#]+\.$/)
  })

  it("continues with the installation", () => {
    assert.strictEqual(readme.install?.[1], "sh")
    assert.match(readme.install?.[2] ?? "", new RegExp(`^npm install .*${manifest.name}( |$)`, "m"))
  })

  it("continues with a table of its modules or commands", () => {
    assert.strictEqual(readme.heading, what)
    assert.strictEqual(readme.table?.[1], column)
    assert.isAbove(readme.table?.index ?? 0, readme.headingAt)
  })
})

describe.each(published.filter(({ manifest }) => isLibrary(manifest)))(
  "the first program in $folder's README",
  ({ folder, manifest }) => {
    it("imports only what the installation provides", () => {
      const readme = parts(read(folder, "README.md"))
      const program = readme.program?.[2] ?? ""
      assert.strictEqual(readme.program?.[1], "ts")
      assert.isBelow(readme.program?.index ?? Infinity, readme.headingAt)
      assert.isAtMost(program.split("\n").length, 30)
      const imported = [...program.matchAll(/ from "((?:@[^/"]+\/)?[^/"]+)/g)].map(([, name = ""]) => name)
      assert.include(imported, manifest.name)
      const installed = (readme.install?.[2] ?? "").replaceAll("@~4.1", "").split(/\s+/)
      assert.deepStrictEqual(
        imported.filter((name) => !installed.includes(name)),
        []
      )
    })
  }
)
