/** Powers of power creeps. */
import type * as Schema from "effect/Schema"
import { literals, nameIn, oneOf } from "../values/family.ts"

/**
 * The powers by name.
 *
 * **Source** read in the server's source.
 */
export const powers = {
  generateOps: 1,
  operateSpawn: 2,
  operateTower: 3,
  operateStorage: 4,
  operateLab: 5,
  operateExtension: 6,
  operateObserver: 7,
  operateTerminal: 8,
  disruptSpawn: 9,
  disruptTower: 10,
  disruptSource: 11,
  shield: 12,
  regenSource: 13,
  regenMineral: 14,
  disruptTerminal: 15,
  operatePower: 16,
  fortify: 17,
  operateController: 18,
  operateFactory: 19
} as const

/** The name of a power. */
export type PowerName = keyof typeof powers

/** A power by its number, 1 to 19. */
export type Power = (typeof powers)[PowerName]

/** The numbers of all powers. */
export const all: ReadonlyArray<Power> = Object.values(powers)

/** Checks the number of a power that a caller sends: 1 to 19. */
export const Power: Schema.Codec<Power> = literals("Power", all)

/** Checks whether a value is the number of a power. */
export const isPower: (value: unknown) => value is Power = oneOf(all)

/** Returns the name of a power. */
export const name = (power: Power): PowerName => nameIn(powers, power)

/**
 * The classes of power creeps.
 *
 * **Source** read in the server's source.
 */
export const classes = ["operator"] as const

/** The class of a power creep. */
export type PowerClass = (typeof classes)[number]

/** Checks the class of a power creep that a caller sends. */
export const PowerClass: Schema.Codec<PowerClass> = literals("PowerClass", classes)

/**
 * Returns the class of power creeps that can have a power; only one class exists.
 *
 * **Source** read in the server's source.
 */
export const classOf = (_power: Power): PowerClass => "operator"

/**
 * The highest level of a power.
 *
 * **Source** read in the server's source.
 */
export const maxLevel = 5

/**
 * The highest level of a power creep.
 *
 * **Source** read in the server's source.
 */
export const maxCreepLevel = 25

/** The levels that a power creep needs for the first to fifth level of a power. */
export type CreepLevels = readonly [number, number, number, number, number]

const early: CreepLevels = [0, 2, 7, 14, 22]
const middle: CreepLevels = [10, 11, 12, 14, 22]
const late: CreepLevels = [20, 21, 22, 23, 24]

/**
 * Returns the levels that a power creep needs for the first to fifth level of a power.
 *
 * **Source** read in the server's source.
 */
export const creepLevels = (power: Power): CreepLevels => {
  switch (power) {
    case powers.regenSource:
    case powers.regenMineral:
    case powers.operatePower:
      return middle
    case powers.disruptTerminal:
    case powers.operateController:
      return late
    default:
      return early
  }
}
