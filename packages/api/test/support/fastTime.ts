/** Real time, but 10 times as fast: a minute of the quotas is 6 seconds of a test. */
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

export const speed = 10

/** The moment, in fast milliseconds; the same in all processes. */
export const fastNow = () => Math.floor((performance.timeOrigin + performance.now()) * speed)

/** The same moment, in Lua. */
export const luaNow = `(function()
  local time = redis.call("TIME")
  return math.floor((time[1] * 1000000 + time[2]) * ${speed} / 1000)
end)()`

const nanos = () => BigInt(fastNow()) * 1_000_000n

/** A clock for programs. */
export const fastClock: Clock.Clock = {
  currentTimeMillisUnsafe: fastNow,
  currentTimeMillis: Effect.sync(fastNow),
  currentTimeNanosUnsafe: nanos,
  currentTimeNanos: Effect.sync(nanos),
  monotonicTimeNanosUnsafe: nanos,
  monotonicTimeNanos: Effect.sync(nanos),
  sleep: (duration) =>
    Effect.callback<void>((resume) => {
      const timer = setTimeout(() => resume(Effect.void), Duration.toMillis(duration) / speed)
      return Effect.sync(() => clearTimeout(timer))
    })
}
