import type { Description } from "@screeps-effect/api/Server"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Pull from "effect/Pull"
import * as Schedule from "effect/Schedule"
import * as Socket from "effect/socket/Socket"
import type { SocketError } from "../SocketError.ts"
import type { SocketState } from "../SocketState.ts"
import { connection, type Dependencies as ConnectionDependencies } from "./connection.ts"
import { isTransient } from "./errors.ts"

/** The dependencies of a socket's connections. */
export interface Dependencies extends Omit<ConnectionDependencies, "onOpen" | "onReady"> {
  readonly server: Description
  readonly construct: Socket.WebSocketConstructor["Service"]
  readonly setState: (state: SocketState) => Effect.Effect<void>
  /** Runs when a connection has ended. */
  readonly onEnd: Effect.Effect<void>
}

/** Returns the socket's address: `http` becomes `ws`, `https` becomes `wss`; prefixes of the path stay. */
const addressOf = ({ url }: Description) => `${url.replace(/^http/, "ws")}/socket/websocket`

const dial = ({ construct, server, settings }: Dependencies) =>
  Socket.fromWebSocket(
    Effect.acquireRelease(
      Effect.try({
        try: () => construct(addressOf(server)),
        catch: (cause) =>
          new Socket.SocketError({ reason: new Socket.SocketOpenError({ kind: "Unknown", cause }) })
      }),
      (ws) => Effect.sync(() => ws.close(1000))
    ),
    { openTimeout: settings.connectTimeout }
  )

/** Milliseconds without a connection before a warning is logged, since programs see no error. */
const warnAfter = 10_000

/** Makes one connection after another, with backoff between them; returns the error that ends the attempts. */
export const connectionLoop = (dependencies: Dependencies): Effect.Effect<SocketError> =>
  Effect.gen(function* () {
    const { clock, counters, onEnd, server, setState, settings } = dependencies
    const socket = yield* dial(dependencies)
    let wasReady = false
    const connected = connection(socket, {
      ...dependencies,
      onOpen: setState({ _tag: "Authenticating" }),
      onReady: Effect.suspend(() => {
        wasReady = true
        counters.connections++
        return setState({ _tag: "Ready" })
      })
    }).pipe(Effect.scoped, Effect.ensuring(onEnd))

    let step = yield* Schedule.toStep(settings.backoff)
    let awaySince: number | undefined
    let isWarned = false
    for (let attempt = 1; ; attempt++) {
      yield* setState({ _tag: "Connecting", attempt })
      wasReady = false
      const error = yield* Effect.flip(connected)
      if (!isTransient(error)) return error
      const at = clock()
      if (wasReady) {
        attempt = 0
        awaySince = undefined
        isWarned = false
        step = yield* Schedule.toStep(settings.backoff)
      }
      awaySince ??= at
      if (!isWarned && at - awaySince >= warnAfter) {
        isWarned = true
        yield* Effect.logWarning(`no connection to ${server.url} for a while, still retrying`, error.message)
      }
      const delay = yield* Pull.catchDone(
        Effect.map(step(at, error), ([, delay]) => Option.some(delay)),
        () => Effect.succeedNone
      )
      if (Option.isNone(delay)) return error
      const until = Millis.make(at + Math.ceil(Duration.toMillis(delay.value)))
      yield* setState({ _tag: "Backoff", attempt: attempt + 1, until, error })
      yield* Effect.sleep(delay.value)
      counters.retries++
    }
  })
