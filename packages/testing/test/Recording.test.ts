import * as Credentials from "@screeps-effect/api/Credentials"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as Game from "@screeps-effect/api/Game"
import * as Memory from "@screeps-effect/api/Memory"
import * as Retry from "@screeps-effect/api/Retry"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import * as User from "@screeps-effect/api/User"
import { recordings } from "@screeps-effect/fixtures"
import * as Fake from "@screeps-effect/testing/Fake"
import * as Recording from "@screeps-effect/testing/Recording"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { defect } from "./support/program.ts"
import { alice, bob, home } from "./support/server.ts"
import { within } from "@screeps-effect/fixtures/time"
import { scrub } from "../src/recording/scrub.ts"

type Client = ScreepsClient.ScreepsClient | Session.Session

const privateServer = Server.layer(Server.privateServer("http://screeps.test"))

/** A client signed in as bob. */
const asBob = <A>(http: Layer.Layer<HttpClient.HttpClient | A>) =>
  ScreepsClient.layerNoDeps().pipe(
    Layer.provide(
      Credentials.layerPassword({ username: bob.username, password: Redacted.make(bob.password) })
    ),
    Layer.provide(privateServer),
    Layer.provideMerge(http)
  )

/** Records a program that runs as bob against a server in memory. */
const record = <A, E>(program: Effect.Effect<A, E, Client>, options?: Recording.Options) => {
  const world = ScreepsWorld.make({ accounts: [alice, bob] })
  return within(
    Effect.gen(function* () {
      const result = yield* program
      const recorder = yield* Recording.Recorder
      return { result, all: yield* recorder.all }
    }).pipe(Effect.provide(asBob(Recording.record(TestServer.layer(world), options))))
  )
}

/** Runs a program on recordings, without a server. */
const replay = <A, E>(program: Effect.Effect<A, E, Client>, all: ReadonlyArray<Recording.Recording>) =>
  within(Effect.provide(program, asBob(Recording.replay(all))))

const settle = Effect.gen(function* () {
  yield* Game.placeSpawn(home)
  yield* Memory.set({ path: "a", value: { b: 1 } })
  const map = yield* Game.mapStats({ rooms: [home.room], statName: "owner0" })
  const { status } = yield* User.worldStatus()
  return [Object.values(map.users ?? {}).map(({ username }) => username), status, (yield* Game.time()).time]
})

describe("Recording", () => {
  it.effect("replays the server's responses to the same program", () =>
    Effect.gen(function* () {
      const { all, result } = yield* record(settle)
      assert.deepStrictEqual(yield* replay(settle, all), result)
    })
  )

  it.effect("encodes and parses files that are named by path", () =>
    Effect.gen(function* () {
      const { all, result } = yield* record(settle)
      const files = Recording.files(all)
      assert.includeMembers(Object.keys(files), [
        "auth/signin.1.json",
        "game/place-spawn.1.json",
        "user/memory.1.json",
        "game/time.1.json"
      ])
      const read = yield* Effect.forEach(Object.values(files), Recording.parse)
      assert.deepStrictEqual(yield* replay(settle, read), result)
    })
  )

  it.effect("calls write with each recording at once", () =>
    Effect.gen(function* () {
      const kept = new Map<string, string>()
      const write = (name: string, text: string) => Effect.sync(() => void kept.set(name, text))
      const { all } = yield* record(Effect.andThen(Game.time(), Game.time()), { write })
      assert.deepStrictEqual([...kept.keys()], ["game/time.1", "game/time.2"])
      assert.deepStrictEqual([...kept.values()], Object.values(Recording.files(all)))
    })
  )

  it.effect("contains no token, password or mail address", () =>
    Effect.gen(function* () {
      const { all } = yield* record(Effect.andThen(settle, User.find({ username: "alice" })))
      const text = JSON.stringify(all)
      const tokens = new Set(text.match(/[0-9a-f]{40}/g))
      assert.deepStrictEqual([...tokens], ["0123456789abcdef0123456789abcdef01234567"])
      assert.notInclude(text, bob.password)
      assert.notInclude(text, bob.email)
    })
  )

  it.effect("replays several responses to the same request in order, and repeats the last one", () =>
    Effect.gen(function* () {
      const at = (time: number): Recording.Recording => ({
        request: { method: "GET", path: "/api/game/time" },
        response: { status: 200, headers: { "content-type": "application/json" }, body: { ok: 1, time } }
      })
      const times = Effect.replicateEffect(
        Effect.map(Game.time(), ({ time }) => Number(time)),
        4
      )
      assert.deepStrictEqual(yield* replay(times, [at(5), at(6)]), [5, 6, 6, 6])
    })
  )

  it.effect("distinguishes requests by parameters and body, in any order of fields", () =>
    Effect.gen(function* () {
      const of = (body: unknown, size: number): Recording.Recording => ({
        request: { method: "POST", path: "/api/x", query: { q: "1" }, body },
        response: { status: 200, headers: { "content-type": "application/json" }, body: { size } }
      })
      const post = (body: unknown) =>
        Effect.gen(function* () {
          const http = yield* HttpClient.HttpClient
          const request = HttpClientRequest.post("https://screeps.com/season/api/x?q=1").pipe(
            HttpClientRequest.bodyJsonUnsafe(body)
          )
          return yield* Effect.flatMap(http.execute(request), ({ json }) => json)
        })
      const layer = Recording.replay([of({ a: 1, b: [{ c: 1, d: 2 }] }, 1), of({ a: 2 }, 2)])
      const both = Effect.all([post({ a: 2 }), post({ b: [{ d: 2, c: 1 }], a: 1 })])
      assert.deepStrictEqual(yield* Effect.provide(both, layer), [{ size: 2 }, { size: 1 }])
    })
  )

  it.effect("ends a program with another request and lists the recordings", () =>
    Effect.gen(function* () {
      const { all } = yield* record(Game.roomTerrain({ room: "W1N1" }))
      const message = yield* defect(replay(Game.roomTerrain({ room: "W2N2" }), all))
      assert.strictEqual(
        message,
        "No response for GET /api/game/room-terrain?room=W2N2. Known requests: GET /api/game/room-terrain?room=W1N1"
      )
    })
  )

  it.effect("replays a missing response as a broken connection", () =>
    Effect.gen(function* () {
      const broken = Recording.record(
        Fake.layer(Fake.respond("GET", "/api/game/time", () => Effect.sync(() => Response.error())))
      )
      const program = Effect.gen(function* () {
        const { reason } = yield* Effect.flip(Game.time())
        return reason._tag
      }).pipe(Effect.provideService(Retry.Retry, Retry.none))
      const all = yield* within(
        Effect.gen(function* () {
          assert.strictEqual(yield* program, "Unreachable")
          const recorder = yield* Recording.Recorder
          const all = yield* recorder.all
          yield* recorder.clear
          assert.isEmpty(yield* recorder.all)
          return all
        }).pipe(Effect.provide(asBob(broken)))
      )
      assert.strictEqual(all[0]?.response.status, 0)
      assert.strictEqual(yield* replay(program, all), "Unreachable")
    })
  )
})

