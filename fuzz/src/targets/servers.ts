/** Servers on a loopback port that break HTTP and the WebSocket protocol, with the platform's clients. */
import { fork } from "node:child_process"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Credentials, Game, RateLimits, Retry, ScreepsClient, Server } from "@screeps-effect/api"
import { Channels, ScreepsSocket } from "@screeps-effect/socket"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Socket from "effect/socket/Socket"
import * as Hostile from "../hostile.ts"
import { logs, makeShown, problemsOf } from "../oracles.ts"
import type { Case, Target } from "../target.ts"

interface Meeting extends Case {
  readonly kind: "http" | "socket"
  readonly mode: string
  readonly stage: string
  readonly parameter: number
  readonly client: "fetch" | "undici"
  readonly edits: ReadonlyArray<never>
}

interface Started {
  readonly port: number
  readonly http: ReadonlyArray<string>
  readonly socket: ReadonlyArray<string>
}

/** Starts the server when the first case needs it; it ends with this process. */
const started: () => Promise<Started> = (() => {
  let starting: Promise<Started> | undefined
  return () => {
    starting ??= new Promise<Started>((resolve, reject) => {
      const child = fork(new URL("../servers/hostile.ts", import.meta.url), {
        execArgv: ["--disable-warning=ExperimentalWarning"]
      })
      child.once("message", (message) => {
        child.unref()
        child.channel?.unref()
        resolve(message as Started)
      })
      child.once("exit", (code) => reject(new Error(`The hostile server ended with ${code}.`)))
    })
    return starting
  }
})()

/** Modes are chosen by number, since only the server knows their names. */
const { http, socket } = await started()
const stages = ["upgrade", "open", "signIn", "signedIn", "subscribed"]

/** How much memory one case may need, in megabytes. */
const mostMemory = 250

/** Largest growth of the process during a case, in megabytes. */
const measured = async <A>(run: () => Promise<A>): Promise<readonly [A, number]> => {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 10)
  const result = await run()
  clearInterval(timer)
  return [result, (Math.max(most, process.memoryUsage.rss()) - before) / 1e6]
}

const clients = { fetch: FetchHttpClient.layer, undici: NodeHttpClient.layerUndici }

export const servers: Target<Meeting> = {
  name: "servers",
  // Time of all threads: those that inflate do not block.
  stall: 2_000,
  size: () => 1,
  make: (random) => {
    const kind = random.chance(0.5) ? "http" : "socket"
    return {
      kind,
      mode: random.pick(kind === "http" ? http : socket),
      stage: kind === "http" ? "none" : random.pick(stages),
      parameter: random.below(60),
      client: random.pick(["fetch", "undici"] as const),
      edits: []
    }
  },
  prepare: ({ client, kind, mode, parameter, stage }) => {
    const run = async () => {
      const { port } = await started()
      const shown = makeShown()
      const base = `http://127.0.0.1:${port}/${kind}/${mode}/${stage}/${parameter}`
      const api = ScreepsClient.layerNoDeps().pipe(
        Layer.provide(
          Credentials.layerPassword({
            username: Hostile.secrets.mail,
            password: Redacted.make(Hostile.secrets.password)
          })
        ),
        Layer.provideMerge(Server.layer(Server.privateServer(base))),
        Layer.provide(clients[client]),
        Layer.provide(Layer.succeed(Retry.Retry, Retry.none)),
        Layer.provide(Layer.succeed(ScreepsClient.RequestTimeout, Duration.millis(500)))
      )
      const call = Game.time().pipe(
        Effect.provideService(RateLimits.OnLimit, "fail"),
        Effect.provide(api, { local: true })
      )
      // It reconnects for as long as it is used.
      const listening = Stream.runDrain(ScreepsSocket.signals(Channels.console())).pipe(
        Effect.timeoutOption("400 millis"),
        Effect.provide(
          ScreepsSocket.layer({
            connectTimeout: "200 millis",
            liveness: "100 millis",
            backoff: Schedule.spaced("50 millis")
          }).pipe(Layer.provide(Socket.layerWebSocketConstructorGlobal), Layer.provideMerge(api)),
          { local: true }
        )
      )
      const effect: Effect.Effect<unknown, unknown> = kind === "http" ? call : listening
      const meet = () => Effect.runPromiseExit(Effect.provide(effect, logs(shown)))
      let [exit, megabytes] = await measured(meet)
      // The first connection loads code, and earlier garbage may still be there.
      for (let i = 0; i < 2 && megabytes > mostMemory; i++) {
        const [, again] = await measured(meet)
        megabytes = Math.min(megabytes, again)
      }
      return [
        ...(Exit.isFailure(exit) ? problemsOf(exit, shown) : []),
        ...shown.leaks,
        ...(megabytes > mostMemory ? [`memory: ${kind} ${mode} needs more than ${mostMemory} MB`] : [])
      ]
    }
    return { bytes: 0, run }
  }
}
