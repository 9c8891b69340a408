// Bundles the bots with esbuild: `node lab/esbuild.mjs` writes lab/dist/<bot>/main.js and main.js.map.
import { join } from "node:path"
import { build } from "esbuild"

for (const bot of ["worker", "broken"]) {
  await build({
    entryPoints: [join(import.meta.dirname, `src/${bot}.ts`)],
    outfile: join(import.meta.dirname, `dist/${bot}/main.js`),
    bundle: true,
    format: "cjs",
    target: "es2020",
    sourcemap: "external",
    sourcesContent: false
  })
}
