/** Rows of the specification's tables, as programs and other clients meet them on the in-memory server. */
import * as Code from "@screeps-effect/api/Code"
import * as Game from "@screeps-effect/api/Game"
import * as Intents from "@screeps-effect/api/Intents"
import * as Memory from "@screeps-effect/api/Memory"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Fake from "@screeps-effect/testing/Fake"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { grantRoom, makeWorld, play, standing, text } from "./support/play.ts"
import { bob, makeServer } from "./support/server.ts"

const room = "W5N8"

const setUp = Effect.gen(function* () {
  const world = makeWorld()
  const { user } = yield* grantRoom(world, "bob", room)
  return { world, user, bobs: play(world, bob) }
})

describe("the row GET and POST /api/user/memory on TestServer", () => {
  it.effect("writes and reads the whole Memory with an empty path", () =>
    Effect.gen(function* () {
      const { bobs, world } = yield* setUp
      yield* world.users.setMemory("bob", { old: true })
      yield* bobs(Memory.set({ path: "", value: { a: 1 } }))
      yield* world.tick
      const whole = Schema.Record(Schema.String, Schema.Json)
      assert.deepStrictEqual(yield* bobs(Memory.read({ path: "" }, whole)), Option.some({ a: 1 }))
    })
  )
})

describe("the row POST /api/user/clone-branch on TestServer", () => {
  it.effect("overwrites no branch without existing, and takes null as no default modules", () =>
    Effect.gen(function* () {
      const { bobs } = yield* setUp
      yield* bobs(Code.cloneBranch({ newName: "none", defaultModules: null }))
      const again = Code.cloneBranch({ newName: "none", defaultModules: { main: "2" } })
      const { reason } = yield* Effect.flip(bobs(again))
      assert.include(reason.message, "newName: a branch of this name exists")
      assert.deepStrictEqual((yield* bobs(Code.get({ branch: "none" }))).modules, { main: "" })
      yield* bobs(Code.cloneBranch({ newName: "none", defaultModules: { main: "2" }, existing: "overwrite" }))
      assert.deepStrictEqual((yield* bobs(Code.get({ branch: "none" }))).modules, { main: "2" })
    })
  )

  it.effect("stores default modules of any value and returns them unchanged", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const { password, username } = bob
      const headers = yield* server.signIn({ username, password })
      const defaultModules = { main: "1", five: 5, list: ["a"], none: null }
      const body = { branch: "", newName: "odd", defaultModules }
      yield* server.post("/api/user/clone-branch", body, headers)
      const { body: code } = yield* server.get("/api/user/code", { branch: "odd" }, headers)
      assert.deepStrictEqual(code, { ok: 1, branch: "odd", modules: defaultModules })
    })
  )
})

describe("the row POST /api/game/add-object-intent on TestServer", () => {
  it.effect("takes JSON text from a program, which sends what it contains", () =>
    Effect.gen(function* () {
      const { bobs, user, world } = yield* setUp
      const site = { type: "constructionSite", x: 7, y: 7, user, progress: 0 }
      const id = yield* world.rooms.addObject(room, site)
      const intent = JSON.stringify([{ id, roomName: room }])
      yield* bobs(Intents.addObjectIntent({ _id: "room", room, name: "removeConstructionSite", intent }))
      yield* world.tick
      assert.isEmpty(yield* standing(world, room))
    })
  )
})

describe("the rows POST /api/game/gen-unique-object-name and check-unique-object-name on TestServer", () => {
  it.effect("accept only spawns on a private server, whatever a program sends", () =>
    Effect.gen(function* () {
      const { bobs } = yield* setUp
      for (const type of ["flag", "creep"] as const)
        for (const call of [
          Game.genUniqueObjectName({ type }),
          Game.checkUniqueObjectName({ type, name: "x" })
        ])
          assert.strictEqual(text(yield* Effect.flip(bobs(call))), "invalid params")
      assert.strictEqual((yield* bobs(Game.genUniqueObjectName({ type: "spawn" }))).name, "Spawn1")
    })
  )

  it.effect("also generate names of flags on official servers, and check none", () =>
    Effect.gen(function* () {
      const server = makeServer({ shards: ["shard0"] }, { dialect: "official" })
      const headers = yield* server.withToken("bob")
      const send = (path: string, body: object) =>
        Effect.map(server.post(path, { shard: "shard0", ...body }, headers), ({ body }) => body)
      const generated = ["flag", "creep"].map((type) => send("/api/game/gen-unique-object-name", { type }))
      assert.deepStrictEqual(yield* Effect.all(generated), [
        { ok: 1, name: "Flag1" },
        { error: "invalid params" }
      ])
      const checked = send("/api/game/check-unique-object-name", { type: "flag", name: "x" })
      assert.deepStrictEqual(yield* checked, { error: "invalid params" })
    })
  )
})

describe("the row GET /api/user/memory-segment on TestServer", () => {
  const path = "/api/user/memory-segment"

  it.effect("returns a list for several ids on official servers, in their order and repeated", () =>
    Effect.gen(function* () {
      const server = makeServer({ shards: ["shard0"] }, { dialect: "official" })
      const headers = yield* server.withToken("bob")
      yield* server.world.users.setSegment("bob", 7, "seven", "shard0")
      const read = (segment: string) =>
        Effect.map(server.get(path, { shard: "shard0", segment }, headers), ({ body }) => body)
      assert.deepStrictEqual(yield* read("7,13,7"), { ok: 1, data: ["seven", null, "seven"] })
      assert.deepStrictEqual(yield* read("7"), { ok: 1, data: "seven" })
    })
  )

  it.effect("returns the first of several or of repeated parameters on a private server", () =>
    Effect.gen(function* () {
      const server = makeServer()
      const headers = yield* server.signIn(bob)
      yield* server.world.users.setSegment("bob", 7, "seven")
      for (const query of ["segment=7,13", "segment=7&segment=13"])
        assert.deepStrictEqual((yield* server.get(`${path}?${query}`, undefined, headers)).body, {
          ok: 1,
          data: "seven"
        })
    })
  )
})

describe("the fact that raw requests have any method and path, on TestServer", () => {
  const thing = "/api/mod/thing"
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

  it.effect("is true of answers of one's own", () =>
    Effect.gen(function* () {
      const answers = methods.map((method) =>
        Fake.respond(method, thing, (request) =>
          Effect.succeed(Response.json({ ok: 1, was: request.method }))
        )
      )
      const layer = ScreepsClient.layerNoDeps().pipe(
        Layer.provide(Credentials.layerGuest),
        Layer.provide(TestServer.layer(makeWorld(), { answers }))
      )
      yield* Effect.gen(function* () {
        const client = yield* ScreepsClient.ScreepsClient
        for (const method of methods) {
          const sent = client.request({ method, path: thing, auth: "never" })
          assert.deepStrictEqual(yield* sent, { ok: 1, was: method })
        }
      }).pipe(Effect.provide(layer))
    })
  )
})
