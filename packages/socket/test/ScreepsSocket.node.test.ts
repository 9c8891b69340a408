/** The socket over real connections, on a loopback port: with Node's own WebSocket and with `ws`. */
import { deflateSync } from "node:zlib"
import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import * as NodeWS from "@effect/platform-node/NodeWS"
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as Server from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import { asToken, fakeServer } from "./support/fakeServer.ts"
import { short } from "./support/listen.ts"

const whole = { objects: { a: { _id: "a", type: "creep" } } }
const patch = { objects: {}, gameTime: 5, visual: "" }
const frame = (payload: unknown) => JSON.stringify(["room:W7N3", payload])

/** A server that sends a whole room and one patch, and then closes the connection. */
const roomServer = Effect.gen(function* () {
  const sent: Array<string | Uint8Array> = []
  const server = yield* NodeSocketServer.makeWebSocket({ port: 0, host: "127.0.0.1" })
  const port = "port" in server.address ? server.address.port : 0
  yield* Effect.forkScoped(
    server.run((socket) =>
      Effect.gen(function* () {
        const { pull } = yield* socket.reader
        const { write, writeAll } = yield* socket.writer
        yield* writeAll(["time 1795267091398", "protocol 14"])
        while (true) {
          for (const text of yield* pull) {
            sent.push(text)
            if (text.toString().startsWith("auth "))
              yield* write(text.toString().replace("auth ", "auth ok "))
            if (text !== "subscribe room:W7N3") continue
            yield* writeAll([frame(whole), `gz:${deflateSync(frame(patch)).toString("base64")}`])
            yield* write(new Socket.CloseEvent(1011))
          }
        }
      }).pipe(Effect.scoped, Effect.ignore)
    )
  )
  return { port, sent }
})

const constructors: ReadonlyArray<readonly [name: string, layer: Layer.Layer<Socket.WebSocketConstructor>]> =
  [
    ["the platform's own WebSocket", Socket.layerWebSocketConstructorGlobal],
    ["ws", NodeWS.layerWebSocketConstructor]
  ]

describe("a real connection", () => {
  it.live.each(constructors)(
    "delivers a room, and delivers it again after the server has closed: %s",
    ([, constructor]) =>
      Effect.gen(function* () {
        const { port, sent } = yield* roomServer
        const at = Server.privateServer(`http://127.0.0.1:${port}`)
        const { layer } = yield* fakeServer({ credentials: asToken, server: at })
        const session = Context.pick(Session.Session, Server.Server)(yield* Layer.build(layer))
        const socket = ScreepsSocket.layer({ gzip: true, backoff: Schedule.spaced("1 millis") }).pipe(
          Layer.provide(constructor),
          Layer.provide(Layer.succeedContext(session))
        )
        const emitted = yield* ScreepsSocket.signals(Channels.room("W7N3")).pipe(
          Stream.take(7),
          Stream.runCollect,
          Effect.provide(socket)
        )
        assert.deepStrictEqual(short(emitted), [
          "Connected",
          whole,
          patch,
          "Gap disconnected",
          "Resumed",
          whole,
          patch
        ])
        assert.isTrue(sent.every((text) => typeof text === "string"))
      }).pipe(Effect.scoped)
  )

  it.live("reports the reason and retries when no server accepts it", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(roomServer)
      const at = Server.privateServer(`http://127.0.0.1:${port}`)
      const { layer } = yield* fakeServer({ credentials: asToken, server: at })
      const session = Context.pick(Session.Session, Server.Server)(yield* Layer.build(layer))
      for (const [, constructor] of constructors) {
        const error = yield* Stream.runDrain(ScreepsSocket.subscribe(Channels.serverMessage())).pipe(
          Effect.flip,
          Effect.provide(
            ScreepsSocket.layer({ backoff: Schedule.recurs(1) }).pipe(
              Layer.provide(constructor),
              Layer.provide(Layer.succeedContext(session))
            )
          )
        )
        assert.strictEqual(error.reason._tag, "Unreachable")
      }
    }).pipe(Effect.scoped)
  )
})
