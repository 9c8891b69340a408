/** Which server a program talks to. */
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

/** The server that a program talks to. */
export class Server extends Context.Service<Server, Description>()("@screeps-effect/api/Server") {}

/** The text is not the address of a server. */
export class InvalidServer extends Data.TaggedError("InvalidServer")<{
  /** What was wrong with it. */
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

/** What may be said about a server besides its address. */
export interface Options {
  /** The shard that stands in where a call names none; private servers ignore shards. */
  readonly shard?: ShardName | undefined
  /** The server's own password (not an account's), which some private servers ask of every request. */
  readonly password?: Redacted.Redacted | undefined
}

const describe = (kind: Kind, url: string, options?: Options): Description => ({
  kind,
  url,
  shard: options?.shard,
  password: options?.password
})

/** The main world of the official servers. Give it a default shard, or name one in each call. */
export const official = (options?: Options): Description =>
  describe("official", "https://screeps.com", options)

/** The public test realm of the official servers. */
export const ptr = (options?: Options): Description =>
  describe("official", "https://screeps.com/ptr", options)

/** The seasonal world of the official servers; its one shard, `shardSeason`, is the default. */
export const season = (options?: Options): Description =>
  describe("official", "https://screeps.com/season", { shard: "shardSeason", ...options })

/**
 * Reads a server from the text of its address; official servers are told by their host.
 *
 * **Details**
 *
 * The seasonal world's default shard is `shardSeason`, as with `season`.
 *
 * **Errors** `InvalidServer` when it is no `http` or `https` address, one with a query or with credentials in it, or
 * an official one without `https`.
 */
export const parse = (text: string, options?: Options): Result.Result<Description, InvalidServer> =>
  Result.mapBoth(readAddress(text), {
    onFailure: (why) => new InvalidServer({ detail: why }),
    onSuccess: ({ kind, shard, url }) => describe(kind, url, { ...options, shard: options?.shard ?? shard })
  })

/**
 * A private or community server; the game's default port is 21025.
 *
 * **Gotchas**
 *
 * Throws `InvalidServer` when the address is malformed: read a user's text with `parse`.
 */
export const privateServer = (url: string | URL, options?: Options): Description => ({
  ...Result.getOrThrow(parse(String(url), options)),
  kind: "private"
})

/** Provides a server. */
export const layer = (server: Description): Layer.Layer<Server> => Layer.succeed(Server, server)

const Address = Schema.String.check(
  Schema.makeFilter((text: string) =>
    Result.match(parse(text), { onFailure: ({ detail: why }) => why, onSuccess: () => true })
  )
)

/**
 * Provides the server that the configuration names: `SCREEPS_URL` (the official main world when absent),
 * `SCREEPS_SHARD`, `SCREEPS_SERVER_PASSWORD`.
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
 * Provides the server that a configuration file names: see `ConfigFile` for the files, their search and their forms.
 *
 * **Details**
 *
 * Without a name it is the file's only server, else the one called `main`. `ConfigFile.layer` provides server and
 * account together and reads the file once.
 *
 * **Errors** `ConfigFileError`.
 */
export const layerFile = (options?: File.Options): Layer.Layer<Server, ConfigFileError, FileSystem | Path> =>
  Layer.effect(
    Server,
    Effect.flatMap(File.read(options), (file) => Effect.fromResult(File.server(file, options?.server)))
  )
