/** Rows of the specification's tables whose parameters are wider than what the game's own server needs. */
import * as Auth from "@screeps-effect/api/Auth"
import * as Code from "@screeps-effect/api/Code"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as History from "@screeps-effect/api/History"
import * as Intents from "@screeps-effect/api/Intents"
import * as Memory from "@screeps-effect/api/Memory"
import * as Retry from "@screeps-effect/api/Retry"
import type { RequestOptions } from "@screeps-effect/api/ScreepsClient"
import * as ScreepsEvents from "@screeps-effect/api/ScreepsEvents"
import { ScreepsError, ServerFault } from "@screeps-effect/api/ScreepsError"
import * as Segments from "@screeps-effect/api/Segments"
import * as User from "@screeps-effect/api/User"
import { recording, toResponse } from "@screeps-effect/fixtures"
import { within } from "@screeps-effect/fixtures/time"
import * as Intent from "@screeps-effect/schema/Intent"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import * as Other from "@screeps-effect/schema/Other"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import {
  byPath,
  type Call,
  checkInvalidInput,
  checkFailure,
  checkRequest,
  linesWithBody,
  official,
  untyped
} from "./support/calls.ts"
import { always, asGuest, fake, privateServer, reasonOf, request, retries, run } from "./support/fake.ts"

const room = "W5N8" as const

describe("the row GET and POST /api/user/memory", () => {
  const memory = "/api/user/memory"

  it.effect("reads the whole Memory with an empty path, as without one", () =>
    Effect.gen(function* () {
      const whole = Schema.Record(Schema.String, Schema.Json)
      const server = always("user/memory-get.after-writes")
      const [empty, without] = yield* run(
        Effect.all([Memory.read({ path: "" }, whole), Memory.read({}, whole)]),
        server
      )
      assert.deepStrictEqual(empty, without)
      assert.includeMembers(Object.keys(Option.getOrThrow(empty)), ["creeps", "flags"])
      assert.deepStrictEqual(linesWithBody(server), [`GET ${memory}?path=`, `GET ${memory}`])
    })
  )

  it.effect("says of an empty path that Memory is not JSON, as of none", () =>
    Effect.gen(function* () {
      const server = always("user/memory-get.path-missing-parent")
      const reason = yield* reasonOf(Memory.read({ path: "" }, Schema.Json), server)
      assert.strictEqual(reason._tag, "UnexpectedResponse")
      assert.include(reason.message, "Memory is not JSON")
    })
  )

  it.effect("overwrites the whole Memory with an empty path, only by a plain object", () =>
    Effect.gen(function* () {
      const write = Memory.set({ path: "", value: { a: 1 } })
      yield* checkRequest(write, "user/memory-set.root", `POST ${memory} {"path":"","value":{"a":1}}`)
      for (const value of [[1], "creeps", null, 5, true])
        yield* checkInvalidInput(Memory.set({ path: "", value }), "value")
      yield* checkInvalidInput(untyped(Memory.set, { path: "" }), "value")
      yield* checkInvalidInput(Memory.remove({ path: "" }), "path")
    })
  )
})

const list = [
  { _id: "1", branch: "default", activeWorld: true, activeSim: true },
  { _id: "2", branch: "dev" }
]

describe("the row POST /api/user/clone-branch", () => {
  const path = "/api/user/clone-branch"
  const look = "GET /api/user/branches"
  const server = () =>
    byPath({ "/api/user/branches": { ok: 1, list }, [path]: recording("user/clone-branch.copy") })

  it.effect("looks at the branches first without existing, and overwrites none", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      yield* run(Code.cloneBranch({ branch: "dev", newName: "next" }), fakeServer)
      const copy = `POST ${path} {"branch":"dev","newName":"next"}`
      assert.deepStrictEqual(linesWithBody(fakeServer), [look, copy])
      const reason = yield* reasonOf(Code.cloneBranch({ branch: "default", newName: "dev" }), fakeServer)
      assert.strictEqual(
        reason.message,
        'newName: a branch of this name exists: pass existing: "overwrite" to replace its code'
      )
      assert.deepStrictEqual(linesWithBody(fakeServer), [look, copy, look])
    })
  )

  it.effect("copies nothing when the branches cannot be listed", () =>
    Effect.gen(function* () {
      const fakeServer = byPath({ [path]: recording("user/clone-branch.copy") })
      const error = yield* Effect.flip(run(Code.cloneBranch({ newName: "next" }), fakeServer))
      assert.strictEqual(error.operation, look)
      assert.deepStrictEqual(linesWithBody(fakeServer), [look])
    })
  )

  it("is no request without existing for what sends it without calling the operation", () => {
    const sent = Code.cloneBranch.request({ branch: "dev", newName: "next" }, privateServer)
    assert.strictEqual(sent._tag, "Failure")
    assert.include(JSON.stringify(sent), "existing")
  })

  it.effect("sends default modules of any JSON value, and null", () =>
    Effect.gen(function* () {
      const fakeServer = server()
      for (const defaultModules of [null, {}, { main: "1", wasm: { binary: "AA==" }, odd: 5, list: ["a"] }])
        yield* run(Code.cloneBranch({ newName: "n", defaultModules, existing: "overwrite" }), fakeServer)
      assert.deepStrictEqual(
        fakeServer.requests.map(({ body }) => (body as { readonly defaultModules: unknown }).defaultModules),
        [null, {}, { main: "1", wasm: { binary: "AA==" }, odd: 5, list: ["a"] }]
      )
    })
  )
})

