/** Which transport a connection uses. */
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { connect } from "../src/index.ts"
import { installed } from "../src/transport.ts"

/** A server that responds with a tick, and the headers of its requests. */
const listen = async () => {
  const received: Array<IncomingHttpHeaders> = []
  const server = createServer((request, response) => {
    received.push(request.headers)
    response.setHeader("content-type", "application/json").end(`{"ok":1,"time":12}`)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  }
  return { url: `http://127.0.0.1:${port}`, token: "f00d".repeat(10), received, [Symbol.asyncDispose]: close }
}

describe("the transport of a connection", () => {
  it("is undici where the package is installed", async () => {
    await using server = await listen()
    const { received, token, url } = server
    await using screeps = await connect({ url, token })
    assert.strictEqual((await screeps.game.time()).time, 12)
    // Only `fetch` sends it.
    assert.deepStrictEqual(
      received.map((headers) => headers["sec-fetch-mode"]),
      [undefined]
    )
  })

  it("is the one that the options choose", async () => {
    await using server = await listen()
    const { received, token, url } = server
    await using screeps = await connect({ url, token, http: FetchHttpClient.layer })
    assert.strictEqual((await screeps.game.time()).time, 12)
    assert.deepStrictEqual(
      received.map((headers) => headers["sec-fetch-mode"]),
      ["cors"]
    )
  })

  it("is the platform's where undici is missing or too old, or where a bundler copied the package", () => {
    const modules: Record<string, unknown> = {
      "undici/package.json": { version: "8.0.0" },
      "effect/Layer": Layer,
      "@screeps-effect/api/UndiciHttpClient": UndiciHttpClient
    }
    const at =
      (others: Readonly<Record<string, unknown>>) =>
      (name: string): unknown => {
        const found = { ...modules, ...others }[name]
        if (found === undefined) throw new Error(`Cannot find module '${name}'`)
        return found
      }
    assert.strictEqual(installed(at({})), UndiciHttpClient.transport)
    assert.deepStrictEqual(installed(at({ "undici/package.json": undefined })), {})
    assert.deepStrictEqual(installed(at({ "undici/package.json": { version: "7.16.0" } })), {})
    assert.deepStrictEqual(installed(at({ "effect/Layer": { merge: () => Layer.empty } })), {})
  })
})
