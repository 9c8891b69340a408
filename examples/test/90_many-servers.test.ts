import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { isMissing } from "@screeps-effect/fixtures/services"
import * as Effect from "effect/Effect"
import { errorLine, output, serveSample } from "./support/example.ts"

const file = "90_many-servers.ts"

/** Tests with Redis are skipped, and counted as skipped, without redis-server; in CI they fail instead. */
const isRedisMissing = isMissing("redis", spawnSync("redis-server", ["--version"]).status === 0)

const freePort = Effect.promise(async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  return port
})

/** Starts a Redis that stores nothing on disk, and returns its address. */
const redis = Effect.gen(function* () {
  const port = yield* freePort
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const server = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] })
      for await (const text of server.stdout) if (/ready to accept/i.test(String(text))) break
      return server
    }),
    (server) =>
      Effect.promise(async () => {
        server.kill("SIGKILL")
        await once(server, "exit")
      })
  )
  return `redis://127.0.0.1:${port}`
})

const rows = (out: string) =>
  new Map(
    out
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/ {2,}/))
      .map(([name = "", ...cells]) => [name, cells])
  )

const left = (out: string, name: string) =>
  Number(/^(\d+) of 120/.exec(rows(out).get(name)?.at(-1) ?? "")?.[1])

describe("90_many-servers", () => {
  it.live("prints a row for an official, a private and a seasonal server", () =>
    Effect.gen(function* () {
      const table = rows(yield* output(file, [], { source: true }))
      assert.deepStrictEqual([...table.keys()], ["main", "local", "season"])
      const [main, local, season] = [...table.values()]
      assert.deepStrictEqual(main?.slice(1, 4), ["shard3", "tick 71000000", "bob"])
      assert.deepStrictEqual(local?.slice(1), ["one shard", "tick 4200", "bob", "no limit"])
      assert.deepStrictEqual(season?.slice(1, 4), ["shardSeason", "tick 350000", "bob"])
      for (const [kind] of [main ?? [], season ?? []]) assert.match(kind ?? "", /^official, version \d+$/)
      for (const cells of [main, season]) assert.match(cells?.at(-1) ?? "", /^\d+ of 120 requests left$/)
    })
  )

  it.live("reads servers from the configuration file, and prints the failure of a server in its row", () =>
    Effect.gen(function* () {
      const { url } = yield* serveSample()
      const { hostname, port } = new URL(url)
      const cwd = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "servers-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      const entry = (name: string, port: string | number) =>
        `  ${name}: { host: ${hostname}, port: ${port}, secure: false, username: bob, password: secret }\n`
      const text = `servers:\n${entry("here", port)}${entry("there", 2)}`
      writeFileSync(join(cwd, ".screeps.yaml"), text)
      const table = rows(yield* output(file, ["here", "there", "nowhere"], { cwd }))
      assert.match(
        table.get("here")?.join(" ") ?? "",
        /^private, version \S+ one shard tick \d+ bob no limit$/
      )
      assert.match(table.get("there")?.join(" ") ?? "", /Unreachable/)
      assert.match(table.get("nowhere")?.join(" ") ?? "", /nowhere/)
    }).pipe(Effect.scoped)
  )

  it.live("says in one sentence that Redis is away, without the password", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const env = { SCREEPS_REDIS: `redis://user:hidden@127.0.0.1:${port}` }
      assert.strictEqual(
        yield* errorLine(file, [], { env }),
        `Redis at 127.0.0.1:${port} does not respond (SCREEPS_REDIS): Error: connect ECONNREFUSED 127.0.0.1:${port}`
      )
    })
  )

  it.live.skipIf(isRedisMissing)("shares the rate limits of a token between runs through Redis", () =>
    Effect.gen(function* () {
      const env = { SCREEPS_REDIS: yield* redis }
      const [first, second] = [yield* output(file, [], { env }), yield* output(file, [], { env })]
      for (const name of ["main", "season"]) {
        assert.deepStrictEqual([left(first, name), left(second, name)], [117, 114])
      }
    }).pipe(Effect.scoped)
  )
})
