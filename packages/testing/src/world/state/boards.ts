/** Tables beside the game: leaderboards, seasonal worlds, their scoreboard, the list of community servers. */
import type { LeaderboardMode } from "@screeps-effect/schema/LeaderboardMode"
import type { LeaderboardSeason } from "@screeps-effect/schema/Rank"
import type { Season } from "@screeps-effect/schema/Season"
import type { ServerEntry } from "@screeps-effect/schema/ServerEntry"
import type { UserId } from "@screeps-effect/schema/UserId"

/** Points of a user in one season of a leaderboard: ranks follow from them. @internal */
export interface Score {
  readonly _id: string
  readonly mode: LeaderboardMode
  /** A month, `2026-11`. */
  readonly season: string
  readonly user: UserId
  readonly score: number
}

/** @internal */
export class Boards {
  readonly scores: Array<Score> = []
  /** Newest first. */
  readonly leaderboardSeasons: Array<typeof LeaderboardSeason.Type> = []
  /** Seasonal worlds, by ascending index. */
  readonly seasons: Array<Pick<Season, keyof Season>> = []
  /** Points of users in the running seasonal world. */
  readonly seasonScores = new Map<UserId, number>()
  readonly servers: Array<typeof ServerEntry.Type> = []

  /** The results of one season and mode, best first: the place in the list is the rank. */
  ranking(mode: LeaderboardMode, season: string): ReadonlyArray<Score> {
    return this.scores
      .filter((score) => score.mode === mode && score.season === season)
      .toSorted((a, b) => b.score - a.score)
  }

  /** The seasons of a mode in which anybody has points, newest first. */
  months(mode: LeaderboardMode): ReadonlyArray<string> {
    const months = this.scores.flatMap((score) => (score.mode === mode ? [score.season] : []))
    return [...new Set(months)].toSorted().toReversed()
  }

  /** Who has points in the running seasonal world, best first. */
  get seasonRanking(): ReadonlyArray<{ readonly user: UserId; readonly score: number }> {
    return [...this.seasonScores]
      .map(([user, score]) => ({ user, score }))
      .toSorted((a, b) => b.score - a.score)
  }
}
