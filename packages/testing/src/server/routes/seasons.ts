/** Seasonal worlds. */
import * as Seasons from "@screeps-effect/api/Seasons"
import * as Season from "@screeps-effect/schema/Season"
import * as Effect from "effect/Effect"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import { ok } from "./words.ts"

/** @internal */
export const seasons = ({ signedIn, world: { boards } }: RouteContext): ReadonlyArray<Route> => [
  route(Seasons.current, signedIn, (_, user, { now }) => {
    const [season] = boards.seasons
      .filter((one) => Season.phase(one, now) !== "over")
      .toSorted((a, b) => Date.parse(a.startDate ?? "") - Date.parse(b.startDate ?? ""))
    if (season === undefined) return Effect.succeed(null)
    const place = boards.seasonRanking.findIndex((one) => one.user === user._id)
    return Effect.succeed({ ...ok, ...season, ...(place === -1 ? {} : { rank: place + 1 }) })
  }),
  route(Seasons.list, signedIn, () =>
    Effect.succeed({ ...ok, list: boards.seasons.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0)) })
  )
]
