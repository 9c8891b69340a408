/**
 * Measures what a program costs that imports a client and makes one call: in a new process, bundled for a web page, and on
 * disk. Then the same for our command and for the in-memory server of tests, each beside another one.
 */
import { execFile } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, isAbsolute, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import type { Benchmark } from "./harness.ts"
import { folder, installedSize } from "./packed.ts"
import { type Peer, peerFolder } from "./peers.ts"
import { start } from "./servers/child.ts"

interface Program {
  readonly client: string
  readonly isOurs: boolean
  /** Uses `url` and `token`, and waits for the call. */
  readonly code: string
  /** The package that it imports, by name or by its folder; `undefined` without one. */
  readonly installs?: string
}

/** Returns the folder of a package in which one of its files is. */
const packageOf = (file: string): string =>
  existsSync(join(file, "package.json")) ? file : packageOf(dirname(file))

const pathOf = (name: string) => fileURLToPath(import.meta.resolve(name))

const reference = "fetch"

const programs = (peers: ReadonlyArray<Peer>): ReadonlyArray<Program> => [
  {
    client: "ours",
    isOurs: true,
    installs: "@screeps-effect/api",
    code: `import { Game, ScreepsClient } from "@screeps-effect/api"
import * as Effect from "effect/Effect"
await Effect.runPromise(Effect.provide(Game.time(), ScreepsClient.layer({ url, token })))`
  },
  {
    client: "ours, with the socket",
    isOurs: true,
    installs: "@screeps-effect/socket",
    code: `import { Game } from "@screeps-effect/api"
import { Screeps } from "@screeps-effect/socket"
import * as Effect from "effect/Effect"
await Effect.runPromise(Effect.provide(Game.time(), Screeps.layer({ url, token })))`
  },
  {
    client: "ours, as promises",
    isOurs: true,
    installs: "@screeps-effect/promise",
    code: `import { connect } from "@screeps-effect/promise"
const screeps = await connect({ url, token })
await screeps.game.time()`
  },
  {
    client: "Effect's HttpClient",
    isOurs: false,
    installs: "effect",
    code: `import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
const call = Effect.flatMap(HttpClient.get(url + "/api/game/time"), ({ json }) => json)
await Effect.runPromise(Effect.provide(call, FetchHttpClient.layer))`
  },
  {
    client: "axios",
    isOurs: false,
    installs: packageOf(pathOf("axios")),
    code: `import axios from ${JSON.stringify(pathOf("axios"))}
await axios.get(url + "/api/game/time")`
  },
  { client: reference, isOurs: false, code: `await (await fetch(url + "/api/game/time")).json()` },
  ...peers.map(({ firstCall, main, name }) => ({
    client: name,
    isOurs: false,
    installs: packageOf(main),
    code: firstCall(main)
  }))
]

const run = promisify(execFile)
const token = "f00d".repeat(10)

/** Writes a program that also prints its processor time and memory; returns how to measure it in a new process. */
const measuring = (name: string, code: string, directory = folder()) => {
  const file = join(directory, `${name}.mjs`)
  const imports = code.replaceAll(
    /from "(\/[^"]+)"/g,
    (_, path: string) => `from ${JSON.stringify(pathToFileURL(path).href)}`
  )
  writeFileSync(
    file,
    `${imports}
const { system, user } = process.cpuUsage()
console.log(JSON.stringify([(system + user) / 1000, process.memoryUsage.rss() / 1e6]))
process.exit()
`
  )
  return async (): Promise<ReadonlyArray<number>> => JSON.parse((await run(process.execPath, [file])).stdout)
}

