import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js"
import * as Code from "@screeps-effect/api/Code"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import { PrivateServer } from "@screeps-effect/private-server"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { settle } from "./support/world.ts"
import * as RealServer from "./support/server.ts"

const bin = fileURLToPath(new URL("../../cli/src/bin.ts", import.meta.url))
const username = "agent"
const password = "agents secret"

const server = Layer.merge(RealServer.layer(), FetchHttpClient.layer)

const as =
  (credentials: Layer.Layer<Credentials.Credentials>) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    Effect.provide(program, Layer.fresh(ScreepsClient.layerNoDeps().pipe(Layer.provide(credentials))))

const asAgent = as(Credentials.layerPassword({ username, password: Redacted.make(password) }))

/** The reference client, connected to the command over standard input and output. */
const connect = (url: string, allowed: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const home = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "screeps-mcp-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true }))
    )
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [
        "--disable-warning=ExperimentalWarning",
        bin,
        "mcp",
        "--allow",
        "write",
        ...allowed,
        "--url",
        url
      ],
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: home,
        SCREEPS_USERNAME: username,
        SCREEPS_PASSWORD: password
      },
      cwd: home
    })
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => new Client({ name: "test", version: "1.0.0" })),
      (one) => Effect.promise(() => one.close())
    )
    yield* Effect.promise(() => client.connect(transport))
    return (name: string, parameters: object = {}) =>
      Effect.promise(async () => {
        const options = { timeout: 120_000 }
        const result = await client.callTool(
          { name, arguments: { ...parameters } },
          CallToolResultSchema,
          options
        )
        const { content, isError } = CallToolResultSchema.parse(result)
        return {
          text: content.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
          isError: isError === true
        }
      })
  })

describe("screeps mcp on the real server", () => {
  it.live(
    "deploys code, sees its error on the console and rolls back; the branch is the same as before",
    () =>
      Effect.gen(function* () {
        const { url } = yield* PrivateServer.PrivateServer
        yield* as(Credentials.layerGuest)(
          Register.submit({ username, password: Redacted.make(password), email: "agent@example.com" })
        )
        const { room } = yield* asAgent(settle)
        const before = { main: "module.exports.loop = () => {} // ä\r\n\t\n", other: "exports.x = '💥'" }
        yield* asAgent(Code.set({ branch: "default", modules: before }))
        const unasked = yield* connect(url, [])
        const refused = yield* unasked("deploy_code", { modules: { main: "Memory.unasked = true" } })
        assert.isTrue(refused.isError)
        assert.include(refused.text, "The player did not confirm this.")
        assert.deepStrictEqual((yield* asAgent(Code.get({ branch: "default" }))).modules, before)
        const call = yield* connect(url, ["--yes-to", "deploy_code", "--yes-to", "rollback_code"])
        assert.include((yield* call("who_am_i")).text, `«agent» on the private server ${url}`)
        assert.include((yield* call("look_at_room", { room })).text, `${room} in tick `)
        const failing = { main: "module.exports.loop = () => { Game.nothing.here() }\n", other: null }
        const { isError, text } = yield* call("deploy_code", { modules: failing, watch_seconds: 60 })
        assert.isTrue(isError)
        assert.match(text, /the code was rolled back: «\nTypeError: .*undefined/)
        const after = yield* asAgent(Code.get({ branch: "default" }))
        assert.deepStrictEqual(after.modules, before)
        const working = { main: "module.exports.loop = () => { Memory.deployed = Game.time }\n" }
        const second = yield* call("deploy_code", { modules: working, watch_seconds: 5 })
        assert.include(second.text, "No errors within 5 seconds.")
        assert.match((yield* call("read_memory", { path: "deployed" })).text, /^«\d+»$/)
        assert.isFalse((yield* call("rollback_code")).isError)
        assert.deepStrictEqual((yield* asAgent(Code.get({ branch: "default" }))).modules, before)
      }).pipe(Effect.scoped, Effect.provide(server)),
    240_000
  )
})
