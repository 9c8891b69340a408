/** Files to which console output is appended. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import type * as Scope from "effect/Scope"
import { Output } from "../../output/output.ts"
import { format, plain, type PlainText, toJson } from "../../output/text.ts"
import { Refused } from "../../runner/failure.ts"

/** What is written of an entry of the console. @internal */
export interface Logged {
  readonly kind: string
  readonly text: string
  readonly shard?: string | undefined
}

/** Appends an entry to the files. @internal */
export type Append = (entry: Logged) => Effect.Effect<void, Refused>

/** Options of the files: paths. @internal */
export interface Files {
  readonly log: string | undefined
  readonly errorLog: string | undefined
}

const failed = (file: string, { reason }: PlatformError) =>
  new Refused({ message: `${file}: cannot be written (${reason._tag})` })

/** Opens a file for appending; a new one is readable only by the user. The flags accept no pipes and devices. */
const open = (file: string) =>
  Effect.gen(function* () {
    const opened = yield* (yield* FileSystem).open(file, { flag: "a", mode: 0o600 })
    const encoder = new TextEncoder()
    return (line: PlainText) =>
      Effect.mapError(opened.writeAll(encoder.encode(`${line}\n`)), (error) => failed(file, error))
  }).pipe(Effect.mapError((error) => failed(file, error)))

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
 * Opens the files until the scope closes. Errors are written to `errorLog` if it is given, everything else to `log`; with
 * `--json` as one JSON value per line.
 *
 * @internal
 */
export const make = ({
  errorLog,
  log
}: Files): Effect.Effect<Append, Refused, FileSystem | Output | Scope.Scope> =>
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
