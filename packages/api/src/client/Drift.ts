/** Responses that differ from their schema: decoded without the differing parts and reported, or failed. */
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ScreepsEvents from "../ScreepsEvents.ts"
import { explainedDrift } from "./explainedDrift.ts"
import { countDrift } from "./metrics.ts"

/**
 * Whether a response or socket payload that lacks an expected part is decoded without it (`tolerant`, the default), or
 * is a failure (`strict`, for tests against known servers).
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(ScreepsClient.Strictness, "strict"))`. Each missing part is reported as the event
 * `ScreepsEvents.Drift`, in the metric `screeps_drift_total`, and in the log: the first one of an operation and path as a
 * Warning, with the annotation `drift`, all others at the level Debug, and also those that a supported server explains. A
 * tolerant read fails, too, if an essential list or map of the response itself has entries, and none can be read.
 */
export const Strictness: Context.Reference<"tolerant" | "strict"> = Context.Reference(
  "@screeps-effect/api/ScreepsClient/Strictness",
  { defaultValue: (): "tolerant" | "strict" => "tolerant" }
)

/** What was logged as a warning, of each client; of all programs without `ScreepsEvents` together. */
const warned = new WeakMap<ScreepsEvents.Publish, Set<string>>()

/** Returns whether a supported server explains that a part of an operation's response is absent, as recorded from it. */
export const isExplained = (
  source: string,
  { found, path }: Pick<Decoder.Drift, "found" | "path">
): boolean => found === "absent" && explainedDrift.has(`${source} ${path}`)

/** Logs the differences of which the log has none yet. */
const warn = (publish: ScreepsEvents.Publish, source: string, drift: ReadonlyArray<Decoder.Drift>) => {
  const known = warned.get(publish) ?? new Set()
  warned.set(publish, known)
  const unknown = drift.filter((one) => {
    const place = `${source} ${one.path}`
    if (known.has(place) || isExplained(source, one)) return false
    known.add(place)
    return true
  })
  if (unknown.length === 0) return Effect.void
  return Effect.logWarning(
    `${source}: ${Decoder.formatDrift(unknown)}. The result lacks what cannot be read; later ones are logged at the level Debug.`
  ).pipe(Effect.annotateLogs("drift", source))
}

/** Publishes, counts and logs differences, each path once. @internal */
export const reportTo = (
  publish: ScreepsEvents.Publish,
  source: string,
  drift: ReadonlyArray<Decoder.Drift>
): Effect.Effect<void> => {
  const places = Object.entries(Arr.groupBy(drift, (one) => Decoder.formatDrift([one])))
  const each = Effect.forEach(
    places,
    ([line, [first, ...others]]) =>
      countDrift(source, first.path).pipe(
        Effect.andThen(Effect.logDebug(`${source}: ${line}`)),
        Effect.andThen(publish(() => new ScreepsEvents.Drift({ source, ...first, count: others.length + 1 })))
      ),
    { discard: true }
  )
  return Effect.andThen(warn(publish, source, drift), each)
}

/** Publishes, counts and logs differences in data from another source than this client, such as the socket. */
export const report = (source: string, drift: ReadonlyArray<Decoder.Drift>): Effect.Effect<void> =>
  Effect.flatMap(ScreepsEvents.publishing, (publish) => reportTo(publish, source, drift))
