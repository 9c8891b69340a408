/** What happens to a server that is running: connections that are lost, restarts, tokens that die. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** One connection of the socket, as its server knows it. */
export interface ConnectionState {
  /** Who has signed in. */
  readonly username: string | undefined
  /** The channels that it is subscribed to, as often as it receives them. */
  readonly subscriptions: ReadonlyArray<string>
}

/** Which connections end, and how. */
export interface Drop {
  /** 1006 by default: an end without a word. Over a real port that becomes 1012, since it cannot be sent. */
  readonly code?: number | undefined
  readonly reason?: string | undefined
  /** Only the connections of this user; all by default. */
  readonly username?: string | undefined
}

/**
 * Scripts what happens to a server that is running; `TestServer.layer` and `TestServer.layerHttp` provide it.
 */
export class Controls extends Context.Service<
  Controls,
  {
    /** The connections of the socket, oldest first. */
    readonly connections: Effect.Effect<ReadonlyArray<ConnectionState>>
    /** Ends connections; new ones are accepted at once. */
    readonly drop: (drop?: Drop) => Effect.Effect<void>
    /** Freezes the present connections: they send nothing, ignore what arrives, and do not close. */
    readonly freeze: Effect.Effect<void>
    /** Sends a raw frame to every connection: unknown words, damaged events. */
    readonly sendFrame: (frame: string) => Effect.Effect<void>
    /** Ends all connections and begins again; tokens stay good unless `keepTokens` is `false`. */
    readonly restart: (options?: { readonly keepTokens?: boolean | undefined }) => Effect.Effect<void>
    /**
     * Ends all connections and accepts no other, until `start`; requests go unanswered, over a real port they are
     * answered with status 503. Ticks pass meanwhile.
     */
    readonly stop: Effect.Effect<void>
    /** Accepts connections and requests again. */
    readonly start: Effect.Effect<void>
    /** Ends every session's token at once; API tokens, and signed-in sockets, stay. */
    readonly expireTokens: Effect.Effect<void>
    /** Holds the ticks that pass by themselves (`tickEvery`). */
    readonly pause: Effect.Effect<void>
    readonly resume: Effect.Effect<void>
  }
>()("@screeps-effect/testing/TestServer/Controls") {}
