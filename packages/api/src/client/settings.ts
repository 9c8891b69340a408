/** Settings, which are `Context.Reference`s, and the one rule for those of a client and of a call. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * A setting whose values add up: that of a call runs inside that of its client.
 *
 * **Details**
 *
 * `ScreepsClient.replace` runs a call with its own value only. All other settings are single values, of which that of the
 * call takes precedence.
 */
export interface Additive<in out A> extends Context.Reference<A> {
  /** Returns the value for a call whose client has a value, too. */
  readonly combine: (client: A, call: A) => A
}

/** Creates a setting whose values add up. @internal */
export const additive = <A>(
  key: string,
  options: { readonly defaultValue: () => A; readonly combine: Additive<A>["combine"] }
): Additive<A> =>
  Object.assign(Context.Reference<A>(key, { defaultValue: options.defaultValue }), {
    combine: options.combine
  })

/** Adds lists up; what both have is not repeated, since a program may provide one list to its client and its calls. @internal */
export const concatenate = <A>(client: ReadonlyArray<A>, call: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...client,
  ...call.filter((one) => !client.includes(one))
]

/** Keys of the settings of which only the value of the call counts. */
const Replaced: Context.Reference<ReadonlySet<string>> = Context.Reference(
  "@screeps-effect/api/ScreepsClient/Replaced",
  { defaultValue: (): ReadonlySet<string> => new Set() }
)

/**
 * Runs calls with a value of their own in place of the client's, for settings whose values otherwise add up: such as
 * `ScreepsClient.Middleware`, `ScreepsClient.TransformClient` and `ScreepsEvents.OnEvent`.
 *
 * ```ts
 * import { Game, ScreepsClient } from "@screeps-effect/api"
 *
 * // Without any middleware of the client.
 * const time = Game.time().pipe(ScreepsClient.replace(ScreepsClient.Middleware, []))
 * ```
 */
export const replace =
  <S>(setting: Additive<S>, value: S) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.updateContext(effect, (context: Context.Context<R>) =>
      context.pipe(
        Context.add(setting, value),
        Context.add(Replaced, new Set([...Context.get(context, Replaced), setting.key]))
      )
    )

/** Reads a setting. @internal */
export type Settings = <A>(key: Context.Reference<A> | Additive<A>) => A

/** Returns the settings of a call of a client: by default those of the client itself. @internal */
export const settingsOf =
  (client: Context.Context<never>, call: Context.Context<never> = client): Settings =>
  (key) => {
    const own = Context.getOrUndefined(call, key)
    if (own === undefined) return Context.get(client, key)
    if (call === client || !("combine" in key)) return own
    const ofClient = Context.getOrUndefined(client, key)
    const isReplaced = Context.get(call, Replaced).has(key.key)
    return ofClient === undefined || ofClient === own || isReplaced ? own : key.combine(ofClient, own)
  }
