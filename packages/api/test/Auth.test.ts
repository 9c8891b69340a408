import { inspect } from "node:util"
import * as Auth from "@screeps-effect/api/Auth"
import * as Server from "@screeps-effect/api/Server"
import * as Badge from "@screeps-effect/schema/Badge"
import * as TokenInfo from "@screeps-effect/schema/TokenInfo"
import { recording } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { always, asGuest, run, fake, reasonOf } from "./support/fake.ts"
import {
  alwaysReported,
  checkInvalidInput,
  checkFailure,
  checkRequest,
  official,
  linesWithBody,
  untyped
} from "./support/calls.ts"

const ticket = Redacted.make("14000000deadbeef")
const token = Redacted.make("11111111-2222-3333-4444-555555555555")
const guest = { credentials: asGuest }

describe("Auth.mod", () => {
  it.effect("returns a fixed value for official servers without a request", () =>
    Effect.gen(function* () {
      const server = always("game/authmod.screepsmod-auth")
      const mod = yield* run(Auth.mod(), server, { server: Server.official(), credentials: asGuest })
      assert.deepEqual(mod, { ok: 1, name: "official" })
      assert.deepStrictEqual(server.requests, [])
    })
  )

  it.effect("requests name and version from private servers", () =>
    Effect.gen(function* () {
      const server = always("game/authmod.screepsmod-auth")
      const { name, version } = yield* run(Auth.mod(), server, guest)
      assert.deepEqual([name, version], ["screepsmod-auth", "2.7.2"])
      assert.lengthOf(server.requests, 1)
    })
  )
})

describe("Auth.signIn", () => {
  it.effect("is sent to an official server with a solved captcha", () =>
    checkRequest(
      Auth.signIn({
        email: "alice@example.com",
        password: Redacted.make("pw12345"),
        recaptcha: Redacted.make("solved-by-a-person")
      }),
      "auth.sign-in.captcha",
      'POST /api/auth/signin {"email":"alice@example.com","password":"pw12345","recaptcha":"solved-by-a-person"}',
      { ...official, ...guest }
    )
  )
})

describe("Auth.steamTicket", () => {
  it.effect("returns the name of an account that has one", () =>
    Effect.gen(function* () {
      const named = yield* run(
        Auth.steamTicket({ ticket }),
        alwaysReported("auth.steam-ticket.named"),
        official
      )
      assert.deepStrictEqual([named.username, named.email], ["Alice", "alice@example.com"])
      const fresh = yield* run(Auth.steamTicket({ ticket }), alwaysReported("auth.steam-ticket.ok"), official)
      assert.isUndefined(fresh.username)
    })
  )

  it.effect("sends useNativeAuth false by default", () =>
    checkRequest(
      Auth.steamTicket({ ticket }),
      "auth.steam-ticket.ok",
      'POST /api/auth/steam-ticket {"ticket":"14000000deadbeef","useNativeAuth":false}',
      guest
    )
  )

  it.effect("returns a redacted token and sends none", () =>
    Effect.gen(function* () {
      const server = alwaysReported("auth.steam-ticket.ok")
      const response = yield* run(Auth.steamTicket({ ticket, useNativeAuth: true }), server, guest)
      assert.strictEqual(response.steamid, "76561190000000000")
      assert.strictEqual(Redacted.value(response.token), "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00")
      assert.notInclude(inspect(response, { depth: 5 }) + JSON.stringify(response), "c0ffee00")
      assert.isUndefined(server.requests[0]?.headers["x-token"])
    })
  )

  it.effect(
    "fails with Rejected on a server that accepts the other kind of ticket (auth-steam-ticket.native)",
    () =>
      checkFailure(
        Auth.steamTicket({ ticket, useNativeAuth: true }),
        "user/auth-steam-ticket.native",
        "Rejected: authentication method is not supported"
      )
  )

  it.effect("fails with ServerFault on a server that cannot reach Steam (auth-steam-ticket.webapi)", () =>
    checkFailure(
      Auth.steamTicket({ ticket }),
      "game/auth-steam-ticket.webapi",
      "ServerFault: 200: TypeError: Cannot read properties of undefined (reading 'apply')"
    )
  )

  it.effect("rejects a missing, empty or unredacted secret without a request", () =>
    Effect.gen(function* () {
      yield* checkInvalidInput(Auth.steamTicket({ ticket: Redacted.make("") }), "ticket")
      yield* checkInvalidInput(untyped(Auth.steamTicket, { ticket: "14000000deadbeef" }), "ticket")
      yield* checkInvalidInput(untyped(Auth.steamTicket, {}), "ticket")
    })
  )
})

