/**
 * Accounts from the credentials file: which ones are read, and what of each.
 *
 * **Details**
 *
 * The settings are in the part of the file that tools have for themselves. The names below `accounts` are those of
 * servers in the same file, and the options are those of `Options`:
 *
 * ```yaml
 * servers:
 *   main:
 *     token: "11111111-2222-3333-4444-555555555555"
 *   local:
 *     url: http://127.0.0.1:21025
 *     username: alice
 *     password: "123456"
 * configs:
 *   screeps-effect:
 *     stats:
 *       accounts:
 *         main: { shards: [shard0, shard3], memory: [stats], market: [energy] }
 *         local: {}
 * ```
 *
 * Without these settings, the file's only server is read, else `main`.
 */
import * as ConfigFile from "@screeps-effect/api/ConfigFile"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as RateLimits from "@screeps-effect/api/RateLimits"
import type { ScreepsError } from "@screeps-effect/api/ScreepsError"
import * as Server from "@screeps-effect/api/Server"
import * as Screeps from "@screeps-effect/socket/Screeps"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import type { Path } from "effect/Path"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { WebSocketConstructor } from "effect/socket/Socket"
import { type Input, Options } from "./Options.ts"
import * as Stats from "./Stats.ts"

/** The name of the settings in the file. */
const section = "screeps-effect"

const Settings = Schema.Struct({
  // Read by the command.
  aliases: Schema.optionalKey(Schema.Unknown),
  collect: Schema.optionalKey(Schema.Unknown),
  stats: Schema.optionalKey(Schema.Struct({ accounts: Schema.Record(Schema.String, Options) }))
})

/** A server with the credentials of an account, and what is read of it. */
export interface Chosen {
  /** The label `account` of all series. */
  readonly name: string
  readonly server: Server.Description
  readonly credentials: Credentials.Method
  readonly options?: Input | undefined
}

/**
 * Connects accounts, each with its own client and socket, until the scope closes. Accounts with the same API token share
 * its quotas.
 *
 * **Errors** `ScreepsError` with `InvalidInput`: see `Stats.account`.
 */
export const open = Effect.fnUntraced(function* (
  chosen: ReadonlyArray<Chosen>
): Effect.fn.Return<
  ReadonlyArray<Stats.Account>,
  ScreepsError,
  HttpClient | WebSocketConstructor | Scope.Scope
> {
  const limits = yield* Layer.build(RateLimits.layerStoreMemory)
  return yield* Effect.forEach(chosen, ({ credentials, name, options, server }) =>
    Screeps.layerNoDeps().pipe(
      Layer.provide([Server.layer(server), Credentials.layer(credentials)]),
      Layer.build,
      Effect.flatMap((client) =>
        Effect.provide(
          Stats.account(name, options, credentials._tag === "Token" ? credentials.token : undefined),
          client
        )
      )
    )
  ).pipe(Effect.provide(limits))
})

/**
 * Reads which accounts a credentials file chooses for statistics.
 *
 * **Errors** `ConfigFileError`.
 */
export const fromFile = Effect.fnUntraced(function* (
  options?: ConfigFile.Options
): Effect.fn.Return<ReadonlyArray<Chosen>, ConfigFile.ConfigFileError, FileSystem | Path> {
  const file = yield* ConfigFile.read(options)
  const { stats } = yield* ConfigFile.section(section, Settings, {
    file: file.file,
    onExcessProperty: "error"
  })
  const byName = Effect.fnUntraced(function* (name: string | undefined, chosen: Options | undefined) {
    const server = yield* Effect.fromResult(ConfigFile.server(file, name))
    const credentials = yield* Effect.fromResult(ConfigFile.credentials(file, name))
    const only = file.servers.size === 1 ? [...file.servers.keys()][0] : undefined
    return { name: name ?? only ?? "main", server, credentials, options: chosen }
  })
  if (options?.server !== undefined) {
    return [yield* byName(options.server, stats?.accounts[options.server])]
  }
  return stats === undefined
    ? [yield* byName(undefined, undefined)]
    : yield* Effect.forEach(Object.entries(stats.accounts), ([name, chosen]) => byName(name, chosen))
})
