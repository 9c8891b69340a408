/** The accounts that `screeps stats` reads, by flags, environment and credentials file. */
import * as Accounts from "@screeps-effect/stats/Accounts"
import type * as Options from "@screeps-effect/stats/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { choose, isChosenElsewhere, nameOf } from "../../config/servers.ts"
import * as Settings from "../../config/settings.ts"

/** Options on the command line: they replace those of the file, for all accounts. @internal */
export interface Given {
  readonly memory: ReadonlyArray<string>
  readonly segments: ReadonlyArray<number>
  readonly market: ReadonlyArray<string>
  readonly every: Option.Option<number>
}

const withGiven = (options: Options.Input, given: Given, shard: string | undefined): Options.Input => ({
  ...options,
  ...(shard === undefined ? {} : { shards: [shard] }),
  ...(given.memory.length === 0 ? {} : { memory: given.memory }),
  ...(given.segments.length === 0 ? {} : { segments: given.segments }),
  ...(given.market.length === 0 ? {} : { market: given.market }),
  ...(Option.isNone(given.every) ? {} : { every: given.every.value })
})

/** Returns the accounts and their options. @internal */
export const read = (given: Given) =>
  Effect.gen(function* () {
    const name = Option.getOrUndefined(yield* Settings.ServerName)
    const chosen: ReadonlyArray<Accounts.Chosen> = (yield* isChosenElsewhere)
      ? yield* Effect.map(choose, ({ method, server }) => [
          { name: nameOf({ method, server }), server, credentials: method }
        ])
      : yield* Accounts.fromFile({ file: Option.getOrUndefined(yield* Settings.File), server: name })
    const shard = Option.getOrUndefined(yield* Settings.Shard)
    return chosen.map((one) => ({ ...one, options: withGiven(one.options ?? {}, given, shard) }))
  })
