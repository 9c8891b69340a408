/**
 * Deploys code: compares the modules of a folder with a branch, uploads them if they differ, and waits for the socket to
 * confirm it.
 *
 *   node examples/src/30_deploy-code.ts                 three small modules, to an in-memory server
 *   node examples/src/30_deploy-code.ts push dist --branch release --activate --watch
 *   node examples/src/30_deploy-code.ts pull saved --branch default
 *
 * On your server: --server <name>, the name of a server in the credentials file that Screeps tools share
 * (.screeps.yaml).
 */
import { parseArgs, styleText } from "node:util"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { CodeModules } from "@screeps-effect/schema"
import { Screeps } from "@screeps-effect/socket"
import { CodeSync } from "@screeps-effect/socket/workflows"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

class Usage extends Data.TaggedError("Usage") {
  override readonly message =
    "Usage: node examples/src/30_deploy-code.ts push|pull [folder] [--branch <name>] [--activate] [--watch] [--server <name>]"
}

const options = {
  activate: { type: "boolean", default: false },
  branch: { type: "string", default: "example" },
  server: { type: "string" },
  watch: { type: "boolean", default: false }
} as const
const input = Effect.try({
  try: () => parseArgs({ allowPositionals: true, options }),
  catch: () => new Usage()
})

/** A module at the top, one in a folder, and one of WebAssembly. */
const sample = {
  main: 'const { hello } = require("lib/hello")\nmodule.exports.loop = () => hello()\n',
  "lib/hello": 'exports.hello = () => console.log("hello", Object.keys(Game.creeps))\n',
  empty: CodeModules.fromBytes(new Uint8Array([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]))
}
const sampleFolder = Effect.gen(function* () {
  const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
  yield* CodeSync.writeFolder(folder, sample)
  return folder
})

const report = ({ activation, branch, changes, code }: CodeSync.Pushed) => {
  const list = (color: "green" | "yellow" | "red" | "dim", sign: string, names: ReadonlyArray<string>) =>
    names.map((name) => styleText(color, `  ${sign} ${name}`))
  const lines = [
    ...list("green", "+", changes.added),
    ...list("yellow", "~", changes.changed),
    ...list("red", "-", changes.removed),
    ...list("dim", "=", changes.same)
  ]
  const active = activation === undefined ? "" : `, activation ${activation}`
  return Console.log([styleText("bold", branch), ...lines, `  upload ${code}${active}`].join("\n"))
}

const push = Effect.fn(function* (folder: string, options: CodeSync.PushOptions, isWatching: boolean) {
  if (!isWatching) return yield* report(yield* CodeSync.push(yield* CodeSync.readFolder(folder), options))
  yield* CodeSync.watch(folder, options).pipe(
    Stream.runForEach(Result.match({ onSuccess: report, onFailure: ({ message }) => Console.error(message) }))
  )
})

const pull = Effect.fn(function* (folder: string, name: string) {
  const { branch, modules } = yield* CodeSync.pull(name)
  const { removed, same, written } = yield* CodeSync.writeFolder(folder, modules)
  yield* Console.log(
    `${branch}: ${written.length} written, ${removed.length} removed, ${same.length} unchanged`
  )
})

// ---- the server: from the credentials file, or in memory

const layerOf = (server: string | undefined) =>
  server === undefined ? SampleWorld.layer() : Screeps.layerFile({ server })

const main = Effect.gen(function* () {
  const { positionals, values } = yield* input
  const [command = "push", folder] = positionals
  const { branch, server, watch } = values
  const layer = layerOf(server)
  if (command === "pull" && folder !== undefined) yield* Effect.provide(pull(folder, branch), layer)
  else if (command === "push") {
    const activate = values.activate ? "activeWorld" : undefined
    const deployment = push(
      folder ?? (yield* sampleFolder),
      { branch, activate, confirm: "10 seconds" },
      watch
    )
    yield* Effect.provide(deployment, layer)
  } else return yield* new Usage()
}).pipe(Effect.scoped)

main.pipe(
  Effect.provide(NodeServices.layer),
  Effect.catch(({ message }) =>
    Effect.sync(() => {
      console.error(message.replaceAll(/\s+/g, " "))
      process.exitCode = 1
    })
  ),
  NodeRuntime.runMain
)
