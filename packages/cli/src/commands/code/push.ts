/** `screeps code push` */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as CodeSyntax from "@screeps-effect/lab/CodeSyntax"
import type { CodeModules } from "@screeps-effect/schema/CodeModules"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import type { CodeDiff } from "@screeps-effect/socket/workflows/CodeSync"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { branchOf } from "../../input/flags.ts"
import * as client from "../../config/client.ts"
import { branch as branchFlag, dryRun as dryRunFlag, positive, toggle } from "../../input/flags.ts"
import * as Output from "../../output/output.ts"
import type { Paint } from "../../output/output.ts"
import * as Print from "../../output/print.ts"
import { format, join, oneLine, plain, type PlainText, toJson } from "../../output/text.ts"
import { describe, Refused, Usage } from "../../runner/failure.ts"

/** Returns one line per module that differs. */
export const linesOf = ({ added, changed, removed }: CodeDiff, paint: Paint): ReadonlyArray<PlainText> => [
  ...added.map((name) => paint("green", format`+ ${oneLine(name)}`)),
  ...changed.map((name) => paint("yellow", format`~ ${oneLine(name)}`)),
  ...removed.map((name) => paint("red", format`- ${oneLine(name)}`))
]

const uploads = {
  unchanged: "unchanged",
  uploaded: "uploaded",
  confirmed: "uploaded and confirmed",
  unconfirmed: "uploaded, but not confirmed",
  planned: "would be uploaded",
  activated: "activated"
} as const

const activations = {
  unchanged: "already active",
  activated: "activated",
  confirmed: "activated and confirmed",
  unconfirmed: "activated, but not confirmed",
  planned: "would be activated"
} as const

const chosenBy = {
  option: "--branch",
  server: "from the credentials file",
  default: "the active branch"
} as const

/** Says where the code of a branch runs; nothing if it runs in the world. */
const idle = ({ activeIn, branch }: CodeSync.Pushed) => {
  if (activeIn === undefined || activeIn.includes("activeWorld")) return []
  const where = activeIn.length === 0 ? "does not run" : "runs in the simulation only"
  const name = oneLine(branch)
  return [format`The code of ${name} ${plain(where)}; to run it in the world: screeps code activate ${name}`]
}

const show = (pushed: CodeSync.Pushed) =>
  Output.value(pushed, ({ activation, branch, changes, chosenBy: why, code, created }, paint) => {
    const about = plain(` (${chosenBy[why]}${created ? ", new" : ""})`)
    const active = activation === undefined ? "" : `, ${activations[activation]}`
    const done = format`${paint("bold", oneLine(branch))}${about}${plain(`: ${uploads[code]}${active}`)}`
    return join([...linesOf(changes, paint), done, ...idle(pushed)], "\n")
  })

/** Prints the remaining uploads, if the server reports them. */
const showLimit = Effect.gen(function* () {
  const state = yield* (yield* RateLimits.RateLimits).state("POST /api/user/code")
  if (state === undefined || state.reset === 0) return
  const { note } = yield* Output.Output
  yield* note(format`${state.remaining} of ${state.limit} uploads per ${plain(state.period)} remaining`)
})

const unconfirmed = ({ activation, code }: CodeSync.Pushed) =>
  code === "unconfirmed" || activation === "unconfirmed"
    ? Effect.fail(
        new Refused({
          message:
            "Uploaded, but not confirmed: look at screeps code diff and screeps code branches before you upload again."
        })
      )
    : Effect.void

const flags = {
  folder: Argument.Directory("folder", { mustExist: true }).pipe(
    Argument.withDescription("Folder whose .js files are modules and .wasm files binary modules")
  ),
  branch: branchFlag("Branch, created if it does not exist"),
  activate: toggle("activate", "Activate the branch after the upload"),
  confirm: toggle(
    "confirm",
    "Wait up to 10 seconds until the socket reports the upload, and otherwise read it back; of two pushes at once, both may be confirmed, and the last one stays"
  ),
  dryRun: dryRunFlag,
  withoutMain: toggle("without-main", "Upload code without the module main, so that nothing runs"),
  watch: toggle("watch", "Push again whenever the folder changes, until Ctrl-C").pipe(Flag.withAlias("w")),
  watchErrors: Flag.Int("watch-errors").pipe(
    Flag.withMetavar("<ticks>"),
    positive("at least one tick"),
    Flag.withDefault(undefined),
    Flag.withDescription(
      "Watch the console for this many ticks after the upload; at an error of the script, restore the branch and exit with status 1"
    )
  )
}

/** Returns a function that keeps the source maps of a folder; the library that reads them is loaded then. */
const makeKeeper = (folder: string) =>
  Effect.map(
    Effect.promise(() => import("../../config/sourceMaps.ts")),
    (SourceMaps) => SourceMaps.makeKeeper(folder)
  )

