/**
 * Returns the cooldown of a deposit after a harvest, in ticks; `harvested` is the total amount harvested from it.
 *
 * **Details**
 *
 * 0.001 × harvested ^ 1.2, rounded up: 1 tick up to 316 harvested, 4 ticks at 1000, 64 at 10 000.
 *
 * **Source** read in the server's source.
 */
export const cooldown = (harvested: number): number => Math.ceil(0.001 * harvested ** 1.2)
