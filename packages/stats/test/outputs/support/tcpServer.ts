/** A real TCP server that collects lines, as Graphite does. */
import type { AddressInfo, Socket } from "node:net"
import { createServer } from "node:net"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"

/** How the server treats connections. */
export type Mode =
  /** Reads to the end, then closes. */
  | "read"
  /** Never reads. */
  | "stall"
  /** Breaks the connection after the first bytes. */
  | "break"

/** Starts a server; `received` has the text of each connection that ended regularly. */
export const listen = (port = 0) =>
  Effect.gen(function* () {
    const received = yield* Queue.unbounded<string>()
    /** A connection began, or was broken by either side. */
    const events = yield* Queue.unbounded<"opened" | "broken">()
    const state = { mode: "read" as Mode }
    const open = new Set<Socket>()
    const server = createServer({ allowHalfOpen: true }, (connection) => {
      const { mode } = state
      open.add(connection)
      let text = ""
      let isBroken = false
      connection.setEncoding("utf8")
      connection.on("error", () => (isBroken = true))
      connection.on("close", () => {
        open.delete(connection)
        if (isBroken) Queue.offerUnsafe(events, "broken")
      })
      Queue.offerUnsafe(events, "opened")
      if (mode === "stall") return
      connection.on("data", (chunk) => {
        text += chunk
        if (mode === "break") connection.resetAndDestroy()
      })
      connection.on("end", () => {
        Queue.offerUnsafe(received, text)
        connection.end()
      })
    })
    const closed = Effect.callback<void>((resume) => {
      for (const connection of open) connection.destroy()
      server.close(() => resume(Effect.void))
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.listen(port, "127.0.0.1", () => resume(Effect.void))
      }),
      () => closed
    )
    return { state, received, events, open, close: closed, port: (server.address() as AddressInfo).port }
  })
