/** Leaderboards, seasonal worlds and their scoreboard, and the list of community servers. */
import type { LeaderboardMode } from "@screeps-effect/schema/LeaderboardMode"
import type { LeaderboardSeason } from "@screeps-effect/schema/Rank"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { RoomStat, StatInterval } from "@screeps-effect/schema/RoomStat"
import type { Season } from "@screeps-effect/schema/Season"
import type { ServerEntry } from "@screeps-effect/schema/ServerEntry"
import type { UserId } from "@screeps-effect/schema/UserId"

/** A user's points in one month of a leaderboard; ranks follow from them. */
export interface Score {
  readonly _id: string
  /** `world` counts control points, `power` processed power. */
  readonly mode: LeaderboardMode
  /** The month, such as `2026-11`. */
  readonly season: string
  readonly user: UserId
  /** Points in the month. */
  readonly score: number
}

/** What access to the seasonal world costs, in access keys. @internal */
export const seasonAccessCost = 1

/** @internal */
export class Boards {
  readonly scores: Array<Score> = []
  /** Most recent first. */
  readonly leaderboardSeasons: Array<typeof LeaderboardSeason.Type> = []
  /** Seasonal worlds, by ascending index. */
  readonly seasons: Array<Pick<Season, keyof Season>> = []
  /** Users' points in the running seasonal world. */
  readonly seasonScores = new Map<UserId, number>()
  readonly servers: Array<typeof ServerEntry.Type> = []

  /** Returns the scores of one season and mode, best first: the index is the rank. */
  ranking(mode: LeaderboardMode, season: string): ReadonlyArray<Score> {
    return this.scores
      .filter((score) => score.mode === mode && score.season === season)
      .toSorted((a, b) => b.score - a.score)
  }

  /** Returns the seasons of a mode with scores, most recent first. */
  months(mode: LeaderboardMode): ReadonlyArray<string> {
    const months = this.scores.flatMap((score) => (score.mode === mode ? [score.season] : []))
    return [...new Set(months)].toSorted().toReversed()
  }

  /** Returns users with points in the running seasonal world, best first. */
  get seasonRanking(): ReadonlyArray<{ readonly user: UserId; readonly score: number }> {
    return [...this.seasonScores]
      .map(([user, score]) => ({ user, score }))
      .toSorted((a, b) => b.score - a.score)
  }
}

/** A user's statistic in one room. */
export interface Statistic {
  readonly room: RoomName
  readonly user: UserId
  /** What is counted. */
  readonly stat: RoomStat
  /** Length of a slot in minutes: 8, 180 or 1440. */
  readonly interval: StatInterval
  /** Oldest first; `endTime` is the number of whole slots since 1970. */
  readonly slots: ReadonlyArray<{ readonly value: number; readonly endTime: number }>
}

/** @internal */
export class Statistics {
  readonly #all: Array<Statistic> = []

  add(statistic: Statistic) {
    this.#all.push(statistic)
  }

  of(wanted: Partial<Pick<Statistic, "room" | "user" | "stat" | "interval">>): ReadonlyArray<Statistic> {
    return this.#all.filter(
      ({ interval, room, stat, user }) =>
        (wanted.room ?? room) === room &&
        (wanted.user ?? user) === user &&
        (wanted.stat ?? stat) === stat &&
        (wanted.interval ?? interval) === interval
    )
  }
}

/** Returns the sum of all slots. @internal */
export const total = ({ slots }: Statistic): number => slots.reduce((sum, { value }) => sum + value, 0)

/** Returns totals by name of the statistic. @internal */
export const totals = (all: ReadonlyArray<Statistic>): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const one of all) sums[one.stat] = (sums[one.stat] ?? 0) + total(one)
  return sums
}
