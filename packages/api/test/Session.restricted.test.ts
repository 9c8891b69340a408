/** API tokens of official servers, which reject restricted ones with a 401 outside their scope. */
import * as Game from "@screeps-effect/api/Game"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import { Session } from "@screeps-effect/api/Session"
import * as Server from "@screeps-effect/api/Server"
import * as User from "@screeps-effect/api/User"
import type { UserId } from "@screeps-effect/schema/UserId"
import { reported, toResponse } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { linesWithBody, official } from "./support/calls.ts"
import { collectEvents, withoutResponses } from "./support/events.ts"
import { asAlice, fake, run } from "./support/fake.ts"
import { pass } from "@screeps-effect/fixtures/time"

const user = Effect.flatMap(Session, (session) => session.user)
const season = { server: Server.season() }

const name = "/api/user/name"
const find = "/api/user/find"
const status = "/api/user/world-status"
const time = "/api/game/time"

const bodies: Readonly<Record<string, object>> = {
  "/api/auth/me": { ok: 1, _id: "57874d42", username: "Alice", cpu: 20, money: 0 },
  [name]: { ok: 1, username: "Alice" },
  [find]: { ok: 1, user: { _id: "57874d42", username: "Alice", badge: null, gcl: 0 } },
  [status]: { ok: 1, status: "normal" },
  [time]: { ok: 1, time: 1 }
}

/** A server that accepts a token for some paths, which may change; `find` and `time` work without a token. */
const accepting = (paths: Set<string>, rejection = "auth.me.outside-scope") =>
  fake(({ headers, url }) => {
    const path = url.pathname.replace("/season", "")
    const isAccepted = headers["x-token"] === undefined ? [find, time].includes(path) : paths.has(path)
    return isAccepted ? Response.json(bodies[path]) : toResponse(reported(rejection))
  })

const messageOf = <A, R>(call: Effect.Effect<A, ScreepsError, R>) =>
  Effect.match(call, { onFailure: ({ message }) => message, onSuccess: () => "success" })

const tokens = (server: ReturnType<typeof fake>) =>
  server.requests.map(({ headers }) => (headers["x-token"] === undefined ? "none" : "token"))

describe("a restricted API token of an official server", () => {
  const reads: Readonly<Record<string, Effect.Effect<UserId, ScreepsError, ScreepsClient | Session>>> = {
    "User.whoAmI": Effect.map(User.whoAmI(), ({ _id }) => _id),
    "Session.user": user
  }
  for (const [read, call] of Object.entries(reads)) {
    for (const rejection of ["auth.me.outside-scope", "auth.me.forbidden"])
      it.effect(`finds its user by name, without a token, when ${read} meets ${rejection}`, () =>
        Effect.gen(function* () {
          const server = accepting(new Set([name]), rejection)
          assert.strictEqual(String(yield* run(call, server, official)), "57874d42")
          assert.deepStrictEqual(linesWithBody(server), [
            "GET /api/auth/me",
            `GET ${name}`,
            `GET ${find}?username=Alice`,
            `GET ${find}?username=Alice`
          ])
          assert.deepStrictEqual(tokens(server), ["token", "token", "token", "none"])
        })
      )

    it.effect(`fails ${read} after the name was requested once when that is rejected, too`, () =>
      Effect.gen(function* () {
        const server = accepting(new Set())
        assert.strictEqual(
          yield* run(messageOf(call), server, official),
          `GET ${name}: Unauthorized (the API token was rejected, or does not allow this call)`
        )
        assert.deepStrictEqual(linesWithBody(server), ["GET /api/auth/me", `GET ${name}`])
      })
    )
  }

  it.effect("is valid for other calls once one has worked, whose rejections are Forbidden then", () =>
    Effect.gen(function* () {
      const server = accepting(new Set([name]))
      const program = Effect.all([
        messageOf(User.worldStatus()),
        messageOf(User.name()),
        messageOf(User.worldStatus())
      ])
      assert.deepStrictEqual(yield* run(program, server, official), [
        `GET ${status}: Unauthorized (the API token was rejected, or does not allow this call)`,
        "success",
        `GET ${status}: Forbidden (GET ${status} is outside the token's scope: use one that allows it, or one with full access)`
      ])
    })
  )

  it.effect("is left out of public requests that the server rejects with it, of later ones at once", () =>
    Effect.gen(function* () {
      const server = accepting(new Set())
      yield* run(Effect.andThen(Game.time(), Game.time()), server, official)
      assert.deepStrictEqual(tokens(server), ["token", "none", "none"])
    })
  )

  it.effect("is why a public request fails whose endpoint needs an account after all", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ error: "unauthorized" }, { status: 401 }))
      assert.strictEqual(
        yield* run(messageOf(Game.time()), server, official),
        `GET ${time}: Unauthorized (the API token was rejected, or does not allow this call)`
      )
      assert.deepStrictEqual(tokens(server), ["token", "none"])
    })
  )

  it.effect("is one with a message of its own in the seasonal world, whose socket alone accepts it", () =>
    Effect.gen(function* () {
      const server = accepting(new Set())
      const program = Effect.gen(function* () {
        const unknown = yield* messageOf(User.whoAmI())
        const session = yield* Session
        // As the socket does after the server accepted the token.
        yield* session.onTokenAccepted(yield* session.acquire)
        return [unknown, yield* messageOf(User.worldStatus())]
      })
      assert.deepStrictEqual(yield* run(program, server, season), [
        `GET ${name}: Unauthorized (the API token was rejected; the seasonal world accepts restricted tokens for its socket only)`,
        `GET ${status}: Forbidden (GET ${status} is outside the token's scope: the seasonal world accepts restricted tokens for its socket only, use one with full access)`
      ])
    })
  )
})

