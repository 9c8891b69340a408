import * as Endpoints from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as Register from "@screeps-effect/api/Register"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { bob, makeServer, type Server, signed, type Received } from "./support/server.ts"

const nameOf = ({ method, path }: AnyOperation) => `${method} ${path}`

/** Calls an operation as a signed-in user with little more than a shard: operations with required input reject it. */
const call = (
  server: Server,
  operation: AnyOperation,
  headers: Readonly<Record<string, string>>
): Effect.Effect<Received> => {
  const { method } = operation
  const path = operation.path.replace("{shard}", "shard0").replace("{room}", "W1N1").replace("{tick}", "20")
  // A real server ends when this request has no password.
  const password = nameOf(operation) === nameOf(Register.submit) ? { password: "secret" } : {}
  return method === "GET"
    ? server.get(path, { shard: "shard0" }, headers)
    : server.post(path, { shard: "shard0", ...password }, headers)
}

type Dialect = "official" | "private" | "xxscreeps"

/** A server, and the headers of a known user. */
const prepare = (dialect: Dialect, mods: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const server = makeServer({ rooms: ["W1N1"] }, { dialect, mods, limits: false })
    if (dialect === "official") {
      yield* server.world.rooms.setHistory({ timestamp: 0, room: "W1N1", base: 20, ticks: { "20": {} } })
      return { server, headers: yield* server.withToken("bob") }
    }
    if (dialect === "xxscreeps") return { server, headers: yield* server.signIn(bob) }
    // Without the auth mod, users cannot sign in with a password.
    yield* server.world.users.change("bob", { steam: { id: "steam1" } })
    yield* server.world.users.acceptTicket(Redacted.make("ticket"), "steam1")
    const ticket = { ticket: "ticket", useNativeAuth: false }
    const { body } = yield* server.post("/api/auth/steam-ticket", ticket)
    return { server, headers: signed((body as { readonly token: string }).token) }
  })

const resultOf = (exit: Exit.Exit<Received>) => {
  if (Exit.isSuccess(exit))
    return exit.value.status === 404 || exit.value.status === 405 ? "absent" : "response"
  const defect = Cause.squash(exit.cause)
  return defect instanceof Error ? `${defect.name}: ${defect.message.split(". Known")[0]}` : "a defect"
}

/** Returns the result of each operation. */
const walk = (dialect: Dialect, mods: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const { headers, server } = yield* prepare(dialect, mods)
    const all = yield* Effect.forEach(Endpoints.all, (operation) =>
      Effect.map(
        Effect.exit(call(server, operation, headers)),
        (exit) => [nameOf(operation), resultOf(exit)] as const
      )
    )
    return Object.fromEntries(all)
  })

const expected = (has: (operation: AnyOperation) => boolean) =>
  Object.fromEntries(
    Endpoints.all.map((operation) => [nameOf(operation), has(operation) ? "response" : "absent"])
  )

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

  it.effect("as xxscreeps", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* walk("xxscreeps"),
        // Without a key for Steam it has no sign-in by ticket.
        expected(
          ({ path, provenance }) => provenance.xxscreeps !== "absent" && !path.endsWith("/steam-ticket")
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
