/**
 * A minimal game server's socket: a subscriber to a room receives its full state, then patches as fast as it takes them: a
 * batch, then a ping, and the next batch after the pong.
 */
import { type WebSocket, WebSocketServer } from "@effect/platform-node/NodeWS"
import { changes, whole } from "../room.ts"
import { sendPort } from "./child.ts"

const handful = 8
const patches = 200

const text = (channel: string, payload: unknown) => JSON.stringify([channel, payload])

/** Returns the messages of one room, the patches repeated. */
const messages = (channel: string) => {
  const known = Array.from({ length: patches }, (_, tick) =>
    text(channel, { objects: changes(tick + 1), gameTime: 20_000_000 + tick, visual: "" })
  )
  let at = 0
  return {
    first: text(channel, { objects: whole, users: {}, info: { mode: "world" } }),
    next: () => known[at++ % patches] ?? ""
  }
}

const rooms = new Map<string, ReturnType<typeof messages>>()

const serve = (socket: WebSocket) => {
  let subscribed: ReturnType<typeof messages> | undefined
  const send = () => {
    if (subscribed === undefined) return
    for (let i = 0; i < handful; i++) socket.send(subscribed.next())
    socket.ping()
  }
  socket.on("pong", send)
  socket.on("message", (data: Buffer) => {
    const [command, argument = ""] = data.toString().split(" ")
    if (command === "auth") socket.send(`auth ok ${argument}`)
    if (command === "unsubscribe") subscribed = undefined
    if (command !== "subscribe") return
    subscribed = rooms.get(argument) ?? messages(argument)
    rooms.set(argument, subscribed)
    socket.send(subscribed.first)
    socket.ping()
  })
  socket.send("protocol 14")
}

const server = new WebSocketServer({ host: "127.0.0.1", port: 0 })
server.on("listening", () => sendPort(server.address()))
server.on("connection", serve)
