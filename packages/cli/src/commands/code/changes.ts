/** Formats changes of code. */
import type { CodeDiff } from "@screeps-effect/socket/workflows/CodeSync"
import * as Output from "../../output/output.ts"

/** Returns one line per module that differs. @internal */
export const linesOf = (
  { added, changed, removed }: CodeDiff,
  paint: Output.Paint
): ReadonlyArray<string> => [
  ...added.map((name) => paint("green", `+ ${Output.plain(name)}`)),
  ...changed.map((name) => paint("yellow", `~ ${Output.plain(name)}`)),
  ...removed.map((name) => paint("red", `- ${Output.plain(name)}`))
]
