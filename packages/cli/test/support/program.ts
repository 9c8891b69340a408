/** Chooses the program that tests start as a process, before all tests: a build during them does not change it. */
import { globSync, statSync } from "node:fs"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the program. */
    readonly program: string
  }
}

const own = join(import.meta.dirname, "../..")

const changedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

export default (project: TestProject) => {
  const choose = () => {
    const bundle = join(own, "dist/bin.js")
    const sources = globSync("../*/{package.json,src/**/*.ts}", { cwd: own })
    const isCurrent = sources.every((file) => changedAt(join(own, file)) < changedAt(bundle))
    project.provide("program", isCurrent ? bundle : join(own, "src/bin.ts"))
  }
  choose()
  project.onTestsRerun(choose)
}
