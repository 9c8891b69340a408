/** The schema of duels, and what it does not find. */
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type { Path } from "effect/Path"
import * as Record from "effect/Record"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Milestone } from "../Milestone.ts"
import { makeDecoder, type ScenarioError } from "./decode.ts"
import * as Scenario from "./scenario.ts"
import { record } from "@screeps-effect/schema/Record"

/** What is compared when no bot has won before the limit: control points of all levels, owned rooms, killed creeps. */
const scores = ["controllerProgress", "rooms", "kills"] as const

/** A duel with its defaults. */
export class Duel extends record<Duel>("Duel")({
  /** Name for reports. */
  name: Scenario.withDefault(Schema.NonEmptyString.check(Schema.isMaxLength(100)), "duel"),
  /** The western room; the eastern one is its mirror image. */
  room: Scenario.withDefault(Scenario.Room, {}),
  /** Two bots: the first one starts in the west. Their spawns are mirrored, too. */
  bots: Schema.Record(Scenario.BotName, Schema.Struct(Scenario.botFields)).check(
    Schema.isMinProperties(2),
    Schema.isMaxProperties(2)
  ),
  /** Where the western bot's spawn is. */
  spawn: Scenario.withDefault(Scenario.Square, { x: 25, y: 25 }),
  /** The first bot that reaches this wins. */
  first: Schema.optionalKey(Milestone),
  /** What is compared at the limit, in this order; the first difference decides. */
  scores: Scenario.withDefault(Schema.Array(Schema.Literals(scores)).check(Schema.isMinLength(1)), scores),
  /** Ticks of safe mode at the beginning. */
  safeMode: Scenario.withDefault(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })), 0),
  /** Where a game ends. */
  limits: Scenario.withDefault(Scenario.Limits, {}),
  /** What random numbers and ids depend on. */
  seed: Scenario.withDefault(Schema.Int, 1)
}) {}

/** A duel as it is written: most fields have defaults. */
export type Input = (typeof Duel)["Encoded"]

const decoder = makeDecoder(Duel, (duel) => {
  if (duel.room.controller === false)
    return { path: ["room", "controller"], detail: "both bots need a controller" }
  const { bot, room, roomClaimed } = duel.first ?? {}
  if (bot !== undefined || room !== undefined || roomClaimed !== undefined)
    return { path: ["first"], detail: "without bot, room and roomClaimed: it applies to both bots" }
  return undefined
})

/** Checks a duel and adds the defaults. */
export const make = (input: Input | Duel): Result.Result<Duel, ScenarioError> => decoder.make(input)

/** Parses a duel from YAML. */
export const parse = (text: string, file?: string): Result.Result<Duel, ScenarioError> =>
  decoder.parse(text, file)

/**
 * Reads a duel from a YAML file. Paths in it are relative to its folder.
 *
 * **Errors** `ScenarioError`.
 */
export const load = (file: string): Effect.Effect<Duel, ScenarioError, FileSystem | Path> =>
  Effect.map(decoder.load(file), ({ resolve, value }) =>
    Struct.assign(value, {
      bots: Record.map(value.bots, (bot) => Scenario.withCodeIn(bot, resolve)),
      room: Scenario.withTerrainIn(value.room, resolve)
    })
  )
