import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as Market from "@screeps-effect/api/Market"
import { OnLimit } from "@screeps-effect/api/RateLimits"
import * as Memory from "@screeps-effect/api/Memory"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as Other from "@screeps-effect/schema/Other"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Fake from "@screeps-effect/testing/Fake"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { defect, over, request } from "./support/program.ts"

const time = (tick: number) => Fake.answer(Game.time, () => Effect.succeed({ ok: 1, time: tick }))

/** A client with a token, of a server with one route. */
const withToken = (route: Fake.Route) =>
  ScreepsClient.layerNoDeps().pipe(
    Layer.provide([
      Fake.layer(route),
      Credentials.layerToken(Redacted.make("any")),
      Server.layer(Server.privateServer("http://screeps.test"))
    ])
  )

/** A route that records its inputs. */
const recordingRoute = () => {
  const inputs: Array<unknown> = []
  const route = Fake.answer(Game.roomTerrain, (input) => {
    inputs.push(input)
    return Effect.succeed({ ok: 1, terrain: [] })
  })
  return { inputs, route }
}

describe("Fake.respond", () => {
  it("refuses a path without a leading slash, which no request has", () => {
    const path = "api/nope" as `/${string}`
    assert.throws(
      () => Fake.respond("GET", path, () => Effect.succeed(new Response())),
      "The path of GET api/nope must start with a slash."
    )
  })

  it.effect("ends the program with an explanation when it returns a response that was sent before", () =>
    Effect.gen(function* () {
      const same = Response.json({ ok: 1 })
      const program = over(Fake.layer(Fake.respond("GET", "/api/nope", () => Effect.succeed(same))))
      const call = request({ method: "GET", path: "/api/nope" })
      assert.deepStrictEqual(yield* program(call), { ok: 1 })
      assert.include(
        yield* defect(program(call)),
        "The response of GET /api/nope was sent before: create one for each request."
      )
    })
  )
})

describe("Fake.answer", () => {
  it.effect("returns its handler's result to the program", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* over(Fake.layer(time(42)))(Game.time()), { ok: 1, time: Tick.make(42) })
    })
  )

  it.effect("passes the query to its handler as the operation's input", () =>
    Effect.gen(function* () {
      const { inputs, route } = recordingRoute()
      yield* over(Fake.layer(route))(Game.roomTerrain({ room: "W1N1", encoded: 1 }))
      assert.deepStrictEqual(inputs, [{ room: "W1N1", encoded: 1 }])
    })
  )

  it.effect("passes the body to its handler as the operation's input, with redacted passwords", () =>
    Effect.gen(function* () {
      const inputs: Array<string> = []
      const submit = Fake.answer(Register.submit, (input) => {
        inputs.push(JSON.stringify(input), Redacted.value(input.password))
        return Effect.succeed({ ok: 1 })
      })
      const account = { username: "bob", password: Redacted.make("pw12345") }
      yield* over(Fake.layer(submit))(Register.submit(account))
      assert.lengthOf(inputs, 2)
      assert.include(inputs[0], '"bob"')
      assert.notInclude(inputs[0], "pw12345")
      assert.strictEqual(inputs[1], "pw12345")
    })
  )

  it.effect("passes names that the SDK does not list as texts, which the answer may repeat", () =>
    Effect.gen(function* () {
      const route = Fake.answer(Market.orders, ({ resourceType }) =>
        Effect.succeed({
          ok: 1,
          list: [{ _id: "1", type: "sell", price: 9, amount: 1, remainingAmount: 1, resourceType }]
        })
      )
      const call = Market.orders({ resourceType: Other.make("score_x") })
      const { list } = yield* Effect.provide(call, withToken(route))
      assert.deepStrictEqual(
        list.map(({ resourceType }) => resourceType),
        ["score_x"]
      )
    })
  )

  it.effect("passes a value that looks like such a name unchanged", () =>
    Effect.gen(function* () {
      const values: Array<unknown> = []
      const route = Fake.answer(Memory.set, ({ value }) => {
        values.push(value)
        return Effect.succeed({ ok: 1 })
      })
      yield* Effect.provide(Memory.set({ path: "plan", value: { other: "x" } }), withToken(route))
      assert.deepStrictEqual(values, [{ other: "x" }])
    })
  )

  it.effect("passes the request with its headers to its handler", () =>
    Effect.gen(function* () {
      const route = Fake.answer(Game.time, (_, { headers }) =>
        Fake.refuse(headers.get("accept") ?? "nothing")
      )
      const { reason } = yield* Effect.flip(over(Fake.layer(route))(Game.time()))
      assert.strictEqual(reason.message, "application/json")
    })
  )

  it.effect("rejects a request as the game does, with status 200 and a text", () =>
    Effect.gen(function* () {
      const route = Fake.answer(Game.roomTerrain, () => Fake.refuse("invalid room"))
      const { reason } = yield* Effect.flip(over(Fake.layer(route))(Game.roomTerrain({ room: "W1N1" })))
      assert.deepInclude(reason, { _tag: "Rejected", detail: "invalid room", status: 200 })
    })
  )

  it.effect("rejects an invalid query without calling its handler", () =>
    Effect.gen(function* () {
      const { inputs, route } = recordingRoute()
      for (const query of [{}, { room: "kitchen" }, { room: "W1N1", encoded: "2" }]) {
        const call = request({ method: "GET", path: "/api/game/room-terrain", query })
        const { reason } = yield* Effect.flip(over(Fake.layer(route))(call))
        assert.deepInclude(reason, { _tag: "Rejected", detail: "invalid params", status: 200 })
      }
      assert.deepStrictEqual(inputs, [])
    })
  )

  it.effect("rejects an invalid body without calling its handler", () =>
    Effect.gen(function* () {
      const route = Fake.answer(Game.placeSpawn, () => Effect.die("the handler was called"))
      for (const body of [undefined, {}, { room: "W1N1", x: 50, y: 1 }, { room: "W1N1", x: "1", y: 1 }]) {
        const call = request({ method: "POST", path: "/api/game/place-spawn", body })
        const { reason } = yield* Effect.flip(over(Fake.layer(route))(call))
        assert.deepInclude(reason, { _tag: "Rejected", detail: "invalid params" })
      }
    })
  )

  it.effect(
    "ends the program with a defect when its handler's result does not match the operation's output",
    () =>
      Effect.gen(function* () {
        const wrong = { ok: 1, time: "noon" } as unknown as typeof Game.GameTime.Type
        const message = yield* defect(
          over(Fake.layer(Fake.answer(Game.time, () => Effect.succeed(wrong))))(Game.time())
        )
        assert.match(message, /Expected Tick\s+at \["time"\]/)
      })
  )

  it.effect("matches requests behind the path prefix of a server", () =>
    Effect.gen(function* () {
      const season = over(Fake.layer(time(7)), "http://screeps.test/season")
      assert.strictEqual((yield* season(Game.time())).time, Tick.make(7))
    })
  )

  it.effect("responds as the first of several for the same operation", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* over(Fake.layer(time(1), time(2)))(Game.time())).time, Tick.make(1))
    })
  )
})

