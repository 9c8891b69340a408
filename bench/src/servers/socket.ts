/**
 * The socket of a game server in small: whoever subscribes to a room is told the whole of it, and then patches as fast as
 * they are taken: a handful, then a ping, and the next handful after the pong.
 */
import { type WebSocket, WebSocketServer } from "@effect/platform-node/NodeWS"
import { changes, whole } from "../room.ts"
import { tell } from "./child.ts"

const handful = 8
const patches = 200

const text = (channel: string, payload: unknown) => JSON.stringify([channel, payload])

/** Messages of one room, the patches over and over. */
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
  let told: ReturnType<typeof messages> | undefined
  const send = () => {
    if (told === undefined) return
    for (let i = 0; i < handful; i++) socket.send(told.next())
    socket.ping()
  }
  socket.on("pong", send)
  socket.on("message", (data: Buffer) => {
    const [command, argument = ""] = data.toString().split(" ")
    if (command === "auth") socket.send(`auth ok ${argument}`)
    if (command === "unsubscribe") told = undefined
    if (command !== "subscribe") return
    told = rooms.get(argument) ?? messages(argument)
    rooms.set(argument, told)
    socket.send(told.first)
    socket.ping()
  })
  socket.send("protocol 14")
}

const server = new WebSocketServer({ host: "127.0.0.1", port: 0 })
server.on("listening", () => tell(server.address()))
server.on("connection", serve)
