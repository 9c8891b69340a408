/** What only who runs a server can do. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** What only who runs a server can do. */
export interface ServerAdminActions {
  /** Gives an account credits, and power points (lifetime points, not levels), in place of what it has. */
  readonly setBalance: (
    username: string,
    gift: { readonly credits?: number; readonly power?: number }
  ) => Effect.Effect<void>
  /** Sends a message to all users. */
  readonly announce: (text: string) => Effect.Effect<void>
}

const nobody = Effect.die(
  new Error("nobody operates this server: provide Contract.ServerAdmin, or skip what needs one")
)

/** @internal */
export const ServerAdmin = Context.Reference<ServerAdminActions>(
  "@screeps-effect/testing/Contract/Operator",
  {
    defaultValue: () => ({ setBalance: () => nobody, announce: () => nobody })
  }
)
