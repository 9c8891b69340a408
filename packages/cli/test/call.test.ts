import * as Catalogue from "@screeps-effect/api/Catalogue"
import * as Endpoints from "@screeps-effect/api/Endpoints"
import * as Game from "@screeps-effect/api/Game"
import type * as Operation from "@screeps-effect/api/Operation"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { type Field, fieldsOf, valueOf } from "../src/commands/call/field.ts"
import { groups } from "../src/commands/call/groups.ts"
import * as Settings from "../src/config/settings.ts"
import { alice, bob, folder, makeWorld, official, screeps } from "./support/inside.ts"

const json = (text: string): unknown => JSON.parse(text)

const fieldOf = (schema: Schema.Constraint): Field => {
  const [field] = fieldsOf(Schema.Struct({ field: schema }))
  return field ?? assert.fail("no field")
}

describe("the names of operations", () => {
  it("match the list of all operations, each found in its module", async () => {
    const entries = Catalogue.entries()
    assert.lengthOf(entries, Endpoints.all.length)
    for (const entry of entries) {
      const module = await groups[entry.group]?.()
      assert.include(Endpoints.all, module?.[entry.name], entry.id)
    }
  })

  it.effect("are accepted in other spellings", () =>
    Effect.gen(function* () {
      for (const name of ["game.roomStatus", "Game.roomStatus", "game.room-status", "GAME.ROOM_STATUS"]) {
        const { out, status } = yield* screeps(makeWorld())(["call", name, "--room", "W7N3", "--json"])
        assert.deepStrictEqual([json(out), status], [{ ok: 1, room: { status: "normal" } }, 0], name)
      }
    })
  )

  it.effect("are listed by group in help, and described for a group that is named", () =>
    Effect.gen(function* () {
      const run = screeps(makeWorld())
      const all = yield* run(["call", "--help"])
      assert.match(all.out, /^ {2}segments +get, set$/m)
      assert.isBelow(all.out.split("\n").length, 60)
      for (const group of ["authTokens", "auth-tokens"]) {
        const { out, status } = yield* run(["call", group, "--help"])
        assert.match(out, /^ {2}authTokens\.list +Lists the account's API tokens\.$/m)
        assert.notInclude(out, "segments.get")
        assert.strictEqual(status, 0)
      }
    })
  )
})

describe("the flags of operations", () => {
  it("have names of fields, none of which collides with a flag of the program", () => {
    const taken = ["help", "version", "completions", "log-level", "input", "reveal"]
    const global = new Set([...taken, ...Settings.all.map(({ id }) => id.replace("screeps/", ""))])
    for (const { input, path } of Endpoints.all) {
      for (const { name } of fieldsOf(input)) assert.isFalse(global.has(name), `${path}: ${name}`)
    }
  })

  it("include which fields are secret and which are required", () => {
    const secrets = Endpoints.all.flatMap(({ input, path }) =>
      fieldsOf(input).flatMap(({ kind, name }) => (kind === "secret" ? [`${path} ${name}`] : []))
    )
    const redacted = Endpoints.all.flatMap(({ input, path }) =>
      Object.entries((input as Schema.Struct<Operation.Fields>).fields).flatMap(([name, field]) =>
        Option.exists(Schema.decodeUnknownOption(field)("12345678"), Redacted.isRedacted)
          ? [`${path} ${name}`]
          : []
      )
    )
    assert.sameMembers(secrets, redacted)
    assert.includeMembers(secrets, ["/api/auth/signin password", "/api/maptool/set password"])
    const required = fieldsOf(Game.placeSpawn.input).filter(({ isRequired }) => isRequired)
    assert.deepStrictEqual(
      required.map(({ name }) => name),
      ["room", "x", "y"]
    )
  })

  it.effect("are listed in help with defaults, path and quota of the operation", () =>
    Effect.gen(function* () {
      const { out } = yield* screeps(makeWorld())(["call", "market.orders", "--help"])
      assert.include(out, "GET /api/game/market/orders; at most 60 requests per hour on official servers")
      assert.match(out, /--resourceType <energy\|power\|ops\|…> +Resource that is traded.*\. Required/)
      const list = yield* screeps(makeWorld())(["call", "leaderboard.list", "--help"])
      assert.match(list.out, /--mode .*the default.* Optional/)
      const sign = yield* screeps(makeWorld())(["call", "auth.signIn", "--help"])
      assert.match(sign.out, /--password <text> +The account.s password\. Required; secret: @file/)
    })
  )
})

describe("a text on the command line", () => {
  const room = Schema.String
  const cases: ReadonlyArray<readonly [string, Schema.Constraint, string, unknown]> = [
    ["an unchanged string, with digits and quotes", room, "123", "123"],
    ["an unchanged string, with digits and quotes", room, '"a"', '"a"'],
    ["a number", Schema.Finite, "-5", -5],
    ["a list, from values separated by commas", Schema.Array(Schema.String), "W1N1, W2N2", ["W1N1", "W2N2"]],
    ["a list, from values separated by commas", Schema.Array(Schema.Finite), "1,2", [1, 2]],
    ["a list, from JSON", Schema.Array(Schema.Finite), "[1,2]", [1, 2]],
    ["an object, from JSON", Schema.Struct({ a: Schema.Finite }), '{"a":1}', { a: 1 }],
    ["any value, from JSON", Schema.Json, "5", 5],
    ["any value, from JSON", Schema.Json, "true", true],
    ["a string, from a bare word where any JSON is accepted", Schema.Json, "hello", "hello"],
    ["an unchanged string that the operation rejects, if it is invalid", Schema.Finite, "five", "five"],
    ["the first of several accepted types", Schema.Union([Schema.Finite, Schema.String]), "5", "5"]
  ]
  for (const [i, [title, schema, text, value]] of cases.entries()) {
    it(`becomes ${title} (${i + 1}: ${text})`, () => {
      assert.deepStrictEqual(valueOf(fieldOf(schema), text), value)
      assert.deepStrictEqual(valueOf(fieldOf(Schema.optional(schema)), text), value)
    })
  }

  it("becomes a redacted secret", () => {
    const field = fieldOf(Schema.RedactedFromValue(Schema.String))
    assert.strictEqual(String(valueOf(field, bob.password)), "<redacted>")
  })
})

describe("a call", () => {
  it.effect("accepts fields as flags, and prints the response indented or as one line of JSON", () =>
    Effect.gen(function* () {
      const run = screeps(makeWorld())
      const args = ["call", "game.checkUniqueObjectName", "--type", "spawn", "--name", "Spawn7"]
      assert.strictEqual((yield* run([...args, "--json"])).out, '{"ok":1}')
      assert.strictEqual((yield* run(args)).out, '{\n  "ok": 1\n}')
      const painted = yield* run(args, { columns: 80, color: true })
      assert.strictEqual(painted.out, '{\n  \u001B[36m"ok"\u001B[39m: \u001B[33m1\u001B[39m\n}')
    })
  )

  it.effect("reads values from files, standard input and --input", () =>
    Effect.gen(function* () {
      const world = makeWorld()
      const run = screeps(world)
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* folder}/value.json`
      yield* fs.writeFileString(file, '{"a":[1,2]}\n')
      const calls: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
        [["--segment", "1", "--data", `@${file}`], ""],
        [["--segment", "2", "--data", "-"], "from a pipe\n"],
        [["--input", "-"], '{"segment":3,"data":"all of it"}'],
        [["--input", '{"segment":3,"data":"x"}', "--segment", "4", "--data", "@@home"], ""]
      ]
      for (const [args, stdin] of calls) {
        const { err, status } = yield* run(["call", "segments.set", ...args], { stdin })
        assert.deepStrictEqual([err, status], ["", 0])
      }
      const texts = yield* Effect.forEach([1, 2, 3, 4], (n) => world.users.segment("bob", n))
      assert.deepStrictEqual<unknown>(texts, ['{"a":[1,2]}\n', "from a pipe", "all of it", "@home"])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("fails with 2 for unknown fields and missing files", () =>
    Effect.gen(function* () {
      const run = screeps(makeWorld())
      const unknown = yield* run(["call", "segments.set", "--input", '{"segmnt":1}'])
      assert.deepStrictEqual([unknown.err, unknown.status], ["screeps: --input: unknown field segmnt", 2])
      const list = yield* run(["call", "segments.set", "--input", "[1]"])
      assert.strictEqual(list.status, 2)
      const missing = yield* run(["call", "user.console", "--expression", "@/nowhere/x.js"])
      assert.deepStrictEqual(
        [missing.err, missing.status],
        ["screeps: /nowhere/x.js cannot be read: no such file or folder; check the path", 2]
      )
    })
  )

  it.effect(
    "reads secrets from files or a prompt, and redacts those in the response unless --reveal is given",
    () =>
      Effect.gen(function* () {
        const run = screeps(makeWorld())
        const args = ["call", "auth.signIn", "--email", "bob", "--json"]
        const fromStdin = yield* run([...args, "--password", "-"], { stdin: `${bob.password}\n` })
        assert.deepStrictEqual([json(fromStdin.out), fromStdin.status], [{ ok: 1, token: "<redacted>" }, 0])
        const fs = yield* FileSystem.FileSystem
        const password = `${yield* folder}/password.txt`
        yield* fs.writeFileString(password, `${bob.password}\n`)
        const fromFile = yield* run([...args, "--password", `@${password}`])
        assert.deepStrictEqual([json(fromFile.out), fromFile.status], [{ ok: 1, token: "<redacted>" }, 0])
        const prompted = yield* run(args, { columns: 80, keys: `${bob.password}\n` })
        assert.deepStrictEqual([json(prompted.out), prompted.status], [{ ok: 1, token: "<redacted>" }, 0])
        const revealed = yield* run([...args, "--reveal", "--password", "-"], { stdin: bob.password })
        assert.match(revealed.out, /^\{"ok":1,"token":"[0-9a-f]{40}"\}$/)
        const whole = JSON.stringify({ email: "bob", password: bob.password })
        const file = yield* run(["call", "auth.signIn", "--json", "--input", "-"], { stdin: whole })
        assert.deepStrictEqual([json(file.out), file.status], [{ ok: 1, token: "<redacted>" }, 0])
        const inArguments = yield* run(["call", "auth.signIn", "--input", whole])
        assert.deepStrictEqual(
          [inArguments.err, inArguments.status],
          ["screeps: --input: password is a secret: pass @file, or - for standard input", 2]
        )
        const piped = yield* run(args)
        assert.deepStrictEqual(
          [piped.err, piped.status],
          [
            '{"error":"Usage","message":"password: cannot prompt without a terminal; pass @file, or - for standard input"}',
            2
          ]
        )
      }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("sends the shard of the flag --shard, and prints text responses unchanged", () =>
    Effect.gen(function* () {
      const { run } = yield* official(makeWorld({ shards: ["shard0", "shard1"] }))
      const time = yield* run(["call", "game.time", "--shard", "shard1", "--json"])
      assert.deepStrictEqual([time.err, time.status], ["", 0])
      const none = yield* run(["call", "game.time", "--shard", "shard7", "--json"])
      assert.deepStrictEqual(none.status, 1)
      assert.include(none.err, "invalid shard")
      const badge = yield* screeps(makeWorld())(["call", "account.badgeSvg", "--username", alice.username])
      assert.include(badge.out, "<svg")
    })
  )
})
