/** The report of `screeps doctor`: schemas and responses of a server without any of its data. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import type { AnyOperation } from "@screeps-effect/api/Operation"
import type { Kind } from "@screeps-effect/schema/Decoder"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { parse } from "../../output/json.ts"
import * as Output from "../../output/output.ts"
import { plain, type PlainText, wrap } from "../../output/text.ts"
import { Refused } from "../../runner/failure.ts"
import type { ReportedLimit, Shape } from "./shape.ts"

/** The result of one operation, best first. */
const outcomes = ["ok", "drift", "absent", "rejected", "unauthorized", "failed", "skipped"] as const

export type Outcome = (typeof outcomes)[number]

/** A part of a response that differs from the schema. */
export interface Part {
  /** Path of the part, without the indexes and keys of entries: `list[].price`. */
  readonly path: string
  /** Expected type, such as `string` or `Badge`. */
  readonly expected: string
  /** Kind of the value that was found; never the value. */
  readonly found: Kind
  /** Number of occurrences in the response. */
  readonly count: number
}

/** The result of one operation. */
export interface Entry {
  /** Name on the command line, such as `game.roomTerrain`. */
  readonly operation: string
  readonly method: string
  /** Path with the names of its fields: `/room-history/{shard}/{room}/{tick}.json`. */
  readonly path: string
  readonly outcome: Outcome
  /** Tag of the reason for a failure, such as `Rejected`. */
  readonly reason?: string
  /** HTTP status of the response; absent when nothing was sent or received. */
  readonly status?: number
  /** The server's error text if it is a common one such as `unauthorized`, else `other`; absent without an error. */
  readonly error?: string
  /** The rate limit in the headers of the response. */
  readonly rateLimit?: ReportedLimit
  /** Required fields for which no value is known. */
  readonly missing?: ReadonlyArray<string>
  /** Parts that differ from the schema. */
  readonly drift?: ReadonlyArray<Part>
  /** Paths of keys that the schema does not have; `?` stands for a key that may identify somebody. */
  readonly unknownKeys?: ReadonlyArray<string>
  /** Kinds of values by path. */
  readonly shape?: Shape
}

/** The result of one operation: its entry of the report, and a message that is not a part of the report. */
export interface Checked {
  readonly entry: Entry
  /** The failure in words, which may repeat a text of the server; for the terminal only. */
  readonly message?: string | undefined
}

/** Format of the report, from which an earlier report is recognized. */
const format = "screeps doctor 1"

/** Permissions of an API token. */
export interface Permissions {
  /** Whether the token has all permissions. */
  readonly full: boolean
  /** Operations that a restricted token may use; those that this SDK does not have are left out. */
  readonly endpoints: ReadonlyArray<string>
  /** Groups of socket channels that a restricted token may subscribe to. */
  readonly websockets: ReadonlyArray<"console" | "rooms">
  /** Number of memory segments that a restricted token is limited to. */
  readonly segments: number
  /** Whether rate limits are suspended. */
  readonly isUnlimited: boolean
}

/** A report. */
export interface Report {
  readonly report: typeof format
  /** Version of the SDK. */
  readonly version: string
  readonly server: "private" | "official"
  /** Day of the run, such as `2026-11-26`. */
  readonly date: string
  /** Whether the requests were sent with an account. */
  readonly signedIn: boolean
  /** Permissions of the API token, as an official server reports them. */
  readonly token?: Permissions
  readonly operations: ReadonlyArray<Entry>
}

/** Creates a report. */
export const make = (parts: Omit<Report, "report">): Report => ({ report: format, ...parts })

const isReport = (text: string): boolean => {
  const parsed = parse(text)
  return (
    Result.isSuccess(parsed) &&
    Predicate.hasProperty(parsed.success, "report") &&
    parsed.success.report === format
  )
}

/** Fails if a file exists and is not a report. */
export const checkFile = Effect.fnUntraced(function* (file: string) {
  const text = yield* LocalFile.readText(file)
  if (text === undefined || isReport(text)) return
  return yield* new Refused({
    message: `nothing was sent: ${file} exists and is not a report of screeps doctor`
  })
})

/** Writes a report into a file, which replaces an earlier report. */
export const write = Effect.fnUntraced(function* (file: string, report: Report) {
  yield* checkFile(file)
  yield* LocalFile.write(file, `${JSON.stringify(report, null, 2)}\n`, { isPrivate: true })
})

type Server = Report["server"]

/** What is known about an operation. */
type Origin = Pick<AnyOperation, "mod" | "provenance">

/** A result with the operation that it is about. */
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
    const [first = "", ...others] = details.flatMap((detail) => wrap(detail, width, "  "))
    const { operation, outcome } = entry
    return [
      { operation, outcome, detail: first },
      ...others.map((detail) => ({ operation: "", outcome: undefined, detail }))
    ]
  })
}

/** Returns the number of operations by result: `51 operations: 40 ok, 2 drift, …`. */
export const summary = (lines: ReadonlyArray<Line>): PlainText => {
  const counts = outcomes.flatMap((outcome) => {
    const count = lines.filter(({ entry }) => entry.outcome === outcome).length
    return count === 0 ? [] : [`${count} ${outcome}`]
  })
  return plain(`${lines.length} operations: ${counts.join(", ")}`)
}

/** Returns the results as a table. */
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
