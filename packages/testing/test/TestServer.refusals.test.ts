import { recording, recordings } from "@screeps-effect/fixtures"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { known } from "./support/known.ts"
import { alice, bob, essence, home, makeServer, recorded, replay, type Server } from "./support/server.ts"

interface Situation {
  readonly options?: ScreepsWorld.Options
  /** Brings the world to where it was when the answers were recorded; gives the token that is sent. */
  readonly before: (server: Server) => Effect.Effect<string | undefined>
  readonly cases: ReadonlyArray<string>
}

const nothing = () => Effect.succeed(undefined)
const signIn = (server: Server) => Effect.map(server.signIn(bob), (headers) => headers["x-token"])
const settle = (server: Server) => Effect.map(server.settle(bob, home), (headers) => headers["x-token"])

const situations: Record<string, Situation> = {
  "somebody without a token": {
    before: nothing,
    cases: [
      "game/auth-me.no-token",
      "game/auth-me.underscore-token-in-query",
      "game/auth-signin.form-encoded",
      "game/auth-signin.get",
      "game/auth-signin.missing-fields",
      "game/auth-signin.wrong-password",
      "game/game-place-spawn.no-token",
      "game/game-room-status.no-token",
      "game/game-room-terrain.unknown-room",
      "game/method-not-matching.time-post",
      "game/no-auth-mod.me",
      "game/register-submit.email-taken",
      "game/register-submit.no-username",
      "game/register-submit.taken",
      "game/room-history.mod.missing-chunk",
      "game/room-history.mod.unaligned-tick",
      "game/room-history.mod.unknown-room",
      "user/auth-me._token-in-query",
      "user/auth-me.no-headers",
      "user/auth-signin.basic-wrong",
      "user/auth-signin.empty-body",
      "user/auth-signin.form-encoded",
      "user/auth-signin.malformed-json",
      "user/auth-signin.missing-email",
      "user/auth-signin.missing-password",
      "user/auth-signin.no-body",
      "user/auth-signin.unknown-user",
      "user/auth-signin.wrong-password",
      "user/branches.noauth",
      "user/code-get.basic-auth-not-for-get",
      "user/code-get.noauth",
      "user/code-post.noauth",
      "user/console.noauth",
      "user/memory-get.noauth",
      "user/memory-set.noauth",
      "user/register-submit.duplicate",
      "user/world-status.noauth"
    ]
  },
  "somebody who has just signed in": {
    before: signIn,
    cases: [
      "game/auth-me.token-without-x-username",
      "game/auth-query-token",
      "game/experimental-nukes.unmodded-404",
      "game/experimental-pvp.unmodded-404",
      "game/game-place-spawn.bad-coords",
      "game/game-place-spawn.edge",
      "game/game-place-spawn.name-too-long",
      "game/game-place-spawn.unknown-room",
      "game/game-room-decorations.unmodded-404",
      "game/game-room-objects.unmodded-404",
      "game/game-room-status.unknown-room",
      "game/game-shards-info.unmodded-404",
      "game/scoreboard-list.unmodded-404",
      "game/seasons-current.unmodded-404",
      "game/servers-list.unmodded-404",
      "game/unknown-path",
      "game/warpath-battles.unmodded-404",
      "user/absent.GET.console",
      "user/absent.GET.decorations-themes",
      "user/absent.GET.name",
      "user/absent.POST.decorations-pixelize",
      "user/code-get.unknown-branch",
      "user/code-post.malformed-json",
      "user/code-post.no-modules",
      "user/code-post.unknown-branch",
      "user/code-post.without-main",
      "user/console.no-expression",
      "user/console.too-long",
      "user/memory-get.path-missing-parent",
      "user/memory-set.path-not-string",
      "user/wrong-method"
    ]
  },
  "somebody whose token has died": {
    before: (server) => Effect.tap(signIn(server), () => TestClock.adjust("60 seconds")),
    cases: ["game/auth-me.expired-token"]
  },
  "somebody who wrote the account's name in other letters": {
    options: { accounts: [{ username: "Carol", password: "pw12345" }] },
    before: nothing,
    cases: ["user/auth-signin.username-case"]
  },
  "somebody who plays already": {
    before: settle,
    cases: ["game/game-place-spawn.already-playing"]
  },
  "somebody whose Memory holds no flags": {
    before: (server) =>
      Effect.gen(function* () {
        const headers = yield* server.settle(bob, home)
        yield* server.post("/api/user/memory", { value: { flags: {} } }, headers)
        yield* server.world.tick
        return headers["x-token"]
      }),
    cases: ["user/memory-get.path-missing-leaf"]
  },
  "somebody who wants a room of somebody else": {
    before: (server) => Effect.andThen(server.settle(alice, { room: "W1N1", x: 25, y: 25 }), signIn(server)),
    cases: ["game/game-place-spawn.owned-room"]
  },
  "somebody without the server's password": {
    options: { serverPassword: "sesame" },
    before: nothing,
    cases: [
      "game/server-password.authmod",
      "game/server-password.me-with-bad-token",
      "game/server-password.room-history-without",
      "game/server-password.version-wrong",
      "user/server-password.authmod",
      "user/server-password.bad-token",
      "user/server-password.find-without",
      "user/server-password.missing-version",
      "user/server-password.register-closed",
      "user/server-password.unknown-path",
      "user/server-password.wrong-version"
    ]
  }
}

