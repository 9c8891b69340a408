/** `screeps lab …` */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Duel from "@screeps-effect/lab/Duel"
import * as Lab from "@screeps-effect/lab/Lab"
import * as LabResult from "@screeps-effect/lab/LabResult"
import * as Report from "@screeps-effect/lab/Report"
import * as Scenario from "@screeps-effect/lab/Scenario"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { optional, toggle } from "../input/flags.ts"
import * as Output from "../output/output.ts"
import { plain } from "../output/text.ts"
import { define } from "../runner/define.ts"
import { Refused, Usage } from "../runner/failure.ts"
import * as Inputs from "./lab/inputs.ts"
import * as Results from "./lab/results.ts"

const run = Command.make(
  "run",
  { ...Inputs.flags, ...Results.flags },
  ({ bot, install, replay, samples, scenario: file, seed, ...given }) =>
    Effect.gen(function* () {
      const loaded = yield* Scenario.load(file)
      const scenario = Struct.assign(loaded, {
        bots: yield* Inputs.withFolders(loaded.bots, bot),
        seed: seed ?? loaded.seed
      })
      // Found out before the run, not after it.
      if (given.baseline !== undefined) yield* Results.read(given.baseline)
      yield* Inputs.install(install)
      const client = yield* Inputs.clients
      const result = yield* Inputs.withSamples(samples, scenario.limits.ticks, (onSample) =>
        Lab.run(scenario, {
          replay,
          client,
          onSample
        })
      )
      return yield* Results.finish(result, given)
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription("Run the bots of a scenario, and fail if one misses a milestone"),
  Command.withExamples([
    { command: "screeps lab run scenario.yaml" },
    { command: "screeps lab run scenario.yaml --bot player=dist --junit lab.xml --baseline main.json" }
  ])
)

const duelToJson = Schema.encodeEffect(Schema.fromJsonString(LabResult.DuelResult))

const duel = Command.make(
  "duel",
  {
    ...Inputs.flags,
    swap: toggle("swap", "Play a second game with exchanged sides"),
    expect: optional(Flag.String("expect"), "Fail unless this bot wins", "<bot>"),
    save: optional(Flag.String("save"), "Save the result as JSON", "<file>")
  },
  ({ bot, expect, install, replay, samples, save, scenario: file, seed, swap }) =>
    Effect.gen(function* () {
      const loaded = yield* Duel.load(file)
      if (expect !== undefined && !Object.hasOwn(loaded.bots, expect))
        return yield* new Usage({ message: "--expect: the duel has no such bot" })
      const made = Struct.assign(loaded, {
        bots: yield* Inputs.withFolders(loaded.bots, bot),
        seed: seed ?? loaded.seed
      })
      yield* Inputs.install(install)
      const client = yield* Inputs.clients
      const result = yield* Inputs.withSamples(samples, made.limits.ticks, (onSample) =>
        Lab.duel(made, {
          swap,
          replay,
          client,
          onSample
        })
      )
      yield* Output.value(result, (one) => plain(Report.duelText(one)))
      if (save !== undefined) yield* LocalFile.write(save, yield* duelToJson(result))
      if (expect !== undefined && result.winner !== expect) {
        const message = result.winner === undefined ? "the duel is a draw" : `${result.winner} wins the duel`
        return yield* new Refused({ message })
      }
    }).pipe(Effect.scoped)
).pipe(
  Command.withDescription("Let two bots play against each other from mirrored starts"),
  Command.withExamples([
    { command: "screeps lab duel duel.yaml --swap --replay duel.html" },
    { command: "screeps lab duel duel.yaml --bot new=dist --expect new" }
  ])
)

const report = Command.make(
  "report",
  {
    result: Argument.Path("result").pipe(
      Argument.withDescription("Result that screeps lab run --save wrote")
    ),
    junit: Results.flags.junit,
    baseline: Results.flags.baseline,
    ticksTolerance: Results.flags.ticksTolerance,
    cpuTolerance: Results.flags.cpuTolerance
  },
  ({ result, ...given }) =>
    Effect.flatMap(Results.read(result), (read) => Results.finish(read, { ...given, save: undefined }))
).pipe(
  Command.withDescription("Show a saved result, and compare it with another one"),
  Command.withExamples([{ command: "screeps lab report result.json --baseline main.json" }])
)

export default define(
  Command.make("lab").pipe(
    Command.withDescription("Run bots on the game's own server and check their milestones"),
    Command.withSubcommands([run, duel, report])
  )
)
