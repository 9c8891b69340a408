/** API tokens of official servers. */
import * as AuthTokens from "@screeps-effect/api/AuthTokens"
import type { ApiToken } from "@screeps-effect/api/Auth"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import type { ApiToken as Stored } from "../../world/state/tokens.ts"
import { ok, refuse } from "./words.ts"

const Removal = Schema.Struct({ tokenId: Schema.String })
const Prefix = Schema.Struct({ token: Schema.String })

/** Duration in milliseconds for which rate limits are lifted. */
const lifted = 2 * 60 * 60 * 1000

/** Returns an API token as the server describes it. @internal */
export const tokenInfo = ({ _id, noRatelimitUntil, scope }: Stored, text: string): typeof ApiToken.Type => ({
  _id,
  token: Redacted.make(text),
  full: scope.full,
  ...(scope.description === undefined ? {} : { description: scope.description }),
  ...(scope.full
    ? {}
    : {
        endpoints: scope.endpoints ?? [],
        websockets: scope.websockets ?? [],
        ...(scope.memorySegments === undefined ? {} : { memorySegments: scope.memorySegments })
      }),
  ...(noRatelimitUntil === undefined ? {} : { noRatelimitUntil: Millis.make(noRatelimitUntil) })
})

/** Masks a token after its first eight characters. */
const masked = (token: string) => `${token.slice(0, 8)}-****-****-****-************`

const names = (chosen: object | undefined): ReadonlyArray<string> =>
  Object.entries(chosen ?? {}).flatMap(([name, isChosen]) => (isChosen === true ? [name] : []))

/** @internal */
export const tokens = ({ signedIn, world }: RouteContext): ReadonlyArray<Route> => {
  const of = (user: { readonly _id: string }) =>
    [...world.tokens.api.values()].filter((token) => token.user._id === user._id)
  return [
    route(AuthTokens.list, signedIn, (_, user) =>
      Effect.succeed({ ...ok, tokens: of(user).map((one) => tokenInfo(one, masked(one.token))) })
    ),
    route(AuthTokens.create, signedIn, (wanted, user) => {
      const { description, endpoints, memorySegments, type, websockets } = wanted
      const segments = (memorySegments ?? "") === "" ? undefined : memorySegments?.split(",")
      const scope =
        type === "full"
          ? { full: true, description }
          : {
              full: false,
              description,
              endpoints: names(endpoints),
              websockets: names(websockets),
              memorySegments: segments
            }
      return Effect.succeed({ ...ok, token: Redacted.make(world.tokens.grant(user, scope).token) })
    }),
    route({ ...AuthTokens.remove, input: Removal }, signedIn, ({ tokenId }, user) => {
      for (const { _id, token } of of(user)) if (_id === tokenId) world.tokens.api.delete(token)
      return Effect.succeed(ok)
    }),
    route({ ...AuthTokens.noratelimit, input: Prefix }, signedIn, ({ token: prefix }, user, { now }) => {
      const found = of(user).find(({ token }) => token.startsWith(prefix))
      if (found === undefined) return refuse("token not found")
      found.noRatelimitUntil = now + lifted
      return Effect.succeed(ok)
    })
  ]
}
