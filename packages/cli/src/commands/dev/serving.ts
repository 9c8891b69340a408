/** Starts local servers: in memory, or the game's own server. */
import { createServer, type IncomingMessage, type Server as NodeServer, type ServerResponse } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Server from "@screeps-effect/api/Server"
import type * as PrivateServer from "@screeps-effect/private-server/PrivateServer"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Refused } from "../../runner/failure.ts"
import * as Scripts from "./scripts.ts"

/**
 * Creates a server that keeps requests until it has a handler. It listens before it has one, and Node never responds to a
 * request that arrives meanwhile.
 */
export const createPatientServer = (): NodeServer => {
  const server = createServer()
  const early: Array<[IncomingMessage, ServerResponse]> = []
  const keep = (request: IncomingMessage, response: ServerResponse) => void early.push([request, response])
  server.on("request", keep)
  const onHandler = (event: string | symbol) => {
    if (event !== "request") return
    server.off("newListener", onHandler).off("request", keep)
    // The event comes before the handler is added.
    setImmediate(() => early.forEach(([request, response]) => server.emit("request", request, response)))
  }
  return server.on("newListener", onHandler)
}

/** Ticks that the world runs before the server starts, so that rooms have a history. */
const initialTicks = 200

/** The longest message of a client's socket, in bytes: a sign-in or a subscription. */
const maxPayload = 65_536

/** Options of the server in memory. */
interface InMemoryOptions {
  readonly port: number
  readonly tickEvery: Duration.Duration
  readonly password: Redacted.Redacted
  readonly hosts: ReadonlyArray<string>
  /** Runs before code is stored. */
  readonly onCode: Effect.Effect<void>
}

/** The paths that store code. */
const codePaths = ["/api/user/code", "/api/user/clone-branch"]

/** Serves the sample world on a port and runs its ticks until the scope closes. */
export const inMemory = ({ hosts, onCode, password, port, tickEvery }: InMemoryOptions) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const world = yield* SampleWorld.make({
        evaluate: yield* Scripts.make(),
        password: Redacted.value(password)
      })
      yield* Effect.repeat(world.tick, { times: initialTicks })
      const server = TestServer.handler(world)
      const answers = codePaths.map((path) => ({
        method: "POST",
        path,
        answer: (request: Request) => Effect.andThen(onCode, server(request))
      }))
      // Within, so that the world exists before the port is open.
      return TestServer.layerHttp(world, { tickEvery, hosts, answers }).pipe(
        Layer.provide(
          NodeHttpServer.layer(createPatientServer, { port, host: "127.0.0.1", websocket: { maxPayload } })
        )
      )
    })
  ).pipe(
    Layer.catch(({ cause }) => {
      const isTaken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE"
      const detail = isTaken
        ? "is in use: choose another one, or --port 0"
        : `cannot be used: ${String(cause)}`
      return Layer.effect(Server.Server, new Refused({ message: `port ${port} ${detail}` }))
    })
  )

const loadReal = Effect.promise(() => import("@screeps-effect/private-server/PrivateServer"))

/** Installs the game's own server if it is not installed. */
export const install = Effect.flatMap(loadReal, (PrivateServer) => PrivateServer.install)

/** Starts the installed game server. */
export const real = (options: PrivateServer.Options) =>
  Layer.unwrap(Effect.map(loadReal, ({ layer }) => layer(options)))
