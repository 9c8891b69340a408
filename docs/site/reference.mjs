// Writes the reference of every public module to public/reference: the entry points are those of the packages'
// `exports`, and a module is named as programs import it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Application } from "typedoc"

const docs = join(import.meta.dirname, "..")
const packages = [
  "schema",
  "pictures",
  "api",
  "socket",
  "testing",
  "private-server",
  "promise",
  "mcp",
  "stats",
  "world",
  "collector",
  "lab",
  "rollup-plugin"
]
const work = mkdtempSync(join(tmpdir(), "reference-"))
process.on("exit", () => rmSync(work, { recursive: true, force: true }))

/** Checks for indexes, which only list other modules, and for the manifest. */
const isIndex = (key) => [".", "./workflows", "./operations", "./package.json"].includes(key)

/** Packages whose index is itself a module. */
const ownIndex = new Set(["promise", "rollup-plugin"])

const documentOf = async (name) => {
  const dir = join(docs, "../packages", name)
  const manifest = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"))
  const modules = Object.entries(manifest.exports).filter(
    ([key]) => !isIndex(key) || (key === "." && ownIndex.has(name))
  )
  const app = await Application.bootstrap({
    entryPoints: modules.map(([, file]) => join(dir, file)),
    tsconfig: join(dir, "tsconfig.build.json"),
    name: manifest.name,
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableSources: true,
    readme: "none",
    skipErrorChecking: true,
    alwaysCreateEntryPointModule: true,
    logLevel: "Error"
  })
  const project = await app.convert()
  if (project === undefined || app.logger.hasErrors()) throw new Error(`typedoc failed for ${manifest.name}`)
  const names = new Map(
    modules.map(([key, file]) => [file.replace(/^\.\/src\/|\.ts$/g, ""), key.slice(2) || name])
  )
  for (const module of project.children ?? []) {
    const imported = names.get(module.name)
    if (imported === undefined) throw new Error(`${manifest.name} does not export ${module.name}`)
    module.name = imported
  }
  const file = join(work, `${name}.json`)
  writeFileSync(file, JSON.stringify(app.serializer.projectToObject(project, dir)))
  return { file, count: modules.length }
}

const documents = []
for (const name of packages) documents.push(await documentOf(name))

const app = await Application.bootstrap({
  entryPointStrategy: "merge",
  entryPoints: documents.map(({ file }) => file),
  // Without it typedoc reads the folder's own, which includes nothing before `samples.mjs` has run.
  tsconfig: join(docs, "../packages/schema/tsconfig.build.json"),
  name: "screeps-effect",
  readme: "none",
  disableSources: true,
  // Its page of hierarchies misses types that extend those of another package.
  includeHierarchySummary: false,
  favicon: join(docs, "public/favicon.svg"),
  navigationLinks: { Guide: "/guide/start.html", Operations: "/operations/index.html" },
  logLevel: "Error"
})
const project = await app.convert()
if (project === undefined) throw new Error("typedoc could not merge the packages' references")
await app.generateDocs(project, join(docs, "public/reference"))
if (app.logger.hasErrors()) process.exit(1)
console.log(`${documents.reduce((sum, { count }) => sum + count, 0)} modules`)
