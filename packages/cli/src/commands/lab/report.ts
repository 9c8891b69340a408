/** `screeps lab report` */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Results from "./results.ts"

/** @internal */
export const report = Command.make(
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
    Effect.flatMap(Results.read(result), (read) => Results.finish(read, { ...given, save: Option.none() }))
).pipe(
  Command.withDescription("Show a saved result, and compare it with another one"),
  Command.withExamples([{ command: "screeps lab report result.json --baseline main.json" }])
)
