// Bundles a package's modules for Node, Bun and Deno, where each file that is loaded costs time: an entry for each public
// module in `dist/node`, and what the entries share in few files beside it. Bundlers of pages get the modules one by one,
// as TypeScript emits them: what a page does not use is left out of a namespace's module, but not of a namespace's object.
//   node scripts/bundle.mjs packages/schema
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown } from "rolldown"
import { withLazyConstants } from "./lazy.mjs"

const dir = resolve(process.argv[2])
const { exports } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"))
const entries = Object.entries(exports)
  .filter(([, file]) => file.endsWith(".ts"))
  .map(([key, file]) => [key === "." ? "index" : key.slice("./".length), join(dir, file)])

/**
 * Imports modules of our other packages through their index, which is one file and one package to find. A module that no
 * index lists stays an import of its own.
 */
const throughIndex = {
  name: "through-index",
  async resolveId(id, importer) {
    if (importer === undefined || id.startsWith(".")) return
    const [, packageName, module] = /^(@screeps-effect\/\w+)\/(\w+)$/.exec(id) ?? []
    const index = packageName && (await this.resolve(packageName, importer, { skipSelf: true }))
    const namespaces = index && (await import(pathToFileURL(index.id).href))
    if (namespaces?.[module] === undefined) return { id, external: true }
    return { id: `\0${id}`, meta: { packageName, module, names: Object.keys(namespaces[module]) } }
  },
  load(id) {
    if (!id.startsWith("\0@")) return
    const { module, names, packageName } = this.getModuleInfo(id).meta
    return `import { ${module} as namespace } from "${packageName}"
export const { ${names.join(", ")} } = namespace`
  }
}

const bundle = await rolldown({
  input: Object.fromEntries(entries),
  plugins: [throughIndex],
  platform: "neutral",
  treeshake: { moduleSideEffects: false, propertyReadSideEffects: false }
})
const folder = join(dir, "dist/node")
const { output } = await bundle.generate({
  dir: folder,
  entryFileNames: "[name].js",
  chunkFileNames: "[name].bundle.js",
  // An index with all modules that it loads.
  codeSplitting: {
    groups: ["index", "workflows"].map((name) => ({
      name,
      test: (id) => id === entries.find(([entry]) => entry === name)?.[1]
    }))
  },
  // They are in the declarations.
  comments: { legal: true, annotation: true, jsdoc: false },
  // Those of errors and events are printed.
  keepNames: true,
  sourcemap: "hidden",
  // They are in `src`.
  sourcemapExcludeSources: true
})
await bundle.close()
rmSync(folder, { recursive: true, force: true })
const chunks = output.filter(({ type }) => type === "chunk")
for (const { code, fileName, map } of withLazyConstants(chunks)) {
  const file = join(folder, fileName)
  mkdirSync(dirname(file), { recursive: true })
  // A file that only exports what is in others has no map.
  writeFileSync(file, map ? `${code}\n//# sourceMappingURL=${basename(file)}.map\n` : code)
  if (map) writeFileSync(`${file}.map`, JSON.stringify({ ...map, sourcesContent: undefined }))
}
console.log(`${entries.length} modules bundled into ${chunks.length} files`)
