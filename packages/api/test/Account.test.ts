import { inspect } from "node:util"
import * as Account from "@screeps-effect/api/Account"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { always, asGuest, ask, html } from "./support/fake.ts"
import {
  alwaysReported,
  type Call,
  checkNothingSent,
  checkRefusal,
  checkRequest,
  official,
  requests,
  untyped
} from "./support/asking.ts"

const badge = { type: 16, color1: "#112233", color2: "#abcdef", color3: "#FF8800", param: 100, flip: false }
const acknowledge = "a wrong old password ends the server"
const oldPassword = Redacted.make("pw12345")
const password = Redacted.make("pw67890")

const told: ReadonlyArray<readonly [call: Call, answer: string, request: string]> = [
  [
    Account.notifyPrefs({ disabled: false, sendOnline: true, interval: 60, errorsInterval: 100000 }),
    "user/notify-prefs.all",
    'POST /api/user/notify-prefs {"disabled":false,"sendOnline":true,"interval":60,"errorsInterval":100000}'
  ],
  [
    Account.notifyPrefs({ disabled: true, interval: undefined }),
    "user/notify-prefs.one",
    'POST /api/user/notify-prefs {"disabled":true}'
  ],
  [Account.badge({ badge }), "user/badge-set.ok", `POST /api/user/badge ${JSON.stringify({ badge })}`],
  [Account.badgeSvg({ username: "bob" }), "user/badge-svg.ok", "GET /api/user/badge-svg?username=bob"],
  [
    Account.badgeSvg({ username: "BOB", border: 1 }),
    "user/badge-svg.border",
    "GET /api/user/badge-svg?username=BOB&border=1"
  ],
  [
    Account.email({ email: "Bob.New@Example.com" }),
    "user/email.ok",
    'POST /api/user/email {"email":"Bob.New@Example.com"}'
  ],
  [
    Account.changePassword({ oldPassword, password, acknowledge }),
    "user/password.ok",
    'POST /api/user/password {"oldPassword":"pw12345","password":"pw67890"}'
  ],
  [
    Account.changePassword({ password, acknowledge }),
    "user/password.ok",
    'POST /api/user/password {"password":"pw67890"}'
  ],
  [
    Account.setSteamVisible({ visible: false }),
    "user/set-steam-visible.off",
    'POST /api/user/set-steam-visible {"visible":false}'
  ],
  [Account.tutorialDone(), "user/tutorial-done.ok", "POST /api/user/tutorial-done {}"],
  [
    Account.cpuShards({ cpu: { shard0: 0, shard3: 20 } }),
    "account.cpu-shards.ok",
    'POST /api/user/cpu-shards {"cpu":{"shard0":0,"shard3":20}}'
  ],
  [Account.activatePtr(), "account.activate-ptr.ok", "POST /api/user/activate-ptr {}"],
  [Account.unlinkSteam(), "user/unlink-steam.ok", "POST /api/user/unlink-steam {}"],
  [Account.unlinkGithub(), "user/unlink-github.ok", "POST /api/user/unlink-github {}"],
  [Account.unlinkGitlab(), "user/unlink-gitlab.ok", "POST /api/user/unlink-gitlab {}"]
]

const absent = "does not exist on this server; available on official servers"

const refused: ReadonlyArray<readonly [call: Call, answer: string, reason: string]> = [
  [Account.badge({ badge }), "user/badge-set.custom-paths-not-granted", "Rejected: invalid params"],
  [Account.badgeSvg({ username: "nobody" }), "user/badge-svg.unknown-user", "Rejected: Not Found"],
  [Account.email({ email: "carol@example.com" }), "user/email.taken", "Rejected: email already exists"],
  [Account.email({ email: "bob@example.com" }), "user/email.own-again", "Rejected: email already exists"],
  [Account.changePassword({ password, acknowledge }), "user/password.missing", "Rejected: Password required"],
  [
    Account.setSteamVisible({ visible: true }),
    "user/set-steam-visible.noauth",
    "Unauthorized: the API token was rejected"
  ],
  [Account.tutorialDone(), "user/tutorial-done.noauth", "Unauthorized: the API token was rejected"],
  [Account.cpuShards({ cpu: { shard3: 20 } }), "account.cpu-shards.too-soon", "Rejected: too soon"],
  [
    Account.cpuShards({ cpu: { shard3: 20 } }),
    "user/absent.POST.cpu-shards",
    `EndpointNotFound: /api/user/cpu-shards ${absent}`
  ],
  [Account.activatePtr(), "account.activate-ptr.not-ptr", "Rejected: not ptr"],
  [
    Account.activatePtr(),
    "user/absent.POST.activate-ptr",
    `EndpointNotFound: /api/user/activate-ptr ${absent}`
  ]
]

