/**
 * The record of what tools did, one JSON object per line.
 *
 * **Details**
 *
 * Every call of a tool is recorded when it ends, also refused and failed ones. Parameters are recorded, cut after 500
 * characters each; answers are not. Secrets of the account are removed.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { FileSystem } from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { PlatformError } from "effect/PlatformError"
import * as Semaphore from "effect/Semaphore"

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

const shortened = (value: unknown): unknown => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "")
  return text.length <= mostCharacters
    ? value
    : `${text.slice(0, mostCharacters)}… (${text.length} characters)`
}

/** Returns parameters as they are recorded. @internal */
export const recorded = (parameters: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, shortened(value)]))

/** Returns the present time as it is recorded. @internal */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, (millis) =>
  new Date(millis).toISOString()
)

/**
 * Records calls in a file, which only its owner may read; a line that cannot be written is logged as an error, and the
 * tools go on.
 */
export const layerFile = (path: string): Layer.Layer<never, PlatformError, FileSystem> =>
  Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const files = yield* FileSystem
      // Fails at once, and not at the first call, if the file cannot be written.
      yield* files.writeFileString(path, "", { flag: "a", mode: 0o600 })
      const one = yield* Semaphore.make(1)
      return (entry: Entry) =>
        files.writeFileString(path, `${JSON.stringify(entry)}\n`, { flag: "a", mode: 0o600 }).pipe(
          (writing) => one.withPermit(writing),
          Effect.catch((error) => Effect.logError("The audit log could not be written.", error))
        )
    })
  )
