// Measures what the import of the installed packages and the first HTTP call cost, compared with Effect's HTTP client alone.
import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"

const rounds = 7

const layers = `import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
const layer = ScreepsClient.layerNoDeps().pipe(
  Layer.provide([Credentials.layerGuest, Server.layer(Server.privateServer(url)), FetchHttpClient.layer])
)
await Effect.runPromise(Effect.provide(Game.time(), layer))`

/** Each is a module; `url` is the address of a server. */
const programs = {
  Node: "await (await fetch(url + '/api/game/time')).json()",
  "Effect's HTTP client": `import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Schema from "effect/Schema"
const decode = HttpClientResponse.schemaBodyJson(Schema.Struct({ time: Schema.Number }))
const program = Effect.flatMap(HttpClient.get(url + "/api/game/time"), decode)
await Effect.runPromise(Effect.provide(program, FetchHttpClient.layer))`,
  "api by module": `import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
${layers}`,
  api: `import { Credentials, Game, ScreepsClient, Server } from "@screeps-effect/api"
${layers}`,
  socket: `import { Game } from "@screeps-effect/api"
import { Screeps } from "@screeps-effect/socket"
import * as Effect from "effect/Effect"
await Effect.runPromise(Effect.provide(Game.time(), Screeps.layer({ url, username: "bob", password: "secret" })))`,
  promise: `import { connect } from "@screeps-effect/promise"
const screeps = await connect({ url, username: "bob", password: "secret" })
await screeps.game.time()`
}

const measured = (program) => `const url = process.argv[2]
${program}
const { system, user } = process.cpuUsage()
console.log(JSON.stringify([performance.now(), (system + user) / 1000, process.memoryUsage.rss() / 1e6]))
process.exit()`

const run = (file, url, cwd) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, url], { cwd, stdio: ["ignore", "pipe", "inherit"] })
    let text = ""
    child.stdout.on("data", (chunk) => (text += chunk))
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(file))))
  })

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1].toFixed(0)

/** Measures in a folder with the installed packages; returns lines to print. */
export const coldStart = async (cwd) => {
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ ok: 1, time: 1 }))
  })
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${server.address().port}`
  const entries = Object.entries(programs).map(([name, code], index) => {
    const file = `cold-${index}.mjs`
    writeFileSync(join(cwd, file), measured(code))
    return { name, file, results: [] }
  })
  for (let round = 0; round < rounds; round++) {
    for (const { file, results } of entries) results.push(await run(file, url, cwd))
  }
  server.close()
  return entries.map(({ name, results }) => {
    const [wall, cpu, memory] = [0, 1, 2].map((column) => median(results.map((row) => row[column])))
    return `${name.padEnd(26)} ${wall.padStart(5)} ms ${cpu.padStart(5)} ms of CPU time ${memory.padStart(5)} MB`
  })
}
