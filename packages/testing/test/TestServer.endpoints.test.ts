import * as Endpoints from "@screeps-effect/api/Endpoints"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as Register from "@screeps-effect/api/Register"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { makeServer, type Server, signed, type Told } from "./support/server.ts"

const nameOf = ({ method, path }: AnyOperation) => `${method} ${path}`

/** Asks as somebody who is signed in, with little more than a shard: routes that need more refuse. */
const ask = (
  server: Server,
  operation: AnyOperation,
  headers: Readonly<Record<string, string>>
): Effect.Effect<Told> => {
  const { method } = operation
  const path = operation.path.replace("{shard}", "shard0").replace("{room}", "W1N1").replace("{tick}", "20")
  // A real server ends when this one comes without a password.
  const password = nameOf(operation) === nameOf(Register.submit) ? { password: "secret" } : {}
  return method === "GET"
    ? server.get(path, { shard: "shard0" }, headers)
    : server.post(path, { shard: "shard0", ...password }, headers)
}

/** A server, and the headers of somebody who is known to it. */
const prepare = (dialect: "official" | "private", mods: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const server = makeServer({ rooms: ["W1N1"] }, { dialect, mods, limits: false })
    if (dialect === "official") {
      yield* server.world.rooms.setHistory({ timestamp: 0, room: "W1N1", base: 20, ticks: { "20": {} } })
      return { server, headers: yield* server.withToken("bob") }
    }
    // Without the auth mod nobody signs in with a password.
    yield* server.world.users.change("bob", { steam: { id: "steam1" } })
    yield* server.world.users.acceptTicket(Redacted.make("ticket"), "steam1")
    const ticket = { ticket: "ticket", useNativeAuth: false }
    const { body } = yield* server.post("/api/auth/steam-ticket", ticket)
    return { server, headers: signed((body as { readonly token: string }).token) }
  })

const verdict = (exit: Exit.Exit<Told>) => {
  if (Exit.isSuccess(exit)) return exit.value.status === 404 ? "absent" : "answered"
  const defect = Cause.squash(exit.cause)
  return defect instanceof Error ? `${defect.name}: ${defect.message.split(";")[0]}` : "a defect"
}

/** What is said to each operation. */
const walk = (dialect: "official" | "private", mods: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const { headers, server } = yield* prepare(dialect, mods)
    const all = yield* Effect.forEach(Endpoints.all, (operation) =>
      Effect.map(
        Effect.exit(ask(server, operation, headers)),
        (exit) => [nameOf(operation), verdict(exit)] as const
      )
    )
    return Object.fromEntries(all)
  })

const expected = (has: (operation: AnyOperation) => boolean) =>
  Object.fromEntries(
    Endpoints.all.map((operation) => [nameOf(operation), has(operation) ? "answered" : "absent"])
  )

describe("the in-memory server has an answer to every operation, or the 404 that is known,", () => {
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
        // The history mod reads the query behind any path that begins like its own.
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
        // History is said to be not implemented, with status 500.
        expected(
          ({ provenance, mod, path }) =>
            path.startsWith("/room-history") || (provenance.private !== "absent" && mod === undefined)
        )
      )
    })
  )
})
