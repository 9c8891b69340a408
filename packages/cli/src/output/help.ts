/** The help of a command, folded to the width of the terminal. */
import * as CliOutput from "effect/cli/CliOutput"
import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import * as Option from "effect/Option"

/** Removes choices that the description lists, too: the column of names would be wider than a terminal. */
const withoutChoices = (flag: FlagDoc): FlagDoc =>
  flag.type.includes("|") && Option.getOrElse(flag.description, () => "").includes("(choices: ")
    ? { ...flag, type: "<value>" }
    : flag

/** The least space for descriptions; beside wider names, the terminal breaks the lines. */
const least = 24

/** Folds the description of a row, so that all of its lines begin in the same column. */
const fold = (line: string, columns: number): string => {
  const gap = /\S {2,}(?=\S)/.exec(line)
  if (gap === null || CliOutput.displayWidth(line) <= columns) return line
  const [left, right] = [line.slice(0, gap.index + gap[0].length), line.slice(gap.index + gap[0].length)]
  const indent = CliOutput.displayWidth(left)
  if (columns - indent < least) return line
  const lines: Array<string> = []
  for (const word of right.split(" ")) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last === undefined || indent + CliOutput.displayWidth(longer) > columns) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return left + lines.join(`\n${" ".repeat(indent)}`)
}

/** Formats the help of a command; that of the program alone lists the flags of all commands. @internal */
export const helpText = (
  doc: HelpDoc,
  { columns, hasColor }: { readonly columns: number; readonly hasColor: boolean }
): string =>
  CliOutput.defaultFormatter({ colors: hasColor, globalFlags: "summary" })
    .formatHelpDoc({
      ...doc,
      flags: doc.flags.map(withoutChoices),
      ...(doc.globalFlags === undefined ? {} : { globalFlags: doc.globalFlags.map(withoutChoices) })
    })
    .split("\n")
    .map((line) => fold(line, columns))
    .join("\n")
