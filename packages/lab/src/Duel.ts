/** Duels: two bots with the same start, and a winner by rule. */
import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Milestone from "./Milestone.ts"
import { objectsOf, type Sample, summary } from "./Sample.ts"
import { makeDecoder, type ScenarioError } from "./scenario/decode.ts"
import * as Scenario from "./Scenario.ts"
import { record } from "@screeps-effect/schema/Record"

const withDefault = <S extends Schema.Constraint>(schema: S, value: S["Encoded"]) =>
  Schema.withDecodingDefaultKey<S>(Effect.succeed(value))(schema)

/** What is compared when no bot has won before the limit. */
export const scores = ["controllerProgress", "rooms", "kills"] as const

/** A score: control points of all levels, owned rooms, or creeps of the other bot that were killed. */
export type Score = (typeof scores)[number]

/** A duel with its defaults. */
export class Duel extends record<Duel>("Duel")({
  /** Name for reports. */
  name: withDefault(Schema.NonEmptyString.check(Schema.isMaxLength(100)), "duel"),
  /** The western room; the eastern one is its mirror image. */
  room: withDefault(Scenario.Room, {}),
  /** Two bots: the first one starts in the west. Their spawns are mirrored, too. */
  bots: Schema.Record(
    Scenario.BotName,
    Schema.Struct({
      code: Scenario.botFields.code,
      cpu: Scenario.botFields.cpu,
      gcl: Scenario.botFields.gcl,
      credits: Scenario.botFields.credits,
      memory: Scenario.botFields.memory
    })
  ).check(Schema.isMinProperties(2), Schema.isMaxProperties(2)),
  /** Where the western bot's spawn is. */
  spawn: withDefault(Scenario.Square, { x: 25, y: 25 }),
  /** The first bot that reaches this wins. */
  first: Schema.optionalKey(Milestone.Milestone),
  /** What is compared at the limit, in this order; the first difference decides. */
  scores: withDefault(Schema.Array(Schema.Literals(scores)).check(Schema.isMinLength(1)), scores),
  /** Ticks of safe mode at the beginning. */
  safeMode: withDefault(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 })), 0),
  /** Where a game ends. */
  limits: withDefault(Scenario.Limits, {}),
  /** What random numbers and ids depend on. */
  seed: withDefault(Schema.Int, 1)
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

/**
 * Checks a duel and adds the defaults.
 *
 * **Errors** `ScenarioError` with the path of the first invalid value.
 */
export const make = (input: Input | Duel): Result.Result<Duel, ScenarioError> => decoder.make(input)

/**
 * Parses a duel from YAML.
 *
 * **Errors** `ScenarioError` with the path and the line of the first invalid value.
 */
export const parse = (text: string, file?: string): Result.Result<Duel, ScenarioError> =>
  decoder.parse(text, file)

/**
 * Reads a duel from a YAML file. Paths in it are relative to its folder.
 *
 * **Errors** `ScenarioError`.
 */
export const load = (file: string): Effect.Effect<Duel, ScenarioError> =>
  Effect.map(decoder.load(file), ({ resolve, value }) =>
    Struct.assign(value, {
      bots: Record.map(value.bots, (bot) => Scenario.withCodeIn(bot, resolve)),
      room: Scenario.withTerrainIn(value.room, resolve)
    })
  )

/** The rooms of a duel. */
const [west, east] = ["W2N1", "W1N1"] as const

const mirror = <A extends { readonly x: number; readonly y: number }>(square: A): A => ({
  ...square,
  x: 49 - square.x
})

const mirrorRows = (terrain: string) =>
  (terrain.replaceAll(/\s/g, "").match(/.{1,50}/g) ?? [])
    .map((row) => Array.from(row).toReversed().join(""))
    .join("\n")

/** Returns the mirror image of a room. */
const mirrorRoom = (room: Scenario.Room): Scenario.Room => {
  const { controller, mineral, terrain } = room
  return Struct.assign(room, {
    controller: controller === false ? controller : mirror(controller),
    mineral: mineral === false ? mineral : mirror(mineral),
    sources: room.sources.map(mirror),
    objects: room.objects.map(mirror),
    ...(terrain === undefined ? {} : { terrain: mirrorRows(terrain) })
  })
}

/** Names of the bots: the western one, then the eastern one. */
export const sides = ({ bots }: Duel, isSwapped: boolean): readonly [west: string, east: string] => {
  // The schema requires two bots.
  const [first = "", second = ""] = Object.keys(bots)
  return isSwapped ? [second, first] : [first, second]
}

/** Returns the scenario of one game of a duel. */
export const toScenario = (duel: Duel, isSwapped: boolean): Scenario.Input => {
  const [, eastern] = sides(duel, isSwapped)
  const { limits, name, room, safeMode, seed, spawn } = duel
  return {
    name,
    limits,
    seed,
    rooms: { [west]: room, [east]: mirrorRoom(room) },
    bots: Object.fromEntries(
      Object.entries(duel.bots).map(([bot, one]) => [
        bot,
        bot === eastern
          ? { ...one, safeMode, room: east, spawn: mirror(spawn) }
          : { ...one, safeMode, room: west, spawn }
      ])
    ),
    milestones: []
  }
}

