/** Leaderboards, and seasonal worlds with their scoreboard. */
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as Scoreboard from "@screeps-effect/api/Scoreboard"
import * as Seasons from "@screeps-effect/api/Seasons"
import { maxLimit } from "@screeps-effect/schema/ScoreboardEntry"
import * as Season from "@screeps-effect/schema/Season"
import type { UserFound } from "@screeps-effect/schema/UserFound"
import { badgeOf, nameOf, spend } from "../../world/state/accounts.ts"
import { type Score, seasonAccessCost } from "../../world/state/boards.ts"
import type { Shard } from "../../world/state/shard.ts"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import { ok, refuse, texts } from "./words.ts"

const notFound = "result not found"

const stubs = (): ReadonlyArray<Route> => [
  route(texts(Leaderboard.list), open, () => ({ ...ok, list: [], count: 0, users: {} })),
  route(texts(Leaderboard.find, "season"), open, ({ season }) =>
    (season ?? "") === "" ? { ...ok, list: [] } : refuse(notFound)
  ),
  route(Leaderboard.seasons, open, () => ({
    ...ok,
    seasons: ["empty1", "empty2"].map((_id) => ({ _id, name: "—" }))
  }))
]

/** Ranks the scores of one season and mode; ranks start at 0. */
const ranked = ({ boards }: Shard, mode: Score["mode"], season: string) =>
  boards.ranking(mode, season).map(({ _id, score, user }, rank) => ({ _id, season, user, score, rank }))

const found = ({ accounts }: Shard, id: string): UserFound | undefined => {
  const user = accounts.byId(id)
  return user && { _id: user._id, ...nameOf(user), gcl: user.gcl, ...badgeOf(user) }
}

/** @internal */
export const leaderboard = ({ dialect, shard }: RouteContext): ReadonlyArray<Route> => {
  if (dialect.kind === "private") return stubs()
  const { accounts, boards } = shard
  return [
    route(Leaderboard.list, open, (input, _, { now }) => {
      const all = ranked(shard, input.mode ?? "world", input.season ?? Leaderboard.month(now))
      const offset = input.offset ?? 0
      const list = all.slice(offset, offset + (input.limit ?? 10))
      const users = list.flatMap(({ user }) => found(shard, user) ?? [])
      return {
        ...ok,
        list,
        count: all.length,
        users: Object.fromEntries(users.map((user) => [user._id, user]))
      }
    }),
    route(Leaderboard.find, open, ({ mode = "world", season, username }) => {
      const user = accounts.byName(username)?._id
      if (user === undefined) return refuse(notFound)
      const months = season === undefined ? boards.months(mode) : [season]
      const list = months.flatMap((month) => ranked(shard, mode, month).filter((rank) => rank.user === user))
      if (season === undefined) return { ...ok, list }
      const [rank] = list
      return rank === undefined ? refuse(notFound) : { ...ok, ...rank }
    }),
    route(Leaderboard.seasons, open, () => ({ ...ok, seasons: boards.leaderboardSeasons }))
  ]
}

/** @internal */
export const scoreboard = ({ shard: { accounts, boards } }: RouteContext): ReadonlyArray<Route> => [
  route(Scoreboard.list, open, ({ limit = maxLimit, offset = 0, search = "" }) => {
    const all = boards.seasonRanking.flatMap(({ score, user: id }, index) => {
      const user = accounts.byId(id)
      return user === undefined || !user.username.includes(search)
        ? []
        : [{ ...nameOf(user), ...badgeOf(user), rank: index + 1, score }]
    })
    return { ...ok, meta: { length: all.length }, users: all.slice(offset, offset + limit) }
  })
]

/** @internal */
export const seasons = ({ signedIn, shard: { boards } }: RouteContext): ReadonlyArray<Route> => [
  route(Seasons.current, signedIn, (_, user, { now }) => {
    const [season] = boards.seasons
      .filter((one) => Season.phase(one, now) !== "over")
      .toSorted((a, b) => Date.parse(a.startDate ?? "") - Date.parse(b.startDate ?? ""))
    if (season === undefined) return null
    const place = boards.seasonRanking.findIndex((one) => one.user === user._id)
    return { ...ok, ...season, ...(place === -1 ? {} : { rank: place + 1 }) }
  }),
  route(Seasons.list, signedIn, () => ({
    ...ok,
    list: boards.seasons.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
  })),
  route(Seasons.access, signedIn, (_, { seasonAccess }) => ({ ...ok, access: seasonAccess })),
  route(Seasons.enter, signedIn, (_, user) => {
    if (!user.seasonAccess && !spend(user, "accessKey", seasonAccessCost))
      return refuse("not enough resources")
    user.seasonAccess = true
    return ok
  }),
  // The world has no chronicle: each season counts as its own announcement.
  route(Seasons.lastPost, open, () => {
    const season = boards.seasons.at(-1)
    return { ...ok, post: season === undefined ? null : { _id: season._id } }
  }),
  route(Seasons.ranks, open, ({ userId }, _, { now }) => {
    const over = boards.seasons.filter((season) => Season.phase(season, now) === "over")
    const named = over.map(({ _id, index = 0, title = "" }) => ({ _id, index, title }))
    // The points are those of the last season.
    const last = boards.seasons.at(-1)
    const place = boards.seasonRanking.findIndex(({ user }) => user === userId)
    const isRanked = last?.index !== undefined && over.includes(last) && place !== -1
    return {
      ...ok,
      seasons: named,
      usersSeasons: isRanked ? [{ season: last.index, rank: place + 1 }] : []
    }
  })
]
