import { utf16 } from "@screeps-effect/fixtures/memoryFile"
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { join } from "node:path"
import { always, apiToken, lines } from "./support/fake.ts"
import { type Files, files, type Entry } from "./support/files.ts"

/** A file whose only server has this host. */
const yaml = (host: string) => `servers: { main: { host: ${host}, token: ${apiToken} } }`
const json = (host: string) => JSON.stringify({ main: { host, token: apiToken } })

/** The server in the first file found, without an account. */
const serverIn = (options?: ConfigFile.Options) =>
  Effect.flatMap(ConfigFile.read(options), (file) =>
    Effect.fromResult(ConfigFile.server(file, options?.server))
  )

/** The host of the server in the first file found. */
const found = ({ layer }: Files, options?: ConfigFile.Options) =>
  Effect.map(Effect.provide(serverIn(options), layer), ({ url }) => new URL(url).host)
const variables = { HOME: "/home/alice", XDG_CONFIG_HOME: "/xdg", APPDATA: "/appdata" }

/** The places where a file is searched, in order. */
const order = [
  ".screeps.yaml",
  ".screeps.yml",
  "/xdg/screeps/config.yaml",
  "/xdg/screeps/config.yml",
  "/home/alice/.config/screeps/config.yaml",
  "/home/alice/.config/screeps/config.yml",
  "/appdata/screeps/config.yaml",
  "/appdata/screeps/config.yml",
  "/home/alice/Library/Application Support/screeps/config.yaml",
  "/home/alice/Library/Application Support/screeps/config.yml",
  "/home/alice/.screeps.yaml",
  "/home/alice/.screeps.yml",
  ".screeps.json",
  "screeps.json",
  "/home/alice/.screeps.json",
  "/home/alice/screeps.json",
  "/xdg/.screeps.json",
  "/xdg/screeps.json",
  "/home/alice/.config/.screeps.json",
  "/home/alice/.config/screeps.json",
  "/appdata/.screeps.json",
  "/appdata/screeps.json",
  "/home/alice/Library/Application Support/.screeps.json",
  "/home/alice/Library/Application Support/screeps.json"
]

describe("the search for a configuration file", () => {
  it.effect("reads the first file found in the documented order of places", () =>
    Effect.gen(function* () {
      for (const [i, path] of order.entries()) {
        const host = `host${i}.example`
        const rest = order.slice(i).map((later) => [later, "not looked at: ["] as const)
        const text = path.endsWith(".json") ? json(host) : yaml(host)
        const all = files({ ...Object.fromEntries(rest), [path]: text }, variables)
        assert.strictEqual(yield* found(all), host)
        assert.deepStrictEqual(all.read, order.slice(0, i + 1))
      }
    })
  )

  it.effect("fails with NotFound and lists every place when there is no file", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(found(files({}, variables)))
      assert.strictEqual(error.reason._tag, "NotFound")
      assert.deepStrictEqual("searched" in error.reason && error.reason.searched, order)
      assert.deepStrictEqual(yield* Effect.provide(ConfigFile.searchPaths, files({}, variables).layer), order)
      assert.strictEqual(error.message, `no configuration file found; searched ${order.join(", ")}`)
    })
  )

  it.effect("searches only the current folder without environment variables, and no place twice", () =>
    Effect.gen(function* () {
      const here = files({})
      yield* Effect.flip(found(here))
      assert.deepStrictEqual(here.read, [".screeps.yaml", ".screeps.yml", ".screeps.json", "screeps.json"])
      const same = files({}, { HOME: "/home/alice", XDG_CONFIG_HOME: "/home/alice/.config" })
      yield* Effect.flip(found(same))
      assert.lengthOf(new Set(same.read), same.read.length)
    })
  )

  it.effect("searches USERPROFILE, the home folder of Windows", () =>
    Effect.gen(function* () {
      const all = files({ "/users/alice/.screeps.yaml": yaml("a.example") }, { USERPROFILE: "/users/alice" })
      assert.strictEqual(yield* found(all), "a.example")
    })
  )

  it.effect("fails when the first file lacks the requested server, without reading further files", () =>
    Effect.gen(function* () {
      const all = files({ ".screeps.yaml": yaml("a.example"), "screeps.json": `{ "other": {} }` })
      const error = yield* Effect.flip(found(all, { server: "other" }))
      assert.strictEqual(error.message, `.screeps.yaml: there is no server "other": choose one of main`)
    })
  )

  it.effect("skips a place whose parent is a file", () =>
    Effect.gen(function* () {
      const all = files(
        { "/xdg/screeps/config.yaml": { is: "below a file" }, "screeps.json": json("a.example") },
        variables
      )
      assert.strictEqual(yield* found(all), "a.example")
    })
  )

  it.effect("fails when environment variables cannot be read", () =>
    Effect.gen(function* () {
      const broken = ConfigProvider.make(() =>
        Effect.fail(new ConfigProvider.SourceError({ message: "the vault is closed" }))
      )
      const error = yield* Effect.flip(
        ConfigFile.read().pipe(
          Effect.provideService(ConfigProvider.ConfigProvider, broken),
          Effect.provide(files({}).layer)
        )
      )
      assert.strictEqual(error.message, "SCREEPS_CONFIG: the configuration cannot be read")
    })
  )
})

