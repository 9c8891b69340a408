/** Cooldown and decay of deposits on highways. */

/**
 * The constants of the cooldown formula: see `cooldown`.
 *
 * **Source** read in the server's source.
 */
export const exhaust = { multiply: 0.001, power: 1.2 } as const

/**
 * Returns the cooldown of a deposit after a harvest, in ticks; `harvested` is the total amount harvested from it.
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
 * The time after which a deposit disappears without a harvest, in ticks.
 *
 * **Source** read in the server's source.
 */
export const decayTime = 50_000
