import * as Account from "@screeps-effect/api/Account"
import * as Auth from "@screeps-effect/api/Auth"
import * as AuthTokens from "@screeps-effect/api/AuthTokens"
import * as Register from "@screeps-effect/api/Register"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { type Group, nothing, signIn } from "../support/group.ts"
import { alice, bob, home, makeServer, type Server, signed } from "../support/server.ts"

const badge = { type: 16, color1: "#112233", color2: "#abcdef", color3: "#FF8800", param: 100, flip: false }
const prefs = { disabled: false, disabledOnMessages: true, sendOnline: true, interval: 60, errorsInterval: 0 }
const carol = { username: "Carol", email: "carol@example.com", password: "pw12345" }

/** Signs in a user of a game platform who has no name yet. */
const nameless = (server: Server) =>
  Effect.gen(function* () {
    yield* server.world.users.acceptTicket(Redacted.make("0f1e2d"), "76561190000000000")
    const { body } = yield* server.post("/api/auth/steam-ticket", { ticket: "0f1e2d" })
    return (body as { readonly token: string }).token
  })

const steamTicket = (server: Server, id = "76561190000000000") =>
  Effect.andThen(
    server.world.users.acceptTicket(Redacted.make("0f1e2d"), id),
    server.post("/api/auth/steam-ticket", { ticket: "0f1e2d", useNativeAuth: false })
  )