describe("the branch auto", () => {
  const here = process.cwd()
  const above = join(here, "..")
  const branchOf = (entries: Readonly<Record<string, Entry>>) =>
    Effect.gen(function* () {
      const { layer } = files({
        ".screeps.yaml": "servers: { main: { branch: auto, token: t } }",
        ...entries
      })
      const { branch } = yield* Effect.provide(serverIn(), layer)
      return branch && Result.merge(Result.mapError(branch, ({ expected }) => expected))
    })
  const head = "ref: refs/heads/feature/x\n"
  const directory = { is: "directory" } as const

  it.effect("is the branch that Git has checked out in the working directory or above it", () =>
    Effect.gen(function* () {
      const own = { [`${here}/.git`]: directory, [`${here}/.git/HEAD`]: head }
      assert.strictEqual(yield* branchOf(own), "feature/x")
      const outer = { [`${above}/.git`]: directory, [`${above}/.git/HEAD`]: head.replace("\n", "\r\n") }
      assert.strictEqual(yield* branchOf(outer), "feature/x")
    })
  )

  it.effect("is what a name stands for that is given, too", () =>
    Effect.gen(function* () {
      const { layer } = files({ [`${here}/.git`]: directory, [`${here}/.git/HEAD`]: head })
      const named = (name: string) => Effect.provide(ConfigFile.branch(name), layer)
      assert.strictEqual(yield* named("auto"), "feature/x")
      assert.strictEqual(yield* named("sim"), "sim")
      const { message } = yield* Effect.flip(named("x".repeat(31)))
      assert.strictEqual(message, "branch: expected a name of at most 30 characters")
      const none = yield* Effect.flip(Effect.provide(ConfigFile.branch("auto"), files({}).layer))
      assert.match(
        none.message,
        /^branch: expected the name of a branch, since auto requires a Git repository/
      )
    })
  )

  it.effect("is found in a linked working tree, whose .git is a file", () =>
    Effect.gen(function* () {
      const absolute = {
        [`${here}/.git`]: "gitdir: /repo/.git/worktrees/x\n",
        "/repo/.git/worktrees/x/HEAD": head
      }
      assert.strictEqual(yield* branchOf(absolute), "feature/x")
      const relative = {
        [`${here}/.git`]: "gitdir: ../.git/modules/x",
        [`${above}/.git/modules/x/HEAD`]: head
      }
      assert.strictEqual(yield* branchOf(relative), "feature/x")
    })
  )

  it.effect(
    "is refused without a repository, for a commit without a branch, and for a HEAD that is no text",
    () =>
      Effect.gen(function* () {
        assert.match(String(yield* branchOf({})), /requires a Git repository, and this folder is in none$/)
        const heads: ReadonlyArray<readonly [Entry, RegExp]> = [
          ["0123456789012345678901234567890123456789\n", /Git has checked out a commit without a branch$/],
          [{ is: "a pipe" }, /HEAD does not name it$/],
          [{ is: "huge" }, /HEAD does not name it$/],
          ["ref: refs/heads/.invalid", /HEAD does not name it$/]
        ]
        for (const [entry, expected] of heads) {
          const branch = yield* branchOf({ [`${here}/.git`]: directory, [`${here}/.git/HEAD`]: entry })
          assert.match(String(branch), expected)
        }
      })
  )
})

