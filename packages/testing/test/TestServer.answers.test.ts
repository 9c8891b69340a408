import * as Endpoints from "@screeps-effect/api/Endpoints"
import { type Recording, recordings } from "@screeps-effect/fixtures"
import * as GzipJson from "@screeps-effect/schema/GzipJson"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { known } from "./support/known.ts"
import { alice, bob, home, makeServer, recorded, replay, type Server } from "./support/server.ts"

const modules = { main: "// hello", "lib.util": "1", native: { binary: "AGFzbQEAAAA=" } }

/** Every operation's success as the fake tells it, asked by alice, who plays and has set what she can. */
const asked = Effect.gen(function* () {
  const server = makeServer()
  yield* server.post("/api/register/submit", { username: "carol", password: "secret" })
  const headers = yield* server.settle(alice, home)
  const get = (path: string, query?: Readonly<Record<string, string>>) => server.get(path, query, headers)
  const post = (path: string, body: unknown) => server.post(path, body, headers)
  const { email, password } = alice
  const told = {
    "POST /api/auth/signin": yield* post("/api/auth/signin", { email, password }),
    "GET /api/auth/me": yield* get("/api/auth/me"),
    "GET /api/authmod": yield* get("/api/authmod"),
    "POST /api/register/submit": yield* post("/api/register/submit", {
      username: "dave",
      password: "secret"
    }),
    "GET /api/version": yield* get("/api/version"),
    "GET /api/game/time": yield* get("/api/game/time"),
    "GET /api/game/world-size": yield* get("/api/game/world-size"),
    "GET /api/game/room-terrain": yield* get("/api/game/room-terrain", { room: "W1N8" }),
    "GET /api/game/room-terrain as digits": yield* get("/api/game/room-terrain", {
      room: "W1N8",
      encoded: "1"
    }),
    "GET /api/game/room-status": yield* get("/api/game/room-status", { room: "W1N8" }),
    "GET /api/game/room-overview": yield* get("/api/game/room-overview", { room: home.room, interval: "8" }),
    "POST /api/game/place-spawn": yield* Effect.gen(function* () {
      const who = yield* server.signIn(bob)
      return yield* server.post("/api/game/place-spawn", { room: "W1N1", x: 25, y: 25 }, who)
    }),
    "GET /api/user/world-status": yield* get("/api/user/world-status"),
    "GET /api/user/world-start-room": yield* get("/api/user/world-start-room"),
    "GET /api/user/branches": yield* get("/api/user/branches"),
    "POST /api/user/console": yield* post("/api/user/console", { expression: "Game.time" }),
    "POST /api/user/code": yield* post("/api/user/code", { modules }),
    "GET /api/user/code": yield* get("/api/user/code"),
    "POST /api/user/memory": yield* post("/api/user/memory", { path: "a", value: 1 }),
    "GET /api/user/memory": yield* get("/api/user/memory")
  }
  return new Map(Object.entries(told))
})
const answers = Effect.runSync(Effect.cached(asked))

/** Keys of a value, of lists their items', as paths; the keys of code are the players' own. */
const paths = (value: unknown, at = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item) => paths(item, `${at}[]`))
  if (typeof value !== "object" || value === null || at === "modules") return [at]
  const keys = Object.entries(value).flatMap(([key, child]) => paths(child, at === "" ? key : `${at}.${key}`))
  return at === "" ? keys : [at, ...keys]
}

const nameOf = ({ request: { method, path, query } }: Recording) => {
  const digits = path === "/api/game/room-terrain" && (query?.["encoded"] ?? "") !== ""
  return `${method} ${path}${digits ? " as digits" : ""}`
}

/** Recorded successes of what the fake answers. */
const successes = recordings().filter(({ name, request, response: { body, status } }) => {
  const answered = known.includes(`${request.method} ${request.path}`)
  const ok = typeof body === "object" && body !== null && "ok" in body
  // These two were recorded from a server with another mod.
  return answered && ok && status === 200 && !name.includes("admin-utils")
})

