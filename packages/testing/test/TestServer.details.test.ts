/** Details that clients in other languages depend on, with the values that a private server 4.3.0 returned. */
import { get } from "node:http"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { httpRequest, withPort } from "./support/port.ts"
import { bob, makeServer } from "./support/server.ts"

const signedIn = Effect.gen(function* () {
  const server = makeServer()
  return { ...server, headers: yield* server.signIn(bob) }
})

describe("a segment's number in a request", () => {
  it.effect("is the first of a list, however the list is written", () =>
    Effect.gen(function* () {
      const { get, headers, post, world } = yield* signedIn
      for (const number of [1, 2]) yield* world.users.setSegment("bob", number, `text ${number}`)
      const path = "/api/user/memory-segment"
      for (const name of ["segment[]", "segment[0]", "segment[1]"])
        assert.deepStrictEqual((yield* get(path, { [name]: "2" }, headers)).body, { ok: 1, data: "text 2" })
      assert.deepStrictEqual((yield* get(path, { "segment[]": "1", segment: "2" }, headers)).body, {
        ok: 1,
        data: "text 1"
      })
      for (const name of ["segment[a]", "segment["])
        assert.deepStrictEqual((yield* get(path, { [name]: "1" }, headers)).body, {
          error: "invalid segment ID"
        })
      assert.deepStrictEqual((yield* get(path, { "segment[]": "x" }, headers)).body, {
        error: "invalid segment ID"
      })
      assert.deepStrictEqual((yield* post(path, { segment: ["2", 1], data: "new" }, headers)).body, { ok: 1 })
      assert.strictEqual(yield* world.users.segment("bob", 2), "new")
    })
  )
})

describe("an upload of code", () => {
  it.effect("may have modules that are no object, which are stored as they are", () =>
    Effect.gen(function* () {
      const { get, headers, post } = yield* signedIn
      const path = "/api/user/code"
      const kept: ReadonlyArray<readonly [sent: unknown, stored: unknown]> = [
        ["a text", "a text"],
        ['{"main":"x"}', '{"main":"x"}'],
        [5, 5],
        [true, true],
        [
          ["a", "b"],
          ["a", "b"]
        ],
        ["", { main: "" }],
        [null, { main: "" }]
      ]
      for (const [modules, stored] of kept) {
        const sent = yield* post(path, { branch: "default", modules }, headers)
        assert.deepInclude(sent.body, { ok: 1 })
        assert.deepStrictEqual((yield* get(path, { branch: "default" }, headers)).body, {
          ok: 1,
          branch: "default",
          modules: stored
        })
      }
      assert.deepStrictEqual((yield* post(path, { branch: "default" }, headers)).body, {
        error: "TypeError: Cannot read properties of undefined (reading 'length')"
      })
    })
  )
})

describe("the version", () => {
  it.effect("has an empty renderer on a private server", () =>
    Effect.gen(function* () {
      const { body } = yield* makeServer().get("/api/version")
      assert.deepNestedInclude(body, { "serverData.renderer": { resources: {}, metadata: {} } })
    })
  )
})

describe("the response to a line or a write", () => {
  const responses: ReadonlyArray<readonly [path: string, body: object, record: object]> = [
    ["/api/user/console", { expression: "1" }, { expression: "1" }],
    ["/api/user/memory", { path: "a", value: 1 }, { expression: "Memory['a']= 1", hidden: true }],
    ["/api/user/memory", { path: "a.b's" }, { expression: "delete Memory['a']['b\\'s']", hidden: true }],
    [
      "/api/user/memory",
      { value: { a: 1 } },
      { expression: 'for(var i in Memory) { delete Memory[i]; } _.extend(Memory,{"a":1});', hidden: true }
    ]
  ]
  it.effect.each(responses)("is the record, and names the user (%s, %j)", ([path, body, record]) =>
    Effect.gen(function* () {
      const { headers, post, world } = yield* signedIn
      const { _id: user } = yield* world.users.get("bob")
      const send = Effect.map(post(path, body, headers), ({ body }) => body as { readonly _id: string })
      const { _id, ...rest } = yield* send
      assert.match(_id, /^[\da-f]{15}$/)
      const meta = { revision: 0, created: 0, version: 0 }
      assert.deepStrictEqual(rest, { ok: 1, user, ...record, meta, $loki: 1 })
      assert.deepNestedInclude(yield* send, { $loki: 2 })
    })
  )
})

