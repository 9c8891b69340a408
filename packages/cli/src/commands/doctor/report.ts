/** The report of `screeps doctor`: schemas and responses of a server without any of its data. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import type { Kind } from "@screeps-effect/schema/Decoder"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { parse } from "../../output/json.ts"
import { Refused } from "../../runner/failure.ts"

/** The result of one operation, best first. @internal */
export const outcomes = ["ok", "drift", "absent", "rejected", "unauthorized", "failed", "skipped"] as const

/** @internal */
export type Outcome = (typeof outcomes)[number]

/** A part of a response that differs from the schema. @internal */
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

/** The result of one operation. @internal */
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
  /** Required fields for which no value is known. */
  readonly missing?: ReadonlyArray<string>
  /** Parts that differ from the schema. */
  readonly drift?: ReadonlyArray<Part>
  /** Paths of keys that the schema does not have; `?` stands for a key that may identify somebody. */
  readonly unknownKeys?: ReadonlyArray<string>
}

/** Format of the report, from which an earlier report is recognized. */
const format = "screeps doctor 1"

/** A report. @internal */
export interface Report {
  readonly report: typeof format
  /** Version of the SDK. */
  readonly version: string
  readonly server: "private" | "official"
  /** Whether the requests were sent with an account. */
  readonly signedIn: boolean
  readonly operations: ReadonlyArray<Entry>
}

/** Creates a report. @internal */
export const make = (parts: Omit<Report, "report">): Report => ({ report: format, ...parts })

const isReport = (text: string): boolean => {
  const parsed = parse(text)
  return (
    Result.isSuccess(parsed) &&
    Predicate.hasProperty(parsed.success, "report") &&
    parsed.success.report === format
  )
}

/** Fails if a file exists and is not a report. @internal */
export const checkFile = (file: string) =>
  Effect.gen(function* () {
    const text = yield* LocalFile.readText(file)
    if (text === undefined || isReport(text)) return
    return yield* new Refused({
      message: `nothing was sent: ${file} exists and is not a report of screeps doctor`
    })
  })

/** Writes a report into a file, which replaces an earlier report. @internal */
export const write = (file: string, report: Report) =>
  Effect.gen(function* () {
    yield* checkFile(file)
    yield* LocalFile.write(file, `${JSON.stringify(report, null, 2)}\n`, { isPrivate: true })
  })
