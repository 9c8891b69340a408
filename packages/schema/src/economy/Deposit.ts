/** Deposits on highways: how they tire of being harvested, and when they vanish. */

/**
 * The numbers by which deposits tire: see `cooldown`.
 *
 * **Source** read in the server's source.
 */
export const exhaust = { multiply: 0.001, power: 1.2 } as const

/**
 * How long a deposit rests after a harvest, in ticks, when `harvested` has been taken from it in all.
 *
 * **Details**
 *
 * 0.001 × harvested ^ 1.2, rounded up: 1 tick up to 316 harvested, 4 ticks at 1000, 64 at 10 000.
 *
 * **Source** read in the server's source.
 */
export const cooldown = (harvested: number): number =>
  Math.ceil(exhaust.multiply * harvested ** exhaust.power)

/**
 * How long a deposit stays after the last harvest, in ticks.
 *
 * **Source** read in the server's source.
 */
export const decayTime = 50_000
