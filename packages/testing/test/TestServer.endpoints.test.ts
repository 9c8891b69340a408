import { describe, assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { expected, resultsOf } from "./support/endpoints.ts"
import { makeServer, signed } from "./support/server.ts"

type Dialect = "official" | "private"

/** A server, and the headers of a known user. */
const prepare = (dialect: Dialect, mods: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const server = makeServer({ rooms: ["W1N1"] }, { dialect, mods, limits: false })
    if (dialect === "official") {
      yield* server.world.rooms.setHistory({ timestamp: 0, room: "W1N1", base: 20, ticks: { "20": {} } })
      const shared = yield* server.post("/api/game/history-share", {
        room: "W1N1",
        shard: "shard0",
        time: 20
      })
      const { code } = shared.body as { readonly code: string }
      return { server, headers: yield* server.withToken("bob"), code }
    }
    // Without the auth mod, users cannot sign in with a password.
    yield* server.world.users.change("bob", { steam: { id: "steam1" } })
    yield* server.world.users.acceptTicket(Redacted.make("ticket"), "steam1")
    const ticket = { ticket: "ticket", useNativeAuth: false }
    const { body } = yield* server.post("/api/auth/steam-ticket", ticket)
    return { server, headers: signed((body as { readonly token: string }).token), code: undefined }
  })

/** Returns the result of each operation. */
const walk = (dialect: Dialect, mods: ReadonlyArray<string> = []) =>
  Effect.flatMap(prepare(dialect, mods), ({ code, headers, server }) => resultsOf(server, headers, code))

describe("TestServer responds to every operation, or with a known 404,", () => {
  it.effect("as an official server", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* walk("official"),
        expected(({ provenance: evidence }) => evidence.official !== "absent")
      )
    })
  )

  it.effect("as a private server with its mods", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* walk("private", [
          "screepsmod-auth",
          "screepsmod-admin-utils",
          "screepsmod-map-tool",
          "history"
        ]),
        // The history mod reads the query behind any path that starts like its own.
        expected(
          ({ path, provenance }) => provenance.private !== "absent" || path.startsWith("/room-history")
        )
      )
    })
  )

  it.effect("as a private server without mods", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* walk("private"),
        // Without the mod, history is not implemented: status 500.
        expected(
          ({ provenance, mod, path }) =>
            path.startsWith("/room-history") || (provenance.private !== "absent" && mod === undefined)
        )
      )
    })
  )
})
