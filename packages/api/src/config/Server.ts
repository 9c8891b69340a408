/** The server that receives a program's requests. */
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Path } from "effect/Path"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ConfigFileError } from "./ConfigFileError.ts"
import * as File from "./file.ts"
import { type Description, type Kind, readAddress } from "./address.ts"

export type { Description, Kind } from "./address.ts"

/** The server that receives the program's requests. */
export class Server extends Context.Service<Server, Description>()("@screeps-effect/api/Server") {}

/** The text is not a valid server address. */
export class InvalidServer extends Data.TaggedError("InvalidServer")<{
  /** What is wrong with the address; does not repeat it. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

/** Options of a server besides its address. */
export interface Options {
  /** Default shard of calls without one; private servers ignore shards. */
  readonly shard?: ShardName | undefined
  /** Password of the server itself (not of an account), which some private servers require with every request. */
  readonly password?: Redacted.Redacted | undefined
}

const describe = (kind: Kind, url: string, options?: Options): Description => ({
  kind,
  url,
  shard: options?.shard,
  password: options?.password
})

/** Returns the main world of the official servers. Set a default shard, or pass one to each call. */
export const official = (options?: Options): Description =>
  describe("official", "https://screeps.com", options)

/** Returns the public test realm of the official servers. */
export const ptr = (options?: Options): Description =>
  describe("official", "https://screeps.com/ptr", options)

/** Returns the seasonal world of the official servers; its only shard, `shardSeason`, is the default. */
export const season = (options?: Options): Description =>
  describe("official", "https://screeps.com/season", { shard: "shardSeason", ...options })

/**
 * Parses the address of a server; hosts at `screeps.com` are official servers.
 *
 * **Details**
 *
 * The seasonal world's default shard is `shardSeason`, as with `season`.
 *
 * **Errors** `InvalidServer` when the text is not an `http` or `https` URL, when it contains a query, a fragment or
 * credentials, and for an official server without `https`.
 */
export const parse = (text: string, options?: Options): Result.Result<Description, InvalidServer> =>
  Result.mapBoth(readAddress(text), {
    onFailure: (detail) => new InvalidServer({ detail }),
    onSuccess: ({ kind, shard, url }) => describe(kind, url, { ...options, shard: options?.shard ?? shard })
  })

/**
 * Returns a private or community server; the game's default port is 21025.
 *
 * **Gotchas**
 *
 * Throws `InvalidServer` when the address is malformed: use `parse` for user input.
 */
export const privateServer = (url: string | URL, options?: Options): Description => ({
  ...Result.getOrThrow(parse(String(url), options)),
  kind: "private"
})

/** Provides a server. */
export const layer = (server: Description): Layer.Layer<Server> => Layer.succeed(Server, server)

const Address = Schema.String.check(
  Schema.makeFilter((text: string) =>
    Result.match(parse(text), { onFailure: ({ detail }) => detail, onSuccess: () => true })
  )
)

/**
 * Provides the server in the configuration: `SCREEPS_URL` (default: the official main world), `SCREEPS_SHARD`,
 * `SCREEPS_SERVER_PASSWORD`.
 *
 * **Errors** `ConfigError` when the address is malformed.
 */
export const layerConfig: Layer.Layer<Server, Config.ConfigError> = Layer.effect(
  Server,
  Effect.gen(function* () {
    const { password, shard, url } = yield* Config.all({
      url: Config.schema(Address, "SCREEPS_URL").pipe(Config.withDefault("https://screeps.com")),
      shard: Config.option(Config.NonEmptyString("SCREEPS_SHARD")),
      password: Config.option(Config.Redacted("SCREEPS_SERVER_PASSWORD"))
    })
    const options = { shard: Option.getOrUndefined(shard), password: Option.getOrUndefined(password) }
    return Result.getOrThrow(parse(url, options)) // checked by `Address`
  })
)

/**
 * Provides the server in a configuration file: see `ConfigFile` for the location and format of the file.
 *
 * **Details**
 *
 * Without a name it is the file's only server, else the server `main`. `ConfigFile.layer` provides server and account
 * together and reads the file once.
 *
 * **Errors** `ConfigFileError`.
 */
export const layerFile = (options?: File.Options): Layer.Layer<Server, ConfigFileError, FileSystem | Path> =>
  Layer.effect(
    Server,
    Effect.flatMap(File.read(options), (file) => Effect.fromResult(File.server(file, options?.server)))
  )