/** What is known about both bots in a game. */
export interface Standing {
  /** Creeps of the other bot that the bot killed, by its name. */
  readonly kills: ReadonlyMap<string, number>
  /** How far each bot is to the milestone, by its name. */
  readonly milestones: ReadonlyArray<Milestone.Progress>
}

/** The scores of one bot. */
export type Scores = Readonly<Record<Score, number>>

/** Returns the standing before the first tick. */
export const begin = (duel: Duel): Standing => ({
  kills: new Map(),
  milestones: Milestone.begin(
    duel.first === undefined
      ? []
      : sides(duel, false).map((bot): Milestone.Milestone => Struct.assign(duel.first ?? {}, { bot }))
  )
})

/** Returns the standing after a tick; pure. */
export const advance = (standing: Standing, sample: Sample): Standing => {
  if (sample.kills.length === 0 && standing.milestones.length === 0) return standing
  const kills = new Map(standing.kills)
  for (const { killers, victim } of sample.kills) {
    for (const [name, { user }] of sample.bots)
      if (user !== victim && killers.includes(user)) kills.set(name, (kills.get(name) ?? 0) + 1)
  }
  return { kills, milestones: Milestone.advance(standing.milestones, sample) }
}

const pointsOf = ({ level, progress }: { readonly level: number; readonly progress: number }): number =>
  ControllerLevel.all.reduce<number>(
    (sum, one) => sum + (one > 0 && one < level ? (ControllerLevel.cost(one) ?? 0) : 0),
    progress
  )

/** Returns the scores of a bot. */
export const scoresOf = (standing: Standing, sample: Sample, name: string): Scores => {
  const bot = sample.bots.get(name)
  const controllers = bot === undefined ? [] : summary(sample, bot).controllers
  return {
    controllerProgress: controllers.reduce((sum, controller) => sum + pointsOf(controller), 0),
    rooms: controllers.length,
    kills: standing.kills.get(name) ?? 0
  }
}

/** How a game ended. */
export interface Verdict {
  /** Name of the winner; `undefined` for a draw. */
  readonly winner: string | undefined
  /** Why, in one sentence. */
  readonly reason: string
}

const hasSpawn = (sample: Sample, name: string) => {
  const bot = sample.bots.get(name)
  return bot !== undefined && objectsOf(sample, bot.user).some(({ type }) => type === "spawn")
}

/** Decides by a condition that only one of two bots meets. */
const decideBy = (
  names: readonly [string, string],
  isWon: (name: string) => boolean,
  reason: (winner: string, loser: string) => string
): Verdict | undefined => {
  const [a, b] = names
  if (isWon(a) === isWon(b)) return undefined
  const [winner, loser] = isWon(a) ? [a, b] : [b, a]
  return { winner, reason: reason(winner, loser) }
}

/** Returns the winner after a tick; `undefined` while the game goes on. */
export const judge = (duel: Duel, { milestones }: Standing, sample: Sample): Verdict | undefined => {
  const names = sides(duel, false)
  const spawns = decideBy(
    names,
    (name) => hasSpawn(sample, name),
    (_, loser) => `${loser} has no spawn`
  )
  if (spawns !== undefined) return spawns
  if (!names.some((name) => hasSpawn(sample, name)))
    return { winner: undefined, reason: "no bot has a spawn" }
  const passed = milestones.filter(({ status }) => status === "passed")
  const [first] = passed
  if (first === undefined) return undefined
  const name = Milestone.nameOf(first.milestone)
  return passed.length > 1
    ? { winner: undefined, reason: `both reached ${name} in the same tick` }
    : { winner: first.milestone.bot, reason: `reached ${name} first` }
}

const scoreNames: Readonly<Record<Score, string>> = {
  controllerProgress: "control points",
  rooms: "rooms",
  kills: "killed creeps"
}

/** Returns the winner at the limit: the first score that differs decides. */
export const judgeAtLimit = (duel: Duel, standing: Standing, sample: Sample): Verdict => {
  const [a, b] = sides(duel, false)
  const [ofA, ofB] = [scoresOf(standing, sample, a), scoresOf(standing, sample, b)]
  const score = duel.scores.find((one) => ofA[one] !== ofB[one])
  if (score === undefined) return { winner: undefined, reason: "the scores are equal" }
  const [more, less] = [Math.max(ofA[score], ofB[score]), Math.min(ofA[score], ofB[score])]
  return {
    winner: ofA[score] > ofB[score] ? a : b,
    reason: `more ${scoreNames[score]} at the limit: ${more} to ${less}`
  }
}
