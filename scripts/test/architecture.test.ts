/** The package diagram in ARCHITECTURE.md matches the packages, and one module writes files. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const scope = "@screeps-effect/"

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

const dependenciesOf = (folder: string) => {
  const { dependencies = {} }: Manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
  return Object.keys(dependencies).flatMap((name) =>
    name.startsWith(scope) ? [name.slice(scope.length)] : []
  )
}

/** Returns the packages of the first diagram from top to bottom. */
const rooms = () => {
  const [, picture = ""] =
    /```\n([\s\S]*?)```/.exec(readFileSync(join(root, "ARCHITECTURE.md"), "utf8")) ?? []
  return picture.split("\n").flatMap((line) => /^[a-z][\w-]*/.exec(line)?.[0] ?? [])
}

/** The arrow that the diagram names in words: a tool that a package of the SDK uses. */
const named = { package: "testing", tool: "pictures" }

describe("the package diagram in ARCHITECTURE.md", () => {
  it("shows every package once and no others", () => {
    const expected = [...readdirSync(join(root, "packages")), "contract", "fixtures", "examples"]
    assert.deepStrictEqual(rooms().toSorted(), expected.toSorted())
  })

  it("shows every package below its dependencies", () => {
    const above = new Set<string>()
    for (const room of rooms()) {
      const folder = existsSync(join(root, "packages", room)) ? join("packages", room) : room
      for (const needed of dependenciesOf(folder)) {
        if (room === named.package && needed === named.tool) continue
        assert.isTrue(above.has(needed), `${room} needs ${needed}`)
      }
      above.add(room)
    }
  })
})

describe("local files", () => {
  // Below "src" only: the links of node_modules lead through the whole workspace.
  const sources = readdirSync(join(root, "packages")).flatMap((name) =>
    readdirSync(join(root, "packages", name, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(name, "src", file))
  )
  /** Functions of Effect's file system and of Node that change the contents or the name of a file. */
  const writes =
    /\b(?:writeFile|writeFileString|writeFileSync|appendFile|createWriteStream|renameSync)\(|\.(?:rename|sink)\(/

  it("are written by LocalFile only, and those of the game's server by private-server", () => {
    const writers = sources.filter((file) => writes.test(readFileSync(join(root, "packages", file), "utf8")))
    assert.isAbove(sources.length, 100)
    assert.include(writers, join("api", "src", "files", "LocalFile.ts"))
    const others = writers.filter(
      (file) => !/^(?:api[\\/]src[\\/]files|private-server[\\/]src)[\\/]/.test(file)
    )
    assert.deepStrictEqual(others, [])
  })
})
