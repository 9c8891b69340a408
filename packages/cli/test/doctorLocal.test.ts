import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Server from "@screeps-effect/api/Server"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { closedPort } from "./support/binary.ts"
import { bob, folder, makeWorld, screepsAt } from "./support/inside.ts"
import { parsed, screeps, world } from "./support/live.ts"

/** Returns the lines by their checks: the result, what was found, and what to do. */
const linesOf = (out: string) =>
  Object.fromEntries(
    parsed(out).map(({ advice, check, detail, status }) => [
      String(check),
      [status, detail, ...(advice === undefined ? [] : [advice])].map(String)
    ])
  )

/** Writes a credentials file with these entries into a folder of its own. */
const writeFile = (text: string, mode = 0o600) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const file = `${yield* folder}/.screeps.yaml`
    yield* fs.writeFileString(file, text, { mode })
    return file
  }).pipe(Effect.provide(NodeFileSystem.layer))

const entryOf = (url: string, more = "") =>
  `{ url: "${url}", username: ${SampleWorld.account.username}, password: ${SampleWorld.account.password}${more} }`

layer(world, { excludeTestServices: true })("screeps doctor --local", (it) => {
  it.effect("finds no problem in a set-up that works, from the file to the socket", () =>
    Effect.gen(function* () {
      const { url } = yield* Server.Server
      const file = yield* writeFile(
        `servers:\n  one: ${entryOf(url, ", branch: sim")}\n  two: ${entryOf(url)}\n`
      )
      const env = { SCREEPS_CONFIG: file }
      const args = ["doctor", "--local", "--server", "one"]
      const { err, out, status } = yield* screeps([...args, "--json"], { env })
      assert.deepStrictEqual([err, status], ["", 0])
      const { account, address, socket, ...others } = linesOf(out)
      assert.deepStrictEqual(others, {
        file: ["ok", `${file}, named by SCREEPS_CONFIG; readable only by you`],
        entry: ["ok", `${url}, account ${SampleWorld.account.username}, the entry one, by --server`],
        proxy: ["ok", "none"],
        clock: ["ok", "agrees with the server's"],
        "auth mod": ["ok", "screepsmod-auth 2.7.2"],
        branch: ["ok", "sim, which the first push creates (from the credentials file)"]
      })
      assert.match(address?.join() ?? "", /^ok,http:\S+ responds in \d+ ms \(version 4\.3\.0, protocol 14\)$/)
      assert.match(account?.join() ?? "", /^ok,signed in as \w+ in \d+ ms$/)
      assert.match(socket?.join() ?? "", /^ok,ready in \d+ ms$/)
      const people = yield* screeps(args, { env, terminal: [80, 24] })
      assert.isAtMost(Math.max(...people.out.split("\n").map(({ length }) => length)), 80)
      assert.include(people.err, "The set-up has no problem.")
    })
  )

  it.effect("says that the environment wins over the file, and whose files are ignored", () =>
    Effect.gen(function* () {
      const { url } = yield* Server.Server
      const file = yield* writeFile(`servers:\n  main: ${entryOf("http://127.0.0.1:9")}\n`)
      const { out, status } = yield* screeps(["doctor", "--local", "--json"], {
        env: { SCREEPS_CONFIG: file }
      })
      assert.strictEqual(status, 0)
      const { entry, file: found } = linesOf(out)
      assert.deepStrictEqual(found, [
        "ok",
        `${file}, named by SCREEPS_CONFIG; not used, since SCREEPS_URL in the environment wins; readable only by you`
      ])
      assert.deepStrictEqual(entry, [
        "ok",
        `${url}, account ${SampleWorld.account.username}, by SCREEPS_URL in the environment`
      ])
    })
  )

  it.effect("reports a file that others may read, and a branch that cannot be chosen, with status 1", () =>
    Effect.gen(function* () {
      const { url } = yield* Server.Server
      const file = yield* writeFile(
        `servers:\n  main: ${entryOf(url, `, branch: "${"x".repeat(31)}"`)}\n`,
        0o644
      )
      const args = ["doctor", "--local", "--server", "main", "--config", file, "--json"]
      const { err, out, status } = yield* screeps(args)
      const { branch, file: found } = linesOf(out)
      assert.deepStrictEqual(found?.slice(0, 1).concat(found.slice(2)), [
        "problem",
        `It contains credentials: chmod 600 ${file}`
      ])
      assert.include(found?.[1], "readable by other users (mode 644)")
      assert.strictEqual(branch?.[0], "problem")
      assert.deepStrictEqual(
        [JSON.parse(err), status],
        [{ error: "Refused", message: "2 problems found" }, 1]
      )
    })
  )
})

