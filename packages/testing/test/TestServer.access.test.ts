import { request } from "node:http"
import { gzipSync } from "node:zlib"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { httpRequest, withPort } from "./support/port.ts"
import { bob, makeServer } from "./support/server.ts"

const makeWorld = () => ScreepsWorld.make({ accounts: [bob] })

interface Sent {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Parts of the body, sent as fast as the server reads them. */
  readonly parts?: Iterable<Uint8Array>
}

/** Sends a request with any headers, those of browsers included; an upgrade has status 101. */
const send = (url: string, { headers = {}, method = "GET", parts = [], path = "/api/version" }: Sent = {}) =>
  Effect.callback<{ readonly status: number; readonly body: string; readonly headers: object }>((resume) => {
    const outgoing = request(`${url}${path}`, { method, headers })
    let hasResponse = false
    outgoing.on("response", (response) => {
      hasResponse = true
      let body = ""
      response.on("data", (chunk) => (body += String(chunk)))
      response.on("end", () => {
        resume(Effect.succeed({ status: response.statusCode ?? 0, body, headers: response.headers }))
        outgoing.destroy()
      })
    })
    outgoing.on("upgrade", (_, socket) => {
      socket.destroy()
      resume(Effect.succeed({ status: 101, body: "", headers: {} }))
    })
    outgoing.on("error", (error) => resume(hasResponse ? (Effect.void as never) : Effect.die(error)))
    const rest = parts[Symbol.iterator]()
    const next = (): void => {
      const part = hasResponse ? undefined : rest.next()
      if (part === undefined || part.done) return void outgoing.end()
      // The next part follows in a later turn, when the server may have responded.
      if (outgoing.write(part.value)) setImmediate(next)
      else outgoing.once("drain", next)
    }
    next()
  })

const handshake = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="
}
const socket = "/socket/websocket"

const statusOf = (url: string, headers: Readonly<Record<string, string>>) =>
  Effect.all({
    http: Effect.map(send(url, { headers }), ({ status }) => status),
    socket: Effect.map(
      send(url, { path: socket, headers: { ...handshake, ...headers } }),
      ({ status }) => status
    )
  })

const allowed = { http: 200, socket: 101 }
const refused = { http: 403, socket: 403 }

describe("TestServer.layerHttp", () => {
  for (const host of [
    "localhost",
    "LOCALHOST:21025",
    "app.localhost",
    "127.0.0.1:1",
    "127.1.2.3",
    "[::1]:21025"
  ]) {
    it.live(`accepts requests and sockets for the host ${host}, and of pages there`, () =>
      withPort(makeWorld(), (url) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* statusOf(url, { host }), allowed)
          assert.deepStrictEqual(yield* statusOf(url, { origin: `http://${host}` }), allowed)
          assert.deepStrictEqual(yield* statusOf(url, { origin: `https://${host}` }), allowed)
        })
      )
    )
  }

  for (const host of [
    "rebind.attacker.example",
    "rebind.attacker.example:21025",
    "localhost.attacker.example",
    "notlocalhost",
    "127.0.0.1.attacker.example",
    "127.0.0.1@attacker.example",
    "attacker.example/127.0.0.1",
    "0.0.0.0",
    "[::]",
    "10.0.0.1"
  ]) {
    it.live(
      `refuses requests and sockets for the host ${JSON.stringify(host)}, and of pages there, with 403`,
      () =>
        withPort(
          makeWorld(),
          (url) =>
            Effect.gen(function* () {
              assert.deepStrictEqual(yield* statusOf(url, { host }), refused)
              assert.deepStrictEqual(yield* statusOf(url, { origin: `http://${host}` }), refused)
            }),
          { cors: true }
        )
    )
  }

  for (const origin of ["null", "file://", "chrome-extension://localhost", "ftp://localhost"]) {
    it.live(`refuses requests and sockets of the origin ${origin} with 403`, () =>
      withPort(makeWorld(), (url) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* statusOf(url, { origin }), refused)
        })
      )
    )
  }

  it.live("refuses a sign-in of a foreign page before it is performed, without CORS headers", () =>
    withPort(
      makeWorld(),
      (url) =>
        Effect.gen(function* () {
          const origin = "https://attacker.example"
          const asking = { origin, "access-control-request-method": "POST" }
          const preflight = yield* send(url, { method: "OPTIONS", path: "/api/auth/signin", headers: asking })
          const body = new TextEncoder().encode(
            JSON.stringify({ email: bob.username, password: bob.password })
          )
          const signIn = yield* send(url, {
            method: "POST",
            path: "/api/auth/signin",
            headers: { origin, "content-type": "application/json" },
            parts: [body]
          })
          for (const { body, headers, status } of [preflight, signIn]) {
            assert.strictEqual(status, 403)
            assert.notInclude(Object.keys(headers).join(), "access-control")
            assert.strictEqual(
              body,
              'Origin "https://attacker.example" is not allowed: name its host in "hosts" (screeps dev --host)'
            )
          }
        }),
      { cors: true }
    )
  )

  it.live("accepts the hosts of `hosts` in any case, and pages there read responses with `cors`", () =>
    withPort(
      makeWorld(),
      (url) =>
        Effect.gen(function* () {
          for (const host of ["screeps", "Dev.Box.example:8080"])
            assert.deepStrictEqual(yield* statusOf(url, { host, origin: `https://${host}` }), allowed)
          assert.deepStrictEqual(yield* statusOf(url, { host: "other.example" }), refused)
          assert.deepStrictEqual(yield* statusOf(url, { origin: "https://other.example" }), refused)
          const origin = "https://dev.box.example"
          const { headers } = yield* httpRequest(`${url}/api/version`, { headers: { origin } })
          assert.strictEqual(headers.get("access-control-allow-origin"), origin)
          assert.strictEqual(headers.get("vary"), "Origin")
        }),
      { hosts: ["screeps", "dev.box.EXAMPLE"], cors: true }
    )
  )
})

