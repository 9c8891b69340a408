/** What the commands of the lab share: the bots of the arguments, samples and progress. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Report from "@screeps-effect/lab/Report"
import type { Sample } from "@screeps-effect/lab/Sample"
import type * as Scenario from "@screeps-effect/lab/Scenario"
import * as PrivateServer from "@screeps-effect/private-server/PrivateServer"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { Path } from "effect/Path"
import * as Queue from "effect/Queue"
import type { Stdio } from "effect/Stdio"
import * as Stream from "effect/Stream"
import type { Terminal } from "effect/Terminal"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as client from "../../config/client.ts"
import type { Settings } from "../../config/settings.ts"
import { optional, toggle } from "../../input/flags.ts"
import * as Output from "../../output/output.ts"
import * as Screen from "../../output/screen.ts"
import { cut, format, plain } from "../../output/text.ts"
import { Usage } from "../../runner/failure.ts"

/**
 * Runs with a function that receives the samples and writes them to a file, as lines of JSON, which has all of them when the
 * run has ended or was interrupted. A run whose samples cannot be written fails.
 */
export const written = <A, E, R>(
  file: string,
  run: (write: (sample: Sample) => Effect.Effect<void>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | LocalFile.LocalFileError, FileSystem | Path | R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const samples = yield* Queue.bounded<Sample, Cause.Done>(16)
      const lines = Stream.map(Stream.fromQueue(samples), (sample) => `${Report.jsonLine(sample)}\n`)
      const fiber = yield* Effect.forkChild(restore(LocalFile.writeStream(file, lines)))
      let count = 0
      const running = run((sample) => {
        count++
        return Effect.asVoid(Queue.offer(samples, sample))
      })
      const failing = Effect.andThen(Fiber.join(fiber), Effect.never)
      const exit = yield* Effect.exit(restore(Effect.raceFirst(running, failing)))
      // A run that did not begin replaces no file.
      if (count === 0 && Exit.isFailure(exit)) yield* Fiber.interrupt(fiber)
      else {
        yield* Queue.end(samples)
        const written = yield* Fiber.await(fiber)
        if (Exit.isSuccess(exit)) yield* written
      }
      return yield* exit
    })
  )

/** The flags of commands that run bots. */
export const flags = {
  scenario: Argument.Path("scenario").pipe(Argument.withDescription("YAML file with the scenario")),
  bot: Flag.String("bot").pipe(
    Flag.withMetavar("<name=folder>"),
    Flag.atLeast(1),
    Flag.withDefault<ReadonlyArray<string>>([]),
    Flag.withDescription("Folder with the code of a bot, instead of the scenario's; repeatable")
  ),
  seed: optional(Flag.Int("seed"), "Seed of random numbers, instead of the scenario's"),
  samples: optional(
    Flag.String("samples"),
    "Write a line of JSON for each tick: numbers of the bots, and their console",
    "<file>"
  ),
  install: toggle(
    "install",
    "Install the game's own server first if necessary: about 250 MB, Linux x64 only"
  ),
  replay: optional(
    Flag.String("replay"),
    "Record the run as an HTML file with a player; one per room if there are several",
    "<file>"
  )
} as const

/** Installs the game's own server, if that is wanted and necessary. */
export const install = (isWanted: boolean) =>
  isWanted ? Output.during(format`Installing the server if necessary`, PrivateServer.install) : Effect.void

/**
 * Returns the clients for bots whose code is on a branch: of the server that the scenario names, or of the one that the flags
 * choose.
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

/** Runs with what to do with samples: they are written to a file, and show how far the run is. */
export const withSamples = Effect.fnUntraced(function* <A, E, R>(
  file: string | undefined,
  most: number,
  run: (onSample: OnSample) => Effect.Effect<A, E, R>
) {
  const show = yield* makeProgress(most)
  return yield* file === undefined
    ? run(show)
    : written(file, (write) => run((sample) => Effect.andThen(write(sample), show(sample))))
})

/** Replaces the folders of bots by those of the arguments. */
export const withFolders = Effect.fnUntraced(function* <B extends Pick<Scenario.Bot, "code">>(
  all: Readonly<Record<string, B>>,
  given: ReadonlyArray<string>
) {
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
