/** How long until something happens. */
import type { Tick } from "./Tick.ts"

/**
 * Counts the ticks from `now` until a moment of the game's time: 0 when it has come or gone, `undefined` when there
 * is none.
 *
 * **Details**
 *
 * Room objects hold the moment itself, not a countdown. Kinds of objects have their own views built on this one:
 * `Creep.lifeTicksLeft`, `Nuke.landTicksLeft`, and so on.
 */
export const of = (moment: Tick | null | undefined, now: Tick): number | undefined =>
  moment === null || moment === undefined ? undefined : Math.max(0, moment - now)