const mebibyte = 1024 * 1024

/** Repeats a part, and counts how often it was taken. */
const counted = (part: Uint8Array, times: number) => {
  const taken = { times: 0 }
  const parts = function* () {
    for (; taken.times < times; taken.times++) yield part
  }
  return { taken, parts: parts() }
}

describe("a large body sent to TestServer over a port", () => {
  for (const [path, limit] of [
    ["/api/auth/signin", 100 * 1024],
    ["/api/game/map-stats", 8 * mebibyte]
  ] as const) {
    it.live(`is rejected with 413 while it arrives (${path})`, () =>
      withPort(makeWorld(), (url) =>
        Effect.gen(function* () {
          const { parts, taken } = counted(new Uint8Array(64 * 1024).fill(32), 4096)
          const headers = { "content-type": "application/json" }
          const { body, status } = yield* send(url, { path, method: "POST", headers, parts })
          assert.strictEqual(status, 413)
          assert.include(body, "PayloadTooLargeError: request entity too large")
          // Sockets buffer a part of the 256 MiB.
          assert.isBelow(taken.times * 64 * 1024, limit + 32 * mebibyte)
          assert.strictEqual((yield* httpRequest(`${url}/api/version`)).status, 200)
        })
      )
    )
  }

  it.live("is rejected with 413 when only its content is too large", () =>
    withPort(makeWorld(), (url) =>
      Effect.gen(function* () {
        const bomb = gzipSync(new Uint8Array(64 * mebibyte).fill(32))
        assert.isBelow(bomb.byteLength, 100 * 1024)
        const headers = { "content-type": "application/json", "content-encoding": "gzip" }
        const sent = { path: "/api/auth/signin", method: "POST", headers, parts: [bomb] }
        assert.strictEqual((yield* send(url, sent)).status, 413)
      })
    )
  )
})

describe("the tokens of TestServer", () => {
  it.effect("cannot be guessed from those of an equal world", () =>
    Effect.gen(function* () {
      const tokens = yield* Effect.forEach([1, 2], () =>
        Effect.gen(function* () {
          const { signIn, world } = makeServer()
          const sessions = [(yield* signIn(bob))["x-token"], (yield* signIn(bob))["x-token"]]
          const api = yield* Effect.all([world.users.grantToken("bob"), world.users.grantToken("bob")])
          return [...sessions, ...api.map(Redacted.value)]
        })
      )
      const all = tokens.flat()
      assert.strictEqual(new Set(all).size, 8)
      assert.strictEqual(new Set(all.map((token) => token.slice(0, 8))).size, 8)
      assert.strictEqual(new Set(all.map((token) => token.slice(-8))).size, 8)
      for (const token of all)
        assert.match(token, /^(?:[\da-f]{40}|[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12})$/)
    })
  )
})
