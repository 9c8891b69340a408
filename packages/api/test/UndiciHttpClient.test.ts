/** The transport on undici's dispatcher, against servers on loopback ports. */
import type { IncomingMessage, RequestListener } from "node:http"
import { text as textOf } from "node:stream/consumers"
import { NodeHttpClient } from "@effect/platform-node"
import * as Game from "@screeps-effect/api/Game"
import * as Server from "@screeps-effect/api/Server"
import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import { reasonOf, run } from "./support/fake.ts"
import { listen } from "./support/listen.ts"

const withClient = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.provide(program, UndiciHttpClient.layer))

/** The reason for which a call fails, through this transport and through Effect's own one on undici. */
const reasons = (url: string) =>
  Effect.forEach([UndiciHttpClient.layer, NodeHttpClient.layerUndici], (layer) =>
    Effect.gen(function* () {
      const http = yield* HttpClient.HttpClient
      return yield* reasonOf(Game.time(), { http }, { server: Server.privateServer(url) })
    }).pipe(Effect.provide(layer))
  )

describe("UndiciHttpClient", () => {
  it.effect("sends method, path, query, headers and body", () =>
    withClient(
      Effect.gen(function* () {
        const url = yield* listen(async (request, response) => {
          response.setHeader("set-cookie", ["a=1", "b=2"])
          response.statusCode = 201
          response.end(
            JSON.stringify([request.method, request.url, request.headers["x-a"], await textOf(request)])
          )
        })
        const response = yield* HttpClient.post(`${url}/api/x y?z=1`, {
          urlParams: { room: "W1N1", ü: "ö" },
          headers: { "X-A": "1" },
          body: HttpBody.text("hello")
        })
        assert.strictEqual(response.status, 201)
        assert.deepStrictEqual(yield* response.json, [
          "POST",
          "/api/x%20y?z=1&room=W1N1&%C3%BC=%C3%B6",
          "1",
          "hello"
        ])
        assert.strictEqual(response.url, `${url}/api/x%20y?z=1&room=W1N1&%C3%BC=%C3%B6`)
        assert.strictEqual(response.headers["set-cookie"], "a=1, b=2")
        assert.deepStrictEqual(Object.keys(response.cookies.cookies), ["a", "b"])
      })
    )
  )

  it.effect("sends streams and forms", () =>
    withClient(
      Effect.gen(function* () {
        const url = yield* listen(async (request: IncomingMessage, response) => {
          response.end(`${request.headers["content-type"]} ${await textOf(request)}`)
        })
        const stream = HttpBody.stream(Stream.make(Uint8Array.of(97), Uint8Array.of(98)), "text/x")
        const streamed = yield* HttpClient.post(url, { body: stream })
        assert.strictEqual(yield* streamed.text, "text/x ab")
        const form = new FormData()
        form.set("field", "value")
        const sent = yield* HttpClient.post(url, { body: HttpBody.formData(form) })
        assert.match(yield* sent.text, /^multipart\/form-data; boundary=.*name="field"\s+value/s)
      })
    )
  )

  it.effect("reads a text several times, and a long body as a stream", () =>
    withClient(
      Effect.gen(function* () {
        const url = yield* listen((_, response) => response.end("ü".repeat(500_000)))
        const whole = yield* HttpClient.get(url)
        assert.lengthOf(yield* whole.text, 500_000)
        assert.lengthOf(yield* whole.text, 500_000)
        const streamed = yield* HttpClient.get(url)
        const bytes = yield* Stream.runFold(
          streamed.stream,
          () => 0,
          (sum, chunk) => sum + chunk.byteLength
        )
        assert.strictEqual(bytes, 1_000_000)
      })
    )
  )

  it.effect("does not follow redirects", () =>
    withClient(
      Effect.gen(function* () {
        let requests = 0
        const url = yield* listen((_, response) => {
          requests++
          response.writeHead(302, { location: "/elsewhere" }).end()
        })
        const http = yield* HttpClient.HttpClient
        const reason = yield* reasonOf(Game.time(), { http }, { server: Server.privateServer(url) })
        assert.strictEqual(
          reason.message,
          "302: expected a response, got a redirect to /elsewhere: check the address"
        )
        assert.strictEqual(requests, 1)
      })
    )
  )

  for (const [when, respond] of [
    ["before the response", () => {}],
    ["in the middle of the body", (_, response) => response.write('{"ok":1')]
  ] satisfies ReadonlyArray<readonly [string, RequestListener]>) {
    it.effect(`closes the connection of a call that is interrupted ${when}`, () =>
      withClient(
        Effect.gen(function* () {
          const received = yield* Deferred.make<void>()
          const closed = yield* Deferred.make<void>()
          const url = yield* listen((request, response) => {
            response.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
            respond(request, response)
            Deferred.doneUnsafe(received, Effect.void)
          })
          const http = yield* HttpClient.HttpClient
          const call = run(Game.time(), { http }, { server: Server.privateServer(url) })
          const fiber = yield* Effect.forkChild(call)
          yield* Deferred.await(received)
          yield* Fiber.interrupt(fiber)
          yield* Deferred.await(closed)
        })
      )
    )
  }

  it.effect("fails as Effect's client on undici does when no server listens", () =>
    Effect.gen(function* () {
      const url = yield* Effect.scoped(listen(() => {}))
      const [own, effects] = yield* reasons(url)
      assert.strictEqual(own?._tag, "Unreachable")
      assert.match(own?.message ?? "", /ECONNREFUSED/)
      assert.strictEqual(own?.message, effects?.message)
    })
  )

  for (const [when, respond] of [
    ["before the head", (request) => request.socket.destroy()],
    [
      "in the middle of the body",
      (request, response) => {
        response.writeHead(200, { "content-length": 100 })
        response.write("{", () => request.socket.destroy())
      }
    ]
  ] satisfies ReadonlyArray<readonly [string, RequestListener]>) {
    it.effect(`fails as Effect's client on undici does when the connection is lost ${when}`, () =>
      Effect.gen(function* () {
        const [own, effects] = yield* reasons(yield* listen(respond))
        assert.strictEqual(own?._tag, "Unreachable")
        assert.strictEqual(own?.message, effects?.message)
      }).pipe(Effect.scoped)
    )
  }

  it.effect("creates a span for requests outside of `ScreepsClient`", () =>
    withClient(
      Effect.gen(function* () {
        const names: Array<string> = []
        const tracer = Tracer.make({
          span: (options) => {
            names.push(options.name)
            return new Tracer.NativeSpan(options)
          }
        })
        const url = yield* listen((_, response) => response.end())
        yield* Effect.provideService(HttpClient.get(url), Tracer.Tracer, tracer)
        assert.deepStrictEqual(names, ["GET"])
      })
    )
  )
})