const limits: ReadonlyArray<readonly [what: string, call: Call, field: string]> = [
  ["mails every 7 minutes", untyped(Account.notifyPrefs, { interval: 7 }), "interval"],
  [
    "mails about errors every 3 minutes",
    untyped(Account.notifyPrefs, { errorsInterval: 3 }),
    "errorsInterval"
  ],
  ["mails that are 1", untyped(Account.notifyPrefs, { disabled: 1 }), "disabled"],
  ["mails of another name", untyped(Account.notifyPrefs, { enabled: true }), "enabled"],
  ["no badge", untyped(Account.badge, {}), "badge"],
  ["a badge of shape 25", Account.badge({ badge: { ...badge, type: 25 } }), "badge"],
  ["a badge of shape 0", Account.badge({ badge: { ...badge, type: 0 } }), "badge"],
  ["a badge of half a shape", Account.badge({ badge: { ...badge, type: 1.5 } }), "badge"],
  ["a badge bent by 101", Account.badge({ badge: { ...badge, param: 101 } }), "badge"],
  ["a badge bent by -101", Account.badge({ badge: { ...badge, param: -101 } }), "badge"],
  [
    "a badge with a colour of the old palette",
    untyped(Account.badge, { badge: { ...badge, color1: 1 } }),
    "badge"
  ],
  ["a badge with a short colour", Account.badge({ badge: { ...badge, color3: "#f80" } }), "badge"],
  ["the picture of nobody", Account.badgeSvg({ username: "" }), "username"],
  ["the picture of undefined", untyped(Account.badgeSvg, {}), "username"],
  ["no mail address", untyped(Account.email, {}), "email"],
  ["an empty mail address", Account.email({ email: "" }), "email"],
  ["a mail address without a host", Account.email({ email: "not-an-email" }), "email"],
  ["visibility that is neither", untyped(Account.setSteamVisible, {}), "visible"],
  ["CPU for no shard", Account.cpuShards({ cpu: {} }), "cpu"],
  ["CPU below zero", Account.cpuShards({ cpu: { shard3: -1 } }), "cpu"],
  ["half a millisecond of CPU", Account.cpuShards({ cpu: { shard3: 0.5 } }), "cpu"],
  ["CPU under another name", untyped(Account.cpuShards, { cpuShard: { shard3: 20 } }), "cpuShard"]
]

describe("what the account is told", () => {
  for (const [call, answer, request] of told) {
    it.effect(`${request.split(" {")[0]} (${answer})`, () => checkRequest(call, answer, request))
  }
})

describe("what a server refuses", () => {
  for (const [call, answer, reason] of refused) {
    it.effect(`is told as ${reason} (${answer})`, () => checkRefusal(call, answer, reason))
  }
})

describe("nothing is sent", () => {
  for (const [what, call, field] of limits) {
    it.effect(`for ${what}`, () => checkNothingSent(call, field))
  }
})

describe("a change", () => {
  it.effect("is counted alike in the dialects of servers", () =>
    Effect.gen(function* () {
      const call = Account.notifyPrefs({ disabled: true })
      assert.strictEqual(DbUpdate.changed(yield* ask(call, always("user/notify-prefs.one"))), 1)
      const server = alwaysReported("account.notify-prefs.official")
      assert.strictEqual(DbUpdate.changed(yield* ask(call, server, official)), 1)
    })
  )
})

describe("a badge", () => {
  it.effect("is drawn as a picture, for anybody (badge-svg.ok)", () =>
    Effect.gen(function* () {
      const server = always("user/badge-svg.ok")
      const svg = yield* ask(Account.badgeSvg({ username: "bob" }), server, { who: asGuest })
      assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="128"[^]*#112233[^]*<\/svg>$/)
    })
  )

  it.effect("of a user who has none is an empty picture (badge-svg.no-badge)", () =>
    Effect.gen(function* () {
      const svg = yield* ask(Account.badgeSvg({ username: "Carol" }), always("user/badge-svg.no-badge"))
      assert.strictEqual(svg, '<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    })
  )

  it.effect("is no page for people", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(ask(Account.badgeSvg({ username: "bob" }), html("<p>Hello</p>", 200)))
      assert.strictEqual(error.reason._tag, "UnexpectedResponse")
      assert.notInclude(error.message, "Hello")
    })
  )
})

describe("a password", () => {
  it.effect("is changed only by those who say that they know the danger; the words do not travel", () =>
    Effect.gen(function* () {
      const server = always("user/password.ok")
      yield* ask(Account.changePassword({ oldPassword, password, acknowledge }), server)
      assert.notInclude(requests(server).join(), "wrong")
      for (const words of [undefined, true, "yes", "a wrong old password ends the world"])
        yield* checkNothingSent(
          untyped(Account.changePassword, { oldPassword, password, acknowledge: words }),
          "acknowledge"
        )
    })
  )

  it.effect("that is missing, empty or bare is not sent", () =>
    Effect.gen(function* () {
      const change = (input: object) => untyped(Account.changePassword, { acknowledge, ...input })
      yield* checkNothingSent(change({ oldPassword }), "password")
      yield* checkNothingSent(change({ oldPassword, password: Redacted.make("") }), "password")
      yield* checkNothingSent(change({ oldPassword, password: "pw67890" }), "password")
      yield* checkNothingSent(change({ oldPassword: Redacted.make(""), password }), "oldPassword")
      yield* checkNothingSent(change({ oldPassword: "pw12345", password }), "oldPassword")
    })
  )

  it.effect("is shown in no refusal", () =>
    Effect.gen(function* () {
      const change = untyped(Account.changePassword, {
        oldPassword: "pw12345",
        password: "pw67890",
        acknowledge
      })
      const error = yield* Effect.flip(ask(change, always({ ok: 1 })))
      assert.notMatch(inspect(error, { depth: 5 }) + JSON.stringify(error), /pw12345|pw67890/)
    })
  )

  it("is never changed twice by itself", () => {
    assert.isFalse(Account.changePassword.idempotent)
  })
})
