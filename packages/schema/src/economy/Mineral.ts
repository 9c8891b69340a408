/** Amounts of minerals in rooms. */

const amounts: { readonly [density: number]: number } = { 1: 15_000, 2: 35_000, 3: 70_000, 4: 100_000 }

/**
 * Returns the amount of a mineral after regeneration, by density: 1 (low) to 4 (ultra); `undefined` for any other number.
 *
 * **Gotchas**
 *
 * Minerals in the world that is shipped with the server start with other amounts, with fractions.
 *
 * **Source** read in the server's source.
 */
export const amount = (density: number): number | undefined => amounts[density]

/**
 * The time that an empty mineral takes to regenerate, in ticks.
 *
 * **Source** read in the server's source.
 */
export const regenerationTime = 50_000
