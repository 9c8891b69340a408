/**
 * Reads servers and accounts from a configuration file: the credentials file that Screeps tools share (SS3), or JSON.
 *
 * **Details**
 *
 * The shared file is YAML. It maps names to servers, and names of tools to their settings:
 *
 * ```yaml
 * servers:
 *   main:
 *     host: screeps.com
 *     token: "11111111-2222-3333-4444-555555555555"
 *     shard: shard3
 *   local:
 *     host: 127.0.0.1
 *     port: 21025
 *     secure: false
 *     username: alice
 *     password: "123456"
 * configs:
 *   my-tool:
 *     branch: default
 * ```
 *
 * An address is `url`, or consists of `protocol` (or `secure`), `hostname` (or `host`), `port`, and `pathname` (or
 * `path`, `ptr: true`, `season: true`). The default host is that of the official servers, the default protocol `https`.
 * `shard` is the default shard of calls, `serverPassword` the password of the server itself, `historyUrl` the address of
 * its room history if that is not the default one (see `Server.Options`). `branch` is the default branch of code that is
 * uploaded, downloaded or compared; `auto` is the branch that Git has checked out in the working directory. An account is a `token`, or
 * `email` (or `username`) with `password`. The servers may also be below `connections`, as in the standard's own example. A JSON file may also contain servers by name without the key `servers`, or
 * the fields of a single server.
 *
 * **Gotchas**
 *
 * The protocol is `https` for `127.0.0.1`, too: most private servers use plain `http` and need `secure: false`. A
 * password of digits needs quotes in YAML.
 *
 * The layers require `FileSystem` and `Path`, which the platform provides, for example with `NodeServices.layer` of
 * `@effect/platform-node`:
 *
 * ```ts
 * import { ConfigFile, ScreepsClient } from "@screeps-effect/api"
 * import * as Layer from "effect/Layer"
 *
 * const layer = ScreepsClient.layerNoDeps().pipe(Layer.provide(ConfigFile.layer({ server: "local" })))
 * ```
 *
 * **Source** the community standard SS3, version 1.0, and the files that other tools read.
 */
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { Path } from "effect/Path"
import type { ConfigFileError } from "./ConfigFileError.ts"
import { credentials, type Options, read, server } from "./file.ts"
import * as Credentials from "../session/Credentials.ts"
import { Server } from "./Server.ts"

export * from "./ConfigFileError.ts"
export * from "./file.ts"

/**
 * Provides the server and the account in a configuration file. The file is read when the layer is built, and again when
 * the server rejects the account's credentials: see `Credentials.layerEffect`.
 *
 * **Errors** `ConfigFileError`.
 */
export const layer = (
  options?: Options
): Layer.Layer<Server | Credentials.Credentials, ConfigFileError, FileSystem | Path> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const context = yield* Effect.context<FileSystem | Path>()
      const file = yield* read(options)
      const account = yield* Effect.fromResult(credentials(file, options?.server))
      const again = Effect.flatMap(read(options), (newer) =>
        Effect.fromResult(credentials(newer, options?.server))
      )
      return Layer.merge(
        Layer.succeed(Server, yield* Effect.fromResult(server(file, options?.server))),
        Layer.succeed(
          Credentials.Credentials,
          Credentials.make(account, Effect.provideContext(again, context))
        )
      )
    })
  )
