/** Responses that differ from their schema: decoded without the differing parts and reported, or failed. */
import * as Decoder from "@screeps-effect/schema/Decoder"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ScreepsEvents from "../ScreepsEvents.ts"
import { countDrift } from "./metrics.ts"

/**
 * Whether a response or socket payload that lacks an expected part is decoded without it (`tolerant`, the default), or
 * is a failure (`strict`, for tests against known servers).
 *
 * **Details**
 *
 * A `Context.Reference`: replace it for one call or one program with `Effect.provideService`, for one client with
 * `Layer.provide(Layer.succeed(ScreepsClient.Strictness, "strict"))`. Each missing part is reported as the event
 * `ScreepsEvents.Drift`, in the metric `screeps_drift_total`, and as a log line at the level Debug.
 */
export const Strictness: Context.Reference<"tolerant" | "strict"> = Context.Reference(
  "@screeps-effect/api/ScreepsClient/Strictness",
  { defaultValue: (): "tolerant" | "strict" => "tolerant" }
)

/** Publishes, counts and logs differences, each path once. @internal */
export const reportTo = (
  publish: ScreepsEvents.Publish,
  source: string,
  drift: ReadonlyArray<Decoder.Drift>
): Effect.Effect<void> => {
  const places = Object.entries(Arr.groupBy(drift, (one) => Decoder.formatDrift([one])))
  return Effect.forEach(
    places,
    ([line, [first, ...others]]) =>
      countDrift(source, first.path).pipe(
        Effect.andThen(Effect.logDebug(`${source}: ${line}`)),
        Effect.andThen(publish(() => new ScreepsEvents.Drift({ source, ...first, count: others.length + 1 })))
      ),
    { discard: true }
  )
}

/** Publishes, counts and logs differences in data from another source than this client, such as the socket. */
export const report = (source: string, drift: ReadonlyArray<Decoder.Drift>): Effect.Effect<void> =>
  Effect.flatMap(ScreepsEvents.publishing, (publish) => reportTo(publish, source, drift))
