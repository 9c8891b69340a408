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
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { always, apiToken, lines } from "./support/fake.ts"
import { type Files, files, type Thing } from "./support/files.ts"

/** A file whose only server is called as told. */
const yaml = (host: string) => `servers: { main: { host: ${host}, token: ${apiToken} } }`
const json = (host: string) => JSON.stringify({ main: { host, token: apiToken } })

/** The host of the server that is found. */
const found = ({ layer }: Files, options?: ConfigFile.Options) =>
  Effect.map(
    Effect.provide(Server.Server, Server.layerFile(options).pipe(Layer.provide(layer))),
    ({ url }) => new URL(url).host
  )
const variables = { HOME: "/home/alice", XDG_CONFIG_HOME: "/xdg", APPDATA: "/appdata" }

/** Where a file is searched, first to last. */
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

describe("the search", () => {
  it.effect("finds a file wherever it may be, and the first one decides", () =>
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

  it.effect("names every place when there is no file at all", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(found(files({}, variables)))
      assert.strictEqual(error.reason._tag, "NotFound")
      assert.deepStrictEqual("searched" in error.reason && error.reason.searched, order)
      assert.strictEqual(error.message, `no configuration file found; searched ${order.join(", ")}`)
    })
  )

  it.effect("stays here when no folder is known, and looks nowhere twice", () =>
    Effect.gen(function* () {
      const here = files({})
      yield* Effect.flip(found(here))
      assert.deepStrictEqual(here.read, [".screeps.yaml", ".screeps.yml", ".screeps.json", "screeps.json"])
      const same = files({}, { HOME: "/home/alice", XDG_CONFIG_HOME: "/home/alice/.config" })
      yield* Effect.flip(found(same))
      assert.lengthOf(new Set(same.read), same.read.length)
    })
  )

  it.effect("takes the home folder of Windows", () =>
    Effect.gen(function* () {
      const all = files({ "/users/alice/.screeps.yaml": yaml("a.example") }, { USERPROFILE: "/users/alice" })
      assert.strictEqual(yield* found(all), "a.example")
    })
  )

  it.effect("does not go on when the first file lacks the wanted server", () =>
    Effect.gen(function* () {
      const all = files({ ".screeps.yaml": yaml("a.example"), "screeps.json": `{ "other": {} }` })
      const error = yield* Effect.flip(found(all, { server: "other" }))
      assert.strictEqual(error.message, `.screeps.yaml: there is no server "other": choose one of main`)
    })
  )

  it.effect("passes over a path that leads through a file", () =>
    Effect.gen(function* () {
      const all = files(
        { "/xdg/screeps/config.yaml": { is: "below a file" }, "screeps.json": json("a.example") },
        variables
      )
      assert.strictEqual(yield* found(all), "a.example")
    })
  )

  it.effect("fails when the variables cannot be read", () =>
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

describe("a file that is named", () => {
  const both = { "a.yaml": yaml("a.example"), "b.yml": yaml("b.example"), ".screeps.yaml": yaml("c.example") }

  it.effect("is read in place of any other: that of the options first, then that of SCREEPS_CONFIG", () =>
    Effect.gen(function* () {
      const all = files(both, { SCREEPS_CONFIG: "b.yml" })
      assert.strictEqual(yield* found(all, { file: "a.yaml" }), "a.example")
      assert.strictEqual(yield* found(all), "b.example")
      assert.deepStrictEqual(all.read, ["a.yaml", "b.yml"])
    })
  )

  it.effect("is not named by an empty variable", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* found(files(both, { SCREEPS_CONFIG: "" })), "c.example")
    })
  )

  it.effect("and is not there is a failure that names it, and no other is read", () =>
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

  const unreadable: ReadonlyArray<readonly [what: string, thing: Thing, told: string]> = [
    ["a directory", { is: "directory" }, "this is a directory, not a file"],
    ["locked", { is: "locked" }, "permission denied"],
    ["no text", { is: "binary" }, "cannot be read (BadArgument)"]
  ]
  for (const [what, thing, told] of unreadable) {
    it.effect(`and is ${what} is a failure, named or found`, () =>
      Effect.gen(function* () {
        const things = { ".screeps.yaml": thing, "screeps.json": json("a.example") }
        const all = files(things)
        for (const call of [
          found(all),
          found(all, { file: ".screeps.yaml" }),
          found(files(things, { SCREEPS_CONFIG: ".screeps.yaml" }))
        ]) {
          const error = yield* Effect.flip(call)
          assert.strictEqual(error.reason._tag, "Unreadable")
          assert.strictEqual(error.message, `.screeps.yaml: ${told}`)
        }
      })
    )
  }
})

