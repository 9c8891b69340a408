/** The bounds of response bodies, with every transport. */
import type { RequestListener } from "node:http"
import { gzipSync } from "node:zlib"
import { NodeHttpClient } from "@effect/platform-node"
import * as Game from "@screeps-effect/api/Game"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as UndiciHttpClient from "@screeps-effect/api/UndiciHttpClient"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { fake, reasonOf, run } from "./support/fake.ts"
import { listen } from "./support/listen.ts"

const mebibyte = 1024 * 1024
const ok = '{"ok":1,"time":5}'

/** A body of chunks of spaces, without an end; counts what was read of it, and notices when it is cancelled. */
const endless = (chunkBytes = 65_536) => {
  const chunk = new Uint8Array(chunkBytes).fill(32)
  const seen = { bytes: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      seen.bytes += chunkBytes
      controller.enqueue(chunk)
    },
    cancel: () => {
      seen.cancelled = true
    }
  })
  return { body, seen }
}

const limited = (bytes: number) => Effect.provideService(ScreepsClient.MaxResponseBytes, bytes)

describe("a response body", () => {
  it.effect("without an end is cancelled at 64 MiB", () =>
    Effect.gen(function* () {
      const { body, seen } = endless(mebibyte)
      const reason = yield* reasonOf(
        Game.time(),
        fake(() => new Response(body))
      )
      assert.strictEqual(
        reason.message,
        "200: expected at most 64 MiB (ScreepsClient.MaxResponseBytes), got more"
      )
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.isTrue(seen.cancelled)
      assert.isBelow(seen.bytes, 68 * mebibyte)
    })
  )

  it.effect("is accepted up to the bound of the call, and not beyond it", () =>
    Effect.gen(function* () {
      const server = fake(() => new Response(ok))
      assert.deepStrictEqual(yield* run(Game.time().pipe(limited(ok.length)), server), { ok: 1, time: 5 })
      const reason = yield* reasonOf(Game.time().pipe(limited(ok.length - 1)), server)
      assert.strictEqual(
        reason.message,
        "200: expected at most 16 bytes (ScreepsClient.MaxResponseBytes), got more"
      )
    })
  )

  it.effect("is bounded for all calls of a client by its layer", () =>
    Effect.gen(function* () {
      const settings = Layer.succeed(ScreepsClient.MaxResponseBytes, 3)
      const reason = yield* reasonOf(
        Game.time(),
        fake(() => new Response(ok)),
        { settings }
      )
      assert.strictEqual(reason._tag, "UnexpectedResponse")
    })
  )

  it.effect("that announces more than the bound is not read", () =>
    Effect.gen(function* () {
      const { body, seen } = endless()
      const headers = { "content-length": String(64 * mebibyte + 1) }
      const reason = yield* reasonOf(
        Game.time(),
        fake(() => new Response(body, { headers }))
      )
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.isTrue(seen.cancelled)
      assert.isAtMost(seen.bytes, 3 * 65_536)
    })
  )

  it.effect("with several layers of compression is not read", () =>
    Effect.gen(function* () {
      const { body, seen } = endless()
      const headers = { "content-encoding": "gzip, gzip" }
      const reason = yield* reasonOf(
        Game.time(),
        fake(() => new Response(body, { headers }))
      )
      assert.strictEqual(reason.message, "200: expected at most one content-encoding, got several")
      assert.isTrue(seen.cancelled)
      assert.isAtMost(seen.bytes, 3 * 65_536)
    })
  )

  it.effect("is cancelled when the call is interrupted", () =>
    Effect.gen(function* () {
      const reading = yield* Deferred.make<void>()
      let cancelled = false
      const body = new ReadableStream({
        pull: () => {
          Deferred.doneUnsafe(reading, Effect.void)
          return new Promise<void>(() => {})
        },
        cancel: () => {
          cancelled = true
        }
      })
      const call = run(
        Game.time(),
        fake(() => new Response(body))
      )
      yield* Effect.raceFirst(call, Deferred.await(reading))
      assert.isTrue(cancelled)
    })
  )

  it.effect("with millions of values is not parsed", () =>
    Effect.gen(function* () {
      const server = fake(() => new Response(`{"ok":1,"time":[${"[],".repeat(2 * mebibyte)}0]}`))
      const reason = yield* reasonOf(Game.time(), server)
      assert.strictEqual(reason.message, "200: expected a response, got JSON with too many values")
    })
  )

  it.effect("in several chunks is decoded across their borders", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode('{"ok":1,"time":5,"name":"Ünïcödé 💥"}')
      const body = new ReadableStream({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
          controller.close()
        }
      })
      const request = Effect.flatMap(ScreepsClient.ScreepsClient, (client) =>
        client.request({ method: "GET", path: "/api/game/time" })
      )
      const value = yield* run(
        request,
        fake(() => new Response(body))
      )
      assert.deepStrictEqual(value, { ok: 1, time: 5, name: "Ünïcödé 💥" })
    })
  )
})

