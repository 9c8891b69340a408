/** Runs examples in processes of their own, with input, output and exit code. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Server } from "@screeps-effect/api"
import { SampleWorld, type ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { assert, inject } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/** The exit code and the output of a program. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A running program, which is killed when the scope closes. */
export interface Running {
  /** Waits until its output matches, and returns the output so far. */
  readonly untilPrinted: (what: RegExp) => Effect.Effect<string>
  readonly interrupt: Effect.Effect<void>
  readonly ended: Effect.Effect<Ended>
}

/** Environment, folder and input of a program. */
export interface RunOptions {
  /** Whether Node runs the source, as a reader does; by default it runs the bundle, which starts faster. */
  readonly source?: boolean | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
  /** Its whole input; empty by default. */
  readonly input?: string | undefined
}

/** Compiling is most of the work of a short program: the cache lets the next run skip it. */
export const compileCache = fileURLToPath(new URL("../../../node_modules/.cache/compile", import.meta.url))

/**
 * Returns the arguments for Node that start a program, and its compile cache. A module beside it makes responses that differ
 * from their schemas a failure, as in the tests of the packages.
 */
export const command = (file: string, source = false) => {
  const bundled = (name: string) => join(inject("programs"), name)
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const program = source ? at(`../../src/${file}`) : bundled(file.replace(/\.ts$/, ".mjs"))
  const strict = source ? at("../../../scripts/strict.ts") : bundled("strict.mjs")
  // Node 22 warns at every start that it reads TypeScript.
  const args = ["--disable-warning=ExperimentalWarning", "--import", pathToFileURL(strict).href, program]
  return { args, compileCache: source ? compileCache : bundled("cache") }
}

/** Starts an example; of this process' variables it inherits only PATH. */
export const start = (
  file: string,
  args: ReadonlyArray<string> = [],
  { cwd, env, input, source }: RunOptions = {}
): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const program = command(file, source)
      const child = spawn(process.execPath, [...program.args, ...args], {
        stdio: ["pipe", "pipe", "pipe"],
        cwd,
        env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: program.compileCache, ...env }
      })
      const output = { out: "", err: "" }
      child.stdout.setEncoding("utf8").on("data", (text: string) => (output.out += text))
      child.stderr.setEncoding("utf8").on("data", (text: string) => (output.err += text))
      // It may end before it reads its input.
      child.stdin.on("error", () => {}).end(input ?? "")
      return { child, output, closed: once(child, "close") }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  ).pipe(
    Effect.map(({ child, closed, output }) => ({
      untilPrinted: (what) =>
        Effect.callback<string>((resume) => {
          const check = () => {
            if (what.test(output.out)) resume(Effect.succeed(output.out))
            else if (child.exitCode !== null)
              resume(
                Effect.die(
                  new Error(`the program ended without printing ${String(what)}: ${output.out}${output.err}`)
                )
              )
          }
          child.stdout.on("data", check)
          child.on("close", check)
          check()
        }),
      interrupt: Effect.sync(() => child.kill("SIGINT")),
      ended: Effect.map(
        Effect.promise(() => closed),
        () => ({ code: child.exitCode, ...output })
      )
    }))
  )

/** Runs an example to its end. */
const run = (file: string, args?: ReadonlyArray<string>, options?: RunOptions): Effect.Effect<Ended> =>
  Effect.scoped(Effect.flatMap(start(file, args, options), ({ ended }) => ended))

/** Runs an example to its successful end, and returns its output. */
export const output = (
  file: string,
  args?: ReadonlyArray<string>,
  options?: RunOptions
): Effect.Effect<string> =>
  Effect.map(run(file, args, options), ({ code, err, out }) => {
    assert.deepStrictEqual({ code, err }, { code: 0, err: "" }, out)
    return out
  })

/** Runs an example that ends with code 1, and returns the one line of its error output. */
export const errorLine = (
  file: string,
  args?: ReadonlyArray<string>,
  options?: RunOptions
): Effect.Effect<string> =>
  Effect.map(run(file, args, options), ({ code, err, out }) => {
    assert.deepStrictEqual({ code, out }, { code: 1, out: "" }, err)
    assert.match(err, /^[^\n]+\n$/)
    return err.trimEnd()
  })

/** A server of the sample world on a real port. */
export interface SampleServer {
  readonly url: string
  /** The environment variables that select it. */
  readonly env: Readonly<Record<string, string>>
  readonly world: ScreepsWorld.ScreepsWorld
  readonly controls: TestServer.Controls["Service"]
}

/** Serves the sample world on a real port while the scope is open. */
export const serveSample = (
  options: SampleWorld.Options = {}
): Effect.Effect<SampleServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const world = yield* SampleWorld.make(options)
    const port = NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })
    const served = TestServer.layerHttp(world, { tickEvery: "50 millis", ...options })
    const context = yield* Effect.orDie(Layer.build(served.pipe(Layer.provide(port))))
    const { url } = Context.get(context, Server.Server)
    const { password, username } = SampleWorld.account
    const env = { SCREEPS_URL: url, SCREEPS_USERNAME: username, SCREEPS_PASSWORD: password }
    return { url, env, world, controls: Context.get(context, TestServer.Controls) }
  })
