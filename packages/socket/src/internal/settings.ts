import * as Duration from "effect/Duration"
import * as Schedule from "effect/Schedule"
import type { Options } from "../ScreepsSocket.ts"
import type { SocketError } from "../SocketError.ts"

/** Options with everything that was left open filled in. */
export interface Settings {
  readonly gzip: boolean
  readonly connectTimeout: Duration.Duration
  readonly liveness: Duration.Duration
  readonly capacity: number
  readonly backoff: Schedule.Schedule<unknown, SocketError>
  readonly onDecodeFailure: "skip" | "fail"
}

const patient = Schedule.min([Schedule.exponential("500 millis"), Schedule.spaced("30 seconds")]).pipe(
  Schedule.jittered
)

export const make = (options: Options): Settings => ({
  gzip: options.gzip ?? false,
  connectTimeout: Duration.fromInputUnsafe(options.connectTimeout ?? "10 seconds"),
  liveness: Duration.fromInputUnsafe(options.liveness ?? "30 seconds"),
  capacity: Math.max(1, options.capacity ?? 1024),
  backoff: options.backoff ?? patient,
  onDecodeFailure: options.onDecodeFailure ?? "skip"
})
