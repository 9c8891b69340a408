/** Leaderboards, seasonal worlds and their scoreboard, and the list of community servers. */
import type { LeaderboardMode } from "@screeps-effect/schema/LeaderboardMode"
import type { LeaderboardSeason } from "@screeps-effect/schema/Rank"
import type { Season } from "@screeps-effect/schema/Season"
import type { ServerEntry } from "@screeps-effect/schema/ServerEntry"
import type { UserId } from "@screeps-effect/schema/UserId"

/** A user's points in one season of a leaderboard; ranks follow from them. @internal */
export interface Score {
  readonly _id: string
  readonly mode: LeaderboardMode
  /** The month, such as `2026-11`. */
  readonly season: string
  readonly user: UserId
  readonly score: number
}

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
