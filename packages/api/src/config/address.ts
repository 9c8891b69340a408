/** The text of a server's address, read; official servers are told by their host. */
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

/**
 * `official` servers are the game maker's own (main world, test realm, seasonal world); all others are `private`.
 */
export type Kind = "official" | "private"

/**
 * A server: its kind, its address without a trailing slash (path prefixes such as `/season` stay), the shard that
 * stands in where a call names none, and the password that some private servers ask of every request.
 */
export interface Description {
  readonly kind: Kind
  readonly url: string
  readonly shard: ShardName | undefined
  readonly password: Redacted.Redacted | undefined
}

/** What an address tells. */
export interface Address {
  readonly kind: Kind
  /** Without a trailing slash; path prefixes such as `/season` stay. */
  readonly url: string
  /** The shard that goes with the address. */
  readonly shard: "shardSeason" | undefined
}

const isOfficialHost = (host: string) => host === "screeps.com" || host.endsWith(".screeps.com")

/** Reads an address, or tells what is wrong with it, without repeating it. @internal */
export const readAddress = (text: string): Result.Result<Address, string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    return Result.fail("the address of a server looks like http://127.0.0.1:21025")
  }
  if (url.username !== "" || url.password !== "") {
    return Result.fail("the address of a server holds no name and password: these are Credentials")
  }
  if (url.search !== "" || url.hash !== "")
    return Result.fail("the address of a server has no query and no fragment")
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, "")
  if (!isOfficialHost(url.hostname)) {
    return Result.succeed({ kind: "private", url: address, shard: undefined })
  }
  if (url.protocol !== "https:") return Result.fail("official servers are reached by https only")
  const shard = address.endsWith("/season") ? "shardSeason" : undefined
  return Result.succeed({ kind: "official", url: address, shard })
}
