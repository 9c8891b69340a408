/** Settings as `Context.Reference`s. */
import * as Context from "effect/Context"

/** The value that a single call sets, else the one of its client. @internal */
export const settingFor = <A>(
  call: Context.Context<never>,
  client: Context.Context<never>,
  key: Context.Reference<A>
): A => Context.getOrUndefined(call, key) ?? Context.get(client, key)
