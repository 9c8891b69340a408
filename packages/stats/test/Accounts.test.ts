/** Accounts from the credentials file. */
import { oneFile } from "@screeps-effect/fixtures/memoryFile"
import * as Accounts from "@screeps-effect/stats/Accounts"
import * as Stats from "@screeps-effect/stats/Stats"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Path from "effect/Path"

/** A file system with one file, and no variables. */
const withFile = (text: string) =>
  Layer.mergeAll(
    Layer.succeed(FileSystem.FileSystem, FileSystem.makeNoop(oneFile(text))),
    Path.layer,
    ConfigProvider.layer(ConfigProvider.fromUnknown({}))
  )

const servers = `servers:
  main:
    token: "11111111-2222-3333-4444-555555555555"
    shard: shard3
  second:
    token: "11111111-2222-3333-4444-555555555555"
  local:
    url: http://127.0.0.1:21025
    username: alice
    password: "123456"
`

const settings = (accounts: string) => `${servers}configs:
  screeps-effect:
    stats:
      accounts:
${accounts}`

const read = (text: string, server?: string) =>
  Accounts.fromFile({ file: ".screeps.yaml", server }).pipe(Effect.provide(withFile(text)))

describe("the accounts of a file", () => {
  it.effect("are those in its settings, with their options", () =>
    Effect.gen(function* () {
      const chosen = yield* read(settings("        main: { memory: [a, b] }\n        local: {}\n"))
      assert.deepStrictEqual(
        chosen.map(({ name, options, server }) => [name, server.kind, options?.memory]),
        [
          ["main", "official", ["a", "b"]],
          ["local", "private", ["stats"]]
        ]
      )
    })
  )

  it.effect("are the only server, or main, without settings", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        (yield* read(servers)).map(({ name }) => name),
        ["main"]
      )
      const one = "servers:\n  bob:\n    url: http://127.0.0.1:21025\n    username: bob\n    password: x\n"
      assert.deepStrictEqual(
        (yield* read(one)).map(({ name }) => name),
        ["bob"]
      )
    })
  )

  it.effect("are one server when it is named, with its options if it has some", () =>
    Effect.gen(function* () {
      const text = settings("        local: { segments: [3] }\n")
      assert.deepStrictEqual(
        (yield* read(text, "local")).map(({ name, options }) => [name, options?.segments]),
        [["local", [3]]]
      )
      assert.deepStrictEqual(
        (yield* read(text, "second")).map(({ name, options }) => [name, options]),
        [["second", undefined]]
      )
    })
  )

  it.effect("are read beside the settings of the command's other parts", () =>
    Effect.gen(function* () {
      const text = settings("        local: {}\n")
      const others = `${text}    aliases: { logs: console --follow }\n    collect: { database: world.sqlite }\n`
      assert.deepStrictEqual(yield* read(others), yield* read(text))
    })
  )

  it.effect("are rejected with the key that is wrong: unknown options, unknown servers", () =>
    Effect.gen(function* () {
      const misspelt = yield* Effect.flip(read(settings("        main: { shard: shard0 }\n")))
      assert.include(misspelt.message, "configs.screeps-effect.stats.accounts.main")
      const unknown = yield* Effect.flip(read(settings("        elsewhere: {}\n")))
      assert.include(unknown.message, "elsewhere")
      const segment = yield* Effect.flip(read(settings("        main: { segments: [100] }\n")))
      assert.include(segment.message, "segments")
    })
  )
})

describe("accounts with the same token", () => {
  it.effect("share its quotas", () =>
    Effect.gen(function* () {
      const world = ScreepsWorld.make({ accounts: [{ username: "bob" }, { username: "eve" }] })
      const chosen = yield* Effect.forEach(["bob", "eve"], () => world.users.grantToken("bob"))
      const server = {
        kind: "official",
        url: "https://screeps.com",
        shard: "shard0",
        password: undefined
      } as const
      const [one, other] = chosen
      assert.isDefined(one)
      assert.isDefined(other)
      yield* Effect.gen(function* () {
        const open = (tokens: typeof chosen) =>
          Effect.flatMap(
            Accounts.open(
              tokens.map((token, i) => ({
                name: `a${i}`,
                server,
                credentials: { _tag: "Token", token } as const
              }))
            ),
            Stats.make
          )
        const shared = yield* open([one, one])
        const apart = yield* open([one, other])
        const memory = (stats: Stats.Stats) =>
          Effect.map(stats.quotas, (quotas) =>
            quotas
              .filter(({ limitKey }) => limitKey === "GET /api/user/memory")
              .map(({ accounts, used }) => [accounts, Math.round(used * 100) / 100])
          )
        assert.deepStrictEqual(yield* memory(shared), [[["a0", "a1"], 0.8]])
        assert.deepStrictEqual(yield* memory(apart), [
          [["a0"], 0.8],
          [["a1"], 0.8]
        ])
      }).pipe(Effect.scoped, Effect.provide(TestServer.layer(world, { dialect: "official" })))
    })
  )
})