describe("pages of the auth mod, and decorations of a private server", () => {
  it.effect.each([
    ["steam", "InternalOpenIDError: Failed to discover OP endpoint URL"],
    ["steam/return", "InternalOpenIDError: Failed to discover OP endpoint URL"],
    ["github", "TypeError: OAuth2Strategy requires a clientID option"],
    ["gitlab", "TypeError: OAuth2Strategy requires a clientID option"],
    ["github/return", "Error: Unknown authentication strategy &quot;github&quot;"],
    ["gitlab/return", "Error: Unknown authentication strategy &quot;gitlab&quot;"]
  ] as const)("fail as on a server that reaches no Steam and has no settings (%s)", ([name, error]) =>
    Effect.gen(function* () {
      const { body, status } = yield* makeServer().get(`/api/auth/${name}`)
      assert.strictEqual(status, 500)
      assert.include(body, error)
    })
  )

  it.effect("are redirected to with a slash", () =>
    Effect.gen(function* () {
      const serve = TestServer.handler(ScreepsWorld.make())
      for (const path of ["/authmod", "/authmod/password"]) {
        const { headers, status } = yield* serve(new Request(`http://screeps.test${path}`))
        assert.deepStrictEqual([status, headers.get("location")], [301, `${path}/`])
      }
      const { body, status } = yield* makeServer().get("/authmod/password/")
      assert.strictEqual(status, 200)
      assert.include(body, "/api/user/password")
    })
  )

  it.effect("have no inventory of decorations, as of an unknown path", () =>
    Effect.gen(function* () {
      const { get, headers } = yield* signedIn
      const inventory = yield* get("/api/user/decorations/inventory", {}, headers)
      assert.strictEqual(inventory.status, 404)
      assert.include(inventory.body, "Cannot GET /api/user/decorations/inventory")
    })
  )
})

/** Sends a GET with these headers only: `fetch` adds `no-cache` to conditional requests. */
const plainGet = (url: string, headers: Record<string, string> = {}) =>
  Effect.callback<{ readonly status: number | undefined; readonly etag: string; readonly text: string }>(
    (resume) => {
      get(url, { headers }, (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (part: string) => (text += part))
        response.on("end", () =>
          resume(Effect.succeed({ status: response.statusCode, etag: response.headers.etag ?? "none", text }))
        )
      })
    }
  )

describe("TestServer.layerHttp", () => {
  const world = () => ScreepsWorld.make({ accounts: [bob] })

  it.live("sends the ETag that a private server sends for the same data", () =>
    withPort(world(), (url) =>
      Effect.gen(function* () {
        const me = yield* httpRequest(`${url}/api/auth/me`)
        assert.strictEqual(me.status, 401)
        assert.strictEqual(me.headers.get("etag"), 'W/"18-gH7/fIZxPCVRh6TuPVNAgHt/40I"')
        const badge = yield* httpRequest(`${url}/api/user/badge-svg?username=bob`)
        assert.strictEqual(badge.headers.get("etag"), 'W/"2e-KXsnzJw1ALd+cjINc62CUq7em7g"')
        for (const path of ["/socket/info", "/api/nope", "/api/user/badge-svg"])
          assert.isFalse((yield* httpRequest(url + path)).headers.has("etag"), path)
      })
    )
  )

  it.live("responds with an empty 304 to a client that has the data", () =>
    withPort(world(), (url) =>
      Effect.gen(function* () {
        const at = `${url}/api/version`
        const { etag, text } = yield* plainGet(at)
        for (const known of [etag, etag.replace("W/", ""), `"x", ${etag}`, "*"])
          assert.deepStrictEqual(yield* plainGet(at, { "if-none-match": known }), {
            status: 304,
            etag,
            text: ""
          })
        const full = { status: 200, etag, text }
        assert.deepStrictEqual(yield* plainGet(at, { "if-none-match": '"x"' }), full)
        const reload = { "if-none-match": etag, "cache-control": "no-cache" }
        assert.deepStrictEqual(yield* plainGet(at, reload), full)
        const denied = yield* plainGet(`${url}/api/auth/me`, { "if-none-match": "*" })
        assert.strictEqual(denied.status, 401)
      })
    )
  )

  it.live("sends no ETag as an official server, of which none is known", () =>
    withPort(
      world(),
      (url) =>
        Effect.gen(function* () {
          assert.isFalse((yield* httpRequest(`${url}/api/version`)).headers.has("etag"))
        }),
      { dialect: "official" }
    )
  )

  it.live("sends no content type with a sign-in that it rejects", () =>
    withPort(world(), (url) =>
      Effect.gen(function* () {
        const { body, headers, status } = yield* httpRequest(`${url}/api/auth/signin`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: '{"email":"bob","password":"wrong"}'
        })
        assert.deepStrictEqual([status, body], [401, "Unauthorized"])
        assert.isFalse(headers.has("content-type"))
      })
    )
  )
})
