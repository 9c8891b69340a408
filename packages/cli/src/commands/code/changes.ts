/** Formats changes of code. */
import type { CodeDiff } from "@screeps-effect/socket/workflows/CodeSync"
import type { Paint } from "../../output/output.ts"
import { format, oneLine, type PlainText } from "../../output/text.ts"

/** Returns one line per module that differs. @internal */
export const linesOf = ({ added, changed, removed }: CodeDiff, paint: Paint): ReadonlyArray<PlainText> => [
  ...added.map((name) => paint("green", format`+ ${oneLine(name)}`)),
  ...changed.map((name) => paint("yellow", format`~ ${oneLine(name)}`)),
  ...removed.map((name) => paint("red", format`- ${oneLine(name)}`))
]
