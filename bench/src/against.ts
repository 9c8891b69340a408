/**
 * Compares our clients with those of another commit: both are measured by these benchmarks, in processes that alternate
 * and are new in each round, so that neither a busy moment of the machine nor an unlucky compilation decides.
 */
import { execFileSync, fork } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Measurement } from "./child.ts"
import { alternate, median, pairedRatio } from "./harness.ts"
import type { Options } from "./options.ts"

const root = join(import.meta.dirname, "../..")

const execute = (cwd: string, command: string, ...args: ReadonlyArray<string>) =>
  execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32"
  }).trim()

const resolveCommit = (commit: string) => {
  try {
    return execute(root, "git", "rev-list", "--max-count=1", commit, "--")
  } catch {
    throw new Error(`"${commit}" is not a commit of this repository.`)
  }
}

/** Checks a commit out in a temporary folder, which is removed when this process ends, and installs it. */
const checkOut = (commit: string) => {
  const temporary = mkdtempSync(join(tmpdir(), "bench-"))
  const tree = join(temporary, "tree")
  process.on("exit", () => {
    try {
      execute(root, "git", "worktree", "remove", "--force", tree)
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
  })
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1))
  execute(root, "git", "worktree", "add", "--quiet", "--detach", tree, commit)
  execute(tree, "pnpm", "install", "--offline", "--frozen-lockfile", "--ignore-scripts", "--silent")
  // Both commits are measured in the same way; their own benchmarks may differ.
  rmSync(join(tree, "bench/src"), { recursive: true })
  cpSync(join(root, "bench/src"), join(tree, "bench/src"), { recursive: true })
  return tree
}

const measureIn = (tree: string, filter: string) =>
  new Promise<ReadonlyArray<Measurement>>((resolve, reject) => {
    const child = fork(join(tree, "bench/src/child.ts"), [filter], { cwd: tree })
    child.once("message", (measurements) => resolve(measurements as ReadonlyArray<Measurement>))
    child.once("exit", () =>
      reject(new Error(`The benchmarks do not run in ${tree}: does its public API differ?`))
    )
  })

export interface Comparison extends Omit<Measurement, "value"> {
  readonly before: number
  readonly now: number
  /** `now / before`: the median of all rounds, and the lowest and highest. */
  readonly ratio: number
  readonly lowest: number
  readonly highest: number
}

/** Pairs the measurements of both commits, round by round; what only one commit has is left out. */
export const pair = (
  before: ReadonlyArray<ReadonlyArray<Measurement>>,
  now: ReadonlyArray<ReadonlyArray<Measurement>>
): ReadonlyArray<Comparison> =>
  (now[0] ?? []).flatMap(({ client, name, unit }) => {
    const values = (rounds: typeof now) =>
      rounds.flatMap((round) =>
        round
          .filter((other) => other.name === name && other.client === client && other.unit === unit)
          .map(({ value }) => value)
      )
    const [old, present] = [values(before), values(now)]
    if (old.length !== present.length) return []
    const ratios = present.map((value, round) => value / (old[round] ?? Number.NaN))
    return [
      {
        name,
        client,
        unit,
        before: median(old),
        now: median(present),
        ratio: pairedRatio(present, old),
        lowest: Math.min(...ratios),
        highest: Math.max(...ratios)
      }
    ]
  })

/** Measures both commits in alternating processes. */
export const compareWith = async (
  commit: string,
  { filter, rounds }: Pick<Options, "filter" | "rounds">
): Promise<ReadonlyArray<Comparison>> => {
  const hash = resolveCommit(commit)
  console.log(`Checking out and installing ${hash.slice(0, 12)} …`)
  const tree = checkOut(hash)
  let done = 0
  const [before = [], now = []] = await alternate(
    rounds,
    [tree, root].map((folder) => async () => {
      const measurements = await measureIn(folder, filter)
      console.log(`${++done} of ${2 * rounds} processes measured`)
      return measurements
    })
  )
  return pair(before, now)
}
