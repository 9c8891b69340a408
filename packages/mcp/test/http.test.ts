/** The endpoint over HTTP: the token, and the reference client's own transport. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import { createServer, request } from "node:http"
import { Deployments, ScreepsMcp } from "../src/index.ts"

const token = "correct horse"

const served = HttpRouter.serve(
  ScreepsMcp.layerHttp({ name: "screeps", version: "0.0.0", token: Redacted.make(token) }).pipe(
    Layer.provide([SampleWorld.layer(), Deployments.layerMemory])
  ),
  { disableListenLog: true, disableLogger: true }
).pipe(Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })))

const addressOf = Effect.map(HttpServer.HttpServer, ({ address }) =>
  "port" in address ? `http://127.0.0.1:${address.port}/mcp` : ""
)

const hello = {
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
  })
}

describe("layerHttp", () => {
  it.live("serves the reference client with the token", () =>
    Effect.gen(function* () {
      const url = yield* addressOf
      const client = new Client({ name: "test", version: "1.0.0" })
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { authorization: `Bearer ${token}` } }
      })
      yield* Effect.promise(() => client.connect(transport))
      const result = yield* Effect.promise(() => client.callTool({ name: "my_rooms", arguments: {} }))
      assert.include(JSON.stringify(result), "W7N3")
      yield* Effect.promise(() => transport.terminateSession())
      yield* Effect.promise(() => client.close())
    }).pipe(Effect.provide(served))
  )

  it.live("rejects requests without the token, with a wrong one, and of web pages", () =>
    Effect.gen(function* () {
      const url = yield* addressOf
      const statusOf = (headers: Record<string, string>) =>
        Effect.promise(
          async () => (await fetch(url, { ...hello, headers: { ...hello.headers, ...headers } })).status
        )
      assert.strictEqual(yield* statusOf({}), 401)
      assert.strictEqual(yield* statusOf({ authorization: "Bearer wrong horse" }), 401)
      assert.strictEqual(yield* statusOf({ authorization: "Bearer " }), 401)
      assert.strictEqual(yield* statusOf({ authorization: `Bearer ${token}` }), 200)
      const ofPage = yield* statusOf({ authorization: `Bearer ${token}`, origin: "http://evil.example" })
      assert.strictEqual(ofPage, 403)
      // The name by which the port was reached says nothing: only the token counts.
      const { hostname, port } = new URL(url)
      const named = (headers: Readonly<Record<string, string>>) =>
        Effect.promise(
          () =>
            new Promise((resolve, reject) => {
              const sent = request({ hostname, port, path: "/mcp", method: "POST", headers }, (response) => {
                response.resume()
                resolve(response.statusCode)
              })
              sent.on("error", reject)
              sent.end(hello.body)
            })
        )
      const rebound = { ...hello.headers, host: "evil.example" }
      assert.strictEqual(yield* named(rebound), 401)
      assert.strictEqual(yield* named({ ...rebound, authorization: `Bearer ${token}` }), 200)
    }).pipe(Effect.provide(served))
  )
})
