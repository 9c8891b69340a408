import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { alice, bob, folder, makeWorld, official, screeps, screepsAt, url } from "./support/inside.ts"

const at = (home: string) => ({ HOME: home })

const savedFile = (home: string) => `${home}/.config/screeps/config.yaml`

const signIn = ["login", "--url", url, "--username", "bob", "--password-file", "-"]

const modeOf = (file: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.map(fs.stat(file), ({ mode }) => mode & 0o777))

describe("screeps login", () => {
  it.effect("prompts for everything at a terminal, and saves nothing without --save", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      const { err, out, status } = yield* screeps(makeWorld())(["login", "--url", url], {
        env: at(home),
        columns: 80,
        keys: `bob\n${bob.password}\n`
      })
      assert.strictEqual(status, 0)
      assert.include(out, "username  bob\n")
      assert.strictEqual(
        err,
        "Nothing was saved. Use --save to save server and account in the credentials file."
      )
      assert.deepStrictEqual(yield* fs.readDirectory(home), [])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect(
    "prompts for the server: a typed address is used unchanged, an empty line is the official server",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const home = yield* folder
        const typed = yield* screeps(makeWorld())(["login", "--save"], {
          env: at(home),
          columns: 80,
          keys: `${url}\nbob\n${bob.password}\n`
        })
        assert.deepStrictEqual([typed.err, typed.status], ["", 0])
        assert.include(typed.out, `server    ${url}\n`)
        assert.include(typed.drawn, "Server (Enter for https://screeps.com)")
        assert.include(
          yield* fs.readFileString(savedFile(home)),
          `  "main":\n    host: "${new URL(url).hostname}"\n    secure: false\n`
        )
        const { run, token } = yield* official(makeWorld())
        const left = yield* run(["login"], { env: at(home), columns: 80, keys: `\n${token}\n` })
        assert.include(left.out, "server    https://screeps.com")
        assert.strictEqual(left.status, 0)
      }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("takes server and account from the environment, but an account of the flags before that", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      const run = screeps(makeWorld())
      const env = {
        HOME: home,
        SCREEPS_URL: url,
        SCREEPS_USERNAME: "alice",
        SCREEPS_PASSWORD: alice.password
      }
      const same = yield* run(["login", "--username", "alice", "--save"], { env })
      assert.deepStrictEqual([same.err, same.status], ["", 0])
      const args = ["login", "--username", "bob", "--password-file", "-", "--save", "--name", "other"]
      const other = yield* run(args, { env, stdin: `${bob.password}\n` })
      assert.deepStrictEqual([other.err, other.status], ["", 0])
      assert.include(other.out, "username  bob\n")
      const saved = yield* fs.readFileString(savedFile(home))
      assert.include(saved, `username: "bob"\n    password: "${bob.password}"`)
      const refused = yield* run(["login", "--username", "bob"], { env })
      assert.include(refused.err, "Password of bob: cannot prompt without a terminal")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("says what is wrong with an address, and prompts again", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const world = makeWorld()
      const game = TestServer.handler(world)
      const run = screepsAt((request) =>
        request.url.startsWith(url)
          ? game(request)
          : Effect.succeed(new Response("<h1>It works</h1>", { headers: { "content-type": "text/html" } }))
      )
      const wrong = {
        "localhost:21025": "invalid address: a server address looks like http://127.0.0.1:21025",
        "http://c.test?a": "invalid address: a server address has no query and no fragment",
        "http://screeps.com": "invalid address: official servers require https",
        "http://other.test": "http://other.test does not respond like a Screeps server: "
      }
      for (const [typed, message] of Object.entries(wrong)) {
        const keys = `${typed}\n${"\b".repeat(typed.length)}${url}\nbob\n${bob.password}\n`
        const { drawn, err, out, status } = yield* run(["login"], { env: at(home), columns: 120, keys })
        assert.include(drawn, message)
        assert.include(out, `server    ${url}\n`.trim())
        assert.deepStrictEqual([err.startsWith("Nothing was saved."), status], [true, 0])
      }
    })
  )

  it.effect("saves a server as the default for later commands, in a file that only the user can read", () =>
    Effect.gen(function* () {
      const home = yield* folder
      const run = screeps(makeWorld())
      const saved = yield* run([...signIn, "--save", "--name", "local"], {
        env: at(home),
        stdin: `${bob.password}\n`
      })
      assert.strictEqual(saved.status, 0)
      assert.include(saved.out, savedFile(home))
      assert.notInclude(saved.out, bob.password)
      assert.strictEqual(yield* modeOf(savedFile(home)), 0o600)
      assert.strictEqual((yield* run(["whoami"], { env: at(home) })).status, 0)
      const servers = yield* run(["servers"], { env: at(home) })
      assert.strictEqual(
        servers.out,
        `name   server               kind     shard  account\nlocal  ${url}  private         bob`
      )
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("fails without a terminal and names the flag that replaces each prompt", () =>
    Effect.gen(function* () {
      const env = at(yield* folder)
      const run = screeps(makeWorld())
      const messages = {
        "": "Server (Enter for https://screeps.com): cannot prompt without a terminal; pass its address with --url",
        [`--url ${url}`]:
          "Username or mail address: cannot prompt without a terminal; pass it with --username",
        [`--url ${url} --username bob`]:
          "Password of bob: cannot prompt without a terminal; pass a file with --password-file, or - for standard input",
        "--url https://screeps.com":
          "API token: cannot prompt without a terminal; pass a file with --token-file, or - for standard input"
      }
      for (const [args, text] of Object.entries(messages)) {
        const words = args.split(" ").filter((word) => word !== "")
        const { err, status } = yield* run(["login", ...words], { env })
        assert.deepStrictEqual([err, status], [`screeps: ${text}`, 2])
      }
    })
  )

  it.effect("saves nothing when the server rejects the credentials", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      const { err, status } = yield* screeps(makeWorld())([...signIn, "--save"], {
        env: at(home),
        stdin: "another secret"
      })
      assert.strictEqual(status, 3)
      assert.notInclude(err, "another secret")
      assert.deepStrictEqual(yield* fs.readDirectory(home), [])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("adds a server to an existing file and keeps its other contents, comments included", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      const file = `${home}/mine.yaml`
      const before = [
        "# mine",
        "servers:",
        "    # the first",
        "    old:",
        `        token: "${alice.password}" # of old`,
        "configs:",
        "    tool: { a: 1 }",
        ""
      ]
      yield* fs.writeFileString(file, before.join("\n"))
      yield* fs.chmod(file, 0o644)
      const link = `${home}/.screeps.yaml`
      yield* fs.symlink(file, link)
      const { status } = yield* screeps(makeWorld())([...signIn, "--save", "--config", link], {
        env: at(home),
        stdin: bob.password
      })
      assert.strictEqual(status, 0)
      const after = (yield* fs.readFileString(file)).split("\n")
      assert.deepStrictEqual(after, [
        ...before.slice(0, 2),
        '    "main":',
        `        host: "${new URL(url).hostname}"`,
        "        secure: false",
        '        username: "bob"',
        `        password: "${bob.password}"`,
        ...before.slice(2)
      ])
      assert.strictEqual(yield* modeOf(file), 0o600)
      assert.strictEqual(yield* fs.readLink(link), file)
      assert.deepStrictEqual((yield* fs.readDirectory(home)).toSorted(), [".screeps.yaml", "mine.yaml"])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect(
    "adds a server to JSON files; never replaces a server or changes a file that it cannot parse",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const home = yield* folder
        const run = screeps(makeWorld())
        const save = (file: string, text: string) =>
          Effect.gen(function* () {
            yield* fs.writeFileString(file, text)
            const { err, status } = yield* run([...signIn, "--save", "--config", file], {
              env: at(home),
              stdin: bob.password
            })
            return { err, status, text: yield* fs.readFileString(file) }
          })
        const json = yield* save(`${home}/a.json`, '{"other":{"token":"t"}}')
        assert.deepStrictEqual(JSON.parse(json.text), {
          other: { token: "t" },
          main: {
            protocol: "http",
            hostname: new URL(url).hostname,
            port: 80,
            path: "/",
            username: "bob",
            password: bob.password
          }
        })
        const untouched = {
          "same.yaml": "servers:\n  main:\n    token: t\n",
          "flow.yaml": "servers: { other: { token: t } }\n",
          "flat.json": '{"token":"t"}',
          "broken.yaml": "servers: [\n"
        }
        for (const [name, text] of Object.entries(untouched)) {
          const { err, status, text: after } = yield* save(`${home}/${name}`, text)
          assert.notStrictEqual(status, 0, name)
          assert.strictEqual(after, text)
          assert.notInclude(err, bob.password)
        }
      }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect(
    "reads a token from a file or a prompt on official servers, and saves the environment's server",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const home = yield* folder
        const { run, token } = yield* official(makeWorld())
        yield* fs.writeFileString(`${home}/token`, `${token}\n`)
        const args = ["login", "--url", "https://screeps.com", "--shard", "shard0"]
        const env = { ...at(home), SCREEPS_HISTORY_URL: "https://history.example/" }
        const byFile = yield* run([...args, "--token-file", `${home}/token`, "--save"], { env })
        assert.strictEqual(byFile.status, 0)
        assert.include(
          yield* fs.readFileString(savedFile(home)),
          `    shard: "shard0"\n    historyUrl: "https://history.example"\n    token: "${token}"\n`
        )
        const prompted = yield* run(args, { env: at(home), columns: 80, keys: `${token}\n` })
        assert.strictEqual(prompted.status, 0)
        assert.notInclude(prompted.out + prompted.err, token)
      }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe("a server", () => {
  const text = `servers:
  main: { url: "${url}", username: bob, password: "${bob.password}" }
  other: { url: "${url}", username: alice, password: "${alice.password}" }
  world: { url: "https://screeps.com/season" }
`
  it.effect("is chosen by flags, environment or file, in this order", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      yield* fs.writeFileString(`${home}/.screeps.yaml`, text)
      const run = screeps(makeWorld())
      const asAlice = { SCREEPS_USERNAME: "alice", SCREEPS_PASSWORD: alice.password }
      const who = (args: ReadonlyArray<string>, env = {}) =>
        Effect.map(
          run(["whoami", "--json", ...args], { env: { ...at(home), ...env } }),
          ({ err, out }) => /"username":"(\w+)"/.exec(out)?.[1] ?? /"error":"(\w+)"/.exec(err)?.[1]
        )
      assert.strictEqual(yield* who([]), "bob")
      assert.strictEqual(yield* who(["--server", "other"]), "alice")
      assert.strictEqual(yield* who([], { ...asAlice, SCREEPS_URL: url }), "alice")
      assert.strictEqual(yield* who(["--server", "main"], { ...asAlice, SCREEPS_URL: url }), "bob")
      assert.strictEqual(yield* who(["--url", url], asAlice), "alice")
      assert.strictEqual(yield* who(["--url", url]), "Unauthorized")
      assert.strictEqual(yield* who(["--guest"]), "Unauthorized")
      assert.strictEqual(yield* who(["--server", "nope"]), "UnknownServer")
      assert.strictEqual(yield* who(["--config", `${home}/none.yaml`]), "NotFound")
      assert.strictEqual(yield* who([], { SCREEPS_USERNAME: "alice" }), "Usage")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("is listed with its account but without its secrets", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const home = yield* folder
      yield* fs.writeFileString(`${home}/.screeps.yaml`, text)
      const run = screeps(makeWorld())
      const { err, out } = yield* run(["servers"], { env: at(home), columns: 100 })
      assert.deepStrictEqual(
        out.split("\n").map((line) => line.split(/ {2,}/)),
        [
          ["name", "server", "kind", "shard", "account"],
          ["main", url, "private", "bob"],
          ["other", url, "private", "alice"],
          ["world", "https://screeps.com/season", "official", "shardSeason", "none"]
        ]
      )
      assert.strictEqual(err, `Read from ${home}/.screeps.yaml`)
      const none = yield* run(["servers"], { env: at(`${home}/x`), columns: 80 })
      assert.include(none.err, "No credentials file")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe("an alias", () => {
  const server = `servers:\n  main: { url: "${url}", username: bob, password: "${bob.password}" }\n`
  const aliases = `configs:
  screeps-effect:
    aliases:
      who: whoami --json
      say: [call, segments.set, --segment, "3", --data, two words]
      whoami: call game.time
      open: whoami --token ${alice.password}
      again: who
`
  const homeWith = (text: string) =>
    Effect.gen(function* () {
      const home = yield* folder
      yield* (yield* FileSystem.FileSystem).writeFileString(`${home}/.screeps.yaml`, text)
      return home
    })

  it.effect("of the credentials file is replaced by its words, but no command is", () =>
    Effect.gen(function* () {
      const env = at(yield* homeWith(server + aliases))
      const world = makeWorld()
      const run = screeps(world)
      assert.match((yield* run(["who"], { env })).out, /^\{.*"username":"bob"/)
      assert.match((yield* run(["--server", "main", "who"], { env })).out, /"username":"bob"/)
      assert.strictEqual((yield* run(["say"], { env })).status, 0)
      assert.strictEqual(yield* world.users.segment("bob", 3), "two words")
      assert.include((yield* run(["whoami"], { env })).out, "username  bob")
      const again = yield* run(["again"], { env })
      assert.deepStrictEqual([again.err.split("\n")[0], again.status], ["screeps: unknown command: who", 2])
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("contains no secrets, and reports failures as JSON if it has --json", () =>
    Effect.gen(function* () {
      const env = at(yield* homeWith(server + aliases))
      const run = screeps(makeWorld())
      const secret = yield* run(["open"], { env })
      assert.match(secret.err, /^screeps: --token: secrets are not accepted on the command line/)
      assert.notInclude(secret.err, alice.password)
      const failing = yield* run(["who", "--server", "nope"], { env })
      assert.strictEqual(JSON.parse(failing.err).error, "UnknownServer")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("is reported when it is invalid, without its value", () =>
    Effect.gen(function* () {
      const invalid = "configs: { screeps-effect: { aliases: { who: { a: hidden } } } }\n"
      const env = at(yield* homeWith(server + invalid))
      const { err, status } = yield* screeps(makeWorld())(["who"], { env })
      assert.include(err, "configs.screeps-effect.aliases.who")
      assert.notInclude(err, "hidden")
      assert.strictEqual(status, 2)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