describe("a file named by option or SCREEPS_CONFIG", () => {
  const both = { "a.yaml": yaml("a.example"), "b.yml": yaml("b.example"), ".screeps.yaml": yaml("c.example") }

  it.effect("is read instead of any other: the option wins over SCREEPS_CONFIG", () =>
    Effect.gen(function* () {
      const all = files(both, { SCREEPS_CONFIG: "b.yml" })
      assert.strictEqual(yield* found(all, { file: "a.yaml" }), "a.example")
      assert.strictEqual(yield* found(all), "b.example")
      assert.deepStrictEqual(all.read, ["a.yaml", "b.yml"])
    })
  )

  it.effect("may be UTF-16 as PowerShell writes it, or begin with the mark of UTF-8", () =>
    Effect.gen(function* () {
      const text = json("a.example")
      for (const entry of [utf16(text), new TextEncoder().encode(`\uFEFF${text}`), `\uFEFF${text}`]) {
        assert.strictEqual(yield* found(files({ "screeps.json": entry })), "a.example")
      }
    })
  )

  it.effect("is not searched for when SCREEPS_CONFIG is empty", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* found(files(both, { SCREEPS_CONFIG: "" })), "c.example")
    })
  )

  it.effect("fails with NotFound when it is missing, without reading another file", () =>
    Effect.gen(function* () {
      const all = files(both, { SCREEPS_CONFIG: "gone.yaml" })
      const byVariable = yield* Effect.flip(found(all))
      assert.strictEqual(byVariable.message, "gone.yaml: the file does not exist (named by SCREEPS_CONFIG)")
      const byOption = yield* Effect.flip(found(all, { file: "lost.json" }))
      assert.strictEqual(byOption.message, "lost.json: the file does not exist")
      assert.deepStrictEqual(
        [byOption.reason._tag, "namedBy" in byOption.reason && byOption.reason.namedBy],
        ["NotFound", "option"]
      )
      assert.deepStrictEqual(all.read, ["gone.yaml", "lost.json"])
    })
  )

  const unreadable: ReadonlyArray<readonly [what: string, entry: Entry, detail: string]> = [
    ["a directory", { is: "directory" }, "it is a folder; choose the path of a file"],
    [
      "locked",
      { is: "locked" },
      "permission denied; check the permissions and the owner of the file and of its folder"
    ],
    [
      "not text",
      new Uint8Array([0x7b, 0xff, 0x7d]),
      "it is not text in UTF-8, nor in UTF-16 with a byte order mark; save it as UTF-8"
    ],
    ["a pipe, which is not read", { is: "a pipe" }, "it is not a regular file; choose another path"],
    ["larger than 4 MiB, and is not read", { is: "huge" }, "it is too large (more than 4 MiB)"]
  ]
  for (const [what, entry, detail] of unreadable) {
    it.effect(`fails with Unreadable when it is ${what}, named or found`, () =>
      Effect.gen(function* () {
        const entries = { ".screeps.yaml": entry, "screeps.json": json("a.example") }
        const all = files(entries)
        for (const call of [
          found(all),
          found(all, { file: ".screeps.yaml" }),
          found(files(entries, { SCREEPS_CONFIG: ".screeps.yaml" }))
        ]) {
          const error = yield* Effect.flip(call)
          assert.strictEqual(error.reason._tag, "Unreadable")
          assert.strictEqual(error.message, `.screeps.yaml: ${detail}`)
        }
      })
    )
  }
})

