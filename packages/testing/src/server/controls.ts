/** Scripts events of a running server: lost connections, restarts, expired tokens. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** One socket connection as the server sees it. */
export interface ConnectionState {
  /** Name of the signed-in user; `undefined` before the sign-in. */
  readonly username: string | undefined
  /** The subscribed channels; one that is served twice appears twice. */
  readonly subscriptions: ReadonlyArray<string>
}

/** Options for closing connections. */
export interface Drop {
  /** Close code; 1006 by default: the connection breaks without a close frame. Over a real port 1006 becomes 1012. */
  readonly code?: number | undefined
  /** Reason in the close frame; empty by default. */
  readonly reason?: string | undefined
  /** Closes only this user's connections; all connections by default. */
  readonly username?: string | undefined
}

/**
 * Scripts events of a running server; `TestServer.layer` and `TestServer.layerHttp` provide it.
 */
export class Controls extends Context.Service<
  Controls,
  {
    /** The socket connections, oldest first. */
    readonly connections: Effect.Effect<ReadonlyArray<ConnectionState>>
    /** Closes connections; new ones are accepted at once. */
    readonly drop: (drop?: Drop) => Effect.Effect<void>
    /** Freezes the present connections: they send nothing, ignore what arrives, and do not close. */
    readonly freeze: Effect.Effect<void>
    /** Sends a raw frame to every connection, such as an unknown command or a damaged event. */
    readonly sendFrame: (frame: string) => Effect.Effect<void>
    /** Closes all connections and restarts; tokens stay valid unless `keepTokens` is `false`. */
    readonly restart: (options?: { readonly keepTokens?: boolean | undefined }) => Effect.Effect<void>
    /**
     * Closes all connections and accepts no new ones until `start`; requests fail without a response, or over a real
     * port with status 503. Ticks continue.
     */
    readonly stop: Effect.Effect<void>
    /** Accepts connections and requests again. */
    readonly start: Effect.Effect<void>
    /** Expires all session tokens at once; API tokens and signed-in sockets stay valid. */
    readonly expireTokens: Effect.Effect<void>
    /** Pauses the automatic ticks (`tickEvery`). */
    readonly pause: Effect.Effect<void>
    /** Resumes the automatic ticks. */
    readonly resume: Effect.Effect<void>
  }
>()("@screeps-effect/testing/TestServer/Controls") {}
