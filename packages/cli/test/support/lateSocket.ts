/** A server whose frames on the socket arrive later than its responses over HTTP. */
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"
import * as Server from "@screeps-effect/api/Server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Passes connections on to the server; what it sends on a WebSocket is late by some milliseconds. */
export const layer = (millis: number) =>
  Layer.effect(
    Server.Server,
    Effect.gen(function* () {
      const target = new URL((yield* Server.Server).url)
      const open = new Set<Socket>()
      const proxy = createServer((near) => {
        const far = connect(Number(target.port), target.hostname)
        let isSocket = false
        // A connection that was kept open after a request may become a WebSocket.
        near.on("data", (chunk) => {
          isSocket ||= chunk.includes("/socket/websocket")
        })
        near.pipe(far)
        far.on("data", (chunk) => {
          if (isSocket) setTimeout(() => near.write(chunk), millis)
          else near.write(chunk)
        })
        for (const one of [near, far]) {
          open.add(one)
          one.on("error", () => {})
          one.on("close", () => {
            near.destroy()
            far.destroy()
            open.delete(one)
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
      if (address === null || typeof address === "string") return yield* Effect.die("the proxy has no port")
      return Server.privateServer(`http://127.0.0.1:${address.port}`)
    })
  )
