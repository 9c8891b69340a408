import type * as Effect from "effect/Effect"
import type { AdministrationError } from "../AdministrationError.ts"
import type { Call, Outcome } from "./program.ts"

/** A way to a server's command line. */
export interface Transport {
  /** Address for messages, without credentials. */
  readonly address: string
  /** Calls functions on the server one after another; without a timeout. */
  readonly send: (calls: ReadonlyArray<Call>) => Effect.Effect<Outcome, AdministrationError | Oversized>
}

/** The request or the result exceeds a limit of the transport. */
export interface Oversized {
  readonly _tag: "Oversized"
  readonly subject: "request" | "result"
  readonly detail: string
}
