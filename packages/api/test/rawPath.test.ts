/** Paths of raw requests: they stay on the server, and secrets in them are not shown. */
import { inspect } from "node:util"
import type { RequestOptions } from "@screeps-effect/api/ScreepsClient"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import { always, apiToken, clientLayer, fake, reasonOf, request, run } from "./support/fake.ts"

/** A raw request as a caller without types can make it. */
const rawRequest = (path: unknown) => request({ method: "GET", path } as RequestOptions)

describe("the path of a raw request", () => {
  const withoutPort = Server.privateServer("http://game.example")
  for (const path of [
    ":81/x",
    "@evil.example/x",
    ".evil.example/x",
    "evil.example",
    "",
    "\\evil.example",
    "/\\evil.example",
    "/x\r\nhost: evil.example",
    "/\u0000",
    undefined,
    null,
    5,
    ["/x"]
  ]) {
    it.effect(`is rejected before anything is sent: ${inspect(path)}`, () =>
      Effect.gen(function* () {
        const server = always({ ok: 1 })
        const reason = yield* reasonOf(rawRequest(path), server, { server: withoutPort })
        assert.strictEqual(reason._tag, "InvalidInput")
        assert.strictEqual("field" in reason ? reason.field : undefined, "path")
        assert.isEmpty(server.requests)
      })
    )
  }

  it.effect("keeps the server and its prefix, also with two slashes, spaces and dots", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const at = Server.privateServer("http://game.example/base")
      for (const path of ["/x", "//evil.example/x", "/user/John Doe", "/../x", "/x?a=b#c"] as const)
        yield* run(rawRequest(path), server, { server: at })
      assert.deepStrictEqual(
        server.requests.map(({ url }) => url.host + url.pathname),
        [
          "game.example/base/x",
          "game.example/base//evil.example/x",
          "game.example/base/user/John%20Doe",
          "game.example/x",
          "game.example/base/x"
        ]
      )
    })
  )

  it.effect("is rejected when middleware makes it lead to another server", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const redirect: ScreepsClient.Middleware = (send) => (one) => send({ ...one, path: ":81/x" as "/x" })
      const settings = Layer.succeed(ScreepsClient.Middleware, [redirect])
      const reason = yield* reasonOf(rawRequest("/x"), server, { server: withoutPort, settings })
      assert.strictEqual(reason.message, "path: leads to another server")
      assert.isEmpty(server.requests)
    })
  )

  it.effect("is no defect for a description of a server whose address is malformed", () =>
    Effect.gen(function* () {
      const malformed = { ...withoutPort, url: "http://game.example:port" }
      const reason = yield* reasonOf(rawRequest("/x"), always({ ok: 1 }), { server: malformed })
      assert.strictEqual(reason.message, "Invalid URL")
    })
  )

  it.effect("does not show a token in errors, events and spans", () =>
    Effect.gen(function* () {
      const shown: Array<string> = []
      const show = (value: unknown) => shown.push(inspect(value, { depth: 10 }))
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          shown.push(span.name)
          const set = span.attribute.bind(span)
          span.attribute = (key, value) => {
            show(value)
            set(key, value)
          }
          return span
        }
      })
      const server = fake(() => new Response("", { status: 404 }))
      const error = yield* rawRequest(`/api/x/${apiToken}?token=${apiToken}`).pipe(
        Effect.flip,
        Effect.provideService(ScreepsEvents.OnEvent, [(event) => void show(event)]),
        Effect.provideService(Tracer.Tracer, tracer),
        Effect.provide(clientLayer(server))
      )
      show(error)
      assert.strictEqual(error.operation, "GET /api/x/<redacted>")
      assert.strictEqual(
        error.message,
        "GET /api/x/<redacted>: EndpointNotFound (/api/x/<redacted> was not found on this server)"
      )
      assert.notInclude(shown.join("\n"), apiToken)
      assert.include(shown.join("\n"), "GET /api/x/<redacted>")
    })
  )
})
