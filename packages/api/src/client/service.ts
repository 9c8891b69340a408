/** The service of the client: apart from its implementation, so that operations know nothing of how they are sent. */
import type * as Decoder from "@screeps-effect/schema/Decoder"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Description } from "../config/Server.ts"
import type { Metadata } from "../Operation.ts"
import type { ScreepsError } from "../ScreepsError.ts"
import type { Options } from "./Request.ts"
import type { Response } from "./Response.ts"

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
    readonly call: <A>(
      operation: Metadata & { readonly decode: Decoder.Tolerant<A> },
      input: unknown
    ) => Effect.Effect<A, ScreepsError>
    /** Sends a request and returns the response. */
    readonly send: (options: Options) => Effect.Effect<Response, ScreepsError>
    /**
     * Sends a request and returns the body as data, for endpoints that have no operation. Fails with the same reasons
     * as operations do.
     */
    readonly request: (options: Options) => Effect.Effect<unknown, ScreepsError>
  }
>()("@screeps-effect/api/ScreepsClient") {}