describe("the row POST /api/game/add-object-intent", () => {
  const path = "/api/game/add-object-intent"
  const recorded = "game/game-add-object-intent.remove-site-by-room"

  it.effect("sends JSON text as the object or list that it contains, since servers ignore text", () =>
    Effect.gen(function* () {
      const server = always(recorded)
      const sites = [{ id: "1", roomName: room }]
      const ofRoom = { _id: "room", room, name: "removeConstructionSite" } as const
      yield* run(Intents.addObjectIntent({ ...ofRoom, intent: JSON.stringify(sites) }), server)
      const creep = { _id: ObjectId.make("2"), room, name: "suicide" } as const
      yield* run(Intents.addObjectIntent({ ...creep, intent: ' { "id": "2" } ' }), server)
      assert.deepStrictEqual(
        server.requests.map(({ body, url }) => [url.pathname, body]),
        [
          [path, { ...ofRoom, intent: sites }],
          [path, { ...creep, intent: { id: "2" } }]
        ]
      )
    })
  )

  it.effect("rejects text that data would be rejected for, without a request", () =>
    Effect.gen(function* () {
      const wanted = { _id: "room", room, ...Intent.removeFlag([{ roomName: room, name: "x" }]) }
      for (const intent of ["", "x", "[{]", "5", "null", '"{}"', "[]", "[1]", "{}", '[{"roomName":"W1N1"}]'])
        yield* checkInvalidInput(untyped(Intents.addObjectIntent, { ...wanted, intent }), "intent")
    })
  )
})

describe("the rows POST /api/game/gen-unique-object-name and check-unique-object-name", () => {
  it.effect("send every type of the specification, and leave the failure to the server", () =>
    Effect.gen(function* () {
      for (const type of ["spawn", "flag", "creep", Other.make("tower")] as const) {
        const server = always({ ok: 1, name: "x" })
        yield* run(Game.genUniqueObjectName({ type }), server)
        yield* run(Game.checkUniqueObjectName({ type, name: "x" }), server)
        const sent = typeof type === "string" ? type : type.other
        assert.deepStrictEqual(
          server.requests.map(({ body }) => body),
          [{ type: sent }, { type: sent, name: "x" }]
        )
      }
      yield* checkFailure(
        Game.checkUniqueObjectName({ type: "flag", name: "x" }),
        "game/game-gen-unique-object-name.flag",
        "Rejected: invalid params"
      )
    })
  )
})

describe("the row GET /api/user/memory-segment", () => {
  const line = (segment: string) => `GET /api/user/memory-segment?segment=${segment}&shard=shard3`

  it.effect("accepts a number, a text, lists of both, comma-separated text, and repeated ids", () =>
    Effect.gen(function* () {
      for (const [segment, sent] of [
        [7, "7"],
        ["7", "7"],
        [["7", "13"], "7,13"],
        [[7, " 13 "], "7,13"],
        ["7, 13", "7,13"],
        [[7, 13, 7], "7,13,7"],
        ["7,13,07", "7,13,7"]
      ] as const)
        yield* checkRequest(Segments.get({ segment }), "segments.many", line(sent), official)
    })
  )

  it.effect("rejects lists with other texts, without a request", () =>
    Effect.gen(function* () {
      for (const segment of [["7,8"], ["x"], [""], ["100"], [7, "-1"], ["1.5"]])
        yield* checkInvalidInput(Segments.get({ segment }), "segment")
    })
  )

  it.effect("requests a repeated id once with readMany, and returns its text each time", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1, data: ["a", "b"] })
      const texts = yield* run(Segments.readMany({ segments: ["7", 13, 7] }), server, official)
      assert.deepStrictEqual(texts.map(Option.getOrNull), ["a", "b", "a"])
      assert.deepStrictEqual(linesWithBody(server), [line("7,13")])
    })
  )
})

