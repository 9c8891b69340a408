/** Bots whose code is on a branch of an account, both on the game's own server. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as PrivateServer from "@screeps-effect/private-server/PrivateServer"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { inject } from "vitest"
import * as Lab from "../src/Lab.ts"
import type { BotCode } from "../src/BotCode.ts"
import { onNode } from "./support.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "lab-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const account = { username: "Bob", password: "bobs secret" }

/** Modules, of which some have names that are paths outside of any folder. */
const modules = {
  main: 'const util = require("lib/util")\nmodule.exports.loop = () => console.log(util.text, Game.time)',
  "lib/util": "exports.text = 'from the branch'",
  "../../up": "",
  "/tmp/lab-absolute": ""
}

describe.skipIf(inject("whyNot") !== "")("a bot whose code is on a branch", () => {
  it.live("runs the modules that the account has there, and no module becomes a file", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const { url } = yield* PrivateServer.make()
      const guest = ScreepsClient.layer({ url, guest: true })
      const email = "bob@example.com"
      yield* Effect.provide(
        Register.submit({ username: account.username, password: Redacted.make(account.password), email }),
        guest
      )
      const client = ScreepsClient.layer({ url, ...account })
      yield* Effect.provide(CodeSync.push(modules, { branch: "release" }), client)

      const file = join(path, "screeps.json")
      writeFileSync(file, JSON.stringify({ servers: { local: { url, ...account } } }))
      const run = (code: BotCode) =>
        Lab.run({ bots: { player: { code } }, limits: { ticks: 2 } }).pipe(
          Effect.provideService(
            ConfigProvider.ConfigProvider,
            ConfigProvider.fromEnv({ env: { SCREEPS_CONFIG: file, HOME: path } })
          )
        )
      const { bots } = yield* run({ branch: "release", server: "local" })
      assert.deepStrictEqual(
        bots.flatMap(({ console, errors }) => [...errors.groups, ...console.last]),
        [
          { tick: 1, text: "from the branch 1" },
          { tick: 2, text: "from the branch 2" }
        ]
      )
      assert.isFalse(existsSync(join(path, "../../up.js")) || existsSync("/tmp/lab-absolute.js"))
      const missing = yield* Effect.flip(run({ branch: "absent", server: "local" }))
      assert.strictEqual(
        missing.message,
        "code of player: the branch absent of local: GET /api/user/code: Rejected (no code)"
      )
    }).pipe(Effect.scoped, onNode)
  )
})
