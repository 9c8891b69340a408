import { inspect } from "node:util"
import * as Auth from "@screeps-effect/api/Auth"
import * as Server from "@screeps-effect/api/Server"
import * as Badge from "@screeps-effect/schema/Badge"
import * as TokenInfo from "@screeps-effect/schema/TokenInfo"
import { recording, reported } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { always, asGuest, ask, fake, why } from "./support/fake.ts"
import {
  alwaysReported,
  byPath,
  checkNothingSent,
  checkRefusal,
  checkRequest,
  official,
  requests,
  untyped
} from "./support/asking.ts"

const ticket = Redacted.make("14000000deadbeef")
const token = Redacted.make("11111111-2222-3333-4444-555555555555")
const guest = { who: asGuest }

describe("the auth mod", () => {
  it.effect("of an official server is answered for, and nothing is sent", () =>
    Effect.gen(function* () {
      const server = always("game/authmod.screepsmod-auth")
      const mod = yield* ask(Auth.mod(), server, { server: Server.official(), who: asGuest })
      assert.deepEqual(mod, { ok: 1, name: "official" })
      assert.deepStrictEqual(server.asked, [])
    })
  )

  it.effect("of a private server is asked for", () =>
    Effect.gen(function* () {
      const server = always("game/authmod.screepsmod-auth")
      const { name, version } = yield* ask(Auth.mod(), server, guest)
      assert.deepEqual([name, version], ["screepsmod-auth", "2.7.2"])
      assert.lengthOf(server.asked, 1)
    })
  )
})

describe("a ticket of Steam", () => {
  it.effect("is sent without a token, as an ordinary one unless told otherwise", () =>
    checkRequest(
      Auth.steamTicket({ ticket }),
      "auth.steam-ticket.ok",
      'POST /api/auth/steam-ticket {"ticket":"14000000deadbeef","useNativeAuth":false}',
      guest
    )
  )

  it.effect("gives a token that is not shown", () =>
    Effect.gen(function* () {
      const server = alwaysReported("auth.steam-ticket.ok")
      const answer = yield* ask(Auth.steamTicket({ ticket, useNativeAuth: true }), server, guest)
      assert.strictEqual(answer.steamid, "76561190000000000")
      assert.strictEqual(Redacted.value(answer.token), "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00")
      assert.notInclude(inspect(answer, { depth: 5 }) + JSON.stringify(answer), "c0ffee00")
      assert.isUndefined(server.asked[0]?.headers["x-token"])
    })
  )

  it.effect("is rejected by a server that takes the other kind (auth-steam-ticket.native)", () =>
    checkRefusal(
      Auth.steamTicket({ ticket, useNativeAuth: true }),
      "user/auth-steam-ticket.native",
      "Rejected: authentication method is not supported"
    )
  )

  it.effect("is a fault of a server that cannot reach Steam (auth-steam-ticket.webapi)", () =>
    checkRefusal(
      Auth.steamTicket({ ticket }),
      "game/auth-steam-ticket.webapi",
      "ServerFault: 200: TypeError: Cannot read properties of undefined (reading 'apply')"
    )
  )

  it.effect("is not sent when it is empty or bare", () =>
    Effect.gen(function* () {
      yield* checkNothingSent(Auth.steamTicket({ ticket: Redacted.make("") }), "ticket")
      yield* checkNothingSent(untyped(Auth.steamTicket, { ticket: "14000000deadbeef" }), "ticket")
      yield* checkNothingSent(untyped(Auth.steamTicket, {}), "ticket")
    })
  )
})

describe("a ticket of a platform", () => {
  const server = (useNativeAuth: boolean | undefined) =>
    byPath({
      "/api/version": {
        ok: 1,
        protocol: 14,
        serverData: { historyChunkSize: 20 },
        ...(useNativeAuth === undefined ? {} : { useNativeAuth })
      },
      "/api/auth/steam-ticket": reported("auth.steam-ticket.ok")
    })

  for (const [told, sent] of [
    [true, true],
    [false, false],
    [undefined, false]
  ] as const) {
    it.effect(`is of the kind that the server's version tells: ${told}`, () =>
      Effect.gen(function* () {
        const asking = server(told)
        yield* ask(Auth.platformTicket({ platform: "steam", ticket }), asking, guest)
        assert.deepStrictEqual(requests(asking), [
          "GET /api/version",
          `POST /api/auth/steam-ticket {"ticket":"14000000deadbeef","useNativeAuth":${sent}}`
        ])
      })
    )
  }

  it.effect("is of the kind that the caller tells, and the version is not asked for", () =>
    Effect.gen(function* () {
      const asking = server(false)
      yield* ask(Auth.platformTicket({ platform: "steam", ticket, useNativeAuth: true }), asking, guest)
      assert.deepStrictEqual(requests(asking), [
        'POST /api/auth/steam-ticket {"ticket":"14000000deadbeef","useNativeAuth":true}'
      ])
    })
  )

  it.effect("is sent for no unknown platform", () =>
    Effect.gen(function* () {
      yield* checkNothingSent(untyped(Auth.platformTicket, { platform: "toString", ticket }), "platform")
      yield* checkNothingSent(untyped(Auth.platformTicket, { ticket }), "platform")
    })
  )
})

