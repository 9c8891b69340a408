/**
 * `node bench/src/coverage.ts [<root>] [--list]`: counts the functions and files of ours that one warm call runs, by V8's
 * precise coverage. Only the code of `schema` and `api` counts; the response is a prepared one. Another checkout of this
 * repository as `<root>` is measured with the same program.
 */
import { Session } from "node:inspector/promises"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import type * as Api from "@screeps-effect/api"
// oxlint-disable no-restricted-imports -- their types
import type * as effect from "effect"
import type * as http from "effect/http"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false } }
})
const root = resolve(positionals[0] ?? join(import.meta.dirname, "../.."))
const packages = pathToFileURL(`${join(root, "packages")}/`).href

// The checkout's own copy of Effect: services and secrets of another copy are unknown to it.
const api: typeof Api = await import(`${packages}api/src/index.ts`)
const { Effect, Layer, ManagedRuntime, Redacted }: typeof effect = await import(
  `${packages}api/node_modules/effect/dist/index.js`
)
const { HttpClient, HttpClientResponse }: typeof http = await import(
  `${packages}api/node_modules/effect/dist/http/index.js`
)

const body = JSON.stringify({ ok: 1, time: 123_456 })

const responding = Layer.succeed(
  HttpClient.HttpClient,
  HttpClient.make((request) =>
    Effect.succeed(
      HttpClientResponse.fromWeb(
        request,
        new Response(body, { headers: { "content-type": "application/json" } })
      )
    )
  )
)

const account = api.Credentials.layerPassword({ username: "bob", password: Redacted.make("secret") })
const token = api.Credentials.layerToken(Redacted.make("11111111-2222-4333-8444-555555555555"))
const own = api.Server.layer(api.Server.privateServer("http://screeps.test"))
const official = api.Server.layer(api.Server.official({ shard: "shard3" }))

const cases = [
  { name: "private server", server: own, credentials: account },
  { name: "official server", server: official, credentials: token }
] as const

const inspector = new Session()
inspector.connect()
await inspector.post("Profiler.enable")

/** Runs a program and returns what it calls, by file. */
const called = async (run: () => Promise<unknown>): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
  await run()
  // The first result also counts what had run before the measurement began.
  await inspector.post("Profiler.takePreciseCoverage")
  await run()
  const { result } = await inspector.post("Profiler.takePreciseCoverage")
  await inspector.post("Profiler.stopPreciseCoverage")
  const files = new Map<string, ReadonlyArray<string>>()
  for (const { functions, url } of result) {
    const file = url.startsWith(packages) ? url.slice(packages.length) : ""
    if (!/^(?:schema|api)\/src\//.test(file)) continue
    const names = functions
      .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0 && ranges[0]?.startOffset !== 0)
      .map(({ functionName, ranges }) => `${functionName || "(anonymous)"}@${ranges[0]?.startOffset}`)
    if (names.length > 0) files.set(file, names)
  }
  return files
}

for (const { credentials, name, server } of cases) {
  // Older checkouts have the same layer as a constant, or under another name.
  const known: unknown = api.ScreepsClient.layerNoDeps ?? Reflect.get(api.ScreepsClient, "layer")
  const layerNoDeps = Layer.isLayer(known)
    ? (known as ReturnType<typeof Api.ScreepsClient.layerNoDeps>)
    : api.ScreepsClient.layerNoDeps()
  const client = ManagedRuntime.make(layerNoDeps.pipe(Layer.provide([server, credentials, responding])))
  const call = () => client.runPromise(api.Game.time())
  for (let i = 0; i < 20; i++) await call()
  const files = await called(call)
  const count = [...files.values()].reduce((sum, { length }) => sum + length, 0)
  console.log(`${name}: ${count} functions in ${files.size} files`)
  if (values.list) for (const [file, names] of files) console.log(`  ${file}: ${names.join(" ")}`)
  await client.dispose()
}
process.exit()
