/** A client that openapi-typescript and openapi-fetch make from the OpenAPI document calls a server. */
import { OpenApi } from "@screeps-effect/api"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import openapiTS, { astToString } from "openapi-typescript"
import ts from "typescript"
import { assert, beforeAll, describe, it } from "vitest"

const folder = join(import.meta.dirname, "../.vitest/openapi")
const program = join(folder, "program.ts")

/** Five calls, as a user of the document writes them. */
const code = `
import createClient from "openapi-fetch"
import type { paths } from "./screeps.d.ts"

export const run = async (fetch: (request: Request) => Promise<Response>) => {
  const client = createClient<paths>({ baseUrl: "http://screeps.test", fetch })
  const version = await client.GET("/api/version")
  const signedIn = await client.POST("/api/auth/signin", { body: { email: "bob", password: "secret" } })
  const token = signedIn.data && "token" in signedIn.data ? signedIn.data.token : ""
  const headers = { "X-Token": token, "X-Username": token }
  const terrain = await client.GET("/api/game/room-terrain", {
    params: { query: { room: "W7N7", encoded: 1 } }
  })
  const spawn = await client.POST("/api/game/place-spawn", {
    headers,
    body: { room: "W7N7", x: 25, y: 25, name: "Spawn1" }
  })
  const flag = await client.POST("/api/game/create-flag", {
    headers,
    body: { room: "W7N7", x: 1, y: 20, name: "Flag1", color: 10, secondaryColor: 10 }
  })
  return [version, signedIn, terrain, spawn, flag].map(({ data, response }) => ({
    status: response.status,
    fields: Object.keys(data ?? {}).toSorted()
  }))
}
`

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  const types = await openapiTS(JSON.stringify(OpenApi.document({ version: "1.0.0" })))
  writeFileSync(join(folder, "screeps.d.ts"), astToString(types))
  writeFileSync(program, code)
})

describe("a client made from the OpenAPI document", () => {
  it("compiles", () => {
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      allowImportingTsExtensions: true
    }
    const problems = ts.getPreEmitDiagnostics(ts.createProgram([program], options))
    assert.deepStrictEqual(
      problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
      []
    )
  })

  it("makes five calls", async () => {
    const world = ScreepsWorld.make({ accounts: [{ username: "bob", password: "secret" }] })
    const handler = TestServer.handler(world)
    const { run } = await import(program)
    const answers = await run((request: Request) => Effect.runPromise(handler(request)))
    assert.deepStrictEqual(answers, [
      { status: 200, fields: ["ok", "packageVersion", "protocol", "serverData", "useNativeAuth", "users"] },
      { status: 200, fields: ["ok", "token"] },
      { status: 200, fields: ["ok", "terrain"] },
      { status: 200, fields: ["newbie", "ok"] },
      { status: 200, fields: ["inserted", "ok"] }
    ])
  })
})
