/** Calls that change the same thing run one after another: each sees what the one before left. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"

/** What calls change in turn: the code of all branches, including which of them run; Memory and segments. */
type Changed = "code" | "memory"

/** One permit for each thing that calls change. */
export class Turns extends Context.Service<Turns, Readonly<Record<Changed, Semaphore.Semaphore>>>()(
  "@screeps-effect/mcp/Turns"
) {}

/** Provides the permits. @internal */
export const layerTurns: Layer.Layer<Turns> = Layer.effect(
  Turns,
  Effect.all({ code: Semaphore.make(1), memory: Semaphore.make(1) })
)

/**
 * Runs an effect when no other that changes the same is running, nor waiting for the player's answer: what the player
 * was shown is what is done.
 *
 * @internal
 */
export const inTurn =
  (changed: Changed) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Turns> =>
    Effect.flatMap(Turns, (turns) => turns[changed].withPermit(effect))
