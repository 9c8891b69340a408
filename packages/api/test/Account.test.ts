import { inspect } from "node:util"
import * as Account from "@screeps-effect/api/Account"
import * as Register from "@screeps-effect/api/Register"
import * as Seasons from "@screeps-effect/api/Seasons"
import * as DbUpdate from "@screeps-effect/schema/DbUpdate"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { always, asGuest, run, html } from "./support/fake.ts"
import {
  alwaysReported,
  type Call,
  checkInvalidInput,
  checkFailure,
  checkRequest,
  official,
  linesWithBody,
  untyped
} from "./support/calls.ts"

const badge = { type: 16, color1: "#112233", color2: "#abcdef", color3: "#FF8800", param: 100, flip: false }
const acknowledge = "a wrong old password ends the server"
const oldPassword = Redacted.make("pw12345")
const password = Redacted.make("pw67890")

const calls: ReadonlyArray<readonly [call: Call, response: string, request: string]> = [
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
  [
    Account.activateCpuUnlocks({ count: 1 }),
    "account.activate-cpu-unlocks.ok",
    'POST /api/user/activate-cpu-unlocks {"count":1}'
  ],
  [Account.ivm({ legacy: true }), "account.ivm.ok", 'POST /api/user/ivm {"legacy":true}'],
  [Account.githubScope(), "account.github-scope.ok", "GET /api/auth/github/check-repo-scope"],
  [Account.githubRepos(), "account.github-repos.list", "GET /api/user/github-repos"],
  [
    Account.githubRepo({ repo: "bot", folder: "dist" }),
    "account.github-repo.set",
    'POST /api/user/github-repo {"repo":"bot","folder":"dist"}'
  ],
  [
    Account.githubRepo({ repo: false }),
    "account.github-repo.set",
    'POST /api/user/github-repo {"repo":false}'
  ],
  [Account.unlinkSteam(), "user/unlink-steam.ok", "POST /api/user/unlink-steam {}"],
  [Account.unlinkGithub(), "user/unlink-github.ok", "POST /api/user/unlink-github {}"],
  [Account.unlinkGitlab(), "user/unlink-gitlab.ok", "POST /api/user/unlink-gitlab {}"]
]

const absent = "was not found on this server; available on official servers"

const rejected: ReadonlyArray<readonly [call: Call, response: string, reason: string]> = [
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
  [Account.githubScope(), "account.github-scope.no-scope", "Rejected: no scope"],
  [Account.githubRepo({ repo: "empty" }), "account.github-repo.no-branch", "Rejected: no default branch"],
  [
    Account.activatePtr(),
    "user/absent.POST.activate-ptr",
    `EndpointNotFound: /api/user/activate-ptr ${absent}`
  ]
]

const invalid: ReadonlyArray<readonly [what: string, call: Call, field: string]> = [
  ["mails every 7 minutes", untyped(Account.notifyPrefs, { interval: 7 }), "interval"],
  [
    "mails about errors every 3 minutes",
    untyped(Account.notifyPrefs, { errorsInterval: 3 }),
    "errorsInterval"
  ],
  ["the number 1 for disabled", untyped(Account.notifyPrefs, { disabled: 1 }), "disabled"],
  ["an unknown field for mails", untyped(Account.notifyPrefs, { enabled: true }), "enabled"],
  ["a missing badge", untyped(Account.badge, {}), "badge"],
  ["a badge of shape 25", Account.badge({ badge: { ...badge, type: 25 } }), "badge"],
  ["a badge of shape 0", Account.badge({ badge: { ...badge, type: 0 } }), "badge"],
  ["a badge with a fractional shape", Account.badge({ badge: { ...badge, type: 1.5 } }), "badge"],
  ["a badge with param 101", Account.badge({ badge: { ...badge, param: 101 } }), "badge"],
  ["a badge with param -101", Account.badge({ badge: { ...badge, param: -101 } }), "badge"],
  [
    "a badge with a colour of the old palette",
    untyped(Account.badge, { badge: { ...badge, color1: 1 } }),
    "badge"
  ],
  ["a badge with a short colour", Account.badge({ badge: { ...badge, color3: "#f80" } }), "badge"],
  ["an empty username for a badge picture", Account.badgeSvg({ username: "" }), "username"],
  ["a missing username for a badge picture", untyped(Account.badgeSvg, {}), "username"],
  ["a missing mail address", untyped(Account.email, {}), "email"],
  ["an empty mail address", Account.email({ email: "" }), "email"],
  ["a mail address without a host", Account.email({ email: "not-an-email" }), "email"],
  ["a missing visible flag", untyped(Account.setSteamVisible, {}), "visible"],
  ["a CPU distribution without shards", Account.cpuShards({ cpu: {} }), "cpu"],
  ["a negative CPU share", Account.cpuShards({ cpu: { shard3: -1 } }), "cpu"],
  ["a fractional CPU share", Account.cpuShards({ cpu: { shard3: 0.5 } }), "cpu"],
  ["no CPU unlocks", Account.activateCpuUnlocks({ count: 0 }), "count"],
  ["half a CPU unlock", Account.activateCpuUnlocks({ count: 0.5 }), "count"],
  ["CPU unlocks without a number", untyped(Account.activateCpuUnlocks, {}), "count"],
  ["access to a shard without keys", Account.activateShardAccess({ shard: "shardX", count: 0 }), "count"],
  ["the number 1 for the shared virtual machine", untyped(Account.ivm, { legacy: 1 }), "legacy"],
  ["every repository", untyped(Account.githubRepo, { repo: true }), "repo"],
  ["an unknown field for CPU shares", untyped(Account.cpuShards, { cpuShard: { shard3: 20 } }), "cpuShard"]
]

