/** The plugin where nothing can be written into the folder for the state of programs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Server from "@screeps-effect/api/Server"
import { type Bundle, screeps } from "@screeps-effect/rollup-plugin"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { afterAll, assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const { password, username } = SampleWorld.account

const folder = mkdtempSync(join(tmpdir(), "state-"))
writeFileSync(join(folder, "screeps"), "a file in the place of the folder")
// Effect reads the environment once.
vi.stubEnv("XDG_STATE_HOME", folder)
afterAll(() => rmSync(folder, { recursive: true }))

describe("the plugin", () => {
  it.live("uploads code whose source maps cannot be kept, and warns once", () => {
    const world = ScreepsWorld.make({ accounts: [SampleWorld.account] })
    return Effect.gen(function* () {
      const { hostname, port } = new URL((yield* Server.Server).url)
      const file = join(folder, "screeps.json")
      const main = { hostname, port: Number(port), secure: false, username, password }
      writeFileSync(file, JSON.stringify({ servers: { main } }))
      const warnings: Array<string> = []
      const context = {
        meta: {},
        warn: (text: string) => void warnings.push(text),
        error: (text: string) => assert.fail(text)
      }
      const plugin = screeps({ file, log: () => {} })
      const map = JSON.stringify({ version: 3, sources: ["main.ts"], mappings: "AAAA" })
      for (const code of ["first()", "second()"]) {
        const bundle: Bundle = { "main.js": { type: "chunk", code, map } }
        yield* Effect.promise(() => plugin.writeBundle.call(context, { format: "cjs" }, bundle))
        assert.deepStrictEqual((yield* world.users.get(username)).branches["default"], { main: code })
      }
      assert.strictEqual(warnings.length, 1)
      assert.match(warnings[0] ?? "", /^Stack traces will not be mapped: the source maps were not kept: /)
    }).pipe(
      Effect.provide(
        TestServer.layerHttp(world).pipe(
          Layer.provide(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
        )
      )
    )
  })
})