describe("Fake.respond", () => {
  it.effect("sends any status and header", () =>
    Effect.gen(function* () {
      const headers = { "x-ratelimit-limit": "360", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "90" }
      const route = Fake.respond("GET", "/api/game/time", () =>
        Effect.succeed(new Response("Rate limit exceeded", { status: 429, headers }))
      )
      const call = Effect.provideService(Game.time(), OnLimit, "fail")
      const { reason } = yield* Effect.flip(over(Fake.layer(route))(call))
      assert.strictEqual(reason._tag, "RateLimited")
      if (reason._tag === "RateLimited") {
        assert.strictEqual(reason.limit, 360)
        assert.strictEqual(Duration.toSeconds(reason.retryAfter), 90)
      }
    })
  )

  it.effect("passes the request to its handler", () =>
    Effect.gen(function* () {
      const echo = Fake.respond("POST", "/api/echo", (request) =>
        Effect.promise(async () => Response.json({ ok: 1, received: await request.json() }))
      )
      const call = request({ method: "POST", path: "/api/echo", body: { hello: "world" } })
      assert.deepStrictEqual(yield* over(Fake.layer(echo))(call), { ok: 1, received: { hello: "world" } })
    })
  )
})

describe("a request without a response in Fake.layer", () => {
  it.effect("ends the program with a defect that lists the defined responses", () =>
    Effect.gen(function* () {
      const http = Fake.layer(
        time(1),
        Fake.respond("POST", "/api/echo", () => Effect.succeed(new Response()))
      )
      assert.strictEqual(
        yield* defect(over(http)(Game.version())),
        "No response for GET /api/version. Known requests: GET /api/game/time, POST /api/echo"
      )
    })
  )

  it.effect("ends the program with a defect when no response is defined", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* defect(over(Fake.layer())(Game.version())),
        "No response for GET /api/version. Known requests: none"
      )
    })
  )

  it.effect("includes a request with another method", () =>
    Effect.gen(function* () {
      const call = request({ method: "POST", path: "/api/game/time" })
      assert.match(
        yield* defect(over(Fake.layer(time(1)))(call)),
        /^No response for POST \/api\/game\/time\./
      )
    })
  )

  it.effect("is named without the path prefix of its server", () =>
    Effect.gen(function* () {
      const season = over(Fake.layer(time(7)), "http://screeps.test/season")
      assert.match(
        yield* defect(season(Game.version())),
        /^No response for GET \/api\/version\. Known requests: GET/
      )
    })
  )

  it.effect("is a defect that a program cannot catch as an error", () =>
    Effect.gen(function* () {
      const forgiving = Effect.catch(over(Fake.layer())(Memory.set({ path: "a", value: 1 })), () =>
        Effect.succeed("forgiven")
      )
      // A guest has no token: the request fails before anything is sent.
      assert.strictEqual(yield* forgiving, "forgiven")
      const program = Effect.catch(over(Fake.layer())(Game.time()), () => Effect.succeed("forgiven"))
      assert.match(yield* defect(program), /^No response for/)
    })
  )
})
