/** Listens for errors on the console, and for times in which some may have been missed. */
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as Channels from "@screeps-effect/socket/Channels"
import { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as Listening from "@screeps-effect/socket/workflows/Listening"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Errors on the console since the last `clear`. */
export interface Monitor {
  /** Succeeds at the first error; fails when the socket ends. */
  readonly failed: Effect.Effect<void, SocketError>
  /** Different errors, at most five, the oldest first. */
  readonly errors: () => ReadonlyArray<string>
  /** Whether the connection was never lost. */
  readonly isComplete: () => boolean
  /** Waits until everything has arrived that the server has sent so far. */
  readonly arrived: Effect.Effect<void, SocketError>
  /** Forgets the errors so far. */
  readonly clear: () => void
}

/** The most errors that are kept, and their length in characters. */
const [mostErrors, maxLength] = [5, 10_000]

/**
 * Subscribes to the console and returns as soon as the server has the subscription, so that no error is missed. Fails if
 * that takes more than 30 seconds.
 */
export const make: Effect.Effect<Monitor, SocketError, ScreepsSocket | Scope.Scope> = Effect.gen(
  function* () {
    const { roundTrip } = yield* ScreepsSocket
    const errors = new Set<string>()
    let first = Deferred.makeUnsafe<void>()
    let isComplete = true
    const { ended } = yield* Listening.start(Channels.console(), (signal) => {
      if (signal._tag === "Gap") isComplete = false
      if (signal._tag !== "Payload" || !("error" in signal.payload)) return true
      for (const { text } of ConsoleEvent.lines(signal.payload)) {
        if (errors.size < mostErrors) errors.add(text.slice(0, maxLength))
      }
      Deferred.doneUnsafe(first, Effect.void)
      return true
    })
    return {
      failed: Effect.suspend(() => Effect.raceFirst(Deferred.await(first), ended)),
      errors: () => [...errors],
      isComplete: () => isComplete,
      arrived: Effect.asVoid(roundTrip),
      clear: () => {
        errors.clear()
        first = Deferred.makeUnsafe()
      }
    }
  }
)
