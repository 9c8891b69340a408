/** The life of a subscription on one connection. */
import * as Predicate from "effect/Predicate"
import type { GapReason } from "../Channel.ts"

/** A room that was subscribed to and has not sent itself yet. */
export interface Loading {
  readonly _tag: "Loading"
  /** What happens when it does. */
  goal: "stay" | "leave" | "restart"
  readonly since: number
}

/** A subscription that was passed to the connection and is not written yet; listeners start when it is. */
export interface Queued {
  readonly _tag: "Queued"
  isBeingWritten: boolean
  readonly next: Loading | typeof open
}

export const idle = { _tag: "Idle" } as const
export const open = { _tag: "Open" } as const
export const delivering = { _tag: "Delivering" } as const

/**
 * What the present connection knows of a channel.
 *
 * - `Idle`: it is not subscribed to, or there is no connection.
 * - `Queued`, then `Loading` for rooms: a server loads a room before it records the subscriber. An `unsubscribe` in between
 *   finds no subscriber, and the room is sent for the rest of the connection; after another `subscribe` every message
 *   comes twice. So the room is left, or subscribed to again, when it has sent something.
 * - `Open`, then `Delivering`: the first payload of a room holds the whole room.
 * - `Doubtful`: a payload was lost, and the channel is subscribed to again as soon as the limit allows it.
 */
export type Life =
  | typeof idle
  | Queued
  | Loading
  | typeof open
  | typeof delivering
  | { readonly _tag: "Doubtful"; readonly reason: GapReason }

/** Whether its listeners receive what arrives. */
export const isOpen = ({ _tag }: Life): boolean => _tag !== "Idle" && _tag !== "Queued"

/** Returns the room that is loading, or will be when its subscription is written. */
export const loadingOf = (life: Life): Loading | undefined => {
  const reached = life._tag === "Queued" ? life.next : life
  return reached._tag === "Loading" ? reached : undefined
}

/**
 * For how many milliseconds messages are taken for those of the previous subscription while the whole room is awaited:
 * as long as a stalled connection may last until the socket leaves it.
 */
const maxLate = 40_000

/**
 * Creates a check whether a room's message belongs to its previous subscription, since it certainly does not hold the whole
 * room. It finds out how the server marks whole rooms: 4.3.0 by an absent `gameTime`, xxscreeps, whose messages all have
 * one, by `decorations`. Before the first mark, every message may hold the whole room.
 */
export const makeIsLate = (clock: () => number): ((loading: Loading, payload: unknown) => boolean) => {
  let mark: "gameTime" | "decorations" | undefined
  return ({ goal, since }, payload) => {
    if (!Predicate.isReadonlyObject(payload)) return false
    const hasTime = (payload["gameTime"] ?? undefined) !== undefined
    if (!hasTime) mark ??= "gameTime"
    else if ("decorations" in payload) mark ??= "decorations"
    // The lost message may have been the whole room: any message shows that the subscriber is recorded.
    if (mark === undefined || !hasTime || goal === "restart") return false
    return (mark === "gameTime" || !("decorations" in payload)) && clock() - since < maxLate
  }
}
