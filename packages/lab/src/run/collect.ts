/** Collects what the bots of a run did, up to a bound. */
import { printable } from "@screeps-effect/schema/ConsoleText"
import * as ScriptErrors from "@screeps-effect/socket/workflows/ScriptErrors"
import type { BotResult } from "../LabResult.ts"
import type { Sample } from "../Sample.ts"

/** The most lines of the console and groups of errors that are kept, and the most characters of each. */
const [maxLines, maxGroups, maxLength] = [200, 20, 4000]

/** What was collected. */
export interface Collector {
  readonly bots: ReadonlyArray<BotResult>
  readonly add: (sample: Sample) => void
}

type Text = BotResult["console"]["last"][number]

/** Creates a collector for bots. */
export const collector = (names: ReadonlyArray<string>): Collector => {
  const all = new Map(
    names.map((name) => [
      name,
      {
        cpu: 0,
        max: 0,
        runs: 0,
        ticks: 0,
        errors: 0,
        lines: 0,
        grouped: ScriptErrors.none,
        last: Array<Text>()
      }
    ])
  )
  const bounded = (text: string) => printable(text.slice(0, maxLength))
  const groupsOf = ({ groups }: ScriptErrors.Errors) =>
    [...groups.values()]
      .slice(0, maxGroups)
      .map(({ count, example, first, last }) => ({ count, first, last, text: bounded(example) }))

  return {
    get bots() {
      return [...all].map(([name, { cpu, errors, grouped, last, lines, max, runs, ticks }]): BotResult => ({
        name,
        cpu: { mean: runs === 0 ? 0 : Math.round((100 * cpu) / runs) / 100, max },
        ticksWithoutRun: ticks - runs,
        errors: { total: errors, groups: groupsOf(grouped) },
        console: { total: lines, last }
      }))
    },
    add: (sample) => {
      for (const [name, { console, cpu, dropped }] of sample.bots) {
        const one = all.get(name)
        if (one === undefined) continue
        one.ticks += 1
        one.lines += dropped
        if (cpu !== undefined) {
          one.cpu += cpu
          one.max = Math.max(one.max, cpu)
          one.runs += 1
        }
        for (const { kind, text } of console) {
          if (kind === "error") {
            one.errors += 1
            one.grouped = ScriptErrors.add(one.grouped, text, sample.tick)
          } else {
            one.lines += 1
            one.last.push({ tick: sample.tick, text: bounded(text) })
            if (one.last.length > maxLines) one.last.shift()
          }
        }
      }
    }
  }
}