describe("an API token", () => {
  it.effect("is asked about in the query, without a session", () =>
    Effect.gen(function* () {
      const server = alwaysReported("auth.query-token.full")
      const answer = yield* ask(Auth.queryToken({ token }), server, official)
      assert.deepStrictEqual(requests(server), [
        "GET /api/auth/query-token?token=11111111-2222-3333-4444-555555555555"
      ])
      assert.isUndefined(server.asked[0]?.headers["x-token"])
      assert.isTrue(answer.token.full)
      assert.isTrue(TokenInfo.isUnlimited(answer.token, 1795269999999))
      assert.isFalse(TokenInfo.isUnlimited(answer.token, 1795270000000))
    })
  )

  it.effect("that is restricted tells what it may do", () =>
    Effect.gen(function* () {
      const answer = yield* ask(Auth.queryToken({ token }), alwaysReported("auth.query-token.restricted"))
      assert.isTrue(TokenInfo.allows(answer.token, "GET", "/api/user/name"))
      assert.isFalse(TokenInfo.allows(answer.token, "GET", "/api/auth/me"))
      assert.isTrue(TokenInfo.listens(answer.token, "console"))
      assert.strictEqual(answer.token._id, "5bbcab9f9099fc012e632447")
    })
  )

  it.effect("is not shown in the answer", () =>
    Effect.gen(function* () {
      const answer = yield* ask(Auth.queryToken({ token }), alwaysReported("auth.query-token.full"))
      assert.isDefined(answer.token.token)
      assert.strictEqual(Redacted.value(answer.token.token ?? Redacted.make("")), Redacted.value(token))
      assert.notInclude(inspect(answer, { depth: 5 }) + JSON.stringify(answer), "11111111")
    })
  )

  it.effect("that is unknown is rejected, whichever the status", () =>
    Effect.gen(function* () {
      for (const name of ["auth.query-token.unknown", "auth.query-token.unknown-by-status"])
        yield* checkRefusal(Auth.queryToken({ token }), name, "Rejected: token not found", official)
    })
  )

  it.effect("is not asked about on private servers (auth-query-token)", () =>
    checkRefusal(
      Auth.queryToken({ token }),
      "user/auth-query-token",
      "EndpointNotFound: /api/auth/query-token does not exist on this server; available on official servers"
    )
  )

  it.effect("is shown in no refusal that repeats it", () =>
    Effect.gen(function* () {
      const secret = Redacted.value(token)
      const talkative = [
        always({ error: `token not found: ${secret}` }),
        always({ error: `no ${secret}` }, { status: 400 }),
        always({ ok: 1, token: { full: secret } }),
        fake(() => new Response(`<pre>at ?token=${secret}</pre>`, { status: 502 }))
      ]
      for (const server of talkative) {
        const reason = yield* why(Auth.queryToken({ token }), server)
        assert.notInclude(inspect(reason, { depth: 5 }) + JSON.stringify(reason), "11111111")
      }
    })
  )

  it.effect("is not sent when it is empty or bare", () =>
    Effect.gen(function* () {
      yield* checkNothingSent(Auth.queryToken({ token: Redacted.make("") }), "token")
      yield* checkNothingSent(untyped(Auth.queryToken, { token: Redacted.value(token) }), "token")
      yield* checkNothingSent(untyped(Auth.queryToken), "token")
    })
  )
})

describe("who is signed in", () => {
  it.effect("has shards and resources on official servers", () =>
    Effect.gen(function* () {
      const me = yield* ask(Auth.me(), alwaysReported("auth.me.official"), official)
      assert.deepStrictEqual([me.cpuShard?.["shard3"], me.resources?.["pixel"]], [20, 512])
      assert.strictEqual(Badge.parse(me.badge)?.color2, 14)
    })
  )

  it.effect("is told with a badge that is none", () =>
    Effect.gen(function* () {
      const { body } = recording("user/auth-me.after-badge").response as {
        readonly body: { readonly badge: object }
      }
      const shapeless = Object.fromEntries(Object.entries(body.badge).filter(([name]) => name !== "type"))
      for (const badge of [shapeless, { ...body.badge, color1: ["#ff0000"] }]) {
        const me = yield* ask(Auth.me(), always({ ...body, badge }))
        assert.strictEqual(me.username, "bob")
        assert.isUndefined(Badge.parse(me.badge))
      }
    })
  )

  it.effect("is not told to a restricted token", () =>
    checkRefusal(
      Auth.me(),
      "auth.me.forbidden",
      "Forbidden: the token does not allow GET /api/auth/me: use one that does, or one with full access",
      official
    )
  )

  it("was recorded without fields that official servers have", () => {
    assert.doesNotHaveAnyKeys(recording("user/auth-me.ok").response.body, ["cpuShard", "resources"])
  })
})
