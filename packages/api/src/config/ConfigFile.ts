/**
 * Servers and accounts from a configuration file: the credentials file that Screeps tools share (SS3), or plain JSON.
 *
 * **Details**
 *
 * The shared file is YAML, with servers by name, and settings by the name of the tool:
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
 * An address is `url`, or made of `protocol` (or `secure`), `hostname` (or `host`), `port`, and `pathname` (or `path`,
 * `ptr: true`, `season: true`). Without `hostname` it is that of the official servers, without `protocol` it is
 * `https`. `shard` is the shard that stands in where a call names none, `serverPassword` the server's own password.
 * An account is a `token`, or `email` (or `username`) with `password`. JSON files hold servers by name without
 * `servers` around them, or one server's fields alone.
 *
 * **Gotchas**
 *
 * It is `https` for `127.0.0.1`, too: private servers mostly speak plain `http`, so say `secure: false`. A password of
 * digits needs quotes in YAML.
 *
 * The layers ask for `FileSystem` and `Path`, which the platform provides, such as `NodeServices.layer` of
 * `@effect/platform-node`:
 *
 * ```ts
 * import { ConfigFile, ScreepsClient } from "@screeps-effect/api"
 * import { Layer } from "effect"
 *
 * const layer = ScreepsClient.layer.pipe(Layer.provide(ConfigFile.layer({ server: "local" })))
 * ```
 *
 * **Source** the community's standard SS3, version 1.0, and the files that other tools read.
 */
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { Path } from "effect/Path"
import type { ConfigFileError } from "./ConfigFileError.ts"
import { credentials, type Options, read, server } from "./file.ts"
import { Credentials } from "../session/Credentials.ts"
import { Server } from "./Server.ts"

export * from "./ConfigFileError.ts"
export * from "./file.ts"

/**
 * Provides the server and the account that a configuration file names; the file is read once.
 *
 * **Errors** `ConfigFileError`.
 */
export const layer = (
  options?: Options
): Layer.Layer<Server | Credentials, ConfigFileError, FileSystem | Path> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const file = yield* read(options)
      return Layer.merge(
        Layer.succeed(Server, yield* Effect.fromResult(server(file, options?.server))),
        Layer.succeed(Credentials, yield* Effect.fromResult(credentials(file, options?.server)))
      )
    })
  )
