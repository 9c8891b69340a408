/** Connections to the server that a test can break or delay, while the server continues. */
import { once } from "node:events"
import { connect, createServer, type Socket as TcpSocket } from "node:net"
import { assert } from "@effect/vitest"
import * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Socket from "effect/socket/Socket"

/** Milliseconds by which a proxy delays what it passes on, by direction. */
interface Delays {
  readonly toServer?: number
  readonly toClient?: number
}

/** Provides a WebSocket whose connections pass through a proxy, which can reset and delay them. */
export const proxied = Effect.fnUntraced(function* ({ toClient = 0, toServer = 0 }: Delays = {}) {
  const { url } = yield* Server.Server
  const target = new URL(url)
  const open = new Set<TcpSocket>()
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [one, other, late] of [
      [near, far, toServer],
      [far, near, toClient]
    ] as const) {
      open.add(one)
      if (late > 0) one.on("data", (chunk) => setTimeout(() => other.write(chunk), late))
      else one.pipe(other)
      one.on("error", () => other.destroy())
      one.on("close", () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => once(proxy.listen(0, "127.0.0.1"), "listening")),
    () =>
      Effect.sync(() => {
        proxy.close()
        for (const one of open) one.destroy()
      })
  )
  const address = proxy.address()
  const port = address !== null && typeof address === "object" ? address.port : assert.fail("no port")
  const webSocket = Layer.succeed(Socket.WebSocketConstructor, (url) => {
    const changed = new URL(url)
    changed.host = `127.0.0.1:${port}`
    return new WebSocket(changed)
  })
  /** Resets the connections, without a closing frame. */
  const reset = Effect.sync(() => {
    assert.isAbove(open.size, 0, "a connection is open")
    for (const one of open) one.resetAndDestroy()
  })
  return { webSocket, reset }
})
