/** The server that receives a program's requests. */
import type { BranchName } from "@screeps-effect/schema/Branch"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { withoutStackTrace } from "@screeps-effect/schema/StackTrace"
import { type Description, type Kind, readAddress, seasonShard } from "./address.ts"

export type { Description, Kind } from "./address.ts"

/** The server that receives the program's requests. */
export class Server extends Context.Service<Server, Description>()("@screeps-effect/api/Server") {}

/** The text is not a valid server address. */
export class InvalidServer extends withoutStackTrace(Data.TaggedError("InvalidServer"))<{
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
  /**
   * Address below which the server's room history is served: `<historyUrl>/room-history/…`. By default the root of the
   * host on official servers, `url` on private ones. The test realm has no default: see `History`.
   */
  readonly historyUrl?: string | undefined
  /** Default branch of code that is uploaded, downloaded or compared; default: the active branch. */
  readonly branch?: BranchName | undefined
}

/** Throws `InvalidServer` when the address of the history is malformed. */
const describe = (kind: Kind, url: string, options?: Options): Description => ({
  kind,
  url,
  shard: options?.shard,
  password: options?.password,
  ...(options?.branch === undefined ? {} : { branch: Result.succeed(options.branch) }),
  ...Result.getOrThrow(historyOf(options?.historyUrl))
})

const historyOf = (
  historyUrl: string | undefined
): Result.Result<Pick<Description, "historyUrl">, InvalidServer> =>
  historyUrl === undefined
    ? Result.succeed({})
    : Result.mapBoth(readAddress(historyUrl), {
        onFailure: (detail) => new InvalidServer({ detail: `historyUrl: ${detail}` }),
        onSuccess: ({ url }) => ({ historyUrl: url })
      })

/** Options of an official server. */
export interface OfficialOptions extends Options {
  /** Address of a proxy of the official servers, or of a test server that behaves like them. */
  readonly url?: string | URL | undefined
}

/**
 * Returns the main world of the official servers. Set a default shard, or pass one to each call.
 *
 * **Gotchas**
 *
 * Throws `InvalidServer` when `url` is malformed. An API token is sent to this address, whatever its host is.
 */
export const official = ({ url, ...options }: OfficialOptions = {}): Description =>
  url === undefined
    ? describe("official", "https://screeps.com", options)
    : { ...Result.getOrThrow(parse(String(url), options)), kind: "official" }

/**
 * Returns the public test realm of the official servers.
 *
 * **Gotchas**
 *
 * It is not known where its room history is served: `History` fails with `EndpointNotFound` unless `historyUrl` is set.
 */
export const ptr = (options?: Options): Description =>
  describe("official", "https://screeps.com/ptr", options)

/** Returns the seasonal world of the official servers; its only shard, `shardSeason`, is the default. */
export const season = (options?: Options): Description =>
  describe("official", "https://screeps.com/season", { shard: seasonShard, ...options })

/**
 * Parses the address of a server; hosts at `screeps.com` are official servers.
 *
 * **Details**
 *
 * The seasonal world's default shard is `shardSeason`, as with `season`. A trailing `/api`, which every path begins with,
 * is removed.
 *
 * **Errors** `InvalidServer` when the text is not an `http` or `https` URL, when it contains a query, a fragment or
 * credentials, and for an official server without `https`.
 */
export const parse = (text: string, options?: Options): Result.Result<Description, InvalidServer> =>
  Result.gen(function* () {
    const address = readAddress(text)
    if (Result.isFailure(address)) return yield* Result.fail(new InvalidServer({ detail: address.failure }))
    yield* historyOf(options?.historyUrl)
    const { kind, shard, url } = address.success
    return describe(kind, url, { ...options, shard: options?.shard ?? shard })
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
 * `SCREEPS_SERVER_PASSWORD`, `SCREEPS_HISTORY_URL` (see `Options`).
 *
 * **Errors** `ConfigError` when the address is malformed.
 */
export const layerConfig: Layer.Layer<Server, Config.ConfigError> = Layer.fresh(
  Layer.effect(
    Server,
    Effect.gen(function* () {
      const { historyUrl, password, shard, url } = yield* Config.all({
        url: Config.schema(Address, "SCREEPS_URL").pipe(Config.withDefault("https://screeps.com")),
        shard: Config.option(Config.NonEmptyString("SCREEPS_SHARD")),
        password: Config.option(Config.Redacted("SCREEPS_SERVER_PASSWORD")),
        historyUrl: Config.option(Config.schema(Address, "SCREEPS_HISTORY_URL"))
      })
      const options = {
        shard: Option.getOrUndefined(shard),
        password: Option.getOrUndefined(password),
        historyUrl: Option.getOrUndefined(historyUrl)
      }
      return Result.getOrThrow(parse(url, options)) // checked by `Address`
    })
  )
)

/** Returns the attributes of an address in spans, as OpenTelemetry names them: `server.address` and `server.port`. */
export const attributesOf = (
  url: string
): { readonly "server.address"?: string; readonly "server.port"?: number } => {
  if (!URL.canParse(url)) return {}
  const { hostname, port, protocol } = new URL(url)
  return {
    "server.address": hostname.replace(/^\[|\]$/g, ""),
    "server.port": port === "" ? (protocol === "https:" ? 443 : 80) : Number(port)
  }
}
