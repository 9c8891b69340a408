import type { Description } from "@screeps-effect/api/Server"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { constVoid } from "effect/Function"
import * as Option from "effect/Option"
import * as Pull from "effect/Pull"
import * as Schedule from "effect/Schedule"
import type * as Socket from "effect/socket/Socket"
import type { SocketError } from "../SocketError.ts"
import * as Absence from "./absence.ts"
import { connection, type Dependencies as ConnectionDependencies } from "./connection.ts"
import { explain, isTransient } from "./errors.ts"
import * as Telemetry from "./telemetry.ts"
import * as WebSocket from "./webSocket.ts"

/** The state of a socket's connection. */
export type SocketState =
  /** The connection is being opened; `attempt` counts from 1 since a connection was last ready for ten seconds. */
  | { readonly _tag: "Connecting"; readonly attempt: number }
  /** The connection is open, and the sign-in is in progress. */
  | { readonly _tag: "Authenticating" }
  /** Signed in (guests: connected); all channels with listeners are subscribed to. */
  | { readonly _tag: "Ready" }
  /** There is no connection, and the socket waits before the next attempt. */
  | {
      readonly _tag: "Backoff"
      /** The number of the next attempt, from 1. */
      readonly attempt: number
      /** When the next attempt starts, by the program's clock, in milliseconds since 1970. */
      readonly until: Millis.Millis
      /** Why the connection was lost, or could not be opened. */
      readonly error: SocketError
    }
  /**
   * The socket makes no further attempt: the sign-in was rejected, the `backoff` schedule ended, or the scope was closed.
   * `error` says which.
   */
  | { readonly _tag: "Closed"; readonly error: SocketError }

/** The dependencies of a socket's connections. */
export interface Dependencies extends Omit<ConnectionDependencies, "onOpen" | "onReady"> {
  readonly server: Description
  readonly construct: Socket.WebSocketConstructor["Service"]
  readonly now: () => Millis.Millis
  readonly setState: (state: SocketState) => Effect.Effect<void>
  /** Runs when a connection has ended. */
  readonly onEnd: Effect.Effect<void>
}

/** Returns the socket's address: `http` becomes `ws`, `https` becomes `wss`; prefixes of the path stay. */
const addressOf = ({ url }: Description) => `${url.replace(/^http/, "ws")}/socket/websocket`

/** For how many milliseconds a connection must be ready to restart the backoff: a server may close each at once. */
const usefulAfter = 10_000

/**
 * Makes one connection after another, with backoff between them; returns the error that ends the attempts. A new socket
 * is `Connecting` already.
 */
export const connectionLoop = Effect.fnUntraced(function* (
  dependencies: Dependencies
): Effect.fn.Return<SocketError> {
  const { clock, construct, counters, now, onEnd, responses, server, session, setState, settings } =
    dependencies
  const absence = Absence.make(server.url, clock)
  const opening = WebSocket.open({
    construct,
    url: addressOf(server),
    timeout: settings.connectTimeout,
    limits: settings.limits
  }).pipe(Effect.catch((error) => Effect.flip(explain(error, session.responds, absence.lasting))))
  let readyAt = Infinity
  let endSpan: Effect.Success<ReturnType<typeof Telemetry.connecting>> = constVoid
  const connected = connection(opening, {
    ...dependencies,
    onOpen: setState({ _tag: "Authenticating" }),
    onReady: Effect.gen(function* () {
      readyAt = clock()
      counters.connections++
      responses.onReady()
      yield* absence.end
      endSpan(Exit.void)
      yield* setState({ _tag: "Ready" })
    })
  }).pipe(
    Effect.scoped,
    // Listeners learn of the loss before those who wait for a round trip.
    Effect.ensuring(
      Effect.andThen(Effect.sync(responses.onLost), onEnd).pipe(Effect.andThen(Effect.sync(responses.onEnd)))
    )
  )

  let step = yield* Schedule.toStep(settings.backoff)
  yield* absence.begin("it does not respond")
  for (let attempt = 1; ; attempt++) {
    readyAt = Infinity
    endSpan = yield* Telemetry.connecting(server.url, attempt)
    const error = yield* Effect.flip(Effect.onExit(connected, (exit) => Effect.sync(() => endSpan(exit))))
    if (!isTransient(error)) return error
    if (clock() - readyAt >= usefulAfter) {
      attempt = 0
      absence.reset()
      step = yield* Schedule.toStep(settings.backoff)
    }
    yield* absence.begin(error.reason.message)
    const at = now()
    const delay = yield* Pull.catchDone(
      Effect.map(step(at, error), ([, delay]) => Option.some(delay)),
      () => Effect.succeedNone
    )
    if (Option.isNone(delay)) return error
    const until = Millis.make(at + Math.ceil(Duration.toMillis(delay.value)))
    yield* setState({ _tag: "Backoff", attempt: attempt + 1, until, error })
    yield* Effect.sleep(delay.value)
    counters.retries++
    yield* setState({ _tag: "Connecting", attempt: attempt + 1 })
  }
})
