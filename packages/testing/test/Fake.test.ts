import * as Game from "@screeps-effect/api/Game"
import { OnLimit } from "@screeps-effect/api/RateLimits"
import * as Memory from "@screeps-effect/api/Memory"
import * as Register from "@screeps-effect/api/Register"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Fake from "@screeps-effect/testing/Fake"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { defect, over, request } from "./support/program.ts"

const time = (tick: number) => Fake.answer(Game.time, () => Effect.succeed({ ok: 1, time: Tick.make(tick) }))

/** An answer that keeps what it was asked. */
const keeping = () => {
  const asked: Array<unknown> = []
  const route = Fake.answer(Game.roomTerrain, (input) => {
    asked.push(input)
    return Effect.succeed({ ok: 1, terrain: [] })
  })
  return { asked, route }
}

describe("an answered operation", () => {
  it.effect("is what the program is told", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* over(Fake.layer(time(42)))(Game.time()), { ok: 1, time: Tick.make(42) })
    })
  )

  it.effect("tells its handler the query as the operation's input", () =>
    Effect.gen(function* () {
      const { asked, route } = keeping()
      yield* over(Fake.layer(route))(Game.roomTerrain({ room: "W1N1", encoded: 1 }))
      assert.deepStrictEqual(asked, [{ room: "W1N1", encoded: 1 }])
    })
  )

  it.effect("tells its handler the body as the operation's input, passwords still hidden", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const submit = Fake.answer(Register.submit, (input) => {
        asked.push(JSON.stringify(input), Redacted.value(input.password))
        return Effect.succeed({ ok: 1 })
      })
      const account = { username: "bob", password: Redacted.make("pw12345") }
      yield* over(Fake.layer(submit))(Register.submit(account))
      assert.lengthOf(asked, 2)
      assert.include(asked[0], '"bob"')
      assert.notInclude(asked[0], "pw12345")
      assert.strictEqual(asked[1], "pw12345")
    })
  )

  it.effect("tells its handler the request, headers and all", () =>
    Effect.gen(function* () {
      const route = Fake.answer(Game.time, (_, { headers }) =>
        Fake.refuse(headers.get("accept") ?? "nothing")
      )
      const { reason } = yield* Effect.flip(over(Fake.layer(route))(Game.time()))
      assert.strictEqual(reason.message, "application/json")
    })
  )

  it.effect("refuses as the game does: with status 200 and a text", () =>
    Effect.gen(function* () {
      const route = Fake.answer(Game.roomTerrain, () => Fake.refuse("invalid room"))
      const { reason } = yield* Effect.flip(over(Fake.layer(route))(Game.roomTerrain({ room: "W1N1" })))
      assert.deepInclude(reason, { _tag: "Rejected", detail: "invalid room", status: 200 })
    })
  )

  it.effect("refuses a query that does not fit, and does not ask its handler", () =>
    Effect.gen(function* () {
      const { asked, route } = keeping()
      for (const query of [{}, { room: "kitchen" }, { room: "W1N1", encoded: "2" }]) {
        const call = request({ method: "GET", path: "/api/game/room-terrain", query })
        const { reason } = yield* Effect.flip(over(Fake.layer(route))(call))
        assert.deepInclude(reason, { _tag: "Rejected", detail: "invalid params", status: 200 })
      }
      assert.deepStrictEqual(asked, [])
    })
  )

  it.effect("refuses a body that does not fit, and does not ask its handler", () =>
    Effect.gen(function* () {
      const route = Fake.answer(Game.placeSpawn, () => Effect.die("the handler was asked"))
      for (const body of [undefined, {}, { room: "W1N1", x: 50, y: 1 }, { room: "W1N1", x: "1", y: 1 }]) {
        const call = request({ method: "POST", path: "/api/game/place-spawn", body })
        const { reason } = yield* Effect.flip(over(Fake.layer(route))(call))
        assert.deepInclude(reason, { _tag: "Rejected", detail: "invalid params" })
      }
    })
  )

  it.effect("that answers what the operation does not promise ends the program", () =>
    Effect.gen(function* () {
      const wrong = { ok: 1, time: "noon" } as unknown as typeof Game.GameTime.Type
      const message = yield* defect(
        over(Fake.layer(Fake.answer(Game.time, () => Effect.succeed(wrong))))(Game.time())
      )
      assert.match(message, /Expected Tick\s+at \["time"\]/)
    })
  )

  it.effect("is found behind the path prefix of a server", () =>
    Effect.gen(function* () {
      const season = over(Fake.layer(time(7)), "http://screeps.test/season")
      assert.strictEqual((yield* season(Game.time())).time, Tick.make(7))
    })
  )

  it.effect("replaces an earlier answer of the same operation", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* over(Fake.layer(time(1), time(2)))(Game.time())).time, Tick.make(2))
    })
  )
})

describe("a response of one's own", () => {
  it.effect("brings any status and header", () =>
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

  it.effect("is made from the request", () =>
    Effect.gen(function* () {
      const echo = Fake.respond("POST", "/api/echo", (request) =>
        Effect.promise(async () => Response.json({ ok: 1, heard: await request.json() }))
      )
      const call = request({ method: "POST", path: "/api/echo", body: { hello: "world" } })
      assert.deepStrictEqual(yield* over(Fake.layer(echo))(call), { ok: 1, heard: { hello: "world" } })
    })
  )
})

describe("a request that nothing answers", () => {
  it.effect("ends the program and lists what is answered", () =>
    Effect.gen(function* () {
      const http = Fake.layer(
        time(1),
        Fake.respond("POST", "/api/echo", () => Effect.succeed(new Response()))
      )
      assert.strictEqual(
        yield* defect(over(http)(Game.version())),
        "nothing answers GET /api/version; known are: GET /api/game/time, POST /api/echo"
      )
    })
  )

  it.effect("ends the program also when nothing is answered at all", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* defect(over(Fake.layer())(Game.version())),
        "nothing answers GET /api/version; known are: none"
      )
    })
  )

  it.effect("is one of another method, too", () =>
    Effect.gen(function* () {
      const call = request({ method: "POST", path: "/api/game/time" })
      assert.match(yield* defect(over(Fake.layer(time(1)))(call)), /^nothing answers POST \/api\/game\/time;/)
    })
  )

  it.effect("is named without the path prefix of its server", () =>
    Effect.gen(function* () {
      const season = over(Fake.layer(time(7)), "http://screeps.test/season")
      assert.match(
        yield* defect(season(Game.version())),
        /^nothing answers GET \/api\/version; known are: GET/
      )
    })
  )

  it.effect("is no failure that a program could take for a refusal", () =>
    Effect.gen(function* () {
      const forgiving = Effect.catch(over(Fake.layer())(Memory.set({ path: "a", value: 1 })), () =>
        Effect.succeed("forgiven")
      )
      // A guest has no token: the program learns that before anything is sent.
      assert.strictEqual(yield* forgiving, "forgiven")
      const asking = Effect.catch(over(Fake.layer())(Game.time()), () => Effect.succeed("forgiven"))
      assert.match(yield* defect(asking), /^nothing answers/)
    })
  )
})
