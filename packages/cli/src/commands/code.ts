/** `screeps code push|pull|diff|branches|activate` */
import * as Code from "@screeps-effect/api/Code"
import * as User from "@screeps-effect/api/User"
import * as CodeModules from "@screeps-effect/schema/CodeModules"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as TextDiff from "effect/TextDiff"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import { Refused, Usage } from "../runner/failure.ts"
import * as Output from "../output/output.ts"
import { format, isUnicode, join, oneLine, plain, type PlainText } from "../output/text.ts"
import { linesOf } from "./code/push.ts"
import { push } from "./code/push.ts"
import { branchOf, optional } from "../input/flags.ts"
import { branch as branchFlag, toggle } from "../input/flags.ts"

const branch = branchFlag("Branch")

/** Prints the modules of a branch as JSON, or the text of one. */
const print = ({ branch, modules }: CodeSync.BranchCode, name: string | undefined) => {
  if (name === undefined) return Output.data({ branch, modules })
  const module = Object.hasOwn(modules, name) ? modules[name] : undefined
  if (module === undefined)
    return Effect.fail(new Refused({ message: `branch ${branch} has no module ${name}` }))
  return CodeModules.isBinary(module)
    ? Effect.fail(new Refused({ message: `${name} is a binary module: omit --module to print it as JSON` }))
    : isUnicode(module)
      ? Output.verbatim(module)
      : Effect.fail(
          new Refused({ message: `${name} is not valid Unicode: omit --module to print it as JSON` })
        )
}

/** Reads the code of a branch; fails if the branch does not exist. */
const codeOf = (flag: string | undefined) =>
  Effect.flatMap(Effect.flatMap(branchOf(flag), CodeSync.chooseBranch), ({ branch }) =>
    Effect.mapError(CodeSync.pull(branch), (error) => {
      const { reason } = error
      // xxscreeps responds to a missing branch with 404.
      const isMissing =
        reason._tag === "EndpointNotFound" || (reason._tag === "Rejected" && reason.detail === "no code")
      return isMissing && !branch.startsWith("$")
        ? new Refused({ message: `branch ${branch} does not exist` })
        : error
    })
  )

const pull = Command.make(
  "pull",
  {
    folder: Argument.Directory("folder").pipe(
      Argument.withDescription("Folder to write to; created if it does not exist"),
      Argument.withDefault(undefined)
    ),
    branch,
    toStdout: toggle("stdout", "Print the modules as JSON instead of writing a folder"),
    module: optional(Flag.String("module"), "With --stdout, print only the text of this module", "<name>"),
    others: toggle("remove-others", "Remove modules from the folder that are not in the branch")
  },
  ({ branch, folder, module, others, toStdout }) =>
    Effect.gen(function* () {
      if ((folder === undefined) !== toStdout)
        return yield* new Usage({ message: "pass a folder to write to, or --stdout" })
      if (!toStdout && module !== undefined)
        return yield* new Usage({ message: "--module requires --stdout" })
      const found = yield* codeOf(branch)
      if (folder === undefined) return yield* print(found, module)
      const changes = yield* CodeSync.writeFolder(folder, found.modules, others ? { others: "remove" } : {})
      yield* Output.value({ branch: found.branch, ...changes }, ({ removed, same, written }, paint) =>
        join(
          [
            ...written.map((file) => paint("green", format`+ ${oneLine(file)}`)),
            ...removed.map((file) => paint("red", format`- ${oneLine(file)}`)),
            format`${paint("bold", oneLine(found.branch))}: ${written.length} written, ${removed.length} removed, ${same.length} unchanged`
          ],
          "\n"
        )
      )
    }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Write the modules of a branch into a folder, or print them"),
  Command.withExamples([
    { command: "screeps code pull dist --branch default" },
    { command: "screeps code pull --stdout --module main > main.js" }
  ])
)

/** Returns the text of a module; an empty text for a binary or missing module. */
const textOf = (module: CodeModules.CodeModule | undefined): string =>
  module === undefined || CodeModules.isBinary(module) ? "" : module

/** The comparison takes as long as the product of both numbers of lines; a server chooses one of them. */
const mostWork = 1e8

const linesIn = (text: string): number => text.split("\n").length

const patchOf = (name: string, before: string, after: string, paint: Output.Paint): PlainText =>
  linesIn(before) * linesIn(after) > mostWork
    ? format`${oneLine(name)}: ${linesIn(before)} and ${linesIn(after)} lines, too many to compare`
    : join(
        TextDiff.unified(TextDiff.lines(before, after), {
          fromFile: `branch/${oneLine(name)}`,
          toFile: `folder/${oneLine(name)}`
        })
          .split("\n")
          .map((line) => {
            const shown = plain(line)
            return line.startsWith("+")
              ? paint("green", shown)
              : line.startsWith("-")
                ? paint("red", shown)
                : shown
          }),
        "\n"
      )

const diff = Command.make(
  "diff",
  {
    folder: Argument.Directory("folder", { mustExist: true }).pipe(
      Argument.withDescription("Folder with .js and .wasm files")
    ),
    branch,
    text: toggle("text", "Show the lines that differ")
  },
  ({ branch, folder, text }) =>
    Effect.gen(function* () {
      const local = yield* CodeSync.readFolder(folder)
      const remote = yield* codeOf(branch)
      yield* Output.value(
        { branch: remote.branch, ...CodeSync.diff(local, remote.modules) },
        (changes, paint) => {
          if (CodeSync.isSame(changes)) return format`${oneLine(remote.branch)}: no differences`
          if (!text) return join(linesOf(changes, paint), "\n")
          return join(
            [...changes.added, ...changes.changed, ...changes.removed].map((name) =>
              patchOf(name, textOf(remote.modules[name]), textOf(local[name]), paint)
            ),
            "\n"
          )
        }
      )
    }).pipe(Effect.provide(client.http))
).pipe(Command.withDescription("Show what a push would change"))

const branches = Command.make("branches", {}, () =>
  Effect.gen(function* () {
    const { list } = yield* User.branches()
    yield* Output.rows(list, [
      { head: "branch", of: ({ branch }) => branch, paint: (row) => (row.activeWorld ? "bold" : undefined) },
      { head: "world", of: ({ activeWorld }) => (activeWorld === true ? "active" : "") },
      { head: "simulation", of: ({ activeSim }) => (activeSim === true ? "active" : "") }
    ])
  }).pipe(Effect.provide(client.http))
).pipe(Command.withDescription("List the branches and show which ones are active"))

const activate = Command.make(
  "activate",
  { branch: Argument.String("branch").pipe(Argument.withDescription("Name of the branch")) },
  ({ branch }) =>
    Effect.gen(function* () {
      const activeName = "activeWorld"
      yield* Code.setActiveBranch({ branch, activeName })
      yield* Output.value({ branch, activeName }, () => format`${oneLine(branch)} is now active`)
    }).pipe(Effect.provide(client.http))
).pipe(Command.withDescription("Activate a branch, so that its code runs"))

export default define(
  Command.make("code").pipe(
    Command.withDescription("Push, pull and compare code"),
    Command.withSubcommands([push, pull, diff, branches, activate])
  )
)
