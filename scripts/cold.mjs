// Measures how long a program with one HTTP call takes to start, with the installed packages, compared with Node alone and
// with the parts of Effect that it needs.
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"

const rounds = 11

const programs = {
  nothing: "",
  effect: `import "effect/Effect"
import "effect/Layer"
import "effect/Schema"
import "effect/Stream"
import "effect/http/FetchHttpClient"
`,
  client: `import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
const layer = ScreepsClient.layer.pipe(Layer.provide([Credentials.layerGuest, Server.layer(Server.official()), FetchHttpClient.layer]))
export const program = Effect.provide(Game.version(), layer)
`
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** Measures in a folder with the installed packages; returns a line to print. */
export const coldStart = (cwd) => {
  const programNames = Object.keys(programs)
  const times = Object.fromEntries(programNames.map((name) => [name, []]))
  for (const name of programNames) writeFileSync(join(cwd, `cold-${name}.mjs`), programs[name])
  for (let round = 0; round < rounds; round++) {
    for (const name of programNames) {
      const start = performance.now()
      const { status, stderr } = spawnSync(process.execPath, [`cold-${name}.mjs`], { cwd, encoding: "utf8" })
      if (status !== 0) throw new Error(`cold-${name}.mjs: ${stderr}`)
      times[name].push(performance.now() - start)
    }
  }
  const millis = (name) => `${median(times[name]).toFixed(0)} ms`
  return `a client over HTTP starts in ${millis("client")}, Effect's alone in ${millis("effect")}, Node in ${millis("nothing")}`
}