const transports = {
  fetch: FetchHttpClient.layer,
  undici: NodeHttpClient.layerUndici,
  "undici's dispatcher": UndiciHttpClient.layer,
  "node:http": NodeHttpClient.layerNodeHttp
} as const

for (const [name, layer] of Object.entries(transports)) {
  describe(`a response body received through ${name}`, () => {
    const reasonFrom = (listener: RequestListener, bytes?: number) =>
      Effect.gen(function* () {
        const url = yield* listen(listener)
        const http = yield* HttpClient.HttpClient
        const call = bytes === undefined ? Game.time() : Game.time().pipe(limited(bytes))
        return yield* reasonOf(call, { http }, { server: Server.privateServer(url) })
      }).pipe(Effect.provide(layer), Effect.scoped)

    it.effect("without an end closes the connection at the bound", () =>
      Effect.gen(function* () {
        const closed = yield* Deferred.make<void>()
        const chunk = Buffer.alloc(65_536, 32)
        const reason = yield* reasonFrom((_, response) => {
          response.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
          const write = () => {
            while (!response.destroyed && response.write(chunk));
          }
          response.on("drain", write)
          write()
        }, mebibyte)
        assert.strictEqual(reason._tag, "UnexpectedResponse")
        yield* Deferred.await(closed)
      })
    )

    it.effect("compressed several times is not expanded", () =>
      Effect.gen(function* () {
        const bomb = gzipSync(gzipSync(Buffer.alloc(32 * mebibyte, 32)))
        const reason = yield* reasonFrom((_, response) => {
          response.writeHead(200, { "content-encoding": "gzip, gzip" })
          response.end(bomb)
        })
        assert.strictEqual(reason.message, "200: expected at most one content-encoding, got several")
      })
    )

    it.effect("is read with and without a content-length", () =>
      Effect.gen(function* () {
        const url = yield* listen((_, response) => {
          response.write(ok.slice(0, 5))
          response.end(ok.slice(5))
        })
        const known = yield* listen((_, response) => {
          response.writeHead(200, { "content-length": ok.length })
          response.end(ok)
        })
        const http = yield* HttpClient.HttpClient
        for (const at of [url, known]) {
          const time = yield* run(Game.time(), { http }, { server: Server.privateServer(at) })
          assert.deepStrictEqual(time, { ok: 1, time: 5 })
        }
      }).pipe(Effect.provide(layer), Effect.scoped)
    )
  })
}

describe("a response body received through fetch", () => {
  it.effect("is bounded after its decompression", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(8 * mebibyte, 32))
      assert.isBelow(bomb.length, mebibyte)
      const url = yield* listen((_, response) => {
        response.writeHead(200, { "content-encoding": "gzip" })
        response.end(bomb)
      })
      const http = yield* HttpClient.HttpClient
      const reason = yield* reasonOf(
        Game.time().pipe(limited(mebibyte)),
        { http },
        { server: Server.privateServer(url) }
      )
      assert.strictEqual(
        reason.message,
        "200: expected at most 1 MiB (ScreepsClient.MaxResponseBytes), got more"
      )
    }).pipe(Effect.provide(FetchHttpClient.layer), Effect.scoped)
  )
})
