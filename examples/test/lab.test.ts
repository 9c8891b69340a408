/** The bots of `lab/` are bundled by esbuild and by Rollup, for the scenario beside them. */
import { execFile } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Scenario from "@screeps-effect/lab/Scenario"
import * as Effect from "effect/Effect"

const run = promisify(execFile)
const folder = join(import.meta.dirname, "../lab")
const rollup = join(dirname(createRequire(import.meta.url).resolve("rollup/package.json")), "dist/bin/rollup")

const builds = [
  [join(folder, "esbuild.mjs")],
  [rollup, "--silent", "--config", join(folder, "rollup.config.mjs")]
]

describe("the bots of the lab", () => {
  // One build after the other: both write the same files.
  it.effect("are bundled by esbuild and by Rollup, with source maps", () =>
    Effect.gen(function* () {
      const scenario = yield* Scenario.load(join(folder, "rcl2.yaml"))
      assert.strictEqual(scenario.bots["player"]?.code, join(folder, "dist/worker"))
      for (const args of builds) {
        rmSync(join(folder, "dist"), { recursive: true, force: true })
        yield* Effect.promise(() => run(process.execPath, args))
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
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
