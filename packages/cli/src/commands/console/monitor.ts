/** Listens for errors on the console, and for times in which some may have been missed. */
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as Channels from "@screeps-effect/socket/Channels"
import { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import { ConnectionLost } from "../../runner/failure.ts"

/** Errors on the console since the last `clear`. @internal */
export interface Monitor {
  /** Succeeds at the first error; fails when the socket ends. */
  readonly failed: Effect.Effect<void, SocketError>
  /** Different errors, at most five, the oldest first. */
  readonly errors: () => ReadonlyArray<string>
  /** Whether the connection was never lost. */
  readonly isComplete: () => boolean
  /** Forgets the errors so far. */
  readonly clear: () => void
}

/** The most errors that are kept, and their length in characters. */
const [mostErrors, maxLength] = [5, 10_000]

/**
 * Subscribes to the console and returns as soon as the server responds, so that no error is missed. Fails if that takes
 * more than 30 seconds.
 *
 * @internal
 */
export const make: Effect.Effect<Monitor, SocketError | ConnectionLost, ScreepsSocket | Scope.Scope> =
  Effect.gen(function* () {
    const socket = yield* ScreepsSocket
    const ready = Latch.makeUnsafe(false)
    const errors = new Set<string>()
    let first = Deferred.makeUnsafe<void>()
    let isComplete = true
    const listening = yield* socket
      .runForEachWhile(Channels.console(), (signal) => {
        if (signal._tag === "Connected" || signal._tag === "Resumed") ready.openUnsafe()
        if (signal._tag === "Gap") isComplete = false
        if (signal._tag !== "Payload" || !("error" in signal.payload)) return true
        for (const { text } of ConsoleEvent.lines(signal.payload)) {
          if (errors.size < mostErrors) errors.add(text.slice(0, maxLength))
        }
        Deferred.doneUnsafe(first, Effect.void)
        return true
      })
      .pipe(Effect.forkScoped)
    yield* ready.await.pipe(
      Effect.andThen(socket.responds),
      Effect.raceFirst(Fiber.join(listening)),
      Effect.timeoutOrElse({
        duration: "30 seconds",
        orElse: () =>
          Effect.fail(new ConnectionLost({ message: "the console did not respond within 30 seconds" }))
      })
    )
    // A connection may have been lost before it was needed.
    isComplete = true
    return {
      failed: Effect.suspend(() => Effect.raceFirst(Deferred.await(first), Fiber.join(listening))),
      errors: () => [...errors],
      isComplete: () => isComplete,
      clear: () => {
        errors.clear()
        first = Deferred.makeUnsafe()
      }
    }
  })