describe("Auth.queryToken", () => {
  it.effect("sends the token in the query and no token headers", () =>
    Effect.gen(function* () {
      const server = alwaysReported("auth.query-token.full")
      const response = yield* run(Auth.queryToken({ token }), server, official)
      assert.deepStrictEqual(linesWithBody(server), [
        "GET /api/auth/query-token?token=11111111-2222-3333-4444-555555555555"
      ])
      assert.isUndefined(server.requests[0]?.headers["x-token"])
      assert.isTrue(response.token.full)
      assert.strictEqual<unknown>(response.token.noRatelimitUntil, 1_795_270_000_000)
    })
  )

  it.effect("returns the endpoints and channels of a restricted token", () =>
    Effect.gen(function* () {
      const response = yield* run(Auth.queryToken({ token }), alwaysReported("auth.query-token.restricted"))
      assert.isTrue(TokenInfo.allows(response.token, "GET", "/api/user/name"))
      assert.isFalse(TokenInfo.allows(response.token, "GET", "/api/auth/me"))
      assert.isTrue(TokenInfo.allowsChannel(response.token, "console"))
      assert.strictEqual(response.token._id, "5bbcab9f9099fc012e632447")
    })
  )

  it.effect("returns the token redacted", () =>
    Effect.gen(function* () {
      const response = yield* run(Auth.queryToken({ token }), alwaysReported("auth.query-token.full"))
      assert.isDefined(response.token.token)
      assert.strictEqual(Redacted.value(response.token.token ?? Redacted.make("")), Redacted.value(token))
      assert.notInclude(inspect(response, { depth: 5 }) + JSON.stringify(response), "11111111")
    })
  )

  it.effect("fails with Rejected for an unknown token, with status 200 or another one", () =>
    Effect.gen(function* () {
      for (const name of ["auth.query-token.unknown", "auth.query-token.unknown-by-status"])
        yield* checkFailure(Auth.queryToken({ token }), name, "Rejected: token not found", official)
    })
  )

  it.effect("fails with EndpointNotFound on private servers (auth-query-token)", () =>
    checkFailure(
      Auth.queryToken({ token }),
      "user/auth-query-token",
      "EndpointNotFound: /api/auth/query-token was not found on this server; available on official servers"
    )
  )

  it.effect("redacts the token in failures whose response repeats it", () =>
    Effect.gen(function* () {
      const secret = Redacted.value(token)
      const leakingServers = [
        always({ error: `token not found: ${secret}` }),
        always({ error: `no ${secret}` }, { status: 400 }),
        always({ ok: 1, token: secret }),
        fake(() => new Response(`<pre>at ?token=${secret}</pre>`, { status: 502 }))
      ]
      for (const server of leakingServers) {
        const reason = yield* reasonOf(Auth.queryToken({ token }), server)
        assert.notInclude(inspect(reason, { depth: 5 }) + JSON.stringify(reason), "11111111")
      }
    })
  )

  it.effect("rejects a missing, empty or unredacted secret without a request", () =>
    Effect.gen(function* () {
      yield* checkInvalidInput(Auth.queryToken({ token: Redacted.make("") }), "token")
      yield* checkInvalidInput(untyped(Auth.queryToken, { token: Redacted.value(token) }), "token")
      yield* checkInvalidInput(untyped(Auth.queryToken), "token")
    })
  )
})

describe("Auth.me", () => {
  it.effect("returns CPU shards and resources on official servers", () =>
    Effect.gen(function* () {
      const me = yield* run(Auth.me(), alwaysReported("auth.me.official"), official)
      assert.deepStrictEqual([me.cpuShard?.["shard3"], me.resources?.["pixel"]], [20, 512])
      assert.strictEqual(Badge.parse(me.badge)?.color2, 14)
    })
  )

  it.effect("returns a user with a malformed badge", () =>
    Effect.gen(function* () {
      const { body } = recording("user/auth-me.after-badge").response as {
        readonly body: { readonly badge: object }
      }
      const shapeless = Object.fromEntries(Object.entries(body.badge).filter(([name]) => name !== "type"))
      for (const badge of [shapeless, { ...body.badge, color1: ["#ff0000"] }]) {
        const me = yield* run(Auth.me(), always({ ...body, badge }))
        assert.strictEqual(me.username, "bob")
        assert.isUndefined(Badge.parse(me.badge))
      }
    })
  )

  it.effect("fails with Forbidden for a restricted token", () =>
    checkFailure(
      Auth.me(),
      "auth.me.forbidden",
      "Forbidden: GET /api/auth/me is outside the token's scope: use one that allows it, or one with full access",
      official
    )
  )

  it("has no cpuShard and resources in the recording of a private server", () => {
    assert.doesNotHaveAnyKeys(recording("user/auth-me.ok").response.body, ["cpuShard", "resources"])
  })
})

describe("Auth.me on official servers", () => {
  it.effect("returns when the CPU was distributed, how scripts run, and what is linked and owned", () =>
    Effect.gen(function* () {
      const me = yield* run(Auth.me(), alwaysReported("auth.me.official"), official)
      assert.deepStrictEqual(
        [me.cpuShardUpdatedTime, me.runtime, me.github, me.steam?.ownership],
        [1_795_000_000_000, { legacyVm: false }, {}, [464_350]]
      )
    })
  )

  it.effect("returns the repository from which scripts are taken", () =>
    Effect.gen(function* () {
      const account = { ok: 1, _id: "57874d42d0ae911e3bd15bbc", cpu: 20, money: 0 }
      const server = always({ ...account, github: { repo: { name: "bot", folder: "dist" } } })
      assert.strictEqual((yield* run(Auth.me(), server, official)).github?.repo?.name, "bot")
    })
  )
})
