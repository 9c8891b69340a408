/** Inputs that once failed, kept in `found/` and replayed by the tests. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Found {
  readonly target: string
  /** What was wrong with it. */
  readonly problem: string
  readonly seed: string
  readonly case: number
  readonly input: unknown
}

/** Returns all inputs that once failed, by file name. */
export const all = (): ReadonlyArray<readonly [file: string, found: Found]> =>
  globSync("found/*.json", { cwd: join(import.meta.dirname, "..") })
    .toSorted()
    .map((file) => [file, JSON.parse(readFileSync(join(import.meta.dirname, "..", file), "utf8"))])
