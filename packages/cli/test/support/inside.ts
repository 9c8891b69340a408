/** Runs the program without a process: arguments in; status, standard output and standard error out. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import type * as Cause from "effect/Cause"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Terminal from "effect/Terminal"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import { Fetch } from "effect/http/FetchHttpClient"
import { ChildProcessSpawner, make as makeSpawner } from "effect/process/ChildProcessSpawner"
import * as TestConsole from "effect/testing/TestConsole"
import { run } from "../../src/runner/run.ts"

/** Options of a run. */
export interface Start {
  /** Standard input. */
  readonly stdin?: string
  /** The environment; default: `bob` on the in-memory server. */
  readonly env?: Readonly<Record<string, string>>
  /** Columns of the terminal; default: a pipe. */
  readonly columns?: number
  readonly color?: boolean
  /** Keys typed at the terminal. */
  readonly keys?: string
  /** Replaces the file system. */
  readonly files?: (fs: FileSystem.FileSystem) => FileSystem.FileSystem
  /** Whether the terminal fails with a defect. */
  readonly isBroken?: boolean
  /** Runs beside the program, with its console, and interrupts it like Ctrl-C when it ends. */
  readonly until?: Effect.Effect<unknown>
}

export const bob = { username: "bob", password: "bobs secret" }
export const alice = { username: "alice", password: "alices secret" }
export const url = "http://screeps.test"
export const asBob = { SCREEPS_URL: url, SCREEPS_USERNAME: bob.username, SCREEPS_PASSWORD: bob.password }

export const makeWorld = (options: Partial<ScreepsWorld.Options> = {}) =>
  ScreepsWorld.make({ accounts: [bob, alice], ...options })

const keyNames: Readonly<Record<string, string>> = { "\n": "enter", "\b": "backspace" }

/** A terminal with typed keys; `\n` is the enter key, `\b` the backspace key. */
const terminal = ({ columns = 0, isBroken = false, keys = "" }: Start, drawn: Array<string>) =>
  Layer.effect(
    Terminal.Terminal,
    Effect.gen(function* () {
      const typed = yield* Queue.unbounded<Terminal.UserInput, Cause.Done>()
      for (const key of keys) {
        const name = keyNames[key] ?? key
        yield* Queue.offer(typed, {
          input: Option.some(key),
          key: { name, ctrl: false, meta: false, shift: false }
        })
      }
      return Terminal.make({
        columns: isBroken ? Effect.die(new Error("broken")) : Effect.succeed(columns),
        rows: Effect.succeed(24),
        size: Effect.die("not expected"),
        readInput: Effect.succeed(typed),
        readLine: Effect.die("not expected"),
        display: (text) => Effect.sync(() => void drawn.push(text))
      })
    })
  )

/** Runs the program against an in-memory world. */
export const screeps = (world: ScreepsWorld.ScreepsWorld, options?: TestServer.Options) =>
  screepsAt(TestServer.handler(world, options))

/** Runs the program against a server that responds by a function. */
export const screepsAt = (serve: (request: Request) => Effect.Effect<Response>) => {
  const fetch: typeof globalThis.fetch = (input, init) => Effect.runPromise(serve(new Request(input, init)))
  return (args: ReadonlyArray<string>, start: Start = {}) => {
    const isTerminal = start.columns !== undefined
    const drawn: Array<string> = []
    const written: Array<string> = []
    const services = Layer.mergeAll(
      Layer.effect(FileSystem.FileSystem, Effect.map(FileSystem.FileSystem, start.files ?? identity)).pipe(
        Layer.provide(NodeFileSystem.layer)
      ),
      NodePath.layer,
      terminal(start, drawn),
      Stdio.layerTest({
        stdout: () => Sink.forEach((text) => Effect.sync(() => void written.push(String(text)))),
        stdin: Stream.make(new TextEncoder().encode(start.stdin ?? "")),
        stdoutIsTerminal: Effect.succeed(isTerminal),
        stderrIsTerminal: Effect.succeed(isTerminal),
        stdinIsTerminal: Effect.succeed(isTerminal)
      }),
      Layer.succeed(
        ChildProcessSpawner,
        makeSpawner(() => Effect.die("no process is started"))
      ),
      Layer.succeed(TerminalCapabilities, {
        canColor: start.color ?? false,
        canAnimate: isTerminal,
        canPrompt: isTerminal
      }),
      ConfigProvider.layer(ConfigProvider.fromEnv({ env: { ...(start.env ?? asBob) } })),
      Layer.succeed(Fetch, fetch),
      TestConsole.layer
    )
    return Effect.gen(function* () {
      const running = run(args, "1.2.3")
      const status = yield* start.until === undefined
        ? running
        : Effect.raceFirst(running, Effect.as(start.until, 130))
      const out = (yield* TestConsole.logLines).join("\n") + written.join("")
      const err = (yield* TestConsole.errorLines).join("\n")
      return { status, out, err, drawn: drawn.join("") }
    }).pipe(Effect.provide(services, { local: true }))
  }
}

/** Runs the program as `bob` against an official server. */
export const official = Effect.fnUntraced(function* (world: ScreepsWorld.ScreepsWorld, scope?: TokenScope) {
  const token = Redacted.value(yield* world.users.grantToken("bob", scope))
  const env = { SCREEPS_TOKEN: token, SCREEPS_SHARD: "shard0" }
  const run = screeps(world, { dialect: "official" })
  return { token, run: (args: ReadonlyArray<string>, start: Start = {}) => run(args, { env, ...start }) }
})
type TokenScope = Parameters<ScreepsWorld.ScreepsWorld["users"]["grantToken"]>[1]

/** A temporary folder, removed after the test. */
export const folder = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped()).pipe(
  Effect.provide(NodeFileSystem.layer)
)
