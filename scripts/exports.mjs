// Writes the `exports` of the packages' manifests: every module that an index lists can be imported by its short name,
// whatever its folder; no other module can.
//   node scripts/exports.mjs           writes the manifests
//   node scripts/exports.mjs --check   fails if one is out of date
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const packages = join(import.meta.dirname, "../packages")

/** Index files of a package, by the prefix of their modules' names. */
const indexes = { "": "index", "workflows/": "workflows" }

/** Modules that no index lists as a namespace. */
const unlisted = {
  // They import Effect's Redis module and the package undici, which most programs do not have.
  // Programs that take all operations as values.
  api: {
    "RateLimits/Redis": "limits/Redis",
    UndiciHttpClient: "client/UndiciHttpClient",
    operations: "operations/index"
  },
  // It contains the player of its pages, a script of 120 kB.
  pictures: { RoomReplay: "RoomReplay" },
  // They import the transport on the package undici, and a library for source maps that other programs do not load.
  socket: { ScreepsNode: "ScreepsNode", "workflows/SourceMaps": "workflows/SourceMaps" },
  // Its index exports the members themselves.
  "private-server": { AdministrationError: "AdministrationError", PrivateServerError: "PrivateServerError" },
  // It imports `node:sqlite`, which pages do not have.
  collector: { NodeSqlite: "NodeSqlite" },
  // It imports vitest.
  lab: { vitest: "vitest" }
}

/** Returns the namespaces of an index, and of the indexes that it re-exports. */
const namespacesOf = (source, folder = "", index = "index") => {
  const text = readFileSync(join(source, folder, `${index}.ts`), "utf8")
  const own = [...text.matchAll(/^export \* as (\w+) from "\.\/(.+)\.ts"$/gm)]
  const inner = [...text.matchAll(/^export \* from "\.\/(\w+)\/index\.ts"$/gm)]
  return [
    ...own.map(([, module, path]) => [module, folder + path]),
    ...inner.flatMap(([, name]) => namespacesOf(source, `${folder}${name}/`))
  ]
}

const modulesOf = (name) => {
  const found = {}
  for (const [prefix, index] of Object.entries(indexes)) {
    const source = join(packages, name, "src")
    if (!existsSync(join(source, `${index}.ts`))) continue
    if (prefix !== "") found[prefix.slice(0, -1)] = index
    for (const [module, path] of namespacesOf(source, "", index)) found[prefix + module] = path
  }
  return { ...found, ...unlisted[name] }
}

const exportsOf = (modules, target) => ({
  "./package.json": "./package.json",
  ".": target("index", "index"),
  ...Object.fromEntries(
    Object.entries(modules)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, path]) => [`./${module}`, target(path, module)])
  )
})

for (const name of [
  "schema",
  "pictures",
  "api",
  "socket",
  "testing",
  "private-server",
  "mcp",
  "stats",
  "world",
  "collector",
  "lab"
]) {
  const file = join(packages, name, "package.json")
  const before = readFileSync(file, "utf8")
  const manifest = JSON.parse(before)
  const modules = modulesOf(name)
  manifest.exports = exportsOf(modules, (path) => `./src/${path}.ts`)
  manifest.publishConfig.exports = exportsOf(modules, (path, module) => ({
    types: `./dist/${path}.d.ts`,
    // `bundle.mjs` writes it.
    ...(manifest.scripts.prepack.includes("bundle.mjs") ? { node: `./dist/node/${module}.js` } : {}),
    default: `./dist/${path}.js`
  }))
  const after = `${JSON.stringify(manifest, null, 2)}\n`
  const squeezed = (text) => text.replaceAll(/\s+/g, "")
  if (squeezed(before) === squeezed(after)) continue
  if (process.argv.includes("--check")) {
    console.error(`packages/${name}/package.json does not export what its index lists: run pnpm generate`)
    process.exit(1)
  }
  writeFileSync(file, after)
}
