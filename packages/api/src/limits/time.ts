/** Times of quotas. */
import type * as Clock from "effect/Clock"

/** Milliseconds of a clock that is never set, unlike that of the system; only differences have a meaning. */
export const monotonic = (clock: Clock.Clock): number =>
  Math.floor(Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000)
