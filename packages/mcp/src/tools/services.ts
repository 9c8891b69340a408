/** What tools share while the program runs. */
import type * as RoomState from "@screeps-effect/schema/RoomState"
import type { Services } from "@screeps-effect/socket/Screeps"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type { Deployments } from "../Deployments.ts"

/** The states of rooms that were shown last, by shard and room: `room_changes` compares with them. */
export class ShownRooms extends Context.Service<ShownRooms, Map<string, RoomState.RoomState>>()(
  "@screeps-effect/mcp/ShownRooms"
) {}

/** The latest lines of the console since it was first read. */
export class ConsoleLines extends Context.Service<
  ConsoleLines,
  {
    /** Starts to listen, once; returns the lines so far, the oldest first, and whether listening has ended. */
    readonly read: Effect.Effect<{
      readonly lines: ReadonlyArray<string>
      /** Number of older lines that were dropped. */
      readonly dropped: number
      /** Why no more lines will come; `undefined` while it listens. */
      readonly ended: string | undefined
    }>
    /** Runs for every new line, once listening has started. */
    readonly onLine: (run: Effect.Effect<void>) => Effect.Effect<void>
  }
>()("@screeps-effect/mcp/ConsoleLines") {}

/** What calls change in turn: the code of all branches, including which of them run; Memory and segments. */
export type Changed = "code" | "memory"

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

/** What a tool may require. */
export type Needs = Services | Deployments | ShownRooms | ConsoleLines | Turns
