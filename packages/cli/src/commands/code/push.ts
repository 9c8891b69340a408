/** `screeps code push` */
import * as RateLimits from "@screeps-effect/api/RateLimits"
import * as CodeSync from "@screeps-effect/socket/workflows/CodeSync"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as client from "../../config/client.ts"
import { Refused, describe, Usage } from "../../runner/failure.ts"
import * as Output from "../../output/output.ts"
import { linesOf } from "./changes.ts"
import { toggle } from "../../input/flags.ts"

const words = {
  unchanged: "is as it was",
  uploaded: "is uploaded",
  confirmed: "is uploaded and confirmed",
  unconfirmed: "is uploaded and not confirmed",
  planned: "would be uploaded",
  activated: "is activated"
} as const

const activations = {
  unchanged: "runs already",
  activated: "runs now",
  confirmed: "runs now, confirmed",
  unconfirmed: "was activated, not confirmed",
  planned: "would be activated"
} as const

const show = (pushed: CodeSync.Pushed) =>
  Output.value(pushed, ({ activation, branch, changes, code, created }, paint) => {
    const name = Output.plain(branch)
    const made = created ? " (new branch)" : ""
    const runs = activation === undefined ? "" : `, ${activations[activation]}`
    return [...linesOf(changes, paint), `${paint("bold", name)}${made} ${words[code]}${runs}`].join("\n")
  })

/** What servers report is left after an upload. */
const showLimit = Effect.gen(function* () {
  const state = yield* (yield* RateLimits.RateLimits).state("POST /api/user/code")
  if (state === undefined || state.reset === 0) return
  const { note } = yield* Output.Output
  yield* note(`${state.remaining} of ${state.limit} uploads per ${state.period} are left`)
})

const unconfirmed = ({ activation, code }: CodeSync.Pushed) =>
  code === "unconfirmed" || activation === "unconfirmed"
    ? Effect.fail(new Refused({ message: "Uploaded, but the socket did not confirm it before the timeout." }))
    : Effect.void

const flags = {
  folder: Argument.Directory("folder", { mustExist: true }).pipe(
    Argument.withDescription("Its .js files are modules, its .wasm files binaries")
  ),
  branch: Flag.String("branch").pipe(
    Flag.withAlias("b"),
    Flag.withDefault("$activeWorld"),
    Flag.withDescription("Where to; made when missing; otherwise the branch that runs")
  ),
  activate: toggle("activate", "Make the branch the one that runs"),
  confirm: toggle("confirm", "Wait until the socket confirms it, at most 10 seconds"),
  dryRun: Flag.Boolean("dry-run").pipe(
    Flag.withAlias("n"),
    Flag.withoutNegation,
    Flag.withDefault(false),
    Flag.withDescription("Tell what would be done, and do nothing")
  ),
  empty: toggle("allow-empty", "Let no code at all replace the code of the branch"),
  watch: Flag.Boolean("watch").pipe(
    Flag.withAlias("w"),
    Flag.withoutNegation,
    Flag.withDefault(false),
    Flag.withDescription("Push again whenever the folder changes, until Ctrl-C")
  )
}

const once = <E, R>(pushing: Effect.Effect<CodeSync.Pushed, E, R>) =>
  Effect.gen(function* () {
    const pushed = yield* pushing
    yield* show(pushed)
    yield* showLimit
    yield* unconfirmed(pushed)
  })

const onAndOn = <W, E, R>(folder: string, pushes: Stream.Stream<CodeSync.Watched<W>, E, R>) =>
  Effect.gen(function* () {
    const { isJson, line, note, paint } = yield* Output.Output
    yield* note(`Watching ${folder}; Ctrl-C ends it.`)
    yield* Stream.runForEach(pushes, (one) => {
      if (Result.isSuccess(one)) return Effect.andThen(show(one.success), showLimit)
      const { kind, message } = describe(one.failure)
      return line(isJson ? Output.toJson({ error: kind, message }) : paint("red", Output.plain(message)))
    })
  })

/** @internal */
export const push = Command.make(
  "push",
  flags,
  ({ activate, branch, confirm: confirms, dryRun, empty, folder, watch }) =>
    Effect.gen(function* () {
      if (watch && dryRun) return yield* new Usage({ message: "--watch and --dry-run do not go together" })
      const options = {
        branch,
        activate: activate ? ("activeWorld" as const) : undefined,
        empty: empty ? ("overwrite" as const) : undefined
      }
      const confirm = "10 seconds"
      const modules = CodeSync.readFolder(folder)
      // The socket is not even loaded where nobody listens to it.
      if (watch) {
        return yield* confirms
          ? onAndOn(folder, CodeSync.watch(folder, { ...options, confirm })).pipe(Effect.provide(client.both))
          : onAndOn(folder, CodeSync.watch(folder, options)).pipe(Effect.provide(client.http))
      }
      return yield* confirms
        ? once(
            Effect.flatMap(modules, (local) => CodeSync.push(local, { ...options, dryRun, confirm }))
          ).pipe(Effect.provide(client.both))
        : once(Effect.flatMap(modules, (local) => CodeSync.push(local, { ...options, dryRun }))).pipe(
            Effect.provide(client.http)
          )
    })
).pipe(
  Command.withDescription("Upload a folder's modules when they differ from the branch"),
  Command.withExamples([
    { command: "screeps code push dist", description: "to the branch that runs" },
    { command: "screeps code push dist --branch next --activate --confirm" },
    { command: "screeps code push dist --watch" }
  ])
)
