/** `screeps lab run` */
import * as Lab from "@screeps-effect/lab/Lab"
import * as Scenario from "@screeps-effect/lab/Scenario"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import * as Inputs from "./inputs.ts"
import * as Results from "./results.ts"

/** @internal */
export const run = Command.make(
  "run",
  { ...Inputs.flags, ...Results.flags },
  ({ bot, install, replay, samples, scenario: file, seed, ...given }) =>
    Effect.gen(function* () {
      const loaded = yield* Scenario.load(file)
      const scenario = Struct.assign(loaded, {
        bots: yield* Inputs.withFolders(loaded.bots, bot),
        seed: Option.getOrElse(seed, () => loaded.seed)
      })
      // Found out before the run, not after it.
      if (Option.isSome(given.baseline)) yield* Results.read(given.baseline.value)
      yield* Inputs.install(install)
      const client = yield* Inputs.clients
      const result = yield* Inputs.withSamples(samples, scenario.limits.ticks, (onSample) =>
        Lab.run(scenario, {
          replay: Option.getOrUndefined(replay),
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
