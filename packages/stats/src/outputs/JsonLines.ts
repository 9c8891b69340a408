/**
 * Metrics as lines of JSON, one per number and round, for files and other programs.
 *
 * **Details**
 *
 * A line is `{"at":1700000000000,"name":"screeps_energy","labels":{"room":"W7N3"},"value":5}`: `at` is the time of the
 * round in milliseconds, equal in all lines of a round. Histograms become `_bucket`, `_sum` and `_count`, as in
 * Prometheus. JSON has no NaN and no infinities: their `value` is `null`.
 *
 * ```ts
 * import { JsonLines } from "@screeps-effect/stats"
 * import * as Console from "effect/Console"
 * import * as Stream from "effect/Stream"
 *
 * const program = JsonLines.stream({ interval: "1 minute" }).pipe(Stream.runForEach(Console.log))
 * ```
 *
 * **Gotchas**
 *
 * A consumer that is slower than the interval misses rounds; nothing waits for it.
 */
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as Samples from "./samples.ts"

/** How often metrics are read. */
export interface Options {
  /** The time between two rounds; 15 seconds by default. */
  readonly interval?: Duration.Input | undefined
}

const lineOf = (at: number, { labels, name, value }: Samples.Sample) =>
  ConsoleText.printableJson(JSON.stringify({ at, name, labels, value }))

/** Returns the lines of one round, without line breaks. */
export const lines: Effect.Effect<ReadonlyArray<string>> = Effect.gen(function* () {
  const at = yield* Clock.currentTimeMillis
  const context = yield* Effect.context()
  return Samples.take(context).map((sample) => lineOf(at, sample))
})

/** Emits the lines of a round at once and after each interval, without line breaks. */
export const stream = ({ interval = "15 seconds" }: Options = {}): Stream.Stream<string> =>
  Stream.fromEffectSchedule(lines, Schedule.fixed(interval)).pipe(Stream.flatMap(Stream.fromIterable))