describe("the layers of a configuration file", () => {
  const text = `
servers:
  main: { host: screeps.com, token: ${apiToken}, shard: shard3 }
  local: { host: 127.0.0.1, port: 21025, secure: false, username: alice, password: correct-password }
  public: { host: example.com }
`
  const all = () => files({ ".screeps.yaml": text })

  it.effect("provide Server and Credentials from one read of the file", () =>
    Effect.gen(function* () {
      const one = all()
      const program = Effect.all([Server.Server, Credentials.Credentials])
      const [server, { current }] = yield* Effect.provide(
        program,
        ConfigFile.layer({ server: "local" }).pipe(Layer.provide(one.layer))
      )
      assert.strictEqual(server.url, "http://127.0.0.1:21025")
      assert.strictEqual(current._tag === "Password" && current.username, "alice")
      assert.deepStrictEqual(one.read, [".screeps.yaml"])
    })
  )

  it.effect("provide what ScreepsClient.layerNoDeps() requires", () =>
    Effect.gen(function* () {
      const { http, requests } = always("game/version.vanilla")
      const client = ScreepsClient.layerNoDeps().pipe(
        Layer.provide(ConfigFile.layer()),
        Layer.provide(all().layer),
        Layer.provide(Layer.succeed(HttpClient.HttpClient, http))
      )
      yield* Effect.provide(Game.version(), client)
      assert.deepStrictEqual(lines({ http, requests }), ["GET /api/version"])
      assert.strictEqual(requests[0]?.url.host, "screeps.com")
      assert.strictEqual(requests[0]?.headers["x-token"], apiToken)
    })
  )

  it.effect("provide a Server without credentials, but fail when Credentials are required", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* found(all(), { server: "public" }), "example.com")
      const expected =
        ".screeps.yaml: servers.public: expected a token, or a username (or email) with a password"
      const both = Effect.provide(
        Server.Server,
        ConfigFile.layer({ server: "public" }).pipe(Layer.provide(all().layer))
      )
      assert.strictEqual((yield* Effect.flip(both)).message, expected)
    })
  )

  it.effect("fail with a ConfigFileError whose reason can be caught", () =>
    Effect.gen(function* () {
      const url = yield* found(files({})).pipe(
        Effect.catchReason("ConfigFileError", "NotFound", () => Effect.succeed("none"))
      )
      assert.strictEqual(url, "none")
    })
  )
})

describe("ConfigFile.section", () => {
  const Settings = Schema.Struct({
    branch: Schema.optional(Schema.String),
    shards: Schema.Array(Schema.Struct({ name: Schema.String, limit: Schema.Int }))
  })
  const file = (configs: string) =>
    files({ ".screeps.yaml": `servers: { main: { token: a } }\nconfigs:\n${configs}` })
  const read = (configs: string) =>
    Effect.provide(ConfigFile.section("my-tool", Settings), file(configs).layer)

  it.effect("decodes the tool's settings and drops unknown keys", () =>
    Effect.gen(function* () {
      const settings = yield* read(
        "  other: 5\n  my-tool: { branch: main, extra: 1, shards: [{ name: shard3, limit: 20 }] }"
      )
      assert.deepStrictEqual(settings, { branch: "main", shards: [{ name: "shard3", limit: 20 }] })
    })
  )

  it.effect("rejects unknown keys where that is wanted, by their names", () =>
    Effect.gen(function* () {
      const { layer } = file("  my-tool: { shards: [{ name: shard3, limit: 20, limits: 5 }] }")
      const settings = ConfigFile.section("my-tool", Settings, { onExcessProperty: "error" })
      const { message } = yield* Effect.flip(Effect.provide(settings, layer))
      assert.include(message, ".screeps.yaml: configs.my-tool.shards.0.limits")
    })
  )

  it.effect("reads settings from a JSON file", () =>
    Effect.gen(function* () {
      const value = { servers: { main: {} }, configs: { tool: { branch: "x" } } }
      const { layer } = files({ "a.json": JSON.stringify(value) })
      const schema = Schema.Struct({ branch: Schema.String })
      const settings = ConfigFile.section("tool", schema, { file: "a.json" })
      assert.deepStrictEqual(yield* Effect.provide(settings, layer), { branch: "x" })
    })
  )

  it.effect("names the invalid key and the expected type", () =>
    Effect.gen(function* () {
      const messageFor = (configs: string) => Effect.map(Effect.flip(read(configs)), ({ message }) => message)
      const at = ".screeps.yaml: configs.my-tool"
      assert.strictEqual(yield* messageFor("  my-tool: {}"), `${at}.shards: expected a value`)
      assert.strictEqual(
        yield* messageFor("  my-tool: { shards: [{ name: a, limit: many }] }"),
        `${at}.shards.0.limit: expected number`
      )
      assert.strictEqual(yield* messageFor("  my-tool: hello"), `${at}: expected object`)
    })
  )

  it.effect("decodes an absent or empty section as an empty object", () =>
    Effect.gen(function* () {
      const schema = Schema.Struct({
        branch: Schema.String.pipe(Schema.withDecodingDefaultKey(Effect.succeed("default")))
      })
      for (const one of [
        file("  other: 1"),
        file("  my-tool:"),
        files({ "screeps.json": json("a.example") })
      ]) {
        const settings = yield* Effect.provide(ConfigFile.section("my-tool", schema), one.layer)
        assert.deepStrictEqual(settings, { branch: "default" })
      }
    })
  )
})
