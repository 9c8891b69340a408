// Measures the size of programs that use one thing, bundled for a page from the installed tarballs. A module with top-level
// calls that are not marked pure would be included in all of them.
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"

const schema = "@screeps-effect/schema"
/** Each program with its maximum size in bytes, minified; without a limit the size is only shown. */
const programs = [
  ["a room's name checked", `import { RoomName } from "${schema}"\nconsole.log(RoomName.is("W1N1"))`, 1_000],
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
  ["all of schema", `import * as all from "${schema}"\nconsole.log(all)`],
  [
    "one room read over HTTP",
    `import { Credentials, Game, ScreepsClient, Server } from "@screeps-effect/api"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
const layer = ScreepsClient.layer.pipe(Layer.provide([Credentials.layerGuest, Server.layer(Server.official()), FetchHttpClient.layer]))
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
const layer = RoomFeed.layer.pipe(Layer.provide(ScreepsSocket.layer), Layer.provide(ScreepsClient.layer), Layer.provide([
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
  const [{ code: text, dynamicImports, imports }] = output
  // Modules that a page does not have, such as those of Node, would stay as imports.
  return { text, missing: [...imports, ...dynamicImports] }
}

/** Bundles every program in a folder with the installed packages; returns lines to print, and problems. */
export const sizes = async (cwd) => {
  const lines = []
  const problems = []
  for (const [name, code, limit] of programs) {
    const { missing, text } = await bundle(code, cwd)
    const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`
    lines.push(
      `${name.padEnd(26)} ${kilobytes(text.length)} minified ${kilobytes(gzipSync(text).length)} gzipped`
    )
    if (limit !== undefined && text.length > limit)
      problems.push(`"${name}" bundles to ${text.length} bytes, not ${limit}`)
    if (missing.length > 0) problems.push(`"${name}" cannot run in a page: it imports ${missing.join(", ")}`)
  }
  return { lines, problems }
}
