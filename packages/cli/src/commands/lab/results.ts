/** Results of the lab: printed, saved, and compared with an earlier one. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as LabResult from "@screeps-effect/lab/LabResult"
import * as Report from "@screeps-effect/lab/Report"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { accept, optional } from "../../input/flags.ts"
import * as Input from "../../input/input.ts"
import * as Output from "../../output/output.ts"
import { format, join, plain } from "../../output/text.ts"
import { Refused, Usage } from "../../runner/failure.ts"

const file = (name: string, description: string) => optional(Flag.String(name), description, "<file>")

const percent = (name: string, description: string, byDefault: number) =>
  Flag.Int(name).pipe(
    Flag.withMetavar("<percent>"),
    accept((value: number) => value >= 0, "a number of at least 0"),
    Flag.withDefault(byDefault),
    Flag.withDescription(description)
  )

/** The flags of commands that have a result. */
export const flags = {
  save: file("save", "Save the result as JSON, for --baseline and screeps lab report"),
  junit: file("junit", "Write the result as JUnit XML"),
  baseline: file(
    "baseline",
    "Compare with a saved result; fail if a milestone comes later or the CPU is higher"
  ),
  ticksTolerance: percent("ticks-tolerance", "Percent that a milestone may come later (default: 0)", 0),
  cpuTolerance: percent("cpu-tolerance", "Percent that the mean CPU may be higher (default: 50)", 50)
} as const

/** The values of the flags. */
interface Given {
  readonly save: string | undefined
  readonly junit: string | undefined
  readonly baseline: string | undefined
  readonly ticksTolerance: number
  readonly cpuTolerance: number
}

/** Reads a saved result. */
export const read = (file: string) =>
  Effect.gen(function* () {
    const text = yield* Input.readFile(file)
    return yield* Schema.decodeEffect(LabResult.Json)(text)
  }).pipe(
    Effect.mapError((error) =>
      error._tag === "Usage"
        ? error
        : new Usage({ message: `${file} is not a result that screeps lab has saved` })
    )
  )

const columns: ReadonlyArray<Output.Column<Report.Difference>> = [
  { head: "difference", of: ({ what }) => what },
  { head: "before", of: ({ before }) => before, align: "right" },
  { head: "now", of: ({ after }) => after, align: "right" },
  { head: "", of: ({ isWorse }) => (isWorse ? "worse" : ""), paint: () => "red" }
]

/** Prints and writes a result; fails if a milestone failed, or if the result is worse than the baseline. */
export const finish = Effect.fnUntraced(function* (
  result: LabResult.LabResult,
  { baseline, cpuTolerance, junit, save, ticksTolerance }: Given
) {
  const output = yield* Output.Output
  const before = baseline === undefined ? undefined : yield* read(baseline)
  const tolerance = { ticks: ticksTolerance / 100, cpu: cpuTolerance / 100 }
  const compared: Report.Compared =
    before === undefined
      ? result
      : Struct.assign(result, { differences: Report.compare(before, result, tolerance) })
  const { differences = [] } = compared
  yield* Output.value(compared, () => plain(Report.text(result)))
  if (differences.length > 0 && !output.isJson) {
    yield* output.line(join([format``, Output.table(differences, columns, output)], "\n"))
  }
  if (save !== undefined) yield* LocalFile.write(save, yield* Schema.encodeEffect(LabResult.Json)(result))
  if (junit !== undefined) yield* LocalFile.write(junit, Report.junit([compared]))

  const failed = result.milestones.find(({ status }) => status === "failed")
  if (failed !== undefined) {
    return yield* new Refused({ message: `milestone of ${failed.bot}: ${Report.describe(failed)}` })
  }
  const [worse] = differences.filter(({ isWorse }) => isWorse)
  if (worse !== undefined)
    return yield* new Refused({ message: `worse than the baseline: ${Report.describeDifference(worse)}` })
})
