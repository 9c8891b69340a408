/** `screeps mcp`: its arguments, and a session over HTTP. The session over stdio runs on the real server. */
import { assert, describe, it } from "@effect/vitest"
import { freePort } from "@screeps-effect/fixtures/process"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { bin } from "./support/binary.ts"
import { folder } from "./support/inside.ts"
import { parsed, screeps, world } from "./support/live.ts"

const hello = (token: string) => ({
  method: "POST",
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
  })
})

describe("screeps mcp", () => {
  // In a process of its own: here, a token that is printed would count as a secret that leaked.
  it("prints the address and a new token for HTTP clients", async () => {
    const port = await Effect.runPromise(freePort)
    const args = [
      "--disable-warning=ExperimentalWarning",
      bin,
      "mcp",
      "--http",
      `127.0.0.1:${port}`,
      "--json"
    ]
    const env = { PATH: process.env["PATH"], SCREEPS_URL: "http://127.0.0.1:1" }
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] })
    const [chunk] = await once(child.stdout, "data")
    child.kill()
    const [{ token, url } = {}] = parsed(String(chunk).trim())
    assert.strictEqual(url, `http://127.0.0.1:${port}/mcp`)
    assert.match(String(token), /^[\w-]{32}$/)
  })

  it.live("refuses arguments that contradict each other, before anything is served", () =>
    Effect.gen(function* () {
      const message = (args: ReadonlyArray<string>) =>
        Effect.map(screeps(["mcp", ...args]), ({ err, status }) => `${status} ${err}`)
      assert.strictEqual(
        yield* message(["--yes-to", "user.respawn"]),
        "2 screeps: --yes-to requires --allow write"
      )
      assert.strictEqual(
        yield* message(["--http-token-file", "x"]),
        "2 screeps: --http-token-file requires --http"
      )
      for (const address of ["0.0.0.0:7777", "example.com:80", "127.0.0.1", "127.0.0.1:99999"]) {
        assert.include(yield* message(["--http", address]), "loopback", address)
      }
      assert.include(yield* message(["--budget", "5"]), "between 200 and 100000")
    }).pipe(Effect.provide(world))
  )

  it.live("serves HTTP at a loopback address, to clients with the token of the file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* folder}/token`
      yield* fs.writeFileString(file, "a token of mine\n")
      const port = yield* freePort
      yield* Effect.forkScoped(screeps(["mcp", "--http", `127.0.0.1:${port}`, "--http-token-file", file]))
      const status = (token: string) =>
        Effect.tryPromise(async () => (await fetch(`http://127.0.0.1:${port}/mcp`, hello(token))).status)
      const first = yield* Effect.retry(status("a token of mine"), Schedule.spaced("50 millis"))
      assert.strictEqual(first, 200)
      assert.strictEqual(yield* status("another"), 401)
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(world, NodeFileSystem.layer)))
  )
})
