/**
 * Measures what a program costs that imports a client and makes one call: in a new process, and bundled for a web page.
 * Our packages are packed and installed in a temporary folder, as users get them.
 */
import { execFile, execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import type { Benchmark } from "./harness.ts"
import type { Peer } from "./peers.ts"
import { start } from "./servers/child.ts"

const root = join(import.meta.dirname, "../..")
const packages = ["schema", "api", "socket", "promise"]

/** Packs and unpacks our packages; returns the folder of programs that use them. */
const install = () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  for (const name of packages) {
    const target = join(folder, "node_modules/@screeps-effect", name)
    mkdirSync(target, { recursive: true })
    const shell = process.platform === "win32"
    const tarball = join(folder, `${name}.tgz`)
    execFileSync("pnpm", ["pack", "--out", tarball], {
      cwd: join(root, "packages", name),
      stdio: "pipe",
      shell
    })
    execFileSync("tar", ["-xzf", tarball, "-C", target, "--strip-components=1"])
  }
  mkdirSync(join(folder, "node_modules/@effect"))
  for (const name of ["effect", "@effect/platform-node-shared"]) {
    const target = realpathSync(join(root, "packages/promise/node_modules", name))
    symlinkSync(target, join(folder, "node_modules", name), "junction")
  }
  return folder
}
let installed: string | undefined
const folder = () => (installed ??= install())

interface Program {
  readonly client: string
  readonly isOurs: boolean
  /** Uses `url` and `token`, and waits for the call. */
  readonly code: string
}

const reference = "fetch"

const programs = (peers: ReadonlyArray<Peer>): ReadonlyArray<Program> => [
  {
    client: "ours",
    isOurs: true,
    code: `import { Game, ScreepsClient } from "@screeps-effect/api"
import * as Effect from "effect/Effect"
await Effect.runPromise(Effect.provide(Game.time(), ScreepsClient.layer({ url, token })))`
  },
  {
    client: "ours, with the socket",
    isOurs: true,
    code: `import { Game } from "@screeps-effect/api"
import { Screeps } from "@screeps-effect/socket"
import * as Effect from "effect/Effect"
await Effect.runPromise(Effect.provide(Game.time(), Screeps.layer({ url, token })))`
  },
  {
    client: "ours, as promises",
    isOurs: true,
    code: `import { connect } from "@screeps-effect/promise"
const screeps = await connect({ url, token })
await screeps.game.time()`
  },
  {
    client: "Effect's HttpClient",
    isOurs: false,
    code: `import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
const call = Effect.flatMap(HttpClient.get(url + "/api/game/time"), ({ json }) => json)
await Effect.runPromise(Effect.provide(call, FetchHttpClient.layer))`
  },
  {
    client: "axios",
    isOurs: false,
    code: `import axios from ${JSON.stringify(fileURLToPath(import.meta.resolve("axios")))}
await axios.get(url + "/api/game/time")`
  },
  { client: reference, isOurs: false, code: `await (await fetch(url + "/api/game/time")).json()` },
  ...peers.map(({ firstCall, main, name }) => ({ client: name, isOurs: false, code: firstCall(main) }))
]

const run = promisify(execFile)

const starting = (peers: ReadonlyArray<Peer>): Benchmark => ({
  name: "start and first call",
  group: "start",
  units: ["CPU ms", "MB of memory"],
  reference,
  inNewProcess: true,
  open: async () => {
    const server = await start("http.ts")
    const clients = programs(peers).map(({ client, code, isOurs }, i) => {
      const file = join(folder(), `start-${i}.mjs`)
      writeFileSync(
        file,
        `const url = "http://127.0.0.1:${server.port}", token = "${"f00d".repeat(10)}"
${code.replace(/from "(\/[^"]+)"/, (_, path: string) => `from ${JSON.stringify(pathToFileURL(path).href)}`)}
const { system, user } = process.cpuUsage()
console.log(JSON.stringify([(system + user) / 1000, process.memoryUsage.rss() / 1e6]))
process.exit()
`
      )
      const measure = async (): Promise<ReadonlyArray<number>> =>
        JSON.parse((await run(process.execPath, [file])).stdout)
      return { name: client, isOurs, measure }
    })
    return { clients, close: server.stop }
  }
})

/** Bundles a program for a page; returns `undefined` if it needs modules of Node. */
const bundle = async (name: string, code: string) => {
  const program = join(folder(), `${name}.js`)
  writeFileSync(program, `const url = "http://127.0.0.1", token = "token"\n${code}`)
  let isForNode = false
  const onLog = (_: unknown, { code: kind }: { readonly code?: string }) => {
    if (kind === "UNRESOLVED_IMPORT") isForNode = true
  }
  const bundled = await rolldown({ input: program, cwd: folder(), platform: "browser", onLog })
  const {
    output: [{ code: text }]
  } = await bundled.generate({ minify: true, format: "esm", codeSplitting: false })
  await bundled.close()
  return isForNode ? undefined : text
}

const pageSize = (peers: ReadonlyArray<Peer>): Benchmark => ({
  name: "size in a web page",
  group: "start",
  units: ["kB minified", "kB compressed"],
  reference: "ours",
  isSingle: true,
  open: async () => {
    const bundles = await Promise.all(
      programs(peers)
        .filter(({ client }) => client !== reference)
        .map(async ({ client, code, isOurs }, i) => {
          const text = await bundle(`page-${i}`, code)
          const sizes =
            text === undefined ? [Number.NaN, Number.NaN] : [text.length / 1000, gzipSync(text).length / 1000]
          const does = text === undefined ? "for Node only" : undefined
          return { name: client, isOurs, does, measure: async () => sizes }
        })
    )
    return { clients: bundles }
  }
})

export const benchmarks = (peers: ReadonlyArray<Peer>): ReadonlyArray<Benchmark> => [
  starting(peers),
  pageSize(peers)
]
