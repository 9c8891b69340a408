/** The games of a duel: their scenarios, and who wins; pure. */
import * as ControllerLevel from "@screeps-effect/schema/ControllerLevel"
import * as Struct from "effect/Struct"
import type { GameResult } from "../LabResult.ts"
import type { Milestone } from "../Milestone.ts"
import { objectsOf, type Sample, summary } from "../Sample.ts"
import type { Duel } from "../scenario/duel.ts"
import type * as Scenario from "../scenario/scenario.ts"
import * as Milestones from "./milestones.ts"

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
  readonly milestones: ReadonlyArray<Milestones.Progress>
}

/** Returns the standing before the first tick. */
export const begin = (duel: Duel): Standing => ({
  kills: new Map(),
  milestones: Milestones.begin(
    duel.first === undefined
      ? []
      : sides(duel, false).map((bot): Milestone => Struct.assign(duel.first ?? {}, { bot }))
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
  return { kills, milestones: Milestones.advance(standing.milestones, sample) }
}

const pointsOf = ({ level, progress }: { readonly level: number; readonly progress: number }): number =>
  ControllerLevel.all.reduce<number>(
    (sum, one) => sum + (one > 0 && one < level ? (ControllerLevel.cost(one) ?? 0) : 0),
    progress
  )

/** Returns the scores of a bot. */
export const scoresOf = (standing: Standing, sample: Sample, name: string): GameResult["scores"][string] => {
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
  const name = Milestones.nameOf(first.milestone)
  return passed.length > 1
    ? { winner: undefined, reason: `both reached ${name} in the same tick` }
    : { winner: first.milestone.bot, reason: `reached ${name} first` }
}

const scoreNames: Readonly<Record<Duel["scores"][number], string>> = {
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