describe("account operations", () => {
  for (const [call, response, request] of calls) {
    it.effect(`sends the recorded request ${request.split(" {")[0]} (${response})`, () =>
      checkRequest(call, response, request)
    )
  }
})

describe("account operations that a server rejects", () => {
  for (const [call, response, reason] of rejected) {
    it.effect(`fails with ${reason} (${response})`, () => checkFailure(call, response, reason))
  }
})

describe("invalid input of account operations", () => {
  for (const [what, call, field] of invalid) {
    it.effect(`is rejected without a request: ${what}`, () => checkInvalidInput(call, field))
  }
})

describe("Account.activateShardAccess", () => {
  it.effect("sends the shard that the caller names", () =>
    checkRequest(
      Account.activateShardAccess({ shard: "shardX", count: 2 }),
      "account.activate-shard-access.ok",
      'POST /api/user/activate-shard-access {"count":2,"shard":"shardX"}',
      official
    )
  )

  it.effect("spends nothing on the configured shard when no shard is named", () =>
    checkInvalidInput(untyped(Account.activateShardAccess, { count: 2 }), "shard", official)
  )
})

describe("an operation that spends resources of the account", () => {
  it("is marked as irreversible, so that agents ask the player, and is not sent twice", () => {
    for (const operation of [Account.activateCpuUnlocks, Account.activateShardAccess, Seasons.enter]) {
      assert.deepStrictEqual([operation.changes, operation.idempotent], ["irreversible", false])
    }
  })
})

describe("an operation that a mod adds to private servers and official servers have", () => {
  it.effect("is sent to an official server when it is called", () =>
    Effect.gen(function* () {
      const ok = always({ ok: 1 })
      yield* run(Account.changePassword({ oldPassword, password, acknowledge }), ok, official)
      yield* run(Account.unlinkSteam(), ok, official)
      yield* run(Account.unlinkGithub(), ok, official)
      yield* run(
        Register.submit({
          username: "alice",
          password,
          email: "alice@example.com",
          recaptcha: Redacted.make("solved-by-a-person")
        }),
        ok,
        official
      )
      assert.deepStrictEqual(linesWithBody(ok), [
        'POST /api/user/password {"oldPassword":"pw12345","password":"pw67890"}',
        "POST /api/user/unlink-steam {}",
        "POST /api/user/unlink-github {}",
        'POST /api/register/submit {"username":"alice","password":"pw67890","email":"alice@example.com",' +
          '"recaptcha":"solved-by-a-person"}'
      ])
    })
  )
})

describe("Account.notifyPrefs", () => {
  it.effect("returns a change count that DbUpdate.changed reads for private and official servers", () =>
    Effect.gen(function* () {
      const call = Account.notifyPrefs({ disabled: true })
      assert.strictEqual(DbUpdate.changed(yield* run(call, always("user/notify-prefs.one"))), 1)
      const server = alwaysReported("account.notify-prefs.official")
      assert.strictEqual(DbUpdate.changed(yield* run(call, server, official)), 1)
    })
  )
})

describe("Account.badgeSvg", () => {
  it.effect("returns an SVG without a sign-in (badge-svg.ok)", () =>
    Effect.gen(function* () {
      const server = always("user/badge-svg.ok")
      const svg = yield* run(Account.badgeSvg({ username: "bob" }), server, { credentials: asGuest })
      assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="128"[^]*#112233[^]*<\/svg>$/)
    })
  )

  it.effect("returns an empty SVG for a user without a badge (badge-svg.no-badge)", () =>
    Effect.gen(function* () {
      const svg = yield* run(Account.badgeSvg({ username: "Carol" }), always("user/badge-svg.no-badge"))
      assert.strictEqual(svg, '<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    })
  )

  it.effect("fails with UnexpectedResponse when the server returns an HTML page", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(run(Account.badgeSvg({ username: "bob" }), html("<p>Hello</p>", 200)))
      assert.strictEqual(error.reason._tag, "UnexpectedResponse")
      assert.notInclude(error.message, "Hello")
    })
  )
})

describe("Account.changePassword", () => {
  it.effect("requires the acknowledge text and does not send it", () =>
    Effect.gen(function* () {
      const server = always("user/password.ok")
      yield* run(Account.changePassword({ oldPassword, password, acknowledge }), server)
      assert.notInclude(linesWithBody(server).join(), "wrong")
      for (const words of [undefined, true, "yes", "a wrong old password ends the world"])
        yield* checkInvalidInput(
          untyped(Account.changePassword, { oldPassword, password, acknowledge: words }),
          "acknowledge"
        )
    })
  )

  it.effect("rejects missing, empty and unredacted passwords without a request", () =>
    Effect.gen(function* () {
      const change = (input: object) => untyped(Account.changePassword, { acknowledge, ...input })
      yield* checkInvalidInput(change({ oldPassword }), "password")
      yield* checkInvalidInput(change({ oldPassword, password: Redacted.make("") }), "password")
      yield* checkInvalidInput(change({ oldPassword, password: "pw67890" }), "password")
      yield* checkInvalidInput(change({ oldPassword: Redacted.make(""), password }), "oldPassword")
      yield* checkInvalidInput(change({ oldPassword: "pw12345", password }), "oldPassword")
    })
  )

  it.effect("shows no password in the InvalidInput failure", () =>
    Effect.gen(function* () {
      const change = untyped(Account.changePassword, {
        oldPassword: "pw12345",
        password: "pw67890",
        acknowledge
      })
      const error = yield* Effect.flip(run(change, always({ ok: 1 })))
      assert.notMatch(inspect(error, { depth: 5 }) + JSON.stringify(error), /pw12345|pw67890/)
    })
  )

  it("is not idempotent, so that it is never retried", () => {
    assert.isFalse(Account.changePassword.idempotent)
  })
})
