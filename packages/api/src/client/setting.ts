/** Reads settings, which are `Context.Reference`s. */
import * as Context from "effect/Context"

/** Returns the setting of a call, or that of its client if the call has none. @internal */
export const settingFor = <A>(
  call: Context.Context<never>,
  client: Context.Context<never>,
  key: Context.Reference<A>
): A => Context.getOrUndefined(call, key) ?? Context.get(client, key)
