/**
 * Listens for what a request causes: from before it is sent, so that nothing is missed.
 *
 * **Details**
 *
 * A subscription travels on the socket and a request over HTTP: the request may overtake it. `start` therefore waits until
 * the server has certainly received the subscription. `Console.run` and confirmed pushes use it.
 *
 * ```ts
 * import { Code } from "@screeps-effect/api"
 * import { Channels } from "@screeps-effect/socket"
 * import { Listening } from "@screeps-effect/socket/workflows"
 * import * as Effect from "effect/Effect"
 *
 * const activate = Effect.gen(function* () {
 *   const { ended } = yield* Listening.start(
 *     Channels.activeBranch(),
 *     (signal) => signal._tag !== "Payload"
 *   )
 *   yield* Code.setActiveBranch({ branch: "release", activeName: "activeWorld" })
 *   yield* Effect.timeoutOption(ended, "10 seconds")
 * }).pipe(Effect.scoped)
 * ```
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import type * as Scope from "effect/Scope"
import type { Channel, Signal } from "../Channel.ts"
import { ScreepsSocket } from "../ScreepsSocket.ts"
import { SocketError, TimedOut } from "../SocketError.ts"

/** A listener that has begun. */
export interface Listening {
  /**
   * Whether the server has certainly received the subscription. If not, it was only sent: for guests, and for servers that
   * end a connection after a second sign-in or do not respond to it. What a request causes may then be missed: read back
   * what it changed.
   */
  readonly isEstablished: boolean
  /** Completes when the function has returned `false`; fails when the socket makes no further attempt. */
  readonly ended: Effect.Effect<void, SocketError>
}

/** Options for listening. */
export interface Options {
  /** How long to wait until the listener has begun: 30 seconds by default. */
  readonly within?: Duration.Input | undefined
}

/** Fails with the error that keeps the socket from connecting, or with `TimedOut` when it is connected. */
const timedOut = (
  socket: ScreepsSocket["Service"],
  after: Duration.Input
): Effect.Effect<never, SocketError> =>
  Effect.flatMap(socket.state, (state) =>
    state._tag === "Backoff" || state._tag === "Closed"
      ? Effect.fail(state.error)
      : Effect.fail(new SocketError({ reason: new TimedOut({ after: Duration.fromInputUnsafe(after) }) }))
  )

/** The longest time that a server that sends other frames may take for a round trip. */
const patience = Duration.seconds(5)

/**
 * Subscribes to a channel, and returns once the server has the subscription: a request that is sent then is certainly
 * sent after it. From then on, the function is called with each signal until it returns `false` or the scope closes; after
 * a `Gap`, payloads may be missing.
 *
 * **Details**
 *
 * The wait takes one round trip on the socket, shared by listeners who begin at the same time. A connection that is lost
 * meanwhile, or does not respond, is replaced. While the listener runs, a connection that dies without a sign is noticed
 * after about fifteen seconds.
 *
 * **Errors** `SocketError` when there is no connection that responds within the given time, with its reason.
 *
 * **Source** commands are handled in their order, read in the sources of a server 4.3.0 and of xxscreeps.
 */
export const start = Effect.fnUntraced(function* <A>(
  channel: Channel<A>,
  onSignal: (signal: Signal<A>) => boolean,
  { within = "30 seconds" }: Options = {}
): Effect.fn.Return<Listening, SocketError, ScreepsSocket | Scope.Scope> {
  const socket = yield* ScreepsSocket
  const sent = Latch.makeUnsafe(false)
  let hasBegun = false
  let gaps = 0
  const listening = yield* socket
    .runForEachWhile(channel, (signal) => {
      if (hasBegun) return onSignal(signal)
      if (signal._tag === "Gap") {
        gaps += 1
        sent.closeUnsafe()
      }
      if (signal._tag === "Connected" || signal._tag === "Resumed") sent.openUnsafe()
      return true
    })
    .pipe(Effect.forkScoped)

  const limit = Duration.min(patience, Duration.times(Duration.fromInputUnsafe(within), 0.5))
  // A server that responds to everything but the sign-in does not keep anyone from sending.
  const unanswered = Effect.delay(Effect.as(socket.responds, "unknown" as const), limit)
  const attempt = Effect.gen(function* () {
    yield* sent.await
    const before = gaps
    const shown = yield* Effect.raceFirst(socket.roundTrip, unanswered)
    return gaps !== before ? "lost" : shown === "unknown" ? "sent" : "established"
  })
  const beginning = Effect.gen(function* () {
    const first = yield* attempt
    // Only once: a server may end each connection at the second sign-in.
    const outcome = first === "lost" ? yield* attempt : first
    yield* sent.await
    return outcome === "established"
  })
  const isEstablished = yield* beginning.pipe(
    Effect.raceFirst(Effect.andThen(Fiber.join(listening), Effect.never)),
    Effect.timeoutOrElse({ duration: within, orElse: () => timedOut(socket, within) })
  )
  hasBegun = true
  // A connection that dies while something is awaited is noticed early.
  yield* Effect.delay(socket.responds, "5 seconds").pipe(Effect.forever, Effect.ignore, Effect.forkScoped)
  return { isEstablished, ended: Fiber.join(listening) }
})
