import { recording } from "@screeps-effect/fixtures"
import * as Auth from "@screeps-effect/api/Auth"
import { NotOnThisServer, NotRecorded } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { always, html, request, requestOf, why } from "./support/fake.ts"
import { assertSame } from "./support/reasons.ts"

const official = { server: Server.official({ shard: "shard3" }) }

describe("NotOnThisServer", () => {
  it.effect("is a page with status 404 (no-auth-mod.authmod)", () =>
    Effect.gen(function* () {
      assertSame(
        yield* why(Auth.authmod(), always("game/no-auth-mod.authmod")),
        new NotOnThisServer({ path: "/api/authmod" })
      )
    })
  )

  it.effect("is room history on a server that keeps none (room-history.no-mod)", () =>
    Effect.gen(function* () {
      const name = "game/room-history.no-mod"
      assertSame(
        yield* why(requestOf(recording(name)), always(name)),
        new NotOnThisServer({ path: "/room-history" })
      )
    })
  )

  it.effect("is room history on a private server without that path", () =>
    Effect.gen(function* () {
      const path = "/room-history/shard0/W1N1/20.json"
      const server = html("<!DOCTYPE html><pre>Cannot GET</pre>", 404)
      assertSame(
        yield* why(request({ method: "GET", path, auth: "never" }), server),
        new NotOnThisServer({ path })
      )
    })
  )
})

describe("NotRecorded", () => {
  it.effect("is room history with status 404 on official servers", () =>
    Effect.gen(function* () {
      const chunk = request({ method: "GET", path: "/room-history/shard3/W1N1/71000000.json", auth: "never" })
      const told = yield* why(
        chunk,
        html("<html><head><title>404 Not Found</title></head></html>", 404),
        official
      )
      assertSame(told, new NotRecorded({ base: 71_000_000 }))
    })
  )

  for (const name of ["missing-chunk", "unknown-room", "unaligned-tick"]) {
    it.effect(`is a missing file on private servers (room-history.mod.${name})`, () =>
      Effect.gen(function* () {
        const recorded = recording(`game/room-history.mod.${name}`)
        const told = yield* why(requestOf(recorded), always(recorded.name))
        assertSame(told, new NotRecorded({ base: Number(recorded.request.query?.["time"]) }))
      })
    )
  }

  it.effect("is not told of other faults of room history (room-history.mod.no-params)", () =>
    Effect.gen(function* () {
      const recorded = recording("game/room-history.mod.no-params")
      const told = yield* why(requestOf(recorded), always(recorded.name))
      assert.strictEqual(told._tag, "ServerFault")
    })
  )
})
