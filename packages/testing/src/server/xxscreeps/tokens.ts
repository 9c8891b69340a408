/** Tokens of xxscreeps: signed texts of 54 characters, valid for two minutes. */
import * as Base64Url from "effect/encoding/Base64Url"
import type { User } from "../../world/state/accounts.ts"
import type { SessionFormat } from "../../world/state/tokens.ts"
import type { World } from "../../world/state/world.ts"

const format: SessionFormat = { life: 120_000, text: (digits) => Base64Url.encode(digits) }

/** @internal */
export const issueToken = (world: World, user: User, now: number): string =>
  world.tokens.issue(user, now, format)
