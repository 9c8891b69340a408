/** Runs the program in this process, against the sample world on a port: for commands with a socket. */
import { createServer } from "node:http"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodePath from "@effect/platform-node/NodePath"
import * as Server from "@screeps-effect/api/Server"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Sink from "effect/Sink"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Terminal from "effect/Terminal"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import type { HttpServer } from "effect/http/HttpServer"
import { ChildProcessSpawner, make as makeSpawner } from "effect/process/ChildProcessSpawner"
import * as TestConsole from "effect/testing/TestConsole"
import * as Scripts from "../../src/commands/dev/scripts.ts"
import { run } from "../../src/runner/run.ts"

/** Options of a run. */
export interface Start {
  /** Standard input; empty by default. */
  readonly stdin?: string
  /** Size of the terminal; default: a pipe. */
  readonly terminal?: readonly [columns: number, rows: number]
  /** Whether the terminal has colours. */
  readonly color?: boolean
  /** More environment variables. */
  readonly env?: Readonly<Record<string, string>>
}

const { password, username } = SampleWorld.account

/** The environment with the sample account. */
export const environment = Effect.map(Server.Server, ({ url }) => ({
  SCREEPS_URL: url,
  SCREEPS_USERNAME: username,
  SCREEPS_PASSWORD: password
}))

/** The sample world with ten ticks per second, on a port of this machine. */
const sampleOn = <A>(
  layer: (sample: ScreepsWorld.ScreepsWorld) => Layer.Layer<A, never, HttpServer>,
  evaluate?: ScreepsWorld.Options["evaluate"]
): Layer.Layer<A> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const sample = yield* SampleWorld.make({ evaluate })
      yield* Effect.repeat(sample.tick, { times: 60 })
      return layer(sample)
    })
  ).pipe(Layer.provide(Layer.orDie(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))))

const game = (sample: ScreepsWorld.ScreepsWorld) => TestServer.layerHttp(sample, { tickEvery: "100 millis" })

/** The sample world on a server 4.3.0. */
export const world = sampleOn(game)

/** The sample world with an engine in which console lines run: each takes half a second to start. */
export const serve = <A>(layer: (sample: ScreepsWorld.ScreepsWorld) => Layer.Layer<A, never, HttpServer>) =>
  Layer.unwrap(Effect.map(Scripts.make(10_000), (evaluate) => sampleOn(layer, evaluate)))

/** The sample world on a server 4.3.0 on which console lines run. */
export const scripted = serve(game)

const services = (
  { color = false, stdin = "", terminal }: Start,
  env: Readonly<Record<string, string>>,
  drawn: Array<string>,
  written: Array<string>
) => {
  const isTerminal = terminal !== undefined
  const [columns = 0, rows = 0] = terminal ?? []
  const display = Terminal.make({
    columns: Effect.succeed(columns),
    rows: Effect.succeed(rows),
    size: Effect.die("not expected"),
    readInput: Effect.die("not expected"),
    readLine: Effect.die("not expected"),
    display: (text) => Effect.sync(() => void drawn.push(text))
  })
  return Layer.mergeAll(
    NodeFileSystem.layer,
    NodePath.layer,
    Layer.succeed(Terminal.Terminal, display),
    Stdio.layerTest({
      stdout: () => Sink.forEach((text) => Effect.sync(() => void written.push(String(text)))),
      stdin: Stream.make(new TextEncoder().encode(stdin)),
      stdoutIsTerminal: Effect.succeed(isTerminal),
      stderrIsTerminal: Effect.succeed(isTerminal),
      stdinIsTerminal: Effect.succeed(false)
    }),
    Layer.succeed(
      ChildProcessSpawner,
      makeSpawner(() => Effect.die("no process is started"))
    ),
    Layer.succeed(TerminalCapabilities, { canColor: color, canAnimate: isTerminal, canPrompt: false }),
    ConfigProvider.layer(ConfigProvider.fromEnv({ env })),
    TestConsole.layer
  )
}

/** Starts the program; returns its fiber and its output so far. */
const started = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  start: Start,
  env: Record<string, string>
) {
  const drawn: Array<string> = []
  const written: Array<string> = []
  const context = yield* Layer.build(services(start, env, drawn, written))
  const fiber = yield* Effect.forkScoped(Effect.provide(run(args, "1.2.3"), context))
  const lines = (which: Effect.Effect<ReadonlyArray<unknown>>) =>
    Effect.map(Effect.provide(which, context), (printed) => printed.map(String).join("\n"))
  return {
    fiber,
    out: Effect.map(lines(TestConsole.logLines), (out) => out + written.join("")),
    err: lines(TestConsole.errorLines),
    drawn: Effect.sync(() => drawn.join(""))
  }
})

/** Runs the program to its end. */
export const screeps = (args: ReadonlyArray<string>, start: Start = {}) =>
  Effect.gen(function* () {
    const { drawn, err, fiber, out } = yield* started(args, start, { ...(yield* environment), ...start.env })
    const status = yield* Fiber.join(fiber)
    return { status, out: yield* out, err: yield* err, drawn: yield* drawn }
  }).pipe(Effect.scoped)

/** Runs the program until a condition on its output holds, and then interrupts it like Ctrl-C. */
export const until = (
  args: ReadonlyArray<string>,
  isEnough: (output: { readonly out: string; readonly drawn: string }) => boolean,
  start: Start = {}
) =>
  Effect.gen(function* () {
    const { drawn, err, fiber, out } = yield* started(args, start, { ...(yield* environment), ...start.env })
    const output = Effect.map(Effect.all([out, drawn]), ([out, drawn]) => ({ out, drawn }))
    yield* Effect.repeat(Effect.delay(output, "20 millis"), { until: isEnough })
    yield* Fiber.interrupt(fiber)
    return { out: yield* out, err: yield* err, drawn: yield* drawn }
  }).pipe(Effect.scoped)

/** Runs the program to its end, and runs something else when its output to standard error contains a text. */
export const screepsWith = <E, R>(
  args: ReadonlyArray<string>,
  text: string,
  meanwhile: Effect.Effect<unknown, E, R>,
  start: Start = {}
) =>
  Effect.gen(function* () {
    const { err, fiber } = yield* started(args, start, { ...(yield* environment), ...start.env })
    yield* Effect.repeat(Effect.delay(err, "20 millis"), { until: (printed) => printed.includes(text) })
    yield* meanwhile
    const status = yield* Fiber.join(fiber)
    return { status, err: yield* err }
  }).pipe(Effect.scoped)

/** Returns the output that remains after the alternate screen is closed. */
export const remains = (drawn: string): string => drawn.split("\u001B[?1049l")[1] ?? ""

/** Parses lines of JSON. */
export const parsed = (out: string): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  out
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => JSON.parse(line))
