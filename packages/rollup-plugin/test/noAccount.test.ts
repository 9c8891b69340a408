/** The plugin for a user without an account in the environment and in files. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Bundle, screeps } from "@screeps-effect/rollup-plugin"
import { afterAll, assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"

const home = mkdtempSync(join(tmpdir(), "home-"))
// Effect reads the environment once.
for (const name of Object.keys(process.env)) if (name.startsWith("SCREEPS_")) vi.stubEnv(name, undefined)
for (const name of ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "APPDATA"]) vi.stubEnv(name, home)
afterAll(() => rmSync(home, { recursive: true }))

const bundle: Bundle = {
  "main.js": { type: "chunk", code: "x" },
  "roles.js": { type: "chunk", code: "y" }
}

const write = (dryRun: boolean) =>
  Effect.promise(async () => {
    const logged: Array<string> = []
    const errors: Array<string> = []
    const context = {
      meta: { watchMode: true },
      warn: (text: string) => void errors.push(text),
      error: (text: string) => assert.fail(text)
    }
    const plugin = screeps({ dryRun, log: (text) => void logged.push(text) })
    await plugin.writeBundle.call(context, { format: "cjs" }, bundle)
    return { logged, errors }
  })

describe("the plugin without an account", () => {
  it.live("says how to save one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* write(false), {
        logged: [],
        errors: [
          "The code was not uploaded: no account was found: save one with screeps login --save, or set SCREEPS_TOKEN, or SCREEPS_URL, SCREEPS_USERNAME and SCREEPS_PASSWORD"
        ]
      })
    })
  )

  it.live("prints all modules in a dry run", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* write(true), {
        logged: [
          "screeps: main, roles: would be uploaded (no account was found, so that no branch is compared)"
        ],
        errors: []
      })
    })
  )
})