/** Keys that operations name and recordings have, and the fake has not. */
const lacks: Record<string, Record<string, string>> = {
  "GET /api/auth/me": {
    "steam.steamProfileLinkHidden": "there is nothing to hide",
    power: "nobody processes power in the fake",
    notifyPrefs: "there is nothing to set preferences with",
    "notifyPrefs.disabled": "there is nothing to set preferences with",
    "notifyPrefs.disabledOnMessages": "there is nothing to set preferences with",
    "notifyPrefs.sendOnline": "there is nothing to set preferences with",
    "notifyPrefs.interval": "there is nothing to set preferences with",
    "notifyPrefs.errorsInterval": "there is nothing to set preferences with"
  },
  "GET /api/game/room-terrain": {
    "terrain[].terrain":
      "the fake has no rooms made by the server's command, which tell digits in either form"
  },
  "GET /api/game/room-status": {
    "room.novice": "no room of the fake is for novices",
    "room.openTime": "every room of the fake is open",
    "room.respawnArea": "no room of the fake is for respawners"
  }
}

/** What the recordings of an operation have and its schema names. */
const named = (recordings: ReadonlyArray<Recording>) =>
  Effect.gen(function* () {
    const keys = new Set<string>()
    for (const { request, response } of recordings) {
      const operation = Endpoints.all.find(
        ({ method, path }) => method === request.method && path === request.path
      )
      assert.isDefined(operation)
      const codec = operation.answer as Schema.Codec<unknown, unknown>
      const decoded = yield* Schema.decodeUnknownEffect(codec)(response.body)
      for (const path of paths(yield* Schema.encodeUnknownEffect(codec)(decoded))) keys.add(path)
    }
    return keys
  })

describe("a success of the in-memory server", () => {
  for (const operation of new Set(successes.map(nameOf))) {
    const recordings = successes.filter((recording) => nameOf(recording) === operation)

    it.effect(
      `of ${operation} has every key that was recorded and is named, but for those with a reason`,
      () =>
        Effect.gen(function* () {
          const told = (yield* answers).get(operation)
          assert.isDefined(told, `the fake is not asked for ${operation}`)
          const has = new Set(paths(told.body))
          const missing = [...(yield* named(recordings))].filter((key) => !has.has(key))
          assert.deepStrictEqual(missing.toSorted(), Object.keys(lacks[operation] ?? {}).toSorted())
        })
    )

    it.effect(`of ${operation} has the recorded status, content type and header with a token`, () =>
      Effect.gen(function* () {
        const told = (yield* answers).get(operation)
        for (const recording of recordings) {
          const { kind, status, token } = recorded(recording)
          assert.deepStrictEqual(
            [told?.status, told?.kind, told?.token !== null],
            [status, kind, token !== null],
            recording.name
          )
        }
      })
    )
  }

  it.effect("is compared of everything that it answers, but for room history, which is no operation", () =>
    Effect.gen(function* () {
      const names = [...(yield* answers).keys()].filter((name) => !name.endsWith("as digits"))
      assert.sameMembers([...names, "GET /room-history"], [...known])
      assert.isAbove(successes.length, 50)
    })
  )
})

describe("recorded conversations with the in-memory server", () => {
  const ask = (server: Server, name: string, token: string) =>
    Effect.map(replay(server, name, token), ({ body }) => body)
  const unpack = (body: unknown) => GzipJson.decode((body as { readonly data: string }).data)

  for (const part of ["path", "path-string", "path-number", "path-null"]) {
    it.effect(`read what was written to Memory: ${part}`, () =>
      Effect.gen(function* () {
        const server = makeServer()
        const { "x-token": token } = yield* server.settle(bob, home)
        yield* ask(server, "user/memory-set.root", token)
        yield* server.world.tick
        const name = `user/memory-get.${part}`
        const then = recordings().find((recording) => recording.name === name)?.response.body
        assert.deepStrictEqual(yield* unpack(yield* ask(server, name, token)), yield* unpack(then))
      })
    )
  }

  it.effect("give the code back as it was stored", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      const stored = { main: "// ä ✓", native: { binary: "AGFzbQEAAAA=" } }
      yield* server.post("/api/user/code", { branch: "default", modules: { ...stored, $lost: "1" } }, headers)
      const { body } = yield* server.get("/api/user/code", { branch: "$activeWorld" }, headers)
      assert.deepStrictEqual(body, { ok: 1, branch: "default", modules: stored })
    })
  )

  for (const modules of [{}, { other: "exports.z=3" }, { $only: "1" }]) {
    it.effect(`add an empty main to the modules ${JSON.stringify(modules)}`, () =>
      Effect.gen(function* () {
        const server = makeServer()
        const headers = yield* server.signIn(bob)
        yield* server.post("/api/user/code", { modules }, headers)
        const { body } = yield* server.get("/api/user/code", {}, headers)
        const kept = "other" in modules ? modules : {}
        assert.deepStrictEqual(body, { ok: 1, branch: "default", modules: { ...kept, main: "" } })
      })
    )
  }
})
