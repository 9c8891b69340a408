/** Pseudo-random numbers that depend on a seed only, on every machine. */

/** A sequence of choices. */
export interface Random {
  /** Returns a number from 0 up to, but without, 1. */
  readonly next: () => number
  /** Returns a whole number from 0 up to, but without, the bound. */
  readonly below: (bound: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <A>(choices: readonly [A, ...Array<A>] | ReadonlyArray<A>) => A
}

// FNV-1a, so that neighbouring seeds have unrelated sequences.
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** Creates the sequence of a seed (mulberry32). */
export const make = (seed: string): Random => {
  let state = hash(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => {
      const chosen = choices[below(choices.length)]
      if (chosen === undefined && choices.length === 0) throw new Error("There is nothing to choose from.")
      return chosen as (typeof choices)[number]
    }
  }
}