/** The most warnings of one folder. */
const mostWarnings = 10

/**
 * Warns about syntax errors, which the game reports without their place. They are no errors here: a module that is not required
 * is never compiled, and the server may run another version of Node.
 */
const warn = (modules: CodeModules) =>
  Effect.forEach(
    CodeSyntax.check(modules).slice(0, mostWarnings),
    (problem) => Output.warning(CodeSyntax.describe(problem)),
    { discard: true }
  )

const once = Effect.fnUntraced(function* <E, R>(pushing: Effect.Effect<CodeSync.Pushed, E, R>) {
  const pushed = yield* pushing
  yield* show(pushed)
  yield* showLimit
  yield* unconfirmed(pushed)
})

const repeatedly = Effect.fnUntraced(function* <W extends SocketError, E, R>(
  folder: string,
  pushes: Stream.Stream<CodeSync.Watched<W>, E, R>
) {
  const { isJson, line, note, paint } = yield* Output.Output
  yield* note(format`Watching ${oneLine(folder)}; press Ctrl-C to stop.`)
  yield* Stream.runForEach(pushes, (one) => {
    if (Result.isSuccess(one)) return Effect.andThen(show(one.success), showLimit)
    const { kind, message } = describe(one.failure)
    if (isJson) return line(toJson({ error: kind, message }))
    const next = CodeSync.isRetried(one.failure) ? "; trying again until it succeeds" : ""
    return Print.toErrors(paint("red", format`screeps: ${plain(`${message}${next}`)}`))
  })
})

export const push = Command.make(
  "push",
  flags,
  Effect.fnUntraced(function* ({
    activate,
    branch,
    confirm: confirms,
    dryRun,
    folder,
    watch,
    watchErrors: ticks,
    withoutMain
  }) {
    if (ticks !== undefined && (watch || dryRun)) {
      return yield* new Usage({ message: "--watch-errors cannot be combined with --watch and --dry-run" })
    }
    if (watch && dryRun) return yield* new Usage({ message: "--watch and --dry-run cannot be combined" })
    const options = {
      branch: yield* branchOf(branch),
      activate: activate ? ("activeWorld" as const) : undefined,
      withoutMain: withoutMain ? ("upload" as const) : undefined
    }
    const confirm = "10 seconds"
    const modules = CodeSync.readFolder(folder).pipe(
      Effect.tap((found) => (withoutMain ? Effect.void : CodeSync.requireMain(folder, found))),
      Effect.tap(warn)
    )
    if (ticks !== undefined) {
      const { watchErrors } = yield* Effect.promise(() => import("./watchErrors.ts"))
      const local = yield* modules
      const keep = yield* makeKeeper(folder)
      const { mapText } = yield* keep(local)
      const pushing = (remote: CodeSync.BranchCode | undefined) =>
        Effect.tap(
          CodeSync.push(local, { ...options, remote, confirm: confirms ? confirm : undefined }),
          show
        )
      const target = { branch: options.branch, activates: activate, modules: local, mapText }
      return yield* watchErrors(ticks, target, pushing).pipe(
        Effect.flatMap(unconfirmed),
        Effect.provide(client.both)
      )
    }
    // The socket is loaded only with --confirm.
    if (watch) {
      const keep = yield* makeKeeper(folder)
      // The maps are kept before the upload: a console looks for them as soon as the new code runs.
      const beforePush = (local: CodeModules) => Effect.andThen(warn(local), keep(local))
      const watching = { ...options, beforePush }
      return yield* confirms
        ? repeatedly(folder, CodeSync.watch(folder, { ...watching, confirm })).pipe(
            Effect.provide(client.both)
          )
        : repeatedly(folder, CodeSync.watch(folder, watching)).pipe(Effect.provide(client.http))
    }
    const local = yield* modules
    if (!dryRun) {
      const keep = yield* makeKeeper(folder)
      yield* keep(local)
    }
    return yield* confirms
      ? once(CodeSync.push(local, { ...options, dryRun, confirm })).pipe(Effect.provide(client.both))
      : once(CodeSync.push(local, { ...options, dryRun })).pipe(Effect.provide(client.http))
  })
).pipe(
  Command.withDescription("Upload the modules of a folder if they differ from the branch"),
  Command.withExamples([
    { command: "screeps code push dist", description: "Upload to the active branch" },
    { command: "screeps code push dist --branch next --activate --confirm" },
    { command: "screeps code push dist --watch" },
    {
      command: "screeps code push dist --watch-errors 20",
      description: "Restore the former code if the new one fails within 20 ticks"
    }
  ])
)
