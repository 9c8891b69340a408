import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import { bob, folder, makeWorld, screeps, screepsAt, url } from "./support/inside.ts"

const Entry = Schema.Struct({
  operation: Schema.String,
  method: Schema.String,
  path: Schema.String,
  outcome: Schema.String,
  reason: Schema.optionalKey(Schema.String),
  status: Schema.optionalKey(Schema.Int),
  missing: Schema.optionalKey(Schema.Array(Schema.String)),
  drift: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        path: Schema.String,
        expected: Schema.String,
        found: Schema.String,
        count: Schema.Int
      })
    )
  ),
  unknownKeys: Schema.optionalKey(Schema.Array(Schema.String)),
  error: Schema.optionalKey(Schema.String),
  rateLimit: Schema.optionalKey(Schema.Unknown),
  shape: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})
const Report = Schema.fromJsonString(
  Schema.Struct({
    report: Schema.Literal("screeps doctor 1"),
    version: Schema.String,
    server: Schema.Literals(["private", "official"]),
    date: Schema.String,
    signedIn: Schema.Boolean,
    operations: Schema.Array(Entry)
  })
)
const decode = Schema.decodeUnknownSync(Report, { onExcessProperty: "error" })

/** Returns the report of a run, and its entries by operation. */
const read = (text: string) => {
  const report = decode(text)
  return { ...report, of: Object.fromEntries(report.operations.map((entry) => [entry.operation, entry])) }
}

const outcomes = (text: string, ...names: ReadonlyArray<string>) => {
  const { of } = read(text)
  return names.map((name) => [of[name]?.outcome, of[name]?.reason ?? of[name]?.missing])
}

/** Runs the program against a server that responds to some paths with other bodies. */
const changed = (
  world: ScreepsWorld.ScreepsWorld,
  change: (path: string, body: unknown) => unknown,
  requests: Array<string> = []
) => {
  const serve = TestServer.handler(world)
  return screepsAt((request) =>
    Effect.gen(function* () {
      const { pathname } = new URL(request.url)
      requests.push(`${request.method} ${pathname}`)
      const response = yield* serve(request)
      if (request.method !== "GET" || !(response.headers.get("content-type") ?? "").includes("json"))
        return response
      const body: unknown = yield* Effect.promise(() => response.json())
      const after = change(pathname, body)
      return after instanceof Response ? after : Response.json(after, { headers: response.headers })
    })
  )
}

const without = (value: unknown, key: string) =>
  Object.fromEntries(isMapping(value) ? Object.entries(value).filter(([name]) => name !== key) : [])

/** What a response may contain and a report may not: tokens, ids, addresses, and names of users and rooms. */
const secrets = [
  "5ec4e700-5ec4-4000-8000-00005ec4e700",
  "a5ec4e70-5ec4-4000-8000-00005ec4e700",
  "abcdef0000000000000000000000000000abcdef",
  "FAKEtokenOf54CharactersInBase64Url",
  "5ec4e7alice@example.com",
  "mallory.smith@example.com",
  "mallory",
  "W77N77",
  "a1b2c3d4e5f6",
  "55c91dc66e36d62a6167e1b5"
]
const byKey = Object.fromEntries(secrets.map((secret) => [secret, { [secret]: secret }]))
const named = { username: "mallory", _id: "55c91dc66e36d62a6167e1b5", email: "mallory.smith@example.com" }

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Adds secrets as keys and values everywhere in a response. */
const infested = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...value.map(infested), ...secrets, byKey]
  if (!isMapping(value)) return value
  const inner = Object.entries(value).map(([key, one]) => [key, infested(one)] as const)
  return { ...byKey, ...Object.fromEntries(inner), whose: named }
}

