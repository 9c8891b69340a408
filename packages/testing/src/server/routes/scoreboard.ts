/** The scoreboard of the seasonal world. */
import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import { maxLimit } from "@screeps-effect/schema/ScoreboardEntry"
import * as Effect from "effect/Effect"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import { badgeOf, nameOf } from "../../world/state/accounts.ts"
import { ok } from "./words.ts"

/** @internal */
export const scoreboard = ({ signedIn, world: { accounts, boards } }: RouteContext): ReadonlyArray<Route> => [
  route(Scoreboard.list, signedIn, ({ limit = maxLimit, offset = 0 }) => {
    const all = boards.seasonRanking.flatMap(({ score, user: id }, index) => {
      const user = accounts.byId(id)
      return user === undefined ? [] : [{ ...nameOf(user), ...badgeOf(user), rank: index + 1, score }]
    })
    return Effect.succeed({ ...ok, meta: { length: all.length }, users: all.slice(offset, offset + limit) })
  })
]
