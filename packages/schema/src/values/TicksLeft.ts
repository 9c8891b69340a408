/** Ticks that remain until a point in game time. */
import type { Tick } from "./Tick.ts"

/**
 * Returns the number of ticks from `now` until `tick`: 0 when it is reached or past, `undefined` without a tick or with
 * `NaN`, which is a tick that is not known.
 *
 * **Details**
 *
 * Room objects hold points in game time, not countdowns: `TicksLeft.of(terminal.cooldownTime, now)`. `Creep.lifeTicksLeft`
 * also reads the countdown of new invaders.
 */
export const of = (tick: Tick | null | undefined, now: Tick): number | undefined =>
  tick === null || tick === undefined || Number.isNaN(tick) ? undefined : Math.max(0, tick - now)
