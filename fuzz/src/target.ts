/** A part of the SDK that is given hostile input. */
import type { Random } from "./random.ts"

/** One input: data that a file can hold. Fewer edits make it simpler. */
export interface Case {
  readonly edits: ReadonlyArray<unknown>
}

export interface Target<Input extends Case = Case> {
  readonly name: string
  /** Processor time that a case may take, in milliseconds; 200 by default. */
  readonly stall?: number
  /** Chooses an input. */
  readonly make: (random: Random) => Input
  /** Writes the input out, as a server would send it. */
  readonly prepare: (input: Input) => Prepared
  /** How many responses, frames or texts an input consists of. */
  readonly size: (input: Input) => number
}

/** An input that is ready to be given to the SDK, any number of times. */
export interface Prepared {
  /** Its length: each megabyte may take some time. */
  readonly bytes: number
  /** Gives it to the SDK and returns what is wrong with what it did; nothing if it did well. */
  readonly run: () => Promise<ReadonlyArray<string>>
}