/** Runs the command against a server in memory whose socket does not exist. */
const at = (
  serve: (request: Request) => Effect.Effect<Response>,
  env: Readonly<Record<string, string>>,
  args: ReadonlyArray<string> = []
) => screepsAt(serve)(["doctor", "--local", "--json", ...args], { env })

describe("screeps doctor --local with a broken set-up", () => {
  it.live("requires an account, and says how to add one", () =>
    Effect.gen(function* () {
      const { out, status } = yield* at(() => Effect.die(new TypeError("fetch failed")), {
        HOME: yield* folder
      })
      const { entry, file } = linesOf(out)
      assert.deepStrictEqual([status, file, entry?.[0]], [1, ["ok", "none found"], "problem"])
      assert.include(entry?.[2], "screeps login --save")
    })
  )

  it.live("reports a file that is missing or malformed once", () =>
    Effect.gen(function* () {
      const file = yield* writeFile("servers: [")
      for (const [name, message] of [
        [file, "not valid YAML"],
        [`${file}.none`, "the file does not exist"]
      ] as const) {
        const { err, out, status } = yield* at(() => Effect.die("unused"), {}, ["--config", name])
        const { entry, file: found } = linesOf(out)
        assert.include(found?.join(" "), message)
        assert.deepStrictEqual(entry, ["skipped", "the file cannot be read"])
        assert.deepStrictEqual([JSON.parse(err).message, status], ["1 problem found", 1])
      }
    })
  )

  it.live("reports a port without a server, and skips what needs one", () =>
    Effect.gen(function* () {
      const url = `http://127.0.0.1:${yield* closedPort}`
      const { out, status } = yield* screeps(["doctor", "--local", "--json"], { env: { SCREEPS_URL: url } })
      const { address, ...others } = linesOf(out)
      assert.deepStrictEqual(
        [status, address?.[0], address?.[2]],
        [1, "problem", "Check whether the server is running."]
      )
      assert.include(address?.[1], "ECONNREFUSED")
      for (const check of ["clock", "account", "auth mod", "branch", "socket"])
        assert.deepStrictEqual(others[check], ["skipped", "the server cannot be reached"])
    }).pipe(Effect.provide(world))
  )

  it.live("reports a wrong clock, a WebSocket that is refused, and the branch's activity", () =>
    Effect.gen(function* () {
      const handler = TestServer.handler(makeWorld({ accounts: [{ ...bob, modules: { main: "" } }] }))
      const env = {
        SCREEPS_URL: `http://127.0.0.1:${yield* closedPort}`,
        SCREEPS_USERNAME: bob.username,
        SCREEPS_PASSWORD: bob.password
      }
      const late = (millis: number) => (request: Request) =>
        Effect.map(handler(request), (response) => {
          const headers = new Headers(response.headers)
          headers.set("date", new Date(Date.now() + millis).toUTCString())
          return new Response(response.body, { status: response.status, headers })
        })
      const wrong = linesOf((yield* at(late(1_200_000), env)).out)
      assert.deepStrictEqual(wrong["clock"]?.[0], "problem")
      assert.match(wrong["clock"]?.[1] ?? "", /^(?:20m|19m 59s|20m 1s) behind the server's$/)
      assert.deepStrictEqual(wrong["branch"], ["ok", "default (the active branch)"])
      assert.deepStrictEqual(wrong["socket"]?.slice(0, 1), ["problem"])
      assert.include(wrong["socket"]?.[1], "WebSocketRefused: HTTP works, but the WebSocket cannot be opened")
      const ahead = linesOf((yield* at(late(-15_000), env)).out)
      assert.strictEqual(ahead["clock"]?.[0], "ok")
      assert.match(ahead["clock"]?.[1] ?? "", /^1\ds ahead of the server's$/)
    })
  )

  it.live("names the mod when the server has no sign-in", () =>
    Effect.gen(function* () {
      const handler = TestServer.handler(makeWorld())
      const bare = (request: Request) =>
        /\/api\/auth(?:mod|\/signin)$/.test(new URL(request.url).pathname)
          ? Effect.succeed(new Response("<html></html>", { status: 404 }))
          : handler(request)
      const env = { SCREEPS_URL: "http://127.0.0.1:9", SCREEPS_USERNAME: "bob", SCREEPS_PASSWORD: "x" }
      const { out, status } = yield* at(bare, env)
      const { account, "auth mod": mod, socket } = linesOf(out)
      assert.strictEqual(status, 1)
      assert.include(account?.[1], "private servers with the mod screepsmod-auth")
      assert.deepStrictEqual(mod, [
        "problem",
        "not found: the server has neither passwords nor API tokens",
        "Install the mod screepsmod-auth on the server."
      ])
      assert.deepStrictEqual(socket, ["skipped", "signing in over HTTP fails"])
    })
  )

  it.live("names the proxy that requests use, without its password", () =>
    Effect.gen(function* () {
      const proxyOf = (url: string, variables: Readonly<Record<string, string>>) =>
        Effect.map(
          at(() => Effect.die(new TypeError("fetch failed")), { SCREEPS_URL: url, ...variables }),
          ({ out }) => linesOf(out)["proxy"]
        )
      const [http, https] = ["http://game.example:21025", "https://game.example"]
      const HTTP_PROXY = "http://me:hush-hush@proxy.example:3128"
      const named = "HTTP_PROXY is http://proxy.example:3128"
      assert.deepStrictEqual(yield* proxyOf(http, { HTTP_PROXY }), ["ok", named])
      assert.deepStrictEqual(yield* proxyOf(https, { HTTP_PROXY }), ["ok", "none"])
      const none = ["ok", `none, by NO_PROXY; ${named}`]
      for (const NO_PROXY of ["*", "a.b, game.example", ".example", "*.example:21025"])
        assert.deepStrictEqual(yield* proxyOf(http, { HTTP_PROXY, NO_PROXY }), none, NO_PROXY)
      for (const NO_PROXY of ["ame.example", "game.example:80", ""])
        assert.deepStrictEqual(yield* proxyOf(http, { HTTP_PROXY, NO_PROXY }), ["ok", named], NO_PROXY)
      assert.deepStrictEqual(yield* proxyOf("http://127.0.0.1:21025", { HTTP_PROXY }), [
        "ok",
        `none for this machine's own addresses; ${named}`
      ])
      const all = yield* proxyOf(http, { ALL_PROXY: "socks5://proxy.example:1080" })
      assert.deepStrictEqual(all, [
        "problem",
        "ALL_PROXY is socks5://proxy.example:1080, which is not used",
        "Set HTTP_PROXY and HTTPS_PROXY instead."
      ])
    })
  )

  it.live("cannot be combined with the flags of the comparison", () =>
    Effect.gen(function* () {
      const { err, status } = yield* at(() => Effect.die("unused"), {}, ["--room", "W7N3"])
      assert.include(err, "--local cannot be combined with --room and --report")
      assert.strictEqual(status, 2)
    })
  )
})
