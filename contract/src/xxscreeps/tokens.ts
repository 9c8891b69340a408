/** Tokens of xxscreeps: signed texts of 54 characters, valid for two minutes. */
import * as Base64Url from "effect/encoding/Base64Url"
import type { User } from "../../../packages/testing/src/world/state/accounts.ts"
import type { World } from "../../../packages/testing/src/world/state/world.ts"

const life = 120_000

export const issueToken = (world: World, user: User, now: number): string => {
  const token = Base64Url.encode(crypto.getRandomValues(new Uint8Array(40)))
  world.tokens.open(token, user, now, life)
  return token
}
