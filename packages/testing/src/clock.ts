import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** Returns the time in whole milliseconds since 1970, as servers have it; a test clock may stand between two of them. */
export const serverTime: Effect.Effect<number> = Effect.map(Clock.currentTimeMillis, Math.floor)
