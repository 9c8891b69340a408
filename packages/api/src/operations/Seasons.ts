/** Seasonal competitions of the official servers. */
import { Ok } from "@screeps-effect/schema/Envelope"
import { ObjectId } from "@screeps-effect/schema/ObjectId"
import { nullish, record } from "@screeps-effect/schema/Record"
import { CurrentSeason, Season } from "@screeps-effect/schema/Season"
import { UserId } from "@screeps-effect/schema/UserId"
import * as Schema from "effect/Schema"
import * as Operation from "../Operation.ts"
import { answer } from "./answer.ts"

/** The current or next season. */
export class SeasonNow extends answer<SeasonNow>("SeasonNow")({ ...CurrentSeason.fields }) {}

/**
 * Returns the current or next seasonal competition; `null` when none runs or is planned.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons/current`, reported (official servers only). xxscreeps: absent.
 */
export const current = Operation.get("/api/seasons/current", {
  output: Schema.NullOr(SeasonNow),
  provenance: { private: "absent", xxscreeps: "absent" }
})

/** The seasons so far. */
export class SeasonList extends answer<SeasonList>("SeasonList")({
  /** The seasons, earliest first. */
  list: Schema.Array(Season)
}) {}

/**
 * Lists all seasonal competitions so far, earliest first.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons`, reported (official servers only). xxscreeps: absent.
 */
export const list = Operation.get("/api/seasons", {
  output: SeasonList,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/** Whether the account may enter the season. */
export class SeasonAccess extends answer<SeasonAccess>("SeasonAccess")({
  /** Whether it may: `Boolean(access)`; the type is not known. */
  access: Schema.optionalKey(Schema.Unknown)
}) {}

/**
 * Returns whether the account may enter the current seasonal competition.
 *
 * **Errors** `Unauthorized`, `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons/access/granted`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const access = Operation.get("/api/seasons/access/granted", {
  output: SeasonAccess,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/**
 * Spends access keys of the account on entering the current seasonal competition.
 *
 * **Details**
 *
 * `seasonAccessCost` of `Game.version` is the price in keys, `resources.accessKey` of `Auth.me` what the account has. An
 * account with an unlimited subscription pays nothing.
 *
 * **Gotchas**
 *
 * This cannot be undone. This project never called it on an official server.
 *
 * **Errors** `Rejected` (the texts are not known), `Unauthorized`, `EndpointNotFound` on private servers.
 *
 * **Source** `POST /api/seasons/access/granted`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const enter = Operation.post("/api/seasons/access/granted", {
  output: Ok,
  provenance: { private: "absent", xxscreeps: "absent" }
})

/** A post of the season's chronicle. */
export class ChroniclePost extends record<ChroniclePost>("ChroniclePost")({
  /** Id of the post; further fields are not known. */
  _id: ObjectId
}) {}

/** The newest post of the season's chronicle. */
export class LastPost extends answer<LastPost>("LastPost")({
  /** The post; `null` when there is none. */
  post: Schema.NullOr(ChroniclePost)
}) {}

/**
 * Returns the newest post of the season's chronicle.
 *
 * **Details**
 *
 * Its id says whether there is a new one. `Game.version` announces the feature `season-chronicle` where there is a
 * chronicle.
 *
 * **Errors** `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons/current/posts/last`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const lastPost = Operation.get("/api/seasons/current/posts/last", {
  output: LastPost,
  auth: "optional",
  provenance: { private: "absent", xxscreeps: "absent" }
})

/** A season, as the list of a player's ranks names it. */
export class RankedSeason extends record<RankedSeason>("RankedSeason")({
  /** Id of the season. */
  _id: ObjectId,
  /** Number of the season. */
  index: Schema.Finite,
  /** Title of the season. */
  title: nullish(Schema.String)
}) {}

/** A player's final rank in a season. */
export class SeasonRank extends record<SeasonRank>("SeasonRank")({
  /** Number of the season. */
  season: Schema.Finite,
  /** The player's rank, counted from 1. */
  rank: Schema.Finite
}) {}

/** A player's final ranks in past seasons. */
export class SeasonRanks extends answer<SeasonRanks>("SeasonRanks")({
  /** The seasons. */
  seasons: Schema.Array(RankedSeason),
  /** The player's ranks, by the number of the season. */
  usersSeasons: Schema.Array(SeasonRank)
}) {}

/**
 * Returns the final ranks of a player in past seasonal competitions.
 *
 * **Details**
 *
 * `season` of a rank is `index` of its season. The official client shows rewards for ranks up to 100.
 *
 * **Errors** `EndpointNotFound` on private servers.
 *
 * **Source** `GET /api/seasons/users/{userId}/ranks`, reported: the official client of 2026 calls it. xxscreeps: absent.
 */
export const ranks = Operation.get("/api/seasons/users/{userId}/ranks", {
  input: {
    /** Id of the player. */
    userId: UserId
  },
  output: SeasonRanks,
  auth: "optional",
  provenance: { private: "absent", xxscreeps: "absent" }
})
