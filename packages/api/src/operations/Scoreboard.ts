/** The scoreboard of the seasonal competition. */
import { maxLimit, ScoreboardEntry } from "@screeps-effect/schema/ScoreboardEntry"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Operation from "../Operation.ts"
import type { ScreepsClient } from "../client/ScreepsClient.ts"
import type { ScreepsError } from "../ScreepsError.ts"

/** How many players are on a scoreboard. */
export class ScoreboardMeta extends Schema.Opaque<ScoreboardMeta>()(
  Schema.Struct({ length: Schema.Finite }).annotate({ identifier: "ScoreboardMeta" })
) {}

/** A part of the scoreboard, and how many players are on it in all. */
export class ScoreboardPage extends Schema.Opaque<ScoreboardPage>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    meta: ScoreboardMeta,
    users: Schema.Array(ScoreboardEntry)
  }).annotate({ identifier: "ScoreboardPage" })
) {}

/**
 * Lists the players of the season by their scores, 20 at most.
 *
 * **Details**
 *
 * `limit` is 1 to 20 (the default), `offset` counts from 0; ranks count from 1. `entries` walks through all of it.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` on private servers without a season's mod.
 *
 * **Source** `GET /api/scoreboard/list`, reported (seasonal server).
 */
export const list = Operation.get("/api/scoreboard/list", {
  input: {
    limit: Schema.optional(
      Schema.Int.check(
        Schema.isBetween(
          { minimum: 1, maximum: maxLimit },
          { expected: `a whole number from 1 to ${maxLimit}` }
        )
      )
    ),
    offset: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
  },
  defaults: { limit: maxLimit, offset: 0 },
  output: ScoreboardPage,
  provenance: { private: "absent" }
})

/**
 * Walks through the scoreboard player by player, best first, asking for the next page when it is wanted.
 *
 * **Details**
 *
 * Ends after as many players as the scoreboard has (`meta.length`), or at the first page without any.
 *
 * **Errors** those of `list`.
 *
 * **Source** `GET /api/scoreboard/list`.
 */
export const entries = (
  walk: { readonly offset?: number | undefined; readonly limit?: number | undefined } = {}
): Stream.Stream<ScoreboardEntry, ScreepsError, ScreepsClient> =>
  Stream.paginate(walk.offset ?? 0, (offset) =>
    Effect.map(list({ ...walk, offset }), ({ meta, users }) => {
      const next = offset + users.length
      const isLast = users.length === 0 || next >= meta.length
      return [users, isLast ? Option.none() : Option.some(next)] as const
    })
  )
