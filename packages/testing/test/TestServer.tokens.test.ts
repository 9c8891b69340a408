import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { bob, makeServer, signed, type Received } from "./support/server.ts"

const me = "/api/auth/me"
const token = ({ token }: Received) => {
  if (token === null) throw new Error("the response has no token")
  return token
}

describe("a token of TestServer", () => {
  it.effect("is valid for sixty seconds", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual((yield* server.get(me, {}, headers)).status, 200)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* server.get(me, {}, headers)).status, 401)
    })
  )

  it.effect("does not last longer when it is used, but responses have a new one", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const first = yield* server.signIn(bob)
      yield* TestClock.adjust("30 seconds")
      const second = signed(token(yield* server.get(me, {}, first)))
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* server.get(me, {}, first)).status, 401)
      assert.strictEqual((yield* server.get(me, {}, second)).status, 200)
    })
  )

  it.effect("stays valid beside newer ones", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const first = yield* server.signIn(bob)
      const tokens = [first["x-token"]]
      for (let turn = 0; turn < 5; turn++) tokens.push(token(yield* server.get(me, {}, first)))
      yield* server.signIn(bob)
      assert.strictEqual(new Set(tokens).size, 6)
      for (const one of tokens) assert.strictEqual((yield* server.get(me, {}, signed(one))).status, 200)
    })
  )

  it.effect("has forty hexadecimal digits, as on real servers", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      assert.match(headers["x-token"], /^[0-9a-f]{40}$/)
      assert.match(token(yield* server.get(me, {}, headers)), /^[0-9a-f]{40}$/)
    })
  )

  it.effect("comes with every response to a signed-in user, rejections included", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      const answers = [
        yield* server.get("/api/user/world-status", {}, headers),
        yield* server.get("/api/user/code", { branch: "nope" }, headers),
        yield* server.post("/api/user/console", {}, headers),
        yield* server.post("/api/game/place-spawn", { room: "W7N7", x: 50, y: 0 }, headers)
      ]
      assert.deepStrictEqual(
        answers.slice(1).map(({ body }) => Object.keys(body as object)),
        [["error"], ["error"], ["error"]]
      )
      const all = [headers["x-token"], ...answers.map(token)]
      assert.strictEqual(new Set(all).size, 5)
      for (const one of all) assert.strictEqual((yield* server.get(me, {}, signed(one))).status, 200)
    })
  )

  it.effect("does not come with public responses, nor with those to guests", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      const answers = [
        yield* server.get("/api/version", {}, headers),
        yield* server.get("/api/game/time", {}, headers),
        yield* server.get("/api/game/room-terrain", { room: "W1N1" }, headers),
        yield* server.get("/api/authmod", {}, headers),
        yield* server.get("/api/nope", {}, headers),
        yield* server.get(me, {}, signed("0".repeat(40)))
      ]
      assert.deepStrictEqual(
        answers.map(({ token }) => token),
        [null, null, null, null, null, null]
      )
    })
  )

  it.effect("is sent in two headers, and the second may have any text", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const { "x-token": own } = yield* server.signIn(bob)
      const status = (headers: Record<string, string>) =>
        Effect.map(server.get(me, {}, headers), ({ status }) => status)
      assert.strictEqual(yield* status({ "x-token": own }), 401)
      assert.strictEqual(yield* status({ "x-username": own }), 401)
      assert.strictEqual(yield* status({ "x-token": own, "x-username": "" }), 401)
      assert.strictEqual(yield* status({ "x-token": own, "x-username": "anything" }), 200)
    })
  )

  it.effect("is issued for a name or mail address with its password", () =>
    Effect.gen(function* () {
      const server = makeServer()
      for (const name of [bob.username, bob.email]) {
        const headers = yield* server.signIn({ ...bob, username: name })
        const { body } = yield* server.get(me, {}, headers)
        assert.deepInclude(body, { username: "bob", email: bob.email })
      }
    })
  )
})

describe("a program that waits longer than its token is valid", () => {
  /** Calls the server as bob; returns the number of sign-ins. */
  const asBob = (world: ScreepsWorld.ScreepsWorld) => {
    const signIns: Array<string> = []
    const counting = Layer.effect(
      HttpClient.HttpClient,
      Effect.map(HttpClient.HttpClient, (http) =>
        HttpClient.mapRequest(http, (request) => {
          if (request.url.endsWith("/api/auth/signin")) signIns.push(request.url)
          return request
        })
      )
    ).pipe(Layer.provide(TestServer.layer(world)))
    const server = Server.layer(Server.privateServer("http://screeps.test"))
    const credentials = Credentials.layerPassword({
      username: bob.username,
      password: Redacted.make(bob.password)
    })
    const layer = ScreepsClient.layerNoDeps().pipe(
      Layer.provide(Layer.mergeAll(counting, server, credentials))
    )
    return { layer, signIns }
  }
  const waiting = Effect.gen(function* () {
    const before = yield* User.worldStatus()
    yield* TestClock.adjust("2 minutes")
    return [before.status, (yield* User.worldStatus()).status, (yield* Auth.me()).username]
  })

  it.effect("signs in once more and continues", () =>
    Effect.gen(function* () {
      const { layer, signIns } = asBob(ScreepsWorld.make({ accounts: [bob] }))
      assert.deepStrictEqual(yield* Effect.provide(waiting, layer), ["empty", "empty", "bob"])
      assert.lengthOf(signIns, 2)
    })
  )

  it.effect("signs in once more when the server requires its password instead", () =>
    Effect.gen(function* () {
      const { layer, signIns } = asBob(ScreepsWorld.make({ accounts: [bob], serverPassword: "sesame" }))
      assert.deepStrictEqual(yield* Effect.provide(waiting, layer), ["empty", "empty", "bob"])
      assert.lengthOf(signIns, 2)
    })
  )

  it.effect("signs in only once when it sends a request every half minute", () =>
    Effect.gen(function* () {
      const { layer, signIns } = asBob(ScreepsWorld.make({ accounts: [bob] }))
      const calls = Effect.repeat(Effect.andThen(Auth.me(), TestClock.adjust("30 seconds")), { times: 9 })
      yield* Effect.provide(calls, layer)
      assert.lengthOf(signIns, 1)
    })
  )
})
