/** Bundles the programs before all tests: loading hundreds of modules takes most of the time of a short program. */
import { globSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build } from "vite"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the bundled programs. */
    readonly programs: string
  }
}

const examples = join(import.meta.dirname, "../..")
const sources = globSync("*.ts", { cwd: join(examples, "src"), exclude: ["*.test.ts"] })
const input = {
  strict: join(examples, "../scripts/strict.ts"),
  ...Object.fromEntries(sources.map((name) => [name.replace(/\.ts$/, ""), join(examples, "src", name)]))
}

export default async (project: TestProject) => {
  const programs = mkdtempSync(join(tmpdir(), "programs-"))
  const bundle = () =>
    build({
      root: examples,
      configFile: false,
      logLevel: "warn",
      // Optional: the WebSocket is faster with these two.
      ssr: { noExternal: true, external: ["bufferutil", "utf-8-validate"] },
      build: {
        ssr: true,
        target: "es2023",
        minify: false,
        outDir: programs,
        emptyOutDir: false,
        rolldownOptions: {
          input,
          output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" }
        }
      }
    })
  await bundle()
  project.onTestsRerun(async () => void (await bundle()))
  project.provide("programs", programs)
  return () => rmSync(programs, { recursive: true })
}
