import { recording } from "@screeps-effect/fixtures"
import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as Experimental from "@screeps-effect/api/Experimental"
import * as Game from "@screeps-effect/api/Game"
import * as Mods from "@screeps-effect/api/Mods"
import { EndpointNotFound, HistoryNotFound, Rejected } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import * as Shards from "@screeps-effect/api/Shards"
import * as User from "@screeps-effect/api/User"
import * as Warpath from "@screeps-effect/api/Warpath"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  always,
  asAlice,
  run,
  fake,
  html,
  lines,
  request,
  recordedRequest,
  reasonOf
} from "./support/fake.ts"
import { assertSame } from "./support/reasons.ts"

const official = { server: Server.official({ shard: "shard3" }) }

describe("EndpointNotFound", () => {
  it.effect("is the reason for an HTML page with status 404 (no-auth-mod.authmod)", () =>
    Effect.gen(function* () {
      assertSame(
        yield* reasonOf(Auth.authmod(), always("game/no-auth-mod.authmod")),
        new EndpointNotFound({ path: "/api/authmod", foundOn: "private servers with screepsmod-auth" })
      )
    })
  )

  it.effect("is the reason for any 404 without a text of its own, and for a 405", () =>
    Effect.gen(function* () {
      const respond = (status: number, body: string) => fake(() => new Response(body, { status }))
      for (const [status, body] of [
        [404, "Not Found"],
        [404, ""],
        [404, "404: not found."],
        [404, '{"error":"Not found"}'],
        [404, '{"statusCode":404,"message":"Not Found"}'],
        [404, "null"],
        [405, "Method Not Allowed"],
        [405, '{"error":"invalid params"}']
      ] as const) {
        assertSame(
          yield* reasonOf(User.worldStatus(), respond(status, body)),
          new EndpointNotFound({ path: "/api/user/world-status" })
        )
      }
    })
  )

  it.effect("is not the reason for a 404 with a text of its own", () =>
    Effect.gen(function* () {
      const respond = (body: string) => fake(() => new Response(body, { status: 404 }))
      for (const [body, detail] of [
        ['{"error":"user not found"}', "user not found"],
        ["Not Found: no user bob", "Not Found: no user bob"]
      ] as const) {
        assertSame(yield* reasonOf(User.worldStatus(), respond(body)), new Rejected({ status: 404, detail }))
      }
      const badge = Account.badgeSvg({ username: "nobody" })
      assertSame(
        yield* reasonOf(badge, respond("Not Found")),
        new Rejected({ status: 404, detail: "Not Found" })
      )
    })
  )

  it.effect("is the reason for room history on a server that records none (room-history.no-mod)", () =>
    Effect.gen(function* () {
      const name = "game/room-history.no-mod"
      assertSame(
        yield* reasonOf(recordedRequest(recording(name)), always(name)),
        new EndpointNotFound({ path: "/room-history" })
      )
    })
  )

  it.effect("is the reason for room history on a private server without that path", () =>
    Effect.gen(function* () {
      const path = "/room-history/shard0/W1N1/20.json"
      const server = html("<!DOCTYPE html><pre>Cannot GET</pre>", 404)
      assertSame(
        yield* reasonOf(request({ method: "GET", path, auth: "never" }), server),
        new EndpointNotFound({ path })
      )
    })
  )
})

describe("an operation that the server lacks", () => {
  const page = () => html("<!DOCTYPE html><pre>Cannot GET</pre>", 404)

  it.effect("fails with a message that names who has it: official servers, a mod, or both", () =>
    Effect.gen(function* () {
      for (const [call, message] of [
        [User.name(), "/api/user/name was not found on this server; available on official servers"],
        [
          Mods.list(),
          "/api/mods was not found on this server; available on private servers with screepsmod-admin-utils"
        ],
        [
          Experimental.nukes(),
          "/api/experimental/nukes was not found on this server; available on official servers and private servers " +
            "with screepsmod-admin-utils"
        ],
        [Auth.me(), "/api/auth/me was not found on this server"]
      ] as const) {
        assert.strictEqual((yield* reasonOf<unknown>(call, page())).message, message)
      }
    })
  )

  it.effect("is sent again each time, because the server may have been restarted with the mod", () =>
    Effect.gen(function* () {
      let hasMod = false
      const server = fake(() =>
        hasMod
          ? Response.json(["screepsmod-admin-utils"])
          : new Response("<!DOCTYPE html><pre>Cannot GET</pre>", { status: 404 })
      )
      const program = Effect.gen(function* () {
        yield* Effect.flip(Mods.list())
        hasMod = true
        return yield* Mods.list()
      })
      assert.deepStrictEqual(yield* run(program, server), ["screepsmod-admin-utils"])
    })
  )

  it.effect("fails with the sign-in's path when the sign-in is missing", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        run(User.name(), always("game/no-auth-mod.signin"), { credentials: asAlice })
      )
      assert.strictEqual(
        error.message,
        "POST /api/auth/signin: EndpointNotFound (/api/auth/signin was not found on this server; available on private servers with the mod screepsmod-auth: install it, or check the address)"
      )
    })
  )

  it.effect("fails on official servers without a request when only a mod has it", () =>
    Effect.gen(function* () {
      const server = always({ ok: 1 })
      for (const call of [
        Auth.authmod(),
        Mods.list(),
        Mods.stats(),
        Account.unlinkGitlab(),
        Warpath.battles()
      ]) {
        const reason = yield* reasonOf<unknown>(call, server, official)
        assert.strictEqual(reason._tag, "EndpointNotFound")
        assert.match(reason.message, /; available on private servers with screepsmod-(auth|admin-utils)$/)
      }
      assert.isEmpty(server.requests)
    })
  )

  it.effect("is sent to official servers when they may have it, or by a raw request", () =>
    Effect.gen(function* () {
      const server = page()
      const sent = [Game.tick(), Shards.info(), request({ method: "GET", path: "/api/authmod" })]
      for (const call of sent) yield* reasonOf<unknown>(call, server, official)
      assert.deepStrictEqual(lines(server), [
        "GET /api/game/tick",
        "GET /api/game/shards/info",
        "GET /api/authmod"
      ])
    })
  )
})

describe("HistoryNotFound", () => {
  it.effect("is the reason for room history with status 404 on official servers", () =>
    Effect.gen(function* () {
      const chunk = request({ method: "GET", path: "/room-history/shard3/W1N1/71000000.json", auth: "never" })
      const reason = yield* reasonOf(
        chunk,
        html("<html><head><title>404 Not Found</title></head></html>", 404),
        official
      )
      assertSame(reason, new HistoryNotFound({ base: 71_000_000 }))
    })
  )

  for (const name of ["missing-chunk", "unknown-room", "unaligned-tick"]) {
    it.effect(`is the reason for a missing file on private servers (room-history.mod.${name})`, () =>
      Effect.gen(function* () {
        const recorded = recording(`game/room-history.mod.${name}`)
        const reason = yield* reasonOf(recordedRequest(recorded), always(recorded.name))
        assertSame(reason, new HistoryNotFound({ base: Number(recorded.request.query?.["time"]) }))
      })
    )
  }

  it.effect("is not the reason for other faults of room history (room-history.mod.no-params)", () =>
    Effect.gen(function* () {
      const recorded = recording("game/room-history.mod.no-params")
      const reason = yield* reasonOf(recordedRequest(recorded), always(recorded.name))
      assert.strictEqual(reason._tag, "ServerFault")
    })
  )
})
