import { gzipSync } from "node:zlib"
import * as Auth from "@screeps-effect/api/Auth"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Credentials from "@screeps-effect/api/Credentials"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { httpRequest, withPort } from "./support/port.ts"
import { bob, makeServer } from "./support/server.ts"

const segment = "/api/user/memory-segment"
const json = "application/json"

/** A server with bob signed in, and functions to send it a body. */
const setUp = Effect.gen(function* () {
  const server = makeServer()
  const headers = yield* server.signIn(bob)
  const send = (rawBody: string | Uint8Array<ArrayBuffer>, type: string, more: object = {}) =>
    server.send({
      method: "POST",
      path: segment,
      rawBody,
      headers: { ...headers, "content-type": type, ...more }
    })
  const stored = server.world.users.segment("bob", 4)
  return { server, headers, send, stored }
})

const four = JSON.stringify({ segment: 4, data: "four" })
const bytes = (text: string) => new Uint8Array(gzipSync(text))

/** Returns the first line of an error page. */
const pageOf = (body: unknown) => /<pre>(.*?)<\/pre>/s.exec(String(body))?.[1]

describe("a request body sent to TestServer", () => {
  for (const type of [json, "Application/JSON", "application/json ; charset=UTF-8"]) {
    it.effect(`is parsed as JSON with the content type ${type}`, () =>
      Effect.gen(function* () {
        const { send, stored } = yield* setUp
        assert.deepStrictEqual((yield* send(four, type)).body, { ok: 1 })
        assert.strictEqual(yield* stored, "four")
      })
    )
  }

  for (const type of ["text/json", "application/vnd.api+json", "text/plain", "json"]) {
    it.effect(`is ignored with the content type ${type}`, () =>
      Effect.gen(function* () {
        const { send, stored } = yield* setUp
        assert.deepStrictEqual((yield* send(four, type)).body, { error: "invalid segment ID" })
        assert.isUndefined(yield* stored)
      })
    )
  }

  it.effect("is parsed as a form with its content type in any case", () =>
    Effect.gen(function* () {
      const { send, stored } = yield* setUp
      const response = yield* send("segment=4&data=a+b", "Application/X-WWW-Form-Urlencoded; charset=utf-8")
      assert.deepStrictEqual(response.body, { ok: 1 })
      assert.strictEqual(yield* stored, "a b")
    })
  )

  it.effect("can be compressed, and can start with a byte order mark", () =>
    Effect.gen(function* () {
      const { send, stored } = yield* setUp
      assert.deepStrictEqual((yield* send(bytes(four), json, { "content-encoding": "GZIP" })).body, { ok: 1 })
      assert.strictEqual(yield* stored, "four")
      assert.deepStrictEqual((yield* send(`\ufeff${four}`, json)).body, { ok: 1 })
    })
  )

  it.effect("selects the shard of an official server when it is compressed", () =>
    Effect.gen(function* () {
      const server = makeServer({ shards: ["shard0", "shard3"] }, { dialect: "official" })
      const token = yield* server.withToken("bob")
      const packed = { "content-type": json, "content-encoding": "gzip" }
      const rawBody = bytes(JSON.stringify({ segment: 4, data: "four", shard: "shard3" }))
      const headers = { ...token, ...packed }
      const { body } = yield* server.send({ method: "POST", path: segment, rawBody, headers })
      assert.deepStrictEqual(body, { ok: 1 })
      assert.strictEqual(yield* server.world.users.segment("bob", 4, "shard3"), "four")
    })
  )

  it.effect("is rejected with an unknown compression, or one that its content does not have", () =>
    Effect.gen(function* () {
      const { send } = yield* setUp
      const brotli = yield* send(four, json, { "content-encoding": "br" })
      assert.strictEqual(brotli.status, 415)
      assert.strictEqual(
        pageOf(brotli.body),
        "UnsupportedMediaTypeError: unsupported content encoding &quot;br&quot;"
      )
      const broken = yield* send(four, json, { "content-encoding": "gzip" })
      assert.deepStrictEqual([broken.status, pageOf(broken.body)], [400, "Error: incorrect header check"])
    })
  )

  it.effect("is rejected with an unsupported charset", () =>
    Effect.gen(function* () {
      const { send } = yield* setUp
      const { body, status } = yield* send(four, `${json}; charset=foo`)
      assert.strictEqual(status, 415)
      assert.strictEqual(pageOf(body), "UnsupportedMediaTypeError: unsupported charset &quot;FOO&quot;")
      const form = yield* send("segment=4", "application/x-www-form-urlencoded; charset=utf-16")
      assert.strictEqual(form.status, 415)
    })
  )

  for (const [sent, why] of [
    ["5", "Unexpected token &#39;5&#39;, &quot;5&quot; is not valid JSON"],
    [' "text"', "Unexpected token &#39;&quot;&#39;, &quot; &quot;text&quot;&quot; is not valid JSON"],
    ["null", "Unexpected token &#39;n&#39;, &quot;null&quot; is not valid JSON"],
    ["  ", "Unexpected end of JSON input"]
  ] as const) {
    it.effect(`is rejected as ${JSON.stringify(sent)}, neither an object nor a list`, () =>
      Effect.gen(function* () {
        const { send } = yield* setUp
        const { body, status } = yield* send(sent, json)
        assert.deepStrictEqual([status, pageOf(body)], [400, `SyntaxError: ${why}`])
      })
    )
  }

  it.effect("can be empty, and can be a list", () =>
    Effect.gen(function* () {
      const { send } = yield* setUp
      for (const sent of ["", "[4]"])
        assert.deepStrictEqual((yield* send(sent, json)).body, { error: "invalid segment ID" })
    })
  )

  it.effect("is limited in bytes after decompression", () =>
    Effect.gen(function* () {
      const { headers, server } = yield* setUp
      const upload = (main: string) => server.post("/api/user/code", { modules: { main } }, headers)
      const large = yield* upload("é".repeat(4_500_000))
      assert.deepStrictEqual(
        [large.status, pageOf(large.body)],
        [413, "PayloadTooLargeError: request entity too large"]
      )
      assert.deepInclude((yield* upload("é".repeat(2_500_000))).body, { ok: 1 })
      const rawBody = bytes(JSON.stringify({ modules: { main: "x".repeat(9_000_000) } }))
      const packed = { ...headers, "content-type": json, "content-encoding": "gzip" }
      const response = yield* server.send({
        method: "POST",
        path: "/api/user/code",
        rawBody,
        headers: packed
      })
      assert.strictEqual(response.status, 413)
    })
  )

  it.effect("is limited to 100 KiB on the auth mod's own paths", () =>
    Effect.gen(function* () {
      const { headers, server } = yield* setUp
      const requests = [
        ["/api/auth/signin", { email: "bob", password: bob.password }],
        ["/api/register/submit", { username: "eve", password: "a-good-password" }],
        ["/api/user/password", { oldPassword: bob.password, password: bob.password }]
      ] as const
      for (const [path, fields] of requests) {
        const rest = 102_400 - JSON.stringify({ ...fields, modules: { main: "" } }).length
        const statuses = []
        for (const length of [rest, rest + 1]) {
          const body = { ...fields, modules: { main: "x".repeat(length) } }
          statuses.push((yield* server.post(path, body, headers)).status)
        }
        assert.deepStrictEqual(statuses, [200, 413], path)
      }
    })
  )

  it.effect("that is too large makes the SDK's sign-in and registration fail", () => {
    const layer = ScreepsClient.layerNoDeps().pipe(
      Layer.provide(Credentials.layerGuest),
      Layer.provide(TestServer.layer(ScreepsWorld.make({ accounts: [bob] })))
    )
    const long = "x".repeat(150_000)
    return Effect.gen(function* () {
      const signIn = yield* Effect.flip(Auth.signIn({ email: "bob", password: Redacted.make(long) }))
      assert.deepInclude(signIn.reason, { _tag: "Rejected", status: 413 })
      const password = Redacted.make("a-good-password")
      const submit = Register.submit({ username: "eve", password, modules: { main: long } })
      assert.deepInclude((yield* Effect.flip(submit)).reason, { _tag: "Rejected", status: 413 })
    }).pipe(Effect.provide(layer))
  })

  it.live("is parsed over a port as in memory", () =>
    withPort(ScreepsWorld.make({ accounts: [bob] }), (url) =>
      Effect.gen(function* () {
        const signin = `${url}/api/auth/signin`
        const fields = JSON.stringify({ email: "bob", password: bob.password })
        const headers = { "content-type": "Application/JSON", "content-encoding": "gzip" }
        const packed = yield* httpRequest(signin, { method: "POST", headers, body: bytes(fields) })
        assert.strictEqual(packed.status, 200)
        const body = fields.replace("}", `,"x":"${"x".repeat(150_000)}"}`)
        const large = yield* httpRequest(signin, { method: "POST", headers: { "content-type": json }, body })
        assert.strictEqual(large.status, 413)
      })
    )
  )
})

describe("a response of TestServer", () => {
  for (const dialect of ["private", "official"] as const) {
    it.effect(`names its charset if it is JSON (${dialect})`, () =>
      Effect.gen(function* () {
        const handler = TestServer.handler(ScreepsWorld.make(), { dialect })
        const type = (path: string) =>
          Effect.map(handler(new Request(`http://screeps.test${path}`)), ({ headers }) =>
            headers.get("content-type")
          )
        const utf8 = "application/json; charset=utf-8"
        assert.strictEqual(yield* type("/api/game/time?shard=shard0"), utf8)
        assert.strictEqual(yield* type("/api/auth/me"), utf8)
        assert.strictEqual(yield* type("/api/user/code"), utf8)
      })
    )
  }

  it.live("names its charset over a port", () =>
    withPort(ScreepsWorld.make(), (url) =>
      Effect.gen(function* () {
        const { headers } = yield* httpRequest(`${url}/api/game/time`)
        assert.strictEqual(headers.get("content-type"), "application/json; charset=utf-8")
      })
    )
  )
})