/** Responses that repeat the secrets in every part. */
const leaking: ReadonlyArray<readonly [string, (body: unknown, path: string) => unknown]> = [
  ["secrets among the data", infested],
  [
    "secrets instead of the data",
    (body, path) =>
      path === "/api/auth/me"
        ? infested(body)
        : {
            ok: 1,
            list: byKey,
            users: byKey,
            rooms: secrets,
            room: secrets,
            user: byKey,
            stats: byKey,
            time: named
          }
  ],
  ["rejections", (body, path) => (path === "/api/auth/me" ? body : { error: secrets.join(" ") })],
  [
    "pages of other statuses",
    (body, path) =>
      path === "/api/auth/me"
        ? body
        : new Response(secrets.join(" "), {
            status: path.includes("game") ? 500 : path.includes("user") ? 404 : 403,
            headers: { "x-secret": secrets.join(" ") }
          })
  ]
]

describe("screeps doctor", () => {
  it.effect("calls each operation that only reads once, and sends nothing that writes", () =>
    Effect.gen(function* () {
      const requests: Array<string> = []
      const { err, out, status } = yield* changed(
        makeWorld(),
        (_, body) => body,
        requests
      )(["doctor", "--json"])
      assert.deepStrictEqual([err, status], ["", 0])
      const { of, operations, server, signedIn, version } = read(out)
      assert.deepStrictEqual([server, signedIn, version], ["private", true, "1.2.3"])
      const reading = Endpoints.all.filter(({ method }) => method === "GET")
      assert.sameMembers(
        operations.map(({ path }) => path),
        reading.map(({ path }) => path)
      )
      const writes = requests.filter((request) => request.startsWith("POST "))
      assert.deepStrictEqual([...new Set(writes)], ["POST /api/auth/signin"])
      // The first requests find out what the inputs are made from.
      const twice = new Set([
        "GET /api/version",
        "GET /api/auth/me",
        "GET /api/game/time",
        "GET /api/user/world-start-room",
        "GET /api/user/messages/index"
      ])
      for (const { path } of reading) {
        const sent = requests.filter((request) => request === `GET ${path}`).length
        const expected = of[path]?.outcome === "skipped" ? 0 : twice.has(`GET ${path}`) ? 2 : 1
        assert.isAtMost(sent, expected, path)
      }
      assert.deepStrictEqual(
        operations
          .filter(({ outcome }) => outcome === "skipped")
          .map(({ missing, operation }) => [operation, missing]),
        [
          ["auth.queryToken", ["token"]],
          ["game.findObject", ["_id"]],
          ["history.shared", ["code"]],
          ["history.sharedChunk", ["code"]],
          ["mapTool.rooms", ["user", "password"]]
        ]
      )
    })
  )

  it.effect("prints a table that fits into the terminal, with a summary", () =>
    Effect.gen(function* () {
      for (const columns of [80, 120]) {
        const { out, status } = yield* screeps(makeWorld())(["doctor"], { columns })
        assert.strictEqual(status, 0)
        const lines = out.split("\n")
        assert.isAtMost(Math.max(...lines.map(({ length }) => length)), columns)
        assert.include(lines, "auth.me                      ok")
        assert.include(lines, "authTokens.list              absent    official servers only")
        assert.include(lines, "game.roomObjects             absent    needs screepsmod-admin-utils")
        assert.include(lines, "leaderboard.find             rejected  Rejected: result not found")
        assert.match(out, /\n67 operations: \d+ ok, \d+ absent, 2 rejected, 5 skipped\n/)
      }
      const { out } = yield* screeps(makeWorld())(["doctor"])
      assert.match(out, /leaderboard\.find +rejected +Rejected \(status 200\)\n/)
    })
  )

  it.effect("finds operations of mods, without them and with them", () =>
    Effect.gen(function* () {
      const names = ["auth.authmod", "history.privateChunk", "mods.list"]
      const bare = yield* screeps(makeWorld(), { mods: [] })(["doctor", "--json", "--room", "W7N3"])
      assert.deepStrictEqual(
        outcomes(bare.out, ...names),
        names.map(() => ["absent", "EndpointNotFound"])
      )
      const mods = ["screepsmod-auth", "history", "screepsmod-admin-utils"]
      const full = yield* screeps(makeWorld(), { mods })(["doctor", "--json", "--room", "W7N3"])
      assert.deepStrictEqual(outcomes(full.out, "auth.authmod", "mods.list"), [
        ["ok", undefined],
        ["ok", undefined]
      ])
    })
  )

  it.effect("reports calls that need an account as unauthorized when there is none", () =>
    Effect.gen(function* () {
      const { out, status } = yield* screeps(makeWorld())(["doctor", "--guest", "--json"])
      assert.strictEqual(status, 0)
      assert.isFalse(read(out).signedIn)
      assert.deepStrictEqual(outcomes(out, "auth.me", "game.time", "user.rooms", "game.roomTerrain"), [
        ["unauthorized", "Unauthorized"],
        ["ok", undefined],
        ["skipped", ["id"]],
        ["skipped", ["room"]]
      ])
    })
  )

  it.effect("reports differences from the schema, and keys that it does not have", () =>
    Effect.gen(function* () {
      const run = changed(makeWorld(), (path, body) => {
        if (path === "/api/user/branches")
          return { ok: 1, list: [{ branch: "a", activeWorld: true }, { branch: 5 }, "x"], total: 3 }
        if (path === "/api/game/time") return { ...without(body, "time"), day: 1 }
        if (path === "/api/game/world-size") return new Response("<html>busy</html>")
        if (path === "/api/user/messages/unread-count") return new Response("", { status: 500 })
        return path === "/api/user/world-status" ? { ok: 1, status: "normal", phase: { secret: 1 } } : body
      })
      const { out, status } = yield* run(["doctor", "--json"])
      assert.strictEqual(status, 0)
      const { of } = read(out)
      const branches = of["user.branches"] ?? assert.fail("no entry")
      assert.strictEqual(branches.outcome, "drift")
      assert.includeDeepMembers(
        [...(branches.drift ?? [])],
        [{ path: "list[].branch", expected: "string", found: "number", count: 1 }]
      )
      assert.deepStrictEqual(branches.unknownKeys, ["total"])
      const { drift, ...time } = of["game.time"] ?? assert.fail("no entry")
      assert.deepStrictEqual([time.outcome, time.reason, time.status], ["failed", "UnexpectedResponse", 200])
      assert.deepStrictEqual(time.unknownKeys, ["day"])
      const { outcome, reason, ...size } = of["game.worldSize"] ?? assert.fail("no entry")
      assert.deepStrictEqual([outcome, reason, size.drift], ["failed", "UnexpectedResponse", undefined])
      assert.deepStrictEqual(
        drift?.map(({ found, path }) => [path, found]),
        [["time", "absent"]]
      )
      assert.deepStrictEqual(
        [of["messages.unreadCount"]?.outcome, of["messages.unreadCount"]?.status],
        ["failed", 500]
      )
      assert.deepStrictEqual(of["user.worldStatus"]?.unknownKeys, ["phase"])
      const table = yield* run(["doctor"], { columns: 80 })
      assert.include(table.out, "list[].branch: expected string,")
      assert.match(table.out, /user\.worldStatus +ok +unknown keys: phase\n/)
    })
  )

  it.effect("fails like other commands when the server is unreachable or rejects the account", () =>
    Effect.gen(function* () {
      const env = { SCREEPS_URL: url, SCREEPS_USERNAME: bob.username, SCREEPS_PASSWORD: "wrong" }
      const wrong = yield* screeps(makeWorld())(["doctor"], { env })
      assert.deepStrictEqual([wrong.status, wrong.out], [3, ""])
      const none = yield* screepsAt(() => Effect.die(new TypeError("fetch failed")))(["doctor"])
      assert.deepStrictEqual([none.status, none.out], [5, ""])
    })
  )

  it.effect("stops calling operations when the server no longer responds", () =>
    Effect.gen(function* () {
      let sent = 0
      const serve = TestServer.handler(makeWorld())
      const run = screepsAt((request) =>
        ++sent > 15 ? Effect.die(new TypeError("fetch failed")) : serve(request)
      )
      const { out, status } = yield* run(["doctor", "--json"])
      assert.strictEqual(status, 0)
      const { operations } = read(out)
      const failed = operations.filter(({ outcome }) => outcome === "failed")
      assert.lengthOf(failed, 3)
      assert.deepInclude(operations.at(-1), { outcome: "skipped", reason: "Unreachable" })
    })
  )

  it.effect("writes a report, and replaces nothing but an earlier report", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* folder}/doctor.json`
      const run = screeps(makeWorld())
      for (const _ of [1, 2]) {
        const { out, status } = yield* run(["doctor", "--report", file])
        assert.strictEqual(status, 0)
        assert.include(out, `Attach ${file} to an issue of screeps-effect.`)
        const json = yield* run(["doctor", "--json"])
        assert.deepStrictEqual(decode(yield* fs.readFileString(file)), decode(json.out))
      }
      yield* fs.writeFileString(file, '{"servers":{}}')
      const requests: Array<string> = []
      const refused = yield* changed(makeWorld(), (_, body) => body, requests)(["doctor", "--report", file])
      assert.deepStrictEqual([refused.status, requests], [1, []])
      assert.include(refused.err, "nothing was sent")
      assert.strictEqual(yield* fs.readFileString(file), '{"servers":{}}')
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("shows no secret, name or id of a server's responses", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      for (const [what, respond] of leaking) {
        const file = `${yield* folder}/doctor.json`
        const run = changed(makeWorld(), (path, body) => respond(body, path))
        const { out, status } = yield* run(["doctor", "--report", file])
        const json = yield* run(["doctor", "--json"])
        assert.deepStrictEqual([status, json.status], [0, 0], what)
        const text = [out.replaceAll(file, ""), json.out, yield* fs.readFileString(file)].join("\n")
        const found = [
          ...secrets,
          url,
          "screeps.test",
          bob.password,
          `"${bob.username}"`,
          `.${bob.username}`
        ].filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))
        assert.deepStrictEqual(found, [], what)
        if (respond === infested) {
          const { of } = read(json.out)
          assert.deepStrictEqual(of["game.version"]?.unknownKeys?.toSorted(), [
            "?",
            "serverData.?",
            "serverData.whose",
            "whose"
          ])
        }
      }
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("prints texts of a server only at a terminal, without control characters", () =>
    Effect.gen(function* () {
      const run = changed(makeWorld(), (path, body) =>
        path === "/api/user/branches" ? { error: "no \u001B[31msuch\u0007 thing" } : body
      )
      const terminal = yield* run(["doctor"], { columns: 120 })
      assert.match(terminal.out, /user\.branches +rejected +Rejected: no \\x1b\[31msuch\\x07 thing\n/)
      assert.notInclude((yield* run(["doctor"])).out, "such")
      assert.notInclude((yield* run(["doctor", "--json"])).out, "such")
    })
  )

  it.effect("prints the first of many unknown keys", () =>
    Effect.gen(function* () {
      const letters = "abcdefghij"
      const keys = Array.from({ length: 90 }, (_, i) => `key${letters[i % 10]}${letters[Math.floor(i / 10)]}`)
      const more = Object.fromEntries(keys.map((key) => [key, 1]))
      const run = changed(makeWorld(), (path, body) =>
        path === "/api/game/time" ? { ok: 1, time: 5, ...more } : body
      )
      const { out } = yield* run(["doctor"])
      assert.match(out, /game\.time +ok +unknown keys: (?:key\w\w, ){49}key\w\w and 40 more\n/)
    })
  )
})
