/** Parses server addresses; hosts at `screeps.com` are official servers. */
import type { BranchName } from "@screeps-effect/schema/Branch"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { InvalidValue } from "./ConfigFileError.ts"

/** The kind of a server: `official` (main world, test realm, seasonal world), or `private` for all others. */
export type Kind = "official" | "private"

/** A server: its address, kind, default shard and password. */
export interface Description {
  /** Official or private. */
  readonly kind: Kind
  /** Address without a trailing slash; may contain a path prefix such as `/season`. */
  readonly url: string
  /** Default shard of calls without one; `undefined` on private servers, which ignore shards. */
  readonly shard: ShardName | undefined
  /** Password of the server itself, sent with every request; `undefined` if it has none. */
  readonly password: Redacted.Redacted | undefined
  /** Address below which room history is served, if it is not the default one. */
  readonly historyUrl?: string | undefined
  /**
   * Default branch of code that is uploaded, downloaded or compared, or why the configured one cannot be used; absent for
   * the active branch.
   */
  readonly branch?: Result.Result<BranchName, InvalidValue> | undefined
}

/** The parts of an address. */
export interface Address {
  /** Official or private. */
  readonly kind: Kind
  /** Address without a trailing slash; may contain a path prefix such as `/season`. */
  readonly url: string
  /** Default shard that the address implies. */
  readonly shard: "shardSeason" | undefined
}

/** Removes the slashes at the end of a path. @internal */
export const trimSlashes = (path: string): string => {
  let end = path.length
  while (path[end - 1] === "/") end--
  return path.slice(0, end)
}

const isOfficialHost = (host: string) => host === "screeps.com" || host.endsWith(".screeps.com")

/** The only shard of the seasonal world, which no other official server has. @internal */
export const seasonShard = "shardSeason"

/** Whether an address is that of the seasonal world. @internal */
export const isSeason = (address: string): boolean => address.endsWith("/season")

/** Parses an address; a failure says what is wrong without repeating the address. @internal */
export const readAddress = (text: string): Result.Result<Address, string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    return Result.fail("a server address looks like http://127.0.0.1:21025")
  }
  if (url.username !== "" || url.password !== "") {
    return Result.fail("a server address contains no username or password: pass them as Credentials")
  }
  if (url.search !== "" || url.hash !== "")
    return Result.fail("a server address has no query and no fragment")
  // Every path begins with `/api`, which belongs to the address for many people.
  const address = url.origin + trimSlashes(trimSlashes(url.pathname).replace(/(?:^|\/)api$/, ""))
  if (!isOfficialHost(url.hostname)) {
    return Result.succeed({ kind: "private", url: address, shard: undefined })
  }
  if (url.protocol !== "https:") return Result.fail("official servers require https")
  const shard = isSeason(address) ? seasonShard : undefined
  return Result.succeed({ kind: "official", url: address, shard })
}