export const accounts: Group = {
  operations: [
    Auth.signIn,
    Auth.steamTicket,
    Auth.queryToken,
    Auth.me,
    Auth.authmod,
    Register.submit,
    Register.checkEmail,
    Register.checkUsername,
    Register.setUsername,
    Account.notifyPrefs,
    Account.badge,
    Account.badgeSvg,
    Account.email,
    Account.changePassword,
    Account.setSteamVisible,
    Account.tutorialDone,
    Account.cpuShards,
    Account.activatePtr,
    Account.activateCpuUnlocks,
    Account.activateShardAccess,
    Account.ivm,
    Account.githubScope,
    Account.githubRepos,
    Account.githubRepo,
    Account.unlinkSteam,
    Account.unlinkGithub,
    Account.unlinkGitlab,
    AuthTokens.list,
    AuthTokens.create,
    AuthTokens.remove,
    AuthTokens.noratelimit
  ],
  successes: Effect.gen(function* () {
    const server = makeServer()
    const headers = yield* server.settle(alice, home)
    yield* server.world.users.change("alice", { power: 1000, lastRespawnDate: 1 })
    const post = (path: string, body: unknown = {}) => server.post(path, body, headers)
    const responses = {
      "POST /api/user/notify-prefs": yield* post("/api/user/notify-prefs", prefs),
      "POST /api/user/badge": yield* post("/api/user/badge", { badge }),
      "POST /api/user/set-steam-visible": yield* post("/api/user/set-steam-visible", { visible: false }),
      "GET /api/auth/me": yield* server.get("/api/auth/me", {}, headers),
      "GET /api/user/badge-svg": yield* server.get("/api/user/badge-svg", { username: "alice" }),
      "POST /api/user/email": yield* post("/api/user/email", { email: "New@example.com" }),
      "POST /api/user/password": yield* post("/api/user/password", {
        oldPassword: alice.password,
        password: "another-one"
      }),
      "POST /api/user/tutorial-done": yield* post("/api/user/tutorial-done"),
      "POST /api/user/unlink-steam": yield* post("/api/user/unlink-steam"),
      "POST /api/user/unlink-github": yield* post("/api/user/unlink-github"),
      "POST /api/user/unlink-gitlab": yield* post("/api/user/unlink-gitlab")
    }
    return {
      ...responses,
      "POST /api/auth/signin": yield* server.post("/api/auth/signin", {
        email: bob.email,
        password: bob.password
      }),
      "POST /api/auth/steam-ticket": yield* steamTicket(server),
      "GET /api/authmod": yield* server.get("/api/authmod"),
      "POST /api/register/submit": yield* server.post("/api/register/submit", carol),
      "GET /api/register/check-email": yield* server.get("/api/register/check-email", {
        email: "free@example.com"
      }),
      "GET /api/register/check-username": yield* server.get("/api/register/check-username", {
        username: "free"
      }),
      "POST /api/register/set-username": yield* server.post(
        "/api/register/set-username",
        { username: "dave-1", email: "Dave@Example.com" },
        signed(yield* nameless(server))
      )
    }
  }),
  situations: {
    "a request without a token": {
      before: nothing,
      cases: [
        "game/auth-me.no-token",
        "game/auth-me.underscore-token-in-query",
        "game/auth-signin.bad-json",
        "game/auth-signin.form-encoded",
        "game/auth-signin.missing-fields",
        "game/auth-signin.wrong-password",
        "game/auth-steam-ticket.native",
        "game/auth-steam-ticket.webapi",
        "game/register-check-email.missing",
        "game/register-check-email.taken",
        "game/register-check-username.missing",
        "game/register-check-username.taken",
        "game/register-set-username.no-token",
        "game/register-submit.email-taken",
        "game/register-submit.no-username",
        "game/register-submit.taken",
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
        "user/auth-steam-ticket.native",
        "user/badge-set.noauth",
        "user/badge-svg.unknown-user",
        "user/email.noauth",
        "user/password.noauth",
        "user/register-submit.duplicate",
        "user/set-steam-visible.noauth",
        "user/tutorial-done.noauth"
      ]
    },
    "a request without a token, where the auth mod is missing": {
      server: { mods: [] },
      before: nothing,
      cases: [
        "game/no-auth-mod.authmod",
        "game/no-auth-mod.check-email.missing",
        "game/no-auth-mod.check-email.taken",
        "game/no-auth-mod.check-username.missing",
        "game/no-auth-mod.check-username.taken",
        "game/no-auth-mod.register-submit",
        "game/no-auth-mod.signin"
      ]
    },
    "a user who has just signed in": {
      options: { accounts: [bob, carol] },
      before: signIn,
      cases: [
        "game/auth-me.token-without-x-username",
        "game/register-set-username.already-set",
        "game/register-set-username.bad-email",
        "user/badge-set.bad-param",
        "user/badge-set.bad-type",
        "user/badge-set.custom-paths-not-granted",
        "user/badge-set.no-badge",
        "user/badge-set.number-colors",
        "user/email.invalid",
        "user/email.missing",
        "user/email.taken",
        "user/password.missing",
        "user/password.wrong-old",
        "user/post.json-body-wrong-content-type",
        "user/set-username.already"
      ]
    },
    "a user who has just changed the mail address": {
      before: (server) =>
        Effect.gen(function* () {
          const headers = yield* server.signIn(bob)
          yield* server.post("/api/user/email", { email: "Bob.New@Example.com" }, headers)
          return headers["x-token"]
        }),
      cases: ["user/email.own-again"]
    },
    "a user who has no name yet": {
      before: nameless,
      cases: ["game/register-set-username.invalid-name", "game/register-set-username.taken-name"]
    },
    "a user with an expired token": {
      before: (server) => Effect.tap(signIn(server), () => TestClock.adjust("60 seconds")),
      cases: ["game/auth-me.expired-token"]
    },
    "a user who wrote the account name in another case": {
      options: { accounts: [{ username: "Carol", password: "pw12345" }] },
      before: nothing,
      cases: ["user/auth-signin.username-case"]
    }
  },
  different: {
    "game/register-submit.no-password": "the real server crashes; the in-memory server ends the program"
  },
  official: {
    successes: Effect.gen(function* () {
      const server = makeServer({ shards: ["shard0", "shard3"] }, { dialect: "official" })
      const { users } = server.world
      yield* users.change("alice", { badge: { ...badge, param: 5 }, power: 1000, lastRespawnDate: 1 })
      const resources = { pixel: 5, accessKey: 1, cpuUnlock: 2, token: 1 }
      yield* users.change("alice", { resources, steam: { id: "7", displayName: "Al" } })
      const headers = yield* server.withToken("alice")
      const limited = yield* server.withToken("alice", {
        description: "for maps",
        endpoints: ["GET /api/user/name"],
        websockets: ["rooms"],
        memorySegments: [1, 5]
      })
      const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
        server.get(path, query, headers)
      const post = (path: string, body: unknown = {}) => server.post(path, body, headers)
      const noratelimit = yield* post("/api/user/noratelimit", {
        token: limited["x-token"].slice(0, 8),
        recaptcha: "solved"
      })
      const responses = {
        "POST /api/auth/steam-ticket": yield* steamTicket(server, "7"),
        "POST /api/user/notify-prefs": yield* post("/api/user/notify-prefs", prefs),
        "POST /api/user/badge": yield* post("/api/user/badge", { badge }),
        "POST /api/user/set-steam-visible": yield* post("/api/user/set-steam-visible", { visible: false }),
        "POST /api/user/cpu-shards": yield* post("/api/user/cpu-shards", { cpu: { shard0: 20 } }),
        "GET /api/auth/me": yield* get("/api/auth/me"),
        "GET /api/auth/query-token": yield* get("/api/auth/query-token", { token: limited["x-token"] }),
        "GET /api/user/badge-svg": yield* get("/api/user/badge-svg", { username: "alice" }),
        "POST /api/user/email": yield* post("/api/user/email", { email: "New@example.com" }),
        "POST /api/user/tutorial-done": yield* post("/api/user/tutorial-done"),
        "POST /api/user/activate-ptr": yield* post("/ptr/api/user/activate-ptr"),
        "POST /api/user/activate-cpu-unlocks": yield* post("/api/user/activate-cpu-unlocks", { count: 1 }),
        "POST /api/user/activate-shard-access": yield* post("/api/user/activate-shard-access", {
          shard: "shard3",
          count: 1
        }),
        "POST /api/user/ivm": yield* post("/api/user/ivm", { legacy: true }),
        "POST /api/user/password": yield* post("/api/user/password", {
          oldPassword: alice.password,
          password: "another-one"
        }),
        "POST /api/user/unlink-steam": yield* post("/api/user/unlink-steam"),
        "POST /api/user/unlink-github": yield* post("/api/user/unlink-github"),
        "GET /api/auth/github/check-repo-scope": yield* get("/api/auth/github/check-repo-scope"),
        "GET /api/user/github-repos": yield* get("/api/user/github-repos"),
        "POST /api/user/github-repo": yield* post("/api/user/github-repo", { repo: false }),
        "GET /api/user/auth-token": yield* get("/api/user/auth-token"),
        "POST /api/user/auth-token": yield* post("/api/user/auth-token", { type: "full" }),
        "POST /api/user/delete-auth-token": yield* post("/api/user/delete-auth-token", { tokenId: "a1" }),
        "POST /api/user/noratelimit": noratelimit
      }
      return {
        ...responses,
        "POST /api/auth/signin": yield* server.post("/api/auth/signin", {
          email: bob.email,
          password: bob.password,
          recaptcha: "solved"
        }),
        "POST /api/register/submit": yield* server.post("/api/register/submit", {
          ...carol,
          recaptcha: "solved"
        }),
        "GET /api/register/check-email": yield* get("/api/register/check-email", { email: "f@example.com" }),
        "GET /api/register/check-username": yield* get("/api/register/check-username", { username: "free" }),
        "POST /api/register/set-username": yield* server.post(
          "/api/register/set-username",
          { username: "dave-1" },
          { "x-token": yield* nameless(server) }
        )
      }
    }),
    aside: {
      "account.github-scope.ok": "no account of the world is linked to GitHub"
    },
    lacks: {
      "GET /api/auth/me": { "steam.ownership[]": "the world does not know what a Steam account owns" },
      "GET /api/user/github-repos": {
        "repos[]": "no account of the world is linked to GitHub",
        "repos[].name": "no account of the world is linked to GitHub"
      }
    }
  }
}
