/** Tokens of xxscreeps: signed texts of 54 characters, valid for two minutes. */
import * as Base64Url from "effect/encoding/Base64Url"
import type { User } from "../../../packages/testing/src/world/state/accounts.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"

const life = 120_000

export const issueToken = (shard: Shard, user: User, now: number): string => {
  const token = Base64Url.encode(crypto.getRandomValues(new Uint8Array(40)))
  shard.tokens.open(token, user, now, life)
  return token
}