describe("a rejected token of a private server", () => {
  it.effect("is not looked up by name, neither an API token nor that of an account", () =>
    Effect.gen(function* () {
      for (const options of [{}, { credentials: asAlice }]) {
        const server = fake(({ url }) =>
          url.pathname === "/api/auth/signin"
            ? Response.json({ ok: 1, token: "token" })
            : Response.json({ error: "unauthorized" }, { status: 401 })
        )
        yield* Effect.flip(run(User.whoAmI(), server, options))
        assert.notInclude(linesWithBody(server), `GET ${name}`)
      }
    })
  )
})

describe("the row of the event auth", () => {
  it.effect(
    "is false for an API token only once the name is rejected, too, and true when it works again",
    () =>
      Effect.gen(function* () {
        const paths = new Set([name])
        const server = accepting(paths)
        const program = Effect.gen(function* () {
          const session = yield* Session
          const changes: Array<string | undefined> = []
          yield* Effect.forkChild(
            Stream.runForEach(session.changes, (token) =>
              Effect.sync(() => changes.push(token && Redacted.value(token).slice(0, 4)))
            )
          )
          const events = yield* collectEvents
          const after = <A, R>(call: Effect.Effect<A, ScreepsError, R>) =>
            Effect.gen(function* () {
              events.splice(0)
              yield* Effect.exit(call)
              yield* pass(1)
              return withoutResponses(events)
            })
          const outside = yield* after(Effect.andThen(User.name(), User.worldStatus()))
          paths.delete(name)
          const unclear = yield* after(User.worldStatus())
          const rejected = yield* after(Effect.andThen(Effect.exit(User.name()), User.name()))
          paths.add(status)
          const again = yield* after(Effect.andThen(User.worldStatus(), User.worldStatus()))
          return { outside, unclear, rejected, again, changes }
        })
        assert.deepStrictEqual(yield* run(program, server, official), {
          outside: [],
          unclear: [],
          rejected: ["Auth false"],
          again: ["Auth true"],
          changes: ["1111", undefined, "1111"]
        })
      })
  )

  it.effect("is false for an API token of a private server after any rejection", () =>
    Effect.gen(function* () {
      const server = fake(() => Response.json({ error: "unauthorized" }, { status: 401 }))
      const program = Effect.gen(function* () {
        const events = yield* collectEvents
        yield* Effect.exit(User.worldStatus())
        yield* Effect.exit(User.worldStatus())
        yield* pass(1)
        return withoutResponses(events)
      })
      assert.deepStrictEqual(yield* run(program, server), ["Auth false"])
    })
  )
})
