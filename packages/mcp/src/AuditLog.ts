/**
 * The record of what tools did, one JSON object per line.
 *
 * **Details**
 *
 * Every call of a tool is recorded when it ends, also refused and failed ones. Parameters are recorded, cut after 500
 * characters each; answers are not. Tools take no passwords and no tokens; those of the account that a model was given
 * elsewhere are recorded as `<redacted>`.
 */
import * as LocalFile from "@screeps-effect/api/LocalFile"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { Path } from "effect/Path"
import * as Semaphore from "effect/Semaphore"
import type { Redact } from "./tools/text.ts"

/** One call of a tool. */
export interface Entry {
  /** When the call ended, as ISO 8601 text, UTC. */
  readonly time: string
  readonly tool: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly outcome: "done" | "refused" | "failed"
  /** Why it was refused or failed; absent when it was done. */
  readonly message?: string
  readonly milliseconds: number
  /** Estimated tokens of the answer. */
  readonly tokens: number
}

/** Records calls of tools; by default nothing is recorded. */
export const AuditLog: Context.Reference<(entry: Entry) => Effect.Effect<void>> = Context.Reference(
  "@screeps-effect/mcp/AuditLog",
  { defaultValue: () => (_entry: Entry) => Effect.void }
)

const mostCharacters = 500

const shortened = (value: unknown, redact: Redact): unknown => {
  const whole = typeof value === "string" ? value : (JSON.stringify(value) ?? "")
  const text = redact(whole)
  if (text.length > mostCharacters) return `${text.slice(0, mostCharacters)}… (${whole.length} characters)`
  return text === whole ? value : text
}

/** Returns parameters as they are recorded; a value with a secret becomes a text without it. @internal */
export const recorded = (parameters: object, redact: Redact): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, shortened(value, redact)]))

/** Returns the present time as it is recorded. @internal */
export const now: Effect.Effect<string> = Effect.map(DateTime.now, DateTime.formatIso)

/**
 * Records calls in a file; a new one is readable only for the user, an existing one keeps its permissions. A line is written
 * whole or not at all. A line that cannot be written is logged as an error, and the tools go on.
 */
export const layerFile = (path: string): Layer.Layer<never, LocalFile.LocalFileError, FileSystem | Path> =>
  Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const context = yield* Effect.context<FileSystem | Path>()
      const append = (text: string) =>
        Effect.provideContext(LocalFile.append(path, text, { isPrivate: true }), context)
      // Fails at once, and not at the first call, if the file cannot be written.
      yield* append("")
      const one = yield* Semaphore.make(1)
      return (entry: Entry) =>
        append(`${ConsoleText.printableJson(JSON.stringify(entry))}\n`).pipe(
          (writing) => one.withPermit(writing),
          Effect.catch(({ message }) => Effect.logError(`A call was not recorded: ${message}`))
        )
    })
  )
