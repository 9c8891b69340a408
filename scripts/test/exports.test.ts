/** The manifests export what the indexes list: every module under its short name, whatever its folder, and no other. */
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const packages = join(import.meta.dirname, "../../packages")

/** Modules that no index lists, with reasons. */
const unlisted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  api: {
    "./RateLimits/Redis": "imports Effect's Redis module, which most programs do not load",
    "./UndiciHttpClient": "imports the package undici, which most programs do not have",
    "./operations": "for programs that take all operations as values"
  },
  lab: { "./vitest": "imports vitest" },
  pictures: {
    "./RoomCanvas": "has the types of pages, which programs for Node do not have",
    "./RoomPage": "contains the script of its pages, of 150 kB",
    "./StatsPage": "contains the script of its page, of 70 kB"
  },
  "private-server": {
    "./AdministrationError": "the index exports its members",
    "./PrivateServerError": "the index exports its members"
  },
  promise: { "./node": "imports Node's file system" },
  socket: {
    "./workflows/SourceMaps": "imports a library for source maps that most programs do not load"
  },
  collector: { "./NodeSqlite": "imports `node:sqlite`, which pages do not have" }
}

/** Returns the modules that an index lists, and the indexes that it re-exports. */
const listedIn = (source: string, prefix: string, index: string): ReadonlyArray<[string, string]> => {
  const text = readFileSync(join(source, index), "utf8")
  const folder = index.slice(0, index.lastIndexOf("/") + 1)
  const own = [...text.matchAll(/^export \* as (\w+) from "\.\/(.+\.ts)"$/gm)]
  const inner = [...text.matchAll(/^export \* from "\.\/(\w+\/index\.ts)"$/gm)]
  return [
    ...own.map(([, module, file]): [string, string] => [`./${prefix}${module}`, `./src/${folder}${file}`]),
    ...inner.flatMap(([, file]) => listedIn(source, prefix, `${folder}${file}`))
  ]
}

const published = readdirSync(packages)
  .filter((folder) => existsSync(join(packages, folder, "src/index.ts")))
  .map((folder) => ({
    folder,
    exported: JSON.parse(readFileSync(join(packages, folder, "package.json"), "utf8")).exports as Record<
      string,
      string
    >
  }))

describe.each(published)("$folder's manifest", ({ exported, folder }) => {
  const source = join(packages, folder, "src")
  const { ".": index, "./package.json": manifest, ...modules } = exported

  it("exports its index and itself", () => {
    assert.strictEqual(index, "./src/index.ts")
    assert.strictEqual(manifest, "./package.json")
  })

  it("exports the modules of its indexes, and those that are unlisted for a reason", () => {
    const listed = [
      ...listedIn(source, "", "index.ts"),
      ...(existsSync(join(source, "workflows.ts"))
        ? [["./workflows", "./src/workflows.ts"], ...listedIn(source, "workflows/", "workflows.ts")]
        : [])
    ]
    const others = Object.keys(unlisted[folder] ?? {}).map((key) => [key, modules[key]])
    assert.deepStrictEqual(modules, Object.fromEntries([...listed, ...others]))
    for (const file of Object.values(modules)) assert.isTrue(existsSync(join(packages, folder, file)), file)
  })
})
