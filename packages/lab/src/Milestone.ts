/** Milestones: what a bot has to reach in a run, and by when. */
import { MemoryPath } from "@screeps-effect/schema/MemoryPath"
import { roomResources } from "@screeps-effect/schema/Resource"
import { RoomName } from "@screeps-effect/schema/RoomName"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { BotSample, Sample } from "./Sample.ts"

const Count = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }))

const MemoryValue = Schema.Struct({
  /** Path in Memory, such as `stats.harvested`. */
  path: MemoryPath,
  /** The value. */
  equals: Schema.optionalKey(Schema.Json),
  /** The least number. */
  atLeast: Schema.optionalKey(Schema.Finite)
}).check(
  Schema.makeFilter(
    ({ atLeast, equals }) => (atLeast === undefined) !== (equals === undefined) || "either equals or atLeast"
  )
)

/** The conditions, of which a milestone has exactly one. */
const conditions = {
  /** The bot has a spawn. */
  spawnPlaced: Schema.optionalKey(Schema.Literal(true)),
  /** The script has run a tick without an error. */
  codeRuns: Schema.optionalKey(Schema.Literal(true)),
  /** The bot owns the controller of this room. */
  roomClaimed: Schema.optionalKey(RoomName),
  /** A controller of the bot has at least this level. */
  controllerLevel: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 }))),
  /** The bot has at least this many creeps; those that are being spawned do not count. */
  creeps: Schema.optionalKey(Count),
  /** The bot has at least this many structures of each type, such as `{ extension: 5 }`. */
  structures: Schema.optionalKey(Schema.Record(Schema.String, Count)),
  /** The bot's structures hold at least this much energy. */
  energy: Schema.optionalKey(Count),
  /** All units of one of the bot's market orders for this resource were traded. */
  orderFilled: Schema.optionalKey(Schema.Literals(roomResources)),
  /** The run has reached this tick. */
  tick: Schema.optionalKey(Count),
  /** Memory has a value at a path. */
  memory: Schema.optionalKey(MemoryValue),
  /** A line of the console contains this text. */
  console: Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(1000))),
  /** The script has no error until the end, or until `within`. */
  noErrors: Schema.optionalKey(Schema.Literal(true)),
  /** A function that returns true; only in TypeScript. */
  when: Schema.optionalKey(
    Schema.declare(
      (value): value is (sample: Sample, bot: BotSample) => boolean => Predicate.isFunction(value),
      {
        expected: "a function, which only a scenario in TypeScript can have"
      }
    )
  )
} as const

const names = Object.keys(conditions)

/** Something that a bot has to reach: exactly one condition, and by when. */
export class Milestone extends Schema.Opaque<Milestone>()(
  Schema.Struct({
    /** Name in reports; the condition by default. */
    name: Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(200))),
    /** The last tick of the run in which it may be reached; by default the last one of the run. */
    within: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
    /** The bot; the first one by default. */
    bot: Schema.optionalKey(Schema.String),
    /** The room to look in; all rooms by default. */
    room: Schema.optionalKey(RoomName),
    ...conditions
  })
    .check(
      Schema.makeFilter((milestone) => {
        const given = names.filter((name) => Object.hasOwn(milestone, name))
        return (
          given.length === 1 || `exactly one of ${names.join(", ")}, not ${given.join(" and ") || "none"}`
        )
      })
    )
    .annotate({ identifier: "Milestone" })
) {}
