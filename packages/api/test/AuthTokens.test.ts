import { inspect } from "node:util"
import * as AuthTokens from "@screeps-effect/api/AuthTokens"
import * as ObjectId from "@screeps-effect/schema/ObjectId"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { asGuest, run } from "./support/fake.ts"
import {
  alwaysReported,
  checkInvalidInput,
  checkFailure,
  checkRequest,
  official,
  linesWithBody,
  untyped
} from "./support/calls.ts"

const recaptcha = Redacted.make("solved-by-a-person")
const tokenId = ObjectId.make("5bbcab9f9099fc012e632447")

describe("the account's API tokens", () => {
  it.effect("are listed by AuthTokens.list without a readable token", () =>
    Effect.gen(function* () {
      yield* checkRequest(AuthTokens.list(), "auth-tokens.list", "GET /api/user/auth-token", official)
      const { tokens } = yield* run(AuthTokens.list(), alwaysReported("auth-tokens.list"), official)
      assert.deepStrictEqual(
        tokens.map(({ _id, description, full }) => [_id, full, description]),
        [
          ["5bbcab9f9099fc012e632446", true, null],
          ["5bbcab9f9099fc012e632447", false, "a dashboard"]
        ]
      )
      assert.notMatch(inspect(tokens, { depth: 5 }) + JSON.stringify(tokens), /11111111|22222222/)
    })
  )

  it.effect("are deleted by _id", () =>
    checkRequest(
      AuthTokens.remove({ tokenId }),
      "auth-tokens.delete",
      'POST /api/user/delete-auth-token {"tokenId":"5bbcab9f9099fc012e632447"}',
      official
    )
  )

  it.effect("are not deleted when tokenId is missing or empty", () =>
    Effect.gen(function* () {
      for (const input of [undefined, {}, { tokenId: "" }])
        yield* checkInvalidInput(untyped(AuthTokens.remove, input), "tokenId", official)
    })
  )

  it.effect("fail with EndpointNotFound on private servers (absent.GET.auth-token)", () =>
    Effect.gen(function* () {
      const absent = (path: string) =>
        `EndpointNotFound: /api/user/${path} was not found on this server; available on official servers`
      const create = AuthTokens.create({ type: "full" })
      const noratelimit = AuthTokens.noratelimit({ token: Redacted.make("11111111"), recaptcha })
      yield* checkFailure(AuthTokens.list(), "user/absent.GET.auth-token", absent("auth-token"))
      yield* checkFailure(create, "user/absent.POST.auth-token", absent("auth-token"))
      yield* checkFailure(noratelimit, "user/absent.POST.noratelimit", absent("noratelimit"))
      yield* checkFailure(
        AuthTokens.remove({ tokenId }),
        "user/absent.POST.delete-auth-token",
        absent("delete-auth-token")
      )
    })
  )
})

describe("AuthTokens.create", () => {
  it.effect("returns the new token redacted", () =>
    Effect.gen(function* () {
      const server = alwaysReported("auth-tokens.create")
      const { token } = yield* run(AuthTokens.create({ type: "full", description: "CI" }), server, official)
      assert.deepStrictEqual(linesWithBody(server), [
        'POST /api/user/auth-token {"type":"full","description":"CI","endpoints":{},' +
          '"websockets":{"console":false,"rooms":false},"memorySegments":""}'
      ])
      assert.strictEqual(Redacted.value(token), "11111111-2222-3333-4444-555555555555")
      assert.notInclude(inspect(token) + JSON.stringify({ token }), "11111111")
    })
  )

  it.effect("sends the endpoints, channels and segments of a restricted token", () =>
    checkRequest(
      AuthTokens.create({
        type: "selected",
        endpoints: { "GET /api/user/memory-segment": true },
        websockets: { console: true, rooms: false },
        memorySegments: "1,5"
      }),
      "auth-tokens.create",
      'POST /api/user/auth-token {"type":"selected","endpoints":{"GET /api/user/memory-segment":true},' +
        '"websockets":{"console":true,"rooms":false},"memorySegments":"1,5"}',
      official
    )
  )

  it.effect("rejects missing, unknown and misspelt fields without a request", () =>
    Effect.gen(function* () {
      const create = (input: object) => untyped(AuthTokens.create, input)
      yield* checkInvalidInput(create({}), "type", official)
      yield* checkInvalidInput(create({ type: "half" }), "type", official)
      yield* checkInvalidInput(create({ type: "selected" }), "endpoints", official)
      const none = { "GET /api/user/name": false }
      yield* checkInvalidInput(create({ type: "selected", endpoints: none }), "endpoints", official)
      const misspelt = { "/api/user/name": true }
      yield* checkInvalidInput(create({ type: "selected", endpoints: misspelt }), "endpoints", official)
      yield* checkInvalidInput(create({ type: "full", memorySegments: "1;5" }), "memorySegments", official)
      yield* checkInvalidInput(
        create({ type: "full", websockets: { console: true } }),
        "websockets",
        official
      )
    })
  )
})

describe("AuthTokens.noratelimit", () => {
  it.effect("sends the first 8 characters of the token and the solved captcha", () =>
    checkRequest(
      AuthTokens.noratelimit({ token: Redacted.make("11111111"), recaptcha }),
      "auth-tokens.noratelimit",
      'POST /api/user/noratelimit {"token":"11111111","recaptcha":"solved-by-a-person"}',
      official
    )
  )

  it.effect("is sent by a guest, too: the page of official servers needs no sign-in", () =>
    checkRequest(
      AuthTokens.noratelimit({ token: Redacted.make("11111111"), recaptcha }),
      "auth-tokens.noratelimit",
      'POST /api/user/noratelimit {"token":"11111111","recaptcha":"solved-by-a-person"}',
      { ...official, credentials: asGuest }
    )
  )

  it.effect("rejects a missing or unredacted captcha without a request", () =>
    Effect.gen(function* () {
      const token = Redacted.make("11111111")
      yield* checkInvalidInput(untyped(AuthTokens.noratelimit, { token }), "recaptcha", official)
      const open = untyped(AuthTokens.noratelimit, { token, recaptcha: "solved-by-a-person" })
      yield* checkInvalidInput(open, "recaptcha", official)
    })
  )

  it.effect("rejects a whole, short or empty token without a request", () =>
    Effect.gen(function* () {
      for (const token of ["11111111-2222-3333-4444-555555555555", "1111111", ""])
        yield* checkInvalidInput(
          AuthTokens.noratelimit({ token: Redacted.make(token), recaptcha }),
          "token",
          official
        )
      yield* checkInvalidInput(untyped(AuthTokens.noratelimit, { token: "11111111" }), "token", official)
    })
  )
})
