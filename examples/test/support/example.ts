/** Examples run as people run them: a process of its own, what it says, what it is told, its exit code. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Server } from "@screeps-effect/api"
import { SampleWorld, type ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { assert } from "@effect/vitest"
import { Context, Effect, Layer, type Scope } from "effect"

/** How a program ended, and what it has said. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A running program, which is gone when the scope closes. */
export interface Running {
  /** Waits until its output holds something; gives the output so far. */
  readonly says: (what: RegExp) => Effect.Effect<string>
  readonly interrupt: Effect.Effect<void>
  readonly ended: Effect.Effect<Ended>
}

/** What a program is given besides its arguments. */
export interface Given {
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
  /** Its whole input; none when not told. */
  readonly input?: string | undefined
}

/** Compiling TypeScript is most of what a short program does: the next one finds it done. */
const compiled = fileURLToPath(new URL("../../node_modules/.cache/compile", import.meta.url))

/** Starts an example; of this process' variables it gets none but the search path. */
export const start = (
  file: string,
  args: ReadonlyArray<string> = [],
  { cwd, env, input }: Given = {}
): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const path = fileURLToPath(new URL(`../../src/${file}`, import.meta.url))
      // Node 22 warns at every start that it reads TypeScript.
      const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", path, ...args], {
        stdio: ["pipe", "pipe", "pipe"],
        cwd,
        env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compiled, ...env }
      })
      const said = { out: "", err: "" }
      child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text))
      child.stderr.setEncoding("utf8").on("data", (text: string) => (said.err += text))
      // It may have ended before it reads what is written to it.
      child.stdin.on("error", () => {}).end(input ?? "")
      return { child, said, closed: once(child, "close") }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  ).pipe(
    Effect.map(({ child, closed, said }) => ({
      says: (what) =>
        Effect.callback<string>((resume) => {
          const look = () => {
            if (what.test(said.out)) resume(Effect.succeed(said.out))
            else if (child.exitCode !== null)
              resume(Effect.die(new Error(`it ended without ${String(what)}: ${said.out}${said.err}`)))
          }
          child.stdout.on("data", look)
          child.on("close", look)
          look()
        }),
      interrupt: Effect.sync(() => child.kill("SIGINT")),
      ended: Effect.map(
        Effect.promise(() => closed),
        () => ({ code: child.exitCode, ...said })
      )
    }))
  )

/** Runs an example to its end. */
const run = (file: string, args?: ReadonlyArray<string>, given?: Given): Effect.Effect<Ended> =>
  Effect.scoped(Effect.flatMap(start(file, args, given), ({ ended }) => ended))

/** Runs an example to its good end, and gives what it has said. */
export const output = (file: string, args?: ReadonlyArray<string>, given?: Given): Effect.Effect<string> =>
  Effect.map(run(file, args, given), ({ code, err, out }) => {
    assert.deepStrictEqual({ code, err }, { code: 0, err: "" }, out)
    return out
  })

/** Runs an example that ends with code 1, and gives the one sentence that it says about it. */
export const sentence = (file: string, args?: ReadonlyArray<string>, given?: Given): Effect.Effect<string> =>
  Effect.map(run(file, args, given), ({ code, err, out }) => {
    assert.deepStrictEqual({ code, out }, { code: 1, out: "" }, err)
    assert.match(err, /^[^\n]+\n$/)
    return err.trimEnd()
  })

/** A server of the sample on a real port. */
export interface Elsewhere {
  readonly url: string
  /** The variables that lead there. */
  readonly env: Readonly<Record<string, string>>
  readonly world: ScreepsWorld.ScreepsWorld
  readonly controls: TestServer.Controls["Service"]
}

/** Serves the sample on a real port for as long as the scope is open. */
export const elsewhere = (options: SampleWorld.Options = {}): Effect.Effect<Elsewhere, never, Scope.Scope> =>
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
