/** The scoreboard of the seasonal competition. */
import { maxLimit, ScoreboardEntry } from "@screeps-effect/schema/ScoreboardEntry"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { expected, record } from "@screeps-effect/schema/Record"
import { answer } from "./answer.ts"
import * as Stream from "effect/Stream"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/service.ts"
import type { ScreepsError } from "../ScreepsError.ts"

/** The size of a scoreboard. */
export class ScoreboardMeta extends record<ScoreboardMeta>("ScoreboardMeta")({
  /** How many players are on the scoreboard. */
  length: Schema.Finite
}) {}

/** A page of the scoreboard. */
export class ScoreboardPage extends answer<ScoreboardPage>("ScoreboardPage")({
  /** The size of the whole scoreboard. */
  meta: expected(ScoreboardMeta),
  /** The players of the page, best first. */
  users: Schema.Array(ScoreboardEntry)
}) {}

/**
 * Lists the players of the season by score, at most 20.
 *
 * **Details**
 *
 * Ranks count from 1. `entries` reads the whole scoreboard. Guests may read it, too.
 *
 * **Errors** `EndpointNotFound` on private servers without a season's mod.
 *
 * **Source** `GET /api/scoreboard/list`, reported (seasonal server). xxscreeps: absent.
 */
export const list = Operation.get("/api/scoreboard/list", {
  input: {
    /** How many players to return: 1 to 20 (the default). */
    limit: Schema.optional(
      Schema.Int.check(
        Schema.isBetween(
          { minimum: 1, maximum: maxLimit },
          { expected: `a whole number from 1 to ${maxLimit}` }
        )
      )
    ),
    /** Index of the first player to return, counted from 0; default: 0. */
    offset: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
    /** Part of the players' names; upper and lower case make a difference. Default: all players. */
    search: Schema.optional(Schema.NonEmptyString)
  },
  defaults: { limit: maxLimit, offset: 0 },
  output: ScoreboardPage,
  auth: "optional",
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Emits the players of the scoreboard, best first; pages are requested as they are needed.
 *
 * **Details**
 *
 * Ends when all players (`meta.length`) were emitted, or at the first empty page.
 *
 * **Errors** those of `list`.
 *
 * **Source** `GET /api/scoreboard/list`.
 */
export const entries = (
  options: {
    /** Index of the first player to emit, counted from 0; default: 0. */
    readonly offset?: number | undefined
    /** How many players to request at once: 1 to 20 (the default). */
    readonly limit?: number | undefined
    /** Part of the players' names; upper and lower case make a difference. Default: all players. */
    readonly search?: string | undefined
  } = {}
): Stream.Stream<ScoreboardEntry, ScreepsError, ScreepsClient> =>
  Stream.paginate(options.offset ?? 0, (offset) =>
    Effect.map(list({ ...options, offset }), ({ meta, users }) => {
      const next = offset + users.length
      const isLast = users.length === 0 || next >= (meta?.length ?? Infinity)
      return [users, isLast ? Option.none() : Option.some(next)] as const
    })
  )
