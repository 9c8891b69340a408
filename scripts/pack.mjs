// Packed packages export what was built, and name their owner; the `exports` of the manifests in git name the sources.
import { existsSync } from "node:fs"
import { basename, join } from "node:path"
import { fieldsOf, owner } from "./support/owner.mjs"

/** Returns what a packed package exports in place of a source. */
const built = (dir, key, source) => {
  const module = source.replace(/^\.\/src\/(.*)\.ts$/, "./dist/$1")
  if (module === source) return source
  // `scripts/bundle.mjs` writes it.
  const bundle = `./dist/node/${key === "." ? "index" : key.slice("./".length)}.js`
  return {
    types: `${module}.d.ts`,
    ...(existsSync(join(dir, bundle)) ? { node: bundle } : {}),
    default: `${module}.js`
  }
}

export const hooks = {
  beforePacking: (manifest, dir) => ({
    ...manifest,
    ...fieldsOf(owner, `packages/${basename(dir)}`),
    exports: Object.fromEntries(
      Object.entries(manifest.exports).map(([key, source]) => [key, built(dir, key, source)])
    )
  })
}
