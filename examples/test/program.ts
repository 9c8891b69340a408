/** Runs the demo in a process of its own, with output and exit code. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { command } from "./support/example.ts"

/** The exit code and the output of a program. */
export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A running program, which is killed when the scope closes. */
export interface Program {
  readonly interrupt: Effect.Effect<void>
  readonly ended: Effect.Effect<Ended>
}

/** Starts the demo, from its source or its bundle; of this process' variables it inherits only PATH. */
export const start = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
  source = false
): Effect.Effect<Program, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const program = command("demo.ts", source)
      const child = spawn(process.execPath, [...program.args, ...args], {
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: program.compileCache, ...env }
      })
      const ended = Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)])
      return { child, ended }
    }),
    ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
  ).pipe(
    Effect.map(({ child, ended }) => ({
      interrupt: Effect.sync(() => child.kill("SIGINT")),
      ended: Effect.map(
        Effect.promise(() => ended),
        ([, out, err]) => ({ code: child.exitCode, out, err })
      )
    }))
  )

/** Runs the demo to its end. */
export const run = (
  args: ReadonlyArray<string>,
  env?: Readonly<Record<string, string>>,
  source?: boolean
): Effect.Effect<Ended> => Effect.scoped(Effect.flatMap(start(args, env, source), ({ ended }) => ended))

/** Listens on the loopback interface while the scope is open, and returns the address. */
export const listen = (listener: RequestListener): Effect.Effect<string, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const server = createServer(listener).listen(0, "127.0.0.1")
        await once(server, "listening")
        return server
      }),
      (server) =>
        Effect.sync(() => {
          server.close()
          server.closeAllConnections()
        })
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  )

/** Serves a world that ticks at each request, so that no program waits for a tick. */
export const serve = (world: ScreepsWorld.ScreepsWorld): Effect.Effect<string, never, Scope.Scope> => {
  const handler = TestServer.handler(world)
  return listen(async (incoming, outgoing) => {
    const body = await text(incoming)
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
      name,
      String(value)
    ])
    const request = new Request(`http://screeps.test${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers,
      body: body === "" ? null : body
    })
    const response = await Effect.runPromise(Effect.andThen(world.tick, handler(request)))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  })
}
