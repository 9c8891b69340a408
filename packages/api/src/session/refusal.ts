/** Rejected API tokens: official servers reject a call outside a token's scope like one with an unknown token. */
import { tokenRejected } from "../client/middleware/authentication.ts"
import { type Description, isSeason } from "../config/address.ts"
import * as User from "../operations/User.ts"
import { Forbidden, Unauthorized } from "../ScreepsError.ts"

/** The call that says of an API token whether it is valid: the least that a restricted one has permission for. @internal */
export const nameOfUser = `${User.name.method} ${User.name.path}`

const ofSeason = "the seasonal world accepts restricted tokens for its socket only"

/** Why a call fails whose API token was rejected; `isValid` when the token has worked for another call. @internal */
export const refusalOf = (
  server: Description,
  call: string,
  reason: Unauthorized,
  isValid: boolean
): Unauthorized | Forbidden => {
  if (server.kind !== "official") return reason
  const season = isSeason(server.url)
  if (isValid) return new Forbidden({ scope: call, ...(season ? { isSeason: true } : {}) })
  const { detail } = reason
  return new Unauthorized({
    detail:
      detail !== tokenRejected
        ? detail
        : season
          ? `${detail}; ${ofSeason}`
          : `${detail}, or does not allow this call`,
    mayBeRestricted: true
  })
}
