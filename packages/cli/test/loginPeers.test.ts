import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Server from "@screeps-effect/api/Server"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { screeps, world } from "./support/live.ts"

const { password, username } = SampleWorld.account

describe("a server that screeps login has saved", () => {
  it.live("is read by screeps-api, which signs in there", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* fs.makeTempDirectoryScoped()
      const { url } = yield* Server.Server
      const file = `${home}/.config/screeps/config.yaml`
      const args = ["--url", url, "--username", username, "--password-file", "-", "--name", "local"]
      const saved = yield* screeps(["login", "--save", ...args, "--branch", "auto"], {
        env: { HOME: home, SCREEPS_URL: "", SCREEPS_USERNAME: "", SCREEPS_PASSWORD: "" },
        stdin: `${password}\n`
      })
      assert.strictEqual(saved.status, 0, saved.err)
      assert.include(yield* fs.readFileString(file), '    branch: "auto"\n')
      const { stdout } = yield* Effect.promise(() =>
        promisify(execFile)(process.execPath, [join(import.meta.dirname, "support/screepsApi.ts")], {
          env: { PATH: process.env["PATH"], SCREEPS_CONFIG: file }
        })
      )
      const found = JSON.parse(stdout)
      assert.deepStrictEqual([found.opts.url, found.username], [`${url}/`, username])
    }).pipe(Effect.provide([world, NodeFileSystem.layer]))
  )
})