describe("scrubbing", () => {
  const hex = (length: number, seed: number) =>
    Array.from({ length }, (_, index) => ((index * 7 + seed * 13 + (index >> 3)) % 16).toString(16)).join("")

  /** Replaces the placeholders of a fixture with secrets as a server sends them. */
  const unscrub = (value: unknown, secrets: Set<string>): unknown => {
    const secret = (text: string) => {
      secrets.add(text)
      return text
    }
    if (Array.isArray(value)) return value.map((item) => unscrub(item, secrets))
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, held]: [string, unknown]) => {
        const count = secrets.size
        const isText = typeof held === "string" && held !== ""
        if (isText && name === "password") return [name, secret(hex(1024, count))]
        if (isText && name === "salt") return [name, secret(hex(64, count))]
        if (isText && name === "email") return [name, secret(`player${count}@mail.example.org`)]
        if (isText && /^(x-)?token$/i.test(name)) return [name, secret(hex(40, count))]
        return [name, unscrub(held, secrets)]
      })
    )
  }

  it("removes the secrets of users that private servers leak", () => {
    const secrets = new Set<string>()
    const leaky = recordings()
      .filter(({ response: { body } }) => /"(salt|password|email)":"/.test(JSON.stringify(body)))
      .map((recording) => unscrub(recording, secrets))
    const text = JSON.stringify(scrub(leaky))
    assert.isAbove(leaky.length, 10)
    assert.isAbove(secrets.size, 20)
    assert.deepStrictEqual(
      [...secrets].filter((secret) => text.includes(secret)),
      []
    )
  })

  it("removes tokens and mail addresses from any text", () => {
    const secrets = [hex(40, 1), hex(128, 2), "123e4567-e89b-12d3-a456-426614174000", "bob@mail.example.org"]
    for (const secret of secrets) {
      for (const value of [
        secret,
        `auth ok ${secret}`,
        { message: `they said "${secret}".` },
        JSON.stringify({ deep: [{ text: secret }] }),
        { [secret]: 1 }
      ]) {
        assert.notInclude(JSON.stringify(scrub(value)), secret)
      }
    }
    const link = "https://screeps.com/a/#!/account/auth-tokens/noratelimit?token=c0ffee12"
    assert.notInclude(String(scrub(link)), "c0ffee12")
  })

  it("keeps every recorded response valid for its operation", () => {
    let read = 0
    for (const { name, request, response } of recordings()) {
      const operation = Endpoints.all.find(
        ({ method, path }) => method === request.method && path === request.path
      )
      if (operation === undefined) continue
      const decode = Schema.decodeUnknownExit(operation.output as Schema.Codec<unknown, unknown>)
      if (Exit.isFailure(decode(response.body))) continue
      assert.isTrue(Exit.isSuccess(decode(scrub(response.body))), name)
      read += 1
    }
    assert.isAbove(read, 150)
  })

  it("keeps terrain, ids and booleans", () => {
    const value = {
      _id: "5c3f00000000000000000064",
      user: "fa9de3cf09818e6",
      terrain: "0123".repeat(625),
      password: true,
      email: "",
      count: 5,
      none: null
    }
    assert.deepStrictEqual(scrub(value), value)
  })

  it("applies custom rules", () => {
    const rules = [...Recording.rules, { names: ["username"], put: "somebody" }]
    assert.deepStrictEqual(scrub({ username: "bob", token: "x" }, rules), {
      username: "somebody",
      token: "0123456789abcdef0123456789abcdef01234567"
    })
  })
})
