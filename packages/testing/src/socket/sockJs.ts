/**
 * Sessions of SockJS over WebSocket, as the game's own browser client and `sockjs-client` open them: the plain socket's
 * texts in frames.
 *
 * **Source** the SockJS protocol 0.3.3; recorded from a server 4.3.0 with `sockjs-client`.
 */
import type { ClientSide, ServerSide } from "./inMemorySocket.ts"

/** The path of a session: a number of the client's choice, its name, and the transport. */
const session = /\/socket\/[^./]{1,200}\/[^./]{1,200}\/websocket\/?$/

/** Returns the path of the plain socket beside a session's; `undefined` for a path of another kind. @internal */
export const plainPath = (path: string): string | undefined =>
  session.test(path) ? path.replace(session, "/socket/websocket") : undefined

/** Returns the messages in a client's frame: one or several texts as JSON; `undefined` for anything else. */
const messagesIn = (frame: string): ReadonlyArray<string> | undefined => {
  if (frame === "") return []
  try {
    const data: unknown = JSON.parse(frame)
    const all = Array.isArray(data) ? data : [data]
    return all.every((message): message is string => typeof message === "string") ? all : undefined
  } catch {
    return undefined
  }
}

/** Connects a client of SockJS with `connect`, which connects a plain one. @internal */
export const connect = <Absent extends string>(
  client: ClientSide,
  connect: (plain: ClientSide) => ServerSide | Absent
): ServerSide | Absent => {
  let isOpen = false
  const open = () => {
    if (!isOpen) client.send("o")
    isOpen = true
  }
  /** A break has no frame of its own. */
  const close = (code: number, reason: string) => {
    const isBroken = code === 1005 || code === 1006
    if (!isBroken) client.send(`c${JSON.stringify([code, reason])}`)
    client.close(isBroken ? code : 1000, isBroken ? reason : "Normal closure")
  }
  const server = connect({
    send: (text) => {
      open()
      client.send(`a${JSON.stringify([text])}`)
    },
    close
  })
  if (typeof server === "string") return server
  open()
  return {
    // Real servers send a ping of the WebSocket instead; clients of SockJS accept both.
    keepAlive: "h",
    receive: (frame) => {
      const messages = messagesIn(frame)
      if (messages === undefined) client.close(3000, "Broken framing.")
      else for (const message of messages) server.receive(message)
    },
    receiveBinary: (bytes) => server.receiveBinary(bytes),
    leave: () => server.leave()
  }
}
