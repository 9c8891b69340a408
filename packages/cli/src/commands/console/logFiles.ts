/** Files to which console output is appended. */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import type { Path } from "effect/Path"
import { Output } from "../../output/output.ts"
import { format, plain, type PlainText, toJson } from "../../output/text.ts"
import { Refused } from "../../runner/failure.ts"

/** What is written of an entry of the console. */
interface Logged {
  readonly kind: string
  readonly text: string
  readonly shard?: string | undefined
}

/** Appends an entry to the files. */
export type Append = (entry: Logged) => Effect.Effect<void, Refused, FileSystem | Path>

/** Options of the files: paths. */
interface Files {
  readonly log: string | undefined
  readonly errorLog: string | undefined
}

/**
 * Returns a function that appends to a file, or fails if this is not possible; a new file is readable only by the user. The
 * flags accept no pipes and devices.
 */
const open = (file: string) => {
  const append = (text: string) =>
    Effect.mapError(
      LocalFile.append(file, text, { isPrivate: true }),
      ({ message }) => new Refused({ message })
    )
  return Effect.as(append(""), (line: PlainText) => append(`${line}\n`))
}

/**
 * Formats an entry as a line with its time, kind and shard. Further lines of its text are indented, so that no text looks
 * like an entry.
 */
const lineOf = ({ kind, shard, text }: Logged, now: number): PlainText => {
  const origin = shard === undefined ? "" : ` ${shard}`
  const begin = plain(`${new Date(now).toISOString()} ${kind}${origin.replaceAll(/\s+/g, " ")} `)
  return format`${begin}${plain(text.replaceAll("\n", "\n  "))}`
}

/**
 * Opens the files. Errors are written to `errorLog` if it is given, everything else to `log`; with
 * `--json` as one JSON value per line.
 */
export const make = ({ errorLog, log }: Files): Effect.Effect<Append, Refused, FileSystem | Output | Path> =>
  Effect.gen(function* () {
    const { isJson } = yield* Output
    const toLog = log === undefined ? undefined : yield* open(log)
    const toErrors = errorLog === undefined ? toLog : yield* open(errorLog)
    return (entry) =>
      Effect.gen(function* () {
        const write = entry.kind === "error" ? toErrors : toLog
        if (write === undefined) return
        const now = yield* Clock.currentTimeMillis
        yield* write(isJson ? toJson({ time: new Date(now).toISOString(), ...entry }) : lineOf(entry, now))
      })
  })
