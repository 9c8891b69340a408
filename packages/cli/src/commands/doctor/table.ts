/** Prints the results of `screeps doctor` for people. */
import type { AnyOperation } from "@screeps-effect/api/Operation"
import * as CliOutput from "effect/cli/CliOutput"
import * as Output from "../../output/output.ts"
import { plain, type PlainText } from "../../output/text.ts"
import type { Checked } from "./check.ts"
import { type Entry, type Outcome, outcomes, type Part, type Report } from "./report.ts"

type Server = Report["server"]

/** What is known about an operation. */
type Origin = Pick<AnyOperation, "mod" | "provenance">

/** A result with the operation that it is about. @internal */
export interface Line extends Checked {
  readonly origin: Origin
}

const colors: { readonly [outcome in Outcome]: "green" | "yellow" | "red" | "dim" } = {
  ok: "green",
  drift: "yellow",
  absent: "dim",
  rejected: "yellow",
  unauthorized: "yellow",
  failed: "red",
  skipped: "dim"
}

const part = ({ count, expected, found, path }: Part): string =>
  `${path === "" ? "response" : path}: expected ${expected}, found ${found}${count === 1 ? "" : ` (${count} times)`}`

/** Returns which servers are known to have an absent endpoint. */
const elsewhere = ({ mod, provenance }: Origin, server: Server): string => {
  const other = server === "private" ? "official" : "private"
  if (provenance[server] === "absent") return `${other} servers only`
  if (server === "official" || mod === undefined) return `other ${server} servers have it`
  return `needs ${mod.startsWith("screepsmod-") ? mod : `a ${mod} mod`}`
}

const reasonOf = ({ reason, status }: Entry, message: string | undefined): string =>
  message === undefined
    ? `${reason ?? ""}${status === undefined ? "" : ` (status ${status})`}`
    : `${reason ?? ""}: ${message}`

/** The number of unknown keys that are printed; the report contains all of them. */
const mostKeys = 50

const listed = (keys: ReadonlyArray<string>): string =>
  keys.length <= mostKeys
    ? keys.join(", ")
    : `${keys.slice(0, mostKeys).join(", ")} and ${keys.length - mostKeys} more`

const detailsOf = ({ entry, message, origin }: Line, server: Server): ReadonlyArray<string> => {
  const { drift = [], missing = [], outcome, reason, unknownKeys = [] } = entry
  if (outcome === "absent") return [elsewhere(origin, server)]
  if (missing.length > 0) return [`no value for ${missing.join(", ")}`]
  return [
    ...(reason === undefined ? [] : [reasonOf(entry, drift.length === 0 ? message : undefined)]),
    ...drift.map(part),
    ...(unknownKeys.length === 0 ? [] : [`unknown keys: ${listed(unknownKeys)}`])
  ]
}

/** Breaks a text into lines at spaces. @internal */
export const wrap = (text: string, width: number): ReadonlyArray<string> => {
  if (!Number.isFinite(width)) return [text]
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && CliOutput.displayWidth(longer) > width) lines.push(`  ${word}`)
    else lines.splice(-1, 1, longer)
  }
  return lines
}

interface Row {
  readonly operation: string
  readonly outcome: Outcome | undefined
  readonly detail: string
}

const rowsOf = (
  lines: ReadonlyArray<Line>,
  server: Server,
  { columns, isTerminal }: Output.Output["Service"]
) => {
  const names = Math.max(...lines.map(({ entry }) => entry.operation.length))
  const results = Math.max(...lines.map(({ entry }) => entry.outcome.length))
  const width = Math.max(columns - names - results - 4, 20)
  return lines.flatMap(({ entry, message, origin }): ReadonlyArray<Row> => {
    // A server's text may contain anything: it is not printed into files and pipes.
    const details = detailsOf({ entry, message: isTerminal ? message : undefined, origin }, server)
    const [first = "", ...others] = details.flatMap((detail) => wrap(detail, width))
    const { operation, outcome } = entry
    return [
      { operation, outcome, detail: first },
      ...others.map((detail) => ({ operation: "", outcome: undefined, detail }))
    ]
  })
}

/** Returns the number of operations by result: `51 operations: 40 ok, 2 drift, …`. @internal */
export const summary = (lines: ReadonlyArray<Line>): PlainText => {
  const counts = outcomes.flatMap((outcome) => {
    const count = lines.filter(({ entry }) => entry.outcome === outcome).length
    return count === 0 ? [] : [`${count} ${outcome}`]
  })
  return plain(`${lines.length} operations: ${counts.join(", ")}`)
}

/** Returns the results as a table. @internal */
export const render = (
  lines: ReadonlyArray<Line>,
  server: Server,
  output: Output.Output["Service"]
): PlainText =>
  Output.table(
    rowsOf(lines, server, output),
    [
      { head: "operation", of: ({ operation }) => operation },
      {
        head: "result",
        of: ({ outcome }) => outcome,
        paint: ({ outcome }) => outcome && colors[outcome]
      },
      { head: "details", of: ({ detail }) => detail }
    ],
    output
  )
