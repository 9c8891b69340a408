/** Layers with which commands connect to a server. */
import { Credentials } from "@screeps-effect/api/Credentials"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import { Server } from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Socket from "effect/socket/Socket"
import { choose } from "./servers.ts"
import * as Settings from "./settings.ts"

const target = Layer.unwrap(
  Effect.map(choose, ({ method, server }) =>
    Layer.merge(Layer.succeed(Server, server), Layer.succeed(Credentials, method))
  )
)

/** Makes calls fail when a rate limit is reached, except with `--wait`. */
const onLimit = Layer.effect(
  RateLimits.OnLimit,
  Effect.map(Settings.Wait, (wait) => (wait ? "wait" : "fail"))
)

/** Provides the HTTP client, its session and rate limits, and the chosen server. @internal */
export const http = ScreepsClient.layer.pipe(
  Layer.provideMerge(target),
  Layer.provideMerge(onLimit),
  Layer.provide(FetchHttpClient.layer)
)

/** Provides the HTTP client and the socket, which is loaded when it is needed. @internal */
export const both = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("@screeps-effect/socket/ScreepsSocket")),
    ({ layer }) => layer
  )
).pipe(Layer.provide(Socket.layerWebSocketConstructorGlobal), Layer.provideMerge(http))
