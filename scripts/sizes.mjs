// Measures the size of programs that use one thing, bundled for a page from the installed tarballs, and compares it with the
// last entry of `sizes.json`. A module with top-level calls that are not marked pure would be included in all of them.
//   pnpm check:packages --sizes "why they changed"    adds an entry, of which the docs make a page
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"
import { minifySync } from "rolldown/utils"

const schema = "@screeps-effect/schema"
const programs = [
  ["a room's name checked", `import { RoomName } from "${schema}"\nconsole.log(RoomName.is("W1N1"))`],
  [
    "a room's name decoded",
    `import { RoomName } from "${schema}"\nimport * as Schema from "effect/Schema"\nconsole.log(Schema.decodeSync(RoomName.RoomName))`
  ],
  [
    "a creep decoded",
    `import { Creep } from "${schema}/Creep"\nimport * as Schema from "effect/Schema"\nconsole.log(Schema.decodeSync(Creep))`
  ],
  [
    "effect/Schema alone",
    `import * as Schema from "effect/Schema"\nconsole.log(Schema.decodeSync(Schema.String))`
  ],
  [
    "effect/http alone",
    `import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Schema from "effect/Schema"
const program = Effect.flatMap(HttpClient.get("/api/game/time"), HttpClientResponse.schemaBodyJson(Schema.Struct({ time: Schema.Number })))
Effect.runPromise(Effect.provide(program, FetchHttpClient.layer)).then(console.log)`
  ],
  ["all of schema", `import * as all from "${schema}"\nconsole.log(all)`],
  [
    "one room read over HTTP",
    `import { Credentials, Game, ScreepsClient, Server } from "@screeps-effect/api"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
const layer = ScreepsClient.layerNoDeps().pipe(Layer.provide([Credentials.layerGuest, Server.layer(Server.official()), FetchHttpClient.layer]))
Effect.runPromise(Effect.provide(Game.terrain({ room: "W1N1", shard: "shard0" }), layer)).then(console.log)`
  ],
  [
    "one room watched",
    `import { Credentials, ScreepsClient, Server } from "@screeps-effect/api"
import { RoomFeed, ScreepsSocket } from "@screeps-effect/socket"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
const layer = RoomFeed.layer().pipe(Layer.provide(ScreepsSocket.layer()), Layer.provide(ScreepsClient.layerNoDeps()), Layer.provide([
  Credentials.layerConfig, Server.layer(Server.official()), FetchHttpClient.layer, Socket.layerWebSocketConstructorGlobal]))
Effect.runPromise(Effect.provide(Stream.runForEach(RoomFeed.states("W1N1"), Effect.log), layer))`
  ],
  [
    "all of api and socket",
    `import * as api from "@screeps-effect/api"
import * as socket from "@screeps-effect/socket"
import * as workflows from "@screeps-effect/socket/workflows"
console.log(api, socket, workflows)`
  ]
]

/** Growth in bytes, gzipped, that needs no reason: one percent, or half a kilobyte. */
const tolerated = (before) => Math.max(500, before * 0.01)

const history = join(import.meta.dirname, "sizes.json")

const bundle = async (code, cwd) => {
  const program = `${cwd}/program.js`
  const virtual = {
    name: "program",
    resolveId: (id) => (id === program ? id : undefined),
    load: (id) => (id === program ? code : undefined)
  }
  const built = await rolldown({
    input: program,
    cwd,
    plugins: [virtual],
    platform: "browser",
    logLevel: "silent"
  })
  const { output } = await built.generate({ minify: true, format: "esm" })
  await built.close()
  const [{ code: text, dynamicImports, imports, modules }] = output
  // Modules that a page does not have, such as those of Node, would stay as imports.
  return { text, modules, missing: [...imports, ...dynamicImports] }
}

const kilobytes = (bytes) => (bytes / 1000).toFixed(1)

/** Returns the largest modules of a program with their sizes: minified alone, so that the sum is a little more than all. */
const largest = (modules) =>
  Object.entries(modules)
    .map(([id, { code }]) => [
      id
        .replaceAll("\\", "/")
        .replace(/^.*\/node_modules\//, "")
        .replace("/dist/", "/")
        .replace(/\.js$/, ""),
      code
        ? minifySync(id, code, { module: true, compress: { unused: false }, mangle: { toplevel: true } }).code
            .length
        : 0
    ])
    .filter(([id, size]) => size >= 50 && !id.endsWith("/program"))
    .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 20)
    .map(([id, size]) => `${id} ${kilobytes(size)} kB`)

/** Bundles every program in a folder with the installed packages; returns lines to print, and problems. */
export const sizes = async (cwd, reason) => {
  const entries = JSON.parse(readFileSync(history, "utf8"))
  const before = entries.at(-1)?.gzipped ?? {}
  const measured = {}
  const lines = []
  const problems = []
  for (const [name, code] of programs) {
    const { missing, modules, text } = await bundle(code, cwd)
    const gzipped = gzipSync(text).length
    measured[name] = gzipped
    const change = gzipped - (before[name] ?? gzipped)
    lines.push(
      `${name.padEnd(26)} ${kilobytes(text.length).padStart(6)} kB minified ${kilobytes(gzipped).padStart(6)} kB gzipped ${change === 0 ? "" : `(${change > 0 ? "+" : ""}${change} bytes)`}`.trimEnd()
    )
    if (missing.length > 0) problems.push(`"${name}" cannot run in a page: it imports ${missing.join(", ")}`)
    if (reason === undefined && change > tolerated(before[name]))
      problems.push(
        `"${name}" grew from ${before[name]} to ${gzipped} bytes, gzipped; if it has to be, run pnpm check:packages --sizes "why". Its largest modules:\n${largest(modules).join("\n")}`
      )
  }
  if (reason !== undefined) {
    writeFileSync(history, `${JSON.stringify([...entries, { reason, gzipped: measured }], null, 2)}\n`)
  }
  return { lines, problems }
}
