/** The accounts that `screeps stats` reads, by flags, environment and credentials file. */
import type * as Credentials from "@screeps-effect/api/Credentials"
import * as Accounts from "@screeps-effect/stats/Accounts"
import type * as Options from "@screeps-effect/stats/Options"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { choose, fileIfAny } from "../../config/servers.ts"
import * as Settings from "../../config/settings.ts"

/** Options on the command line: they replace those of the file, for all accounts. @internal */
export interface Given {
  readonly memory: ReadonlyArray<string>
  readonly segments: ReadonlyArray<number>
  readonly market: ReadonlyArray<string>
  readonly every: Option.Option<number>
}

const isSet = (name: string) =>
  Effect.map(
    Config.option(Config.String(name)),
    Option.exists((text) => text !== "")
  )

/** Whether the server comes from flags or the environment rather than from the file. */
const isChosenElsewhere = Effect.gen(function* () {
  if (
    Option.isSome(yield* Settings.Url) ||
    Option.isSome(yield* Settings.TokenFile) ||
    (yield* Settings.Guest)
  )
    return true
  if (Option.isSome(yield* Settings.ServerName)) return false
  for (const name of ["SCREEPS_URL", "SCREEPS_TOKEN", "SCREEPS_USERNAME"]) if (yield* isSet(name)) return true
  return (yield* fileIfAny) === undefined
})

const withGiven = (options: Options.Input, given: Given, shard: string | undefined): Options.Input => ({
  ...options,
  ...(shard === undefined ? {} : { shards: [shard] }),
  ...(given.memory.length === 0 ? {} : { memory: given.memory }),
  ...(given.segments.length === 0 ? {} : { segments: given.segments }),
  ...(given.market.length === 0 ? {} : { market: given.market }),
  ...(Option.isNone(given.every) ? {} : { every: given.every.value })
})

/** Returns a name for an account that has none in a file. */
const nameOf = (method: Credentials.Method, url: string) =>
  method._tag === "Password" ? method.username : new URL(url).hostname

/** Returns the accounts and their options. @internal */
export const read = (given: Given) =>
  Effect.gen(function* () {
    const name = Option.getOrUndefined(yield* Settings.ServerName)
    const chosen: ReadonlyArray<Accounts.Chosen> = (yield* isChosenElsewhere)
      ? yield* Effect.map(choose, ({ method, server }) => [
          { name: nameOf(method, server.url), server, credentials: method }
        ])
      : yield* Accounts.fromFile({ file: Option.getOrUndefined(yield* Settings.File), server: name })
    const shard = Option.getOrUndefined(yield* Settings.Shard)
    return chosen.map((one) => ({ ...one, options: withGiven(one.options ?? {}, given, shard) }))
  })
