/** Recognizes messages that hold a whole room. */
import * as Predicate from "effect/Predicate"

export interface WholeRoom {
  /** Whether a room's message certainly does not hold the whole room. */
  readonly isOther: (payload: unknown) => boolean
}

/**
 * Creates a check that finds out how the server marks whole rooms: 4.3.0 by an absent `gameTime`, xxscreeps, whose messages
 * all have one, by `decorations`. Before the first mark, every message may hold the whole room.
 */
export const make = (): WholeRoom => {
  let mark: "gameTime" | "decorations" | undefined
  return {
    isOther: (payload) => {
      if (!Predicate.isReadonlyObject(payload)) return false
      const hasTime = (payload["gameTime"] ?? undefined) !== undefined
      if (!hasTime) mark ??= "gameTime"
      else if ("decorations" in payload) mark ??= "decorations"
      if (mark === undefined || !hasTime) return false
      return mark === "gameTime" || !("decorations" in payload)
    }
  }
}
