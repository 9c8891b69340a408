/** Programs that send requests through the SDK. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as Server from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"

type Client = ScreepsClient.ScreepsClient | Session.Session

/** Runs a program as a guest with an HTTP client and an address. */
export const over =
  (http: Layer.Layer<HttpClient.HttpClient>, url = "http://screeps.test") =>
  <A, E>(program: Effect.Effect<A, E, Client>): Effect.Effect<A, E> =>
    Effect.provide(
      program,
      ScreepsClient.layerNoDeps().pipe(
        Layer.provide(Layer.mergeAll(http, Credentials.layerGuest, Server.layer(Server.privateServer(url))))
      )
    )

/** Sends a request without an operation, as a guest. */
export const request = (call: ScreepsClient.RequestOptions) =>
  Effect.flatMap(ScreepsClient.ScreepsClient, (client) => client.request({ auth: "never", ...call }))

/** Returns the message of the defect that ends a program. */
export const defect = <A, E>(program: Effect.Effect<A, E>): Effect.Effect<string> =>
  Effect.map(Effect.exit(program), (exit) => {
    const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    const died = Exit.isFailure(exit) && Cause.hasDies(exit.cause)
    return died && error instanceof Error ? error.message : `expected a defect, got ${JSON.stringify(exit)}`
  })