describe("the layers", () => {
  const text = `
servers:
  main: { host: screeps.com, token: ${apiToken}, shard: shard3 }
  local: { host: 127.0.0.1, port: 21025, secure: false, username: alice, password: correct-password }
  public: { host: example.com }
`
  const all = () => files({ ".screeps.yaml": text })

  it.effect("provide server and account, and read the file once", () =>
    Effect.gen(function* () {
      const one = all()
      const program = Effect.all([Server.Server, Credentials.Credentials])
      const [server, who] = yield* Effect.provide(
        program,
        ConfigFile.layer({ server: "local" }).pipe(Layer.provide(one.layer))
      )
      assert.strictEqual(server.url, "http://127.0.0.1:21025")
      assert.strictEqual(who._tag === "Password" && who.username, "alice")
      assert.deepStrictEqual(one.read, [".screeps.yaml"])
    })
  )

  it.effect("stand below the door to the server", () =>
    Effect.gen(function* () {
      const { http, asked } = always("game/version.vanilla")
      const door = ScreepsClient.layer.pipe(
        Layer.provide(ConfigFile.layer()),
        Layer.provide(all().layer),
        Layer.provide(Layer.succeed(HttpClient.HttpClient, http))
      )
      yield* Effect.provide(Game.version(), door)
      assert.deepStrictEqual(lines({ http, asked }), ["GET /api/version"])
      assert.strictEqual(asked[0]?.url.host, "screeps.com")
      assert.strictEqual(asked[0]?.headers["x-token"], apiToken)
    })
  )

  it.effect("provide a server without an account on its own", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* found(all(), { server: "public" }), "example.com")
      const who = Effect.provide(
        Credentials.Credentials,
        Credentials.layerFile({ server: "public" }).pipe(Layer.provide(all().layer))
      )
      const told = ".screeps.yaml: servers.public: expected a token, or a username (or email) with a password"
      assert.strictEqual((yield* Effect.flip(who)).message, told)
      const both = Effect.provide(
        Server.Server,
        ConfigFile.layer({ server: "public" }).pipe(Layer.provide(all().layer))
      )
      assert.strictEqual((yield* Effect.flip(both)).message, told)
    })
  )

  it.effect("provide the account on its own", () =>
    Effect.gen(function* () {
      const who = yield* Effect.provide(
        Credentials.Credentials,
        Credentials.layerFile().pipe(Layer.provide(all().layer))
      )
      assert.strictEqual(who._tag === "Token" && Redacted.value(who.token), apiToken)
    })
  )

  it.effect("fail for one reason that a program can catch", () =>
    Effect.gen(function* () {
      const url = yield* found(files({})).pipe(
        Effect.catchReason("ConfigFileError", "NotFound", () => Effect.succeed("none"))
      )
      assert.strictEqual(url, "none")
    })
  )
})

describe("a section", () => {
  const Settings = Schema.Struct({
    branch: Schema.optional(Schema.String),
    shards: Schema.Array(Schema.Struct({ name: Schema.String, limit: Schema.Int }))
  })
  const file = (configs: string) =>
    files({ ".screeps.yaml": `servers: { main: { token: a } }\nconfigs:\n${configs}` })
  const read = (configs: string) =>
    Effect.provide(ConfigFile.section("my-tool", Settings), file(configs).layer)

  it.effect("is read by the tool's schema, without keys that it does not name", () =>
    Effect.gen(function* () {
      const settings = yield* read(
        "  other: 5\n  my-tool: { branch: main, extra: 1, shards: [{ name: shard3, limit: 20 }] }"
      )
      assert.deepStrictEqual(settings, { branch: "main", shards: [{ name: "shard3", limit: 20 }] })
    })
  )

  it.effect("is found in JSON, too", () =>
    Effect.gen(function* () {
      const value = { servers: { main: {} }, configs: { tool: { branch: "x" } } }
      const { layer } = files({ "a.json": JSON.stringify(value) })
      const schema = Schema.Struct({ branch: Schema.String })
      const settings = ConfigFile.section("tool", schema, { file: "a.json" })
      assert.deepStrictEqual(yield* Effect.provide(settings, layer), { branch: "x" })
    })
  )

  it.effect("names the key that is wrong, and what was expected", () =>
    Effect.gen(function* () {
      const told = (configs: string) => Effect.map(Effect.flip(read(configs)), ({ message }) => message)
      const at = ".screeps.yaml: configs.my-tool"
      assert.strictEqual(yield* told("  my-tool: {}"), `${at}.shards: expected a value`)
      assert.strictEqual(
        yield* told("  my-tool: { shards: [{ name: a, limit: many }] }"),
        `${at}.shards.0.limit: expected number`
      )
      assert.strictEqual(yield* told("  my-tool: hello"), `${at}: expected object`)
    })
  )

  it.effect("that is absent, or nothing, is read as none at all", () =>
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