const starting = (peers: ReadonlyArray<Peer>): Benchmark => ({
  name: "start and first call",
  group: "start",
  units: ["CPU ms", "MB of memory"],
  reference,
  inNewProcess: true,
  open: async () => {
    const server = await start("http.ts")
    const given = `const url = "http://127.0.0.1:${server.port}", token = "${token}"`
    const clients = programs(peers).map(({ client, code, isOurs }, i) => ({
      name: client,
      isOurs,
      measure: measuring(`start-${i}`, `${given}\n${code}`)
    }))
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
  // Not needed in the processes that measure one client.
  const { rolldown } = await import("rolldown")
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

/** The size of a package and of all that npm installs with it. */
const installing = (peers: ReadonlyArray<Peer>): Benchmark => ({
  name: "size installed",
  group: "start",
  units: ["MB"],
  reference: "ours",
  isSingle: true,
  open: async () => ({
    clients: programs(peers).flatMap(({ client, installs, isOurs }) => {
      if (installs === undefined) return []
      const directory = isAbsolute(installs) ? installs : join(folder(), "node_modules", installs)
      return [{ name: client, isOurs, measure: async () => [installedSize(directory) / 1e6] }]
    })
  })
})

/** Prints the processor time and the memory of a command when it ends. */
const report = `import { writeFileSync } from "node:fs"
process.on("exit", () => {
  const { system, user } = process.cpuUsage()
  writeFileSync(process.env.BENCH_REPORT, JSON.stringify([(system + user) / 1000, process.memoryUsage.rss() / 1e6]))
})
`

/** Our command and that of screeps-api: the same request, with the same credentials file. */
const command: Benchmark = {
  name: "command, memory get",
  group: "tools",
  units: ["CPU ms", "MB of memory"],
  reference: "screeps-api's command",
  inNewProcess: true,
  open: async () => {
    const server = await start("http.ts")
    const at = (file: string) => join(folder(), file)
    writeFileSync(at("report.mjs"), report)
    writeFileSync(
      at("screeps.yaml"),
      `servers:
  main: { host: 127.0.0.1, port: ${server.port}, secure: false, token: "${token}" }
`
    )
    const env = { ...process.env, SCREEPS_CONFIG: at("screeps.yaml"), BENCH_REPORT: at("report.json") }
    const client = (name: string, isOurs: boolean, args: ReadonlyArray<string>) => ({
      name,
      isOurs,
      measure: async (): Promise<ReadonlyArray<number>> => {
        const preload = pathToFileURL(at("report.mjs")).href
        const { stdout } = await run(process.execPath, ["--import", preload, ...args], { env })
        if (!stdout.includes("stored")) throw new Error(`${name} printed: ${stdout}`)
        return JSON.parse(readFileSync(at("report.json"), "utf8"))
      }
    })
    const other = join(packageOf(createRequire(import.meta.url).resolve("screeps-api")), "bin/screeps-api.js")
    return {
      clients: [
        client("ours", true, [at("node_modules/@screeps-effect/cli/dist/bin.js"), "memory", "get", "bench"]),
        client("screeps-api's command", false, [other, "memory", "bench"])
      ],
      close: server.stop
    }
  }
}

const msw = join(peerFolder, "msw")

/** What a test file waits for: the imports, a server, and its first response. */
const testServer: Benchmark = {
  name: "server for tests, first response",
  group: "tools",
  units: ["CPU ms", "MB of memory"],
  reference: "msw",
  inNewProcess: true,
  open: async () => ({
    clients: [
      {
        name: "ours",
        isOurs: true,
        measure: measuring(
          "test-server",
          `import { Game } from "@screeps-effect/api"
import { ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
const world = ScreepsWorld.make({ accounts: [{ username: "bob", password: "secret12" }] })
await Effect.runPromise(Effect.provide(Game.time(), TestServer.layerScreeps(world)))`
        )
      },
      // As a dependency it would be a peer of vitest in every package.
      ...(existsSync(msw)
        ? [
            {
              name: "msw",
              does: "one response, without a game",
              isOurs: false,
              measure: measuring(
                "first-response",
                `import { http, HttpResponse } from "msw"
import { setupServer } from "msw/node"
const url = "http://screeps.test/api/game/time"
setupServer(http.get(url, () => HttpResponse.json({ ok: 1, time: 1 }))).listen()
await (await fetch(url)).json()`,
                msw
              )
            }
          ]
        : [])
    ]
  })
}

export const benchmarks = (peers: ReadonlyArray<Peer>): ReadonlyArray<Benchmark> => [
  starting(peers),
  pageSize(peers),
  installing(peers),
  command,
  testServer
]
