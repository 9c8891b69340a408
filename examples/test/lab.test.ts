/** The bots of `lab/` are bundled by esbuild and by Rollup, for the scenario beside them. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as Scenario from "@screeps-effect/lab/Scenario"
import { Effect } from "effect"

const run = promisify(execFile)
const folder = join(import.meta.dirname, "../lab")
const rollup = join(dirname(createRequire(import.meta.url).resolve("rollup/package.json")), "dist/bin/rollup")

const builds = {
  esbuild: [join(folder, "esbuild.mjs")],
  Rollup: [rollup, "--silent", "--config", join(folder, "rollup.config.mjs")]
}

// One after the other: both write the same files.
describe.sequential("the bots of the lab", () => {
  it.effect.each(Object.entries(builds))("are bundled by %s, with source maps", ([, args]) =>
    Effect.gen(function* () {
      yield* Effect.promise(() => run(process.execPath, args))
      const scenario = yield* Scenario.load(join(folder, "rcl2.yaml"))
      const code = scenario.bots["player"]?.code
      assert.strictEqual(code, join(folder, "dist/worker"))
      for (const bot of ["worker", "broken"]) {
        const main = readFileSync(join(folder, "dist", bot, "main.js"), "utf8")
        assert.include(main, "spawnCreep")
        assert.notInclude(main, "BodyPartConstant")
        const map: unknown = JSON.parse(readFileSync(join(folder, "dist", bot, "main.js.map"), "utf8"))
        assert.sameMembers(Object.entries(map ?? {}).find(([key]) => key === "sources")?.[1], [
          "../../src/work.ts",
          `../../src/${bot}.ts`
        ])
      }
    })
  )
})