for (const [who, { before, cases, options }] of Object.entries(situations)) {
  describe(`the in-memory server, asked by ${who}`, () => {
    for (const name of cases) {
      it.effect(`answers as in ${name}`, () =>
        Effect.gen(function* () {
          const server = makeServer(options)
          const told = yield* replay(server, name, yield* before(server))
          assert.deepStrictEqual(essence(told), essence(recorded(recording(name))))
        })
      )
    }
  })
}

/** Cases whose requests were recorded in part only, or name a place that another world does not have. */
const checkRefusal = (name: string, change: (body: Record<string, unknown>) => unknown, before = signIn) =>
  Effect.gen(function* () {
    const server = makeServer()
    const token = (yield* before(server)) ?? ""
    const { body, path } = recording(name).request
    const changed = change(body as Record<string, unknown>)
    const answer = yield* server.post(path, changed, { "x-token": token, "x-username": token })
    assert.deepStrictEqual(essence(answer), essence(recorded(recording(name))))
  })

describe("the in-memory server", () => {
  it.effect("refuses a spawn in a wall as recorded", () =>
    checkRefusal("game/game-place-spawn.wall", (body) => ({ ...body, room: "W7N7", x: 38, y: 32 }))
  )

  it.effect("refuses code of more than five mebibytes as recorded", () =>
    checkRefusal("user/code-post.too-large", () => ({ modules: { main: "x".repeat(5 * 1024 * 1024) } }))
  )

  it.effect("refuses Memory of more than one mebibyte as recorded", () =>
    checkRefusal("user/memory-set.too-large", () => ({ path: "big", value: "x".repeat(1024 * 1024) }))
  )
})

describe("the recorded refusals of what the in-memory server has", () => {
  /** Recorded, and answered differently or not at all. */
  const different: Record<string, string> = {
    "game/auth-signin.bad-json": "the fake knows one text for every malformed body",
    "game/game-place-spawn.blocked": "no account of the fake is blocked",
    "game/game-place-spawn.no-cpu": "every account of the fake has CPU",
    "game/game-place-spawn.out-of-borders": "every room of the fake is open",
    "game/game-place-spawn.reserved-room": "nobody reserves rooms of the fake",
    "game/game-place-spawn.too-soon": "nobody respawns in the fake",
    "game/no-auth-mod.authmod": "the fake has the auth mod",
    "game/no-auth-mod.register-submit": "the fake has the auth mod",
    "game/no-auth-mod.signin": "the fake has the auth mod",
    "game/register-submit.no-password": "the real server ends; the fake ends the program",
    "game/room-history.mod.no-params": "the fake looks for a chunk without a name",
    "game/room-history.no-mod": "the fake has the history mod",
    "game/room-history.official-style-path.no-mod": "the fake has the history mod",
    "user/code-post.basic-auth-wrong": "the fake takes tokens only"
  }
  const replayed = new Set([
    ...Object.values(situations).flatMap(({ cases }) => cases),
    "game/game-place-spawn.wall",
    "user/code-post.too-large",
    "user/memory-set.too-large"
  ])
  const paths = new Set(known.map((operation) => operation.split(" ")[1]))
  const refusals = recordings()
    .filter(({ request, response: { body, status } }) => {
      const refused =
        status === 0 || status >= 400 || (body as { readonly error?: unknown }).error !== undefined
      return refused && (paths.has(request.path) || request.path.startsWith("/room-history/"))
    })
    .map(({ name }) => name)

  it("are all replayed, but for those with a reason", () => {
    const missing = refusals.filter((name) => !replayed.has(name) && different[name] === undefined)
    assert.deepStrictEqual(missing, [])
  })

  it("are not replayed when they have a reason not to be", () => {
    assert.deepStrictEqual(
      Object.keys(different).filter((name) => replayed.has(name) || !refusals.includes(name)),
      []
    )
  })
})
