// The same with Rollup: `rollup --config lab/rollup.config.mjs`.
import { join } from "node:path"
import { transform } from "esbuild"

/** Removes the types. */
const typescript = {
  name: "typescript",
  resolveId: (id, importer) => (id.startsWith("./") ? `${join(importer, "..", id)}.ts` : null),
  transform: (code) => transform(code, { loader: "ts", sourcemap: true, target: "es2020" })
}

export default ["worker", "broken"].map((bot) => ({
  input: join(import.meta.dirname, `src/${bot}.ts`),
  plugins: [typescript],
  output: {
    file: join(import.meta.dirname, `dist/${bot}/main.js`),
    format: "cjs",
    sourcemap: true,
    sourcemapExcludeSources: true
  }
}))
