/** Actions that only a server administrator can take. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Actions that only a server administrator can take. */
export interface ServerAdminActions {
  /** Replaces an account's credits and its lifetime power points (not levels). */
  readonly setBalance: (
    username: string,
    gift: { readonly credits?: number; readonly power?: number }
  ) => Effect.Effect<void>
  /** Sends a message to all users. */
  readonly announce: (text: string) => Effect.Effect<void>
}

const notProvided = Effect.die(
  new Error("This test needs Contract.ServerAdmin: provide the service, or skip the test.")
)

export const ServerAdmin = Context.Reference<ServerAdminActions>("@screeps-effect/contract/ServerAdmin", {
  defaultValue: () => ({ setBalance: () => notProvided, announce: () => notProvided })
})