describe("the row POST /api/auth/platform-ticket", () => {
  const ticket = Redacted.make("14000000deadbeef")

  it.effect("fails with UnexpectedResponse that names the token when a success has none", () =>
    Effect.gen(function* () {
      for (const body of [{ ok: 1 }, { ok: 1, token: null, steamid: "7656" }, { ok: 1, token: "" }]) {
        const call = Auth.steamTicket({ ticket, useNativeAuth: false })
        const reason = yield* reasonOf(call, always(body), { credentials: asGuest })
        assert.strictEqual(reason._tag, "UnexpectedResponse")
        assert.match(reason.message, /^200: token: /)
      }
    })
  )

  it.effect("fails so in a sign-in, too, which is not repeated", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      const credentials = Credentials.layerSteamTicket({ ticket, useNativeAuth: false })
      const error = yield* Effect.flip(run(User.worldStatus(), server, { ...retries, credentials }))
      assert.strictEqual(error.operation, "POST /api/auth/steam-ticket")
      assert.strictEqual(error.reason._tag, "UnexpectedResponse")
      assert.include(error.message, "token")
      assert.lengthOf(server.requests, 1)
    })
  )
})

describe("the fact that raw requests have any method and path", () => {
  const path = "/api/mod/thing"

  it.effect("is true of every method, with a body where the method has one", () =>
    Effect.gen(function* () {
      const server = fake(({ method }) => (method === "HEAD" ? new Response() : Response.json({ ok: 1 })))
      const methods: ReadonlyArray<RequestOptions["method"]> = [
        "GET",
        "HEAD",
        "OPTIONS",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "QUERY"
      ]
      const events: Array<string> = []
      const listen = Effect.provideService(ScreepsEvents.OnEvent, [
        (event) => void (event._tag === "Response" && events.push(event.method))
      ])
      for (const method of methods) yield* run(listen(request({ method, path, body: { a: 1 } })), server)
      const sent = methods.map((method) =>
        ["GET", "HEAD", "OPTIONS"].includes(method) ? `${method} ${path}` : `${method} ${path} {"a":1}`
      )
      assert.deepStrictEqual(linesWithBody(server), sent)
      assert.deepStrictEqual(events, [...methods])
      assert.isString(server.requests[4]?.headers["x-token"])
    })
  )

  it.effect("retries only methods that change nothing, unless the caller says more", () =>
    Effect.gen(function* () {
      const counts: Array<number> = []
      for (const call of [
        { method: "HEAD", path },
        { method: "OPTIONS", path },
        { method: "PUT", path },
        { method: "DELETE", path },
        { method: "PUT", path, idempotent: true }
      ] as const) {
        const server = fake(() => new Response("busy", { status: 503 }))
        yield* within(Effect.flip(run(request(call), server, retries)), 100)
        counts.push(server.requests.length)
      }
      assert.deepStrictEqual(counts, [4, 4, 1, 1, 4])
    })
  )

  it.effect("rejects what is no method, without a request", () =>
    Effect.gen(function* () {
      for (const method of ["TRACE", "CONNECT", "put", "", "GET /x", undefined, 5]) {
        const call: Call = request({ method, path } as unknown as RequestOptions)
        yield* checkInvalidInput(call, "method")
      }
    })
  )
})

describe("the rule of errors for GET /room-history", () => {
  const chunk = History.privateChunk({ room, time: 20 })

  it.effect("sends no request again after a 500 with any body", () =>
    Effect.gen(function* () {
      const calls: ReadonlyArray<Call> = [
        chunk,
        request({ method: "GET", path: "/room-history", query: { room, time: 20 } })
      ]
      for (const call of calls)
        for (const body of ["", "oops", "not implemented", '{"error":"x"}', "<!DOCTYPE html><pre>x</pre>"]) {
          const server = fake(() => new Response(body, { status: 500 }))
          yield* Effect.flip(run(call, server, retries))
          assert.lengthOf(server.requests, 1, body)
        }
      const server = fake(() => new Response("", { status: 500 }))
      const ofOfficial = History.officialChunk({ room, tick: 100 })
      yield* Effect.flip(run(ofOfficial, server, { ...official, ...retries }))
      assert.lengthOf(server.requests, 1)
    })
  )

  it.effect("sends it again after other failures, which may pass", () =>
    Effect.gen(function* () {
      let n = 0
      const server = fake(() =>
        ++n === 1
          ? new Response("busy", { status: 503 })
          : toResponse(recording("game/room-history.mod.chunk"))
      )
      yield* within(run(chunk, server, retries), 100)
      assert.lengthOf(server.requests, 2)
    })
  )

  it("is that of Retry.isTransient", () => {
    const chunkName = History.privateChunk.name
    const fault = (operation: string, status: number) =>
      Retry.isTransient(new ScreepsError({ operation, reason: new ServerFault({ status, detail: "" }) }))
    assert.isFalse(fault(chunkName, 500))
    assert.isTrue(fault(chunkName, 503))
    assert.isTrue(fault("GET /api/game/time", 500))
  })
})
