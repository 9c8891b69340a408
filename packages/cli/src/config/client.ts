/** Layers with which commands connect to a server. */
import { Credentials } from "@screeps-effect/api/Credentials"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import { Server } from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Socket from "effect/socket/Socket"
import { choose, type Chosen, named } from "./servers.ts"
import * as Settings from "./settings.ts"

/** Makes calls fail when a rate limit is reached, except with `--wait`. */
const onLimit = Layer.effect(
  RateLimits.OnLimit,
  Effect.map(Settings.Wait, (wait) => (wait ? "wait" : "fail"))
)

const httpOf = <E, R>(chosen: Effect.Effect<Chosen, E, R>) => {
  const target = Effect.map(chosen, ({ method, server }) =>
    Layer.merge(Layer.succeed(Server, server), Layer.succeed(Credentials, method))
  )
  return ScreepsClient.layer.pipe(
    Layer.provideMerge(Layer.unwrap(target)),
    Layer.provideMerge(onLimit),
    Layer.provide(FetchHttpClient.layer)
  )
}

/** Provides the HTTP client, its session and rate limits, and the chosen server. @internal */
export const http = httpOf(choose)

/** Provides the same for a server of the credentials file. @internal */
export const httpOfServer = (name: string) => httpOf(named(name))

/** Provides the HTTP client and the socket, which is loaded when it is needed. @internal */
export const both = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("@screeps-effect/socket/ScreepsSocket")),
    ({ layer }) => layer
  )
).pipe(Layer.provide(Socket.layerWebSocketConstructorGlobal), Layer.provideMerge(http))
