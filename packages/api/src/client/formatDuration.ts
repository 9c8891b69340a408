/** Durations in messages. */
import * as Duration from "effect/Duration"

/**
 * Returns a finite duration in words, without digits that nobody needs: whole milliseconds below ten seconds, whole
 * seconds above; rounded up, so that a wait is never too short.
 *
 * @internal
 */
export const formatDuration = (duration: Duration.Duration): string => {
  const millis = Duration.toMillis(duration)
  const unit = millis < 10_000 ? 1 : 1000
  return Duration.format(Duration.millis(Math.ceil(millis / unit) * unit))
}
