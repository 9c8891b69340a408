/** Connections on which everything that the client sends is late. */
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Socket from "effect/socket/Socket"

/** Delays what the connections of a WebSocket constructor send to the server. */
export const late = (by: Duration.Input) =>
  Layer.effect(
    Socket.WebSocketConstructor,
    Effect.gen(function* () {
      const construct = yield* Socket.WebSocketConstructor
      const scope = yield* Effect.scope
      const runLater = Effect.runForkWith(yield* Effect.context())
      return (url, options) => {
        const webSocket = construct(url, options)
        const send = webSocket.send.bind(webSocket)
        webSocket.send = (data) =>
          void runLater(
            Effect.forkIn(
              Effect.delay(
                Effect.sync(() => send(data)),
                by
              ),
              scope
            )
          )
        return webSocket
      }
    })
  )
