/** `screeps stats --check`: reads everything once and shows what it found. */
import type * as Stats from "@screeps-effect/stats/Stats"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { Refused } from "../../runner/failure.ts"
import * as Output from "../../output/output.ts"
import { format, join, oneLine, plain, toJson } from "../../output/text.ts"

/** A server without an endpoint is no mistake of the configuration. */
const isAbsent = ({ failure }: Stats.Checked) => failure === "EndpointNotFound"

const resultOf = (one: Stats.Checked): string => {
  if (isAbsent(one)) return "this server does not have it"
  return one.message ?? (one.values === 0 ? "no values" : "ok")
}

const whichOf = ({ item, room, shard }: Stats.Checked) =>
  [shard, room, item].filter((part) => part !== undefined).join(" ")

const columns: ReadonlyArray<Output.Column<Stats.Checked>> = [
  { head: "account", of: ({ account }) => account },
  { head: "source", of: ({ source }) => source },
  { head: "which", of: whichOf },
  {
    head: "every",
    of: ({ every, requestsPerDay }) => (requestsPerDay === 0 ? "pushed" : Duration.format(every)),
    align: "right"
  },
  { head: "requests a day", of: ({ requestsPerDay }) => requestsPerDay, align: "right" },
  { head: "values", of: ({ values }) => values, align: "right" },
  {
    head: "result",
    of: resultOf,
    paint: (one) =>
      one.failure === undefined ? (one.values === 0 ? "yellow" : "green") : isAbsent(one) ? "dim" : "red"
  }
]

const percent = (part: number) => `${(part * 100).toFixed(1)} %`

/** Reads everything once; fails when a source could not be read. */
export const check = Effect.fnUntraced(function* (stats: Stats.Stats) {
  const output = yield* Output.Output
  yield* output.note(format`Reading everything once; this takes up to half a minute.`)
  const checked = yield* stats.check
  if (output.isJson) {
    for (const { every, ...one } of checked) {
      yield* output.line(toJson({ ...one, everySeconds: Duration.toSeconds(every) }))
    }
  } else {
    yield* output.line(Output.table(checked, columns, output))
    const used = yield* stats.quotas
    if (used.length > 0) {
      const quotas = Output.table(
        used,
        [
          { head: "accounts", of: ({ accounts }) => accounts.join(" ") },
          { head: "quota", of: ({ limitKey }) => limitKey },
          { head: "used", of: ({ used }) => percent(used), align: "right" }
        ],
        output
      )
      yield* output.line(join([format``, quotas], "\n"))
    }
  }
  const failed = checked.filter((one) => one.failure !== undefined && !isAbsent(one))
  if (failed.length > 0) {
    const names = failed.map(({ account, source }) => `${account} ${source}`)
    return yield* new Refused({
      message: `${failed.length} of ${checked.length} sources could not be read: ${oneLine(names.join(", "))}`
    })
  }
  return yield* output.note(plain(`${checked.length} sources can be read.`))
})
