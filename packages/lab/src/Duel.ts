/** Duels: two bots with the same start, and a winner by rule. */
export { Duel, type Input, load } from "./scenario/duel.ts"
