/** The command line of `npm run bench`. */
import { parseArgs } from "node:util"

export interface Options {
  readonly rounds: number
  /** Only benchmarks whose name contains this text are measured. */
  readonly filter: string
  /** A commit to compare our code with. */
  readonly against: string | undefined
  /** Whether the tables of the documentation are written. */
  readonly write: boolean
}

export const usage = `npm run bench -- [options]
  --rounds <number>   measurements of every client (default 5, with --write 15)
  --filter <text>     only benchmarks with this text in their name
  --against <commit>  compares our clients with those of another commit
  --write             writes the tables of README.md and docs/guide/speed.md`

/** Parses the arguments; throws an error with a message for the user. */
export const parse = (args: ReadonlyArray<string>): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: "string" },
      filter: { type: "string", default: "" },
      against: { type: "string" },
      write: { type: "boolean", default: false }
    }
  })
  const { against, filter, write } = values
  // What is published gets more rounds: on a machine that others use too, five leave twice the deviation of fifteen.
  const rounds = values.rounds === undefined ? (write ? 15 : 5) : Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds takes a whole number of at least 1, not "${values.rounds}".`)
  if (write && filter !== "") throw new Error("--write needs all benchmarks: leave out --filter.")
  if (write && against !== undefined) throw new Error("--write and --against exclude each other.")
  // A revision that begins with a dash would be an option of git.
  if (against !== undefined && !/^[\w^~@{}./][\w^~@{}./-]*$/.test(against))
    throw new Error(`--against takes a commit, a branch or a tag, not "${against}".`)
  return { rounds, filter, against, write }
}
