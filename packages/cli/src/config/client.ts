/** Layers with which commands connect to a server. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import { Server } from "@screeps-effect/api/Server"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Socket from "effect/socket/Socket"
import { choose, type Chosen, named } from "./servers.ts"
import * as Settings from "./settings.ts"

/** Makes calls fail when a rate limit is reached, except with `--wait`. */
const onLimit = Layer.effect(
  RateLimits.OnLimit,
  Effect.map(Settings.Wait, (wait) => (wait ? "wait" : "fail"))
)

/** Provides the HTTP client, its session and rate limits for a server and an account. */
export const httpOf = <E, R>(chosen: Effect.Effect<Chosen, E, R>) => {
  const target = Effect.map(chosen, ({ method, server }) =>
    Layer.merge(Layer.succeed(Server, server), Credentials.layer(method))
  )
  return ScreepsClient.layerNoDeps().pipe(
    Layer.provideMerge(Layer.unwrap(target)),
    Layer.provideMerge(onLimit),
    Layer.provide(FetchHttpClient.layer)
  )
}

/** Provides the HTTP client, its session and rate limits, and the chosen server. */
export const http = httpOf(choose)

/** Provides the same for a server of the credentials file. */
export const httpOfServer = (name: string) => httpOf(named(name))

/** How long WebSockets may be refused while HTTP works: waiting does not change what a proxy forwards. */
const patience = Duration.seconds(3)

const isHopeless = ({ reason }: SocketError) =>
  reason._tag === "WebSocketRefused" && Duration.isGreaterThanOrEqualTo(reason.after, patience)

const socket = Effect.promise(() => import("@screeps-effect/socket/ScreepsSocket"))

const withHttp = Layer.provideMerge(http)

/** Provides the HTTP client and the socket, which is loaded when it is needed; it ends when WebSockets are refused. */
export const both = Layer.unwrap(
  Effect.map(socket, ({ defaultBackoff, layer }) =>
    layer({ backoff: Schedule.while(defaultBackoff, ({ input }) => !isHopeless(input)) })
  )
).pipe(Layer.provide(Socket.layerWebSocketConstructorGlobal), withHttp)

/** Provides the same for a program that runs on without the socket, which keeps trying. */
export const bothLasting = Layer.unwrap(Effect.map(socket, ({ layer }) => layer())).pipe(
  Layer.provide(Socket.layerWebSocketConstructorGlobal),
  withHttp
)

/**
 * Fails if the server does not respond over HTTP, after the usual retries: for commands that run once, since a socket tries
 * for half a minute.
 */
export const requireResponse = Effect.asVoid(
  Effect.catchIf(
    Game.version(),
    ({ reason }) => reason._tag !== "Unreachable" && reason._tag !== "TimedOut",
    () => Effect.void
  )
)
