/** The service of the client: apart from its implementation, so that operations know nothing of how they are sent. */
import type * as Decoder from "@screeps-effect/schema/Decoder"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { Description } from "../config/address.ts"
import type { Reason, ScreepsError } from "../ScreepsError.ts"
import type { Options } from "./Request.ts"
import type { Response } from "./Response.ts"

/** What the client knows of an operation: the request it sends, and how its response is decoded. */
export interface Exchange<out A> {
  readonly method: "GET" | "POST"
  /** The path; `{field}` is replaced by the value of a field. */
  readonly path: `/${string}`
  /**
   * Returns the request that a call sends to a server, or why it would be rejected before anything is sent. Defaults may
   * depend on the time of the call, in milliseconds since 1970; 0 by default.
   */
  readonly request: (input: unknown, server: Description, now?: number) => Result.Result<Options, Reason>
  /** Completes the body of a response with what only the input of its request says; `undefined`: it needs nothing. */
  readonly complete?: ((body: unknown, input: unknown) => unknown) | undefined
  /** Decodes the body of a response. */
  readonly decode: Decoder.Tolerant<A>
}

/** The authenticated client of one server. */
export class ScreepsClient extends Context.Service<
  ScreepsClient,
  {
    /** The server that receives the requests. */
    readonly server: Description
    /**
     * Calls an operation: checks the input, sends the request and decodes the response. A response that lacks an expected
     * part is decoded without it and reported, or is a failure: see `Strictness`.
     */
    readonly call: <A>(operation: Exchange<A>, input: unknown) => Effect.Effect<A, ScreepsError>
    /** Sends a request and returns the response. */
    readonly send: (options: Options) => Effect.Effect<Response, ScreepsError>
    /**
     * Sends a request and returns the body as data, for endpoints that have no operation. Fails with the same reasons
     * as operations do.
     */
    readonly request: (options: Options) => Effect.Effect<unknown, ScreepsError>
  }
>()("@screeps-effect/api/ScreepsClient") {}
