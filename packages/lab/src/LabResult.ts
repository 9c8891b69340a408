/** The result of a run: which milestones were reached in which tick, CPU, errors and output of the bots. */
import * as Schema from "effect/Schema"
import { record } from "@screeps-effect/schema/Record"

const Text = Schema.Struct({
  /** The tick of the run. */
  tick: Schema.Int,
  text: Schema.String
})

/** Errors of one kind. */
const ErrorGroup = Schema.Struct({
  /** Number of errors. */
  count: Schema.Int,
  /** The tick of the run with the first one. */
  first: Schema.Int,
  /** The tick of the run with the last one. */
  last: Schema.Int,
  /** The last one, with its stack trace. */
  text: Schema.String
})

/** One milestone of a run. */
export class MilestoneResult extends record<MilestoneResult>("MilestoneResult")({
  /** Name of the milestone. */
  name: Schema.String,
  /** Name of the bot. */
  bot: Schema.String,
  /** The last tick in which it could be reached. */
  within: Schema.Int,
  /** `open` if the run ended before it was decided, because another milestone failed. */
  status: Schema.Literals(["passed", "failed", "open"]),
  /** The tick of the run in which it was decided. */
  tick: Schema.optionalKey(Schema.Int),
  /** Whether it had to hold until the end of the run: if it passed, its tick is the last one. */
  untilEnd: Schema.optionalKey(Schema.Literal(true)),
  /** What was seen last. */
  seen: Schema.String
}) {}

/** One bot of a run. */
export class BotResult extends record<BotResult>("BotResult")({
  /** Name of the bot. */
  name: Schema.String,
  /** CPU per tick, in milliseconds, of the ticks in which the script ran. */
  cpu: Schema.Struct({ mean: Schema.Finite, max: Schema.Finite }),
  /** The ticks in which the script did not run or was stopped. */
  ticksWithoutRun: Schema.Int,
  errors: Schema.Struct({
    /** Number of errors. */
    total: Schema.Int,
    /** Errors with the same name and the same stack frames, the earliest first. */
    groups: Schema.Array(ErrorGroup)
  }),
  console: Schema.Struct({
    /** Number of lines. */
    total: Schema.Int,
    /** The last ones. */
    last: Schema.Array(Text)
  })
}) {}

/** Where the time of a run went, in milliseconds. */
const Millis = Schema.Struct({
  /** Start of the server. */
  start: Schema.Finite,
  /** Creation of the world. */
  world: Schema.Finite,
  /** All ticks, with what the lab does between them. */
  ticks: Schema.Finite
})

/** The result of a run. */
export class LabResult extends record<LabResult>("LabResult")({
  /** Name of the scenario. */
  scenario: Schema.String,
  seed: Schema.Int,
  /** Whether no milestone failed or stayed open. */
  passed: Schema.Boolean,
  /** Why the run ended: all milestones were decided, one failed, or a limit. */
  ended: Schema.Literals(["milestones", "failure", "ticks", "time"]),
  /** Number of ticks. */
  ticks: Schema.Int,
  milestones: Schema.Array(MilestoneResult),
  bots: Schema.Array(BotResult),
  /** Files with the replay, one for each room. */
  replays: Schema.Array(Schema.String),
  millis: Millis
}) {}

/** The result as a JSON text, for `baseline` and `screeps lab report`. */
export const Json: Schema.Codec<LabResult, string> = Schema.fromJsonString(LabResult)

const Score = Schema.Struct({ controllerProgress: Schema.Finite, rooms: Schema.Int, kills: Schema.Int })

/** One game of a duel. */
export class GameResult extends record<GameResult>("GameResult")({
  /** Names of the bots that started in the west and in the east. */
  sides: Schema.Tuple([Schema.String, Schema.String]),
  /** Name of the winner; absent for a draw. */
  winner: Schema.optionalKey(Schema.String),
  /** Why it won. */
  reason: Schema.String,
  /** Number of ticks. */
  ticks: Schema.Int,
  /** Scores at the end, by the names of the bots. */
  scores: Schema.Record(Schema.String, Score),
  bots: Schema.Array(BotResult),
  /** Files with the replay, one for each room. */
  replays: Schema.Array(Schema.String),
  millis: Millis
}) {}

/** The result of a duel. */
export class DuelResult extends record<DuelResult>("DuelResult")({
  /** Name of the duel. */
  duel: Schema.String,
  seed: Schema.Int,
  /** Name of the bot that won more games; absent for a draw. */
  winner: Schema.optionalKey(Schema.String),
  /** One game, or two with exchanged sides. */
  games: Schema.Array(GameResult)
}) {}
