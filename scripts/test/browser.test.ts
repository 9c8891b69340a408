/** Packages for pages bundle without modules of Node. */
import { join } from "node:path"
import { rolldown } from "rolldown"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")
const packages = ["schema", "api", "socket", "testing"]

/** Bundles all exports of a program for a browser; returns the imports that remain. */
const missing = async (code: string) => {
  const program = join(root, "docs/program.ts") // a path from which all packages resolve
  const built = await rolldown({
    input: program,
    platform: "browser",
    logLevel: "silent",
    plugins: [
      {
        name: "program",
        resolveId: (id) => (id === program ? id : undefined),
        load: (id) => (id === program ? code : undefined)
      }
    ]
  })
  const { output } = await built.generate({ format: "esm" })
  await built.close()
  return output.flatMap((chunk) =>
    chunk.type === "chunk" ? [...chunk.imports, ...chunk.dynamicImports] : []
  )
}

describe("for browsers", () => {
  it("o: every package bundles with all of its modules, without modules of Node", async () => {
    for (const name of packages) {
      assert.isEmpty(await missing(`export * as all from "@screeps-effect/${name}"`), name)
    }
    assert.isEmpty(await missing(`export * as all from "@screeps-effect/socket/workflows"`))
  })

  it("a package that needs Node is detected", async () => {
    assert.include(await missing(`export { readFileSync } from "node:fs"`), "node:fs")
  })
})
