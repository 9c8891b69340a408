/** What the commands of the lab share: the bots of the arguments, samples and progress. */
import type { Sample } from "@screeps-effect/lab/Sample"
import type * as Scenario from "@screeps-effect/lab/Scenario"
import * as PrivateServer from "@screeps-effect/private-server/PrivateServer"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Path } from "effect/Path"
import type { Stdio } from "effect/Stdio"
import type { Terminal } from "effect/Terminal"
import * as client from "../../config/client.ts"
import type { Settings } from "../../config/settings.ts"
import { toggle } from "../../input/flags.ts"
import * as Output from "../../output/output.ts"
import * as Screen from "../../output/screen.ts"
import { cut, format, plain } from "../../output/text.ts"
import { Usage } from "../../runner/failure.ts"
import * as Samples from "./samples.ts"

/** The flags of commands that run bots. @internal */
export const flags = {
  scenario: Argument.Path("scenario").pipe(Argument.withDescription("YAML file with the scenario")),
  bot: Flag.String("bot").pipe(
    Flag.withMetavar("<name=folder>"),
    Flag.atLeast(1),
    Flag.withDefault<ReadonlyArray<string>>([]),
    Flag.withDescription("Folder with the code of a bot, instead of the scenario's; repeatable")
  ),
  seed: Flag.Int("seed").pipe(
    Flag.optional,
    Flag.withDescription("Seed of random numbers, instead of the scenario's")
  ),
  samples: Flag.String("samples").pipe(
    Flag.withMetavar("<file>"),
    Flag.optional,
    Flag.withDescription("Write a line of JSON for each tick: numbers of the bots, and their console")
  ),
  install: toggle(
    "install",
    "Install the game's own server first if necessary: about 250 MB, Linux x64 only"
  ),
  replay: Flag.String("replay").pipe(
    Flag.withMetavar("<file>"),
    Flag.optional,
    Flag.withDescription("Record the run as an HTML file with a player; one per room if there are several")
  )
} as const

/** Installs the game's own server, if that is wanted and necessary. @internal */
export const install = (isWanted: boolean) =>
  isWanted ? Output.during(format`Installing the server if necessary`, PrivateServer.install) : Effect.void

/**
 * Returns the clients for bots whose code is on a branch: of the server that the scenario names, or of the one that the flags
 * choose.
 *
 * @internal
 */
export const clients = Effect.map(
  Effect.context<Settings | Stdio>(),
  (context) => (server: string | undefined) =>
    Layer.provide(
      server === undefined ? client.http : client.httpOfServer(server),
      Layer.succeedContext(context)
    )
)

const progressOf = ({ bots, tick }: Sample, most: number) => {
  const errors = [...bots.values()].flatMap(({ console }) => console.filter(({ kind }) => kind === "error"))
  return format`tick ${tick} of at most ${most}${plain(errors.length === 0 ? "" : ", errors")}`
}

/** Shows how far a run is. */
const makeProgress = (most: number) =>
  Effect.map(
    Output.makeReport,
    (report) => (sample: Sample) =>
      Effect.gen(function* () {
        const output = yield* Output.Output
        if (!output.isTerminal || output.isJson) return yield* report(() => progressOf(sample, most))
        if (sample.tick % 10 !== 0) return
        yield* Screen.showUntilOutput(cut(progressOf(sample, most), Math.max(10, output.columns - 1)))
      })
  )

/** What is done with each sample. */
type OnSample = (sample: Sample) => Effect.Effect<void, never, Output.Output | Terminal>

/** Runs with what to do with samples: they are written to a file, and show how far the run is. @internal */
export const withSamples = <A, E, R>(
  file: Option.Option<string>,
  most: number,
  run: (onSample: OnSample) => Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const show = yield* makeProgress(most)
    return yield* Option.isNone(file)
      ? run(show)
      : Samples.written(file.value, (write) => run((sample) => Effect.andThen(write(sample), show(sample))))
  })

/** Replaces the folders of bots by those of the arguments. @internal */
export const withFolders = <B extends Pick<Scenario.Bot, "code">>(
  all: Readonly<Record<string, B>>,
  given: ReadonlyArray<string>
) =>
  Effect.gen(function* () {
    const path = yield* Path
    let bots = all
    for (const text of given) {
      const at = text.indexOf("=")
      const [name, folder] = [text.slice(0, at), text.slice(at + 1)]
      const bot = Object.hasOwn(bots, name) ? bots[name] : undefined
      const names = Object.keys(bots)
      if (at < 1 || folder === "") {
        const message = `--bot: a bot of the scenario and a folder, such as ${names[0] ?? "player"}=dist`
        return yield* new Usage({ message })
      }
      if (bot === undefined)
        return yield* new Usage({
          message: `--bot: the scenario has no bot ${name}: choose one of ${names.join(", ")}`
        })
      bots = { ...bots, [name]: { ...bot, code: path.resolve(folder) } }
    }
    return bots
  })
