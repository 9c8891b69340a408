/** Settings, which are `Context.Reference`s: those of a call, else those of its client. */
import * as Context from "effect/Context"

/** Reads a setting. @internal */
export type Settings = <A>(key: Context.Reference<A>) => A

/** Returns the settings of a call: its own ones, else those of its client. @internal */
export const settingsOf =
  (client: Context.Context<never>, call: Context.Context<never> = client): Settings =>
  (key) =>
    Context.getOrUndefined(call, key) ?? Context.get(client, key)
