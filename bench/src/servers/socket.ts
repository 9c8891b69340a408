/**
 * A minimal game server's socket: a subscriber to a room receives the messages of `rooms` without end, as fast as it takes
 * them: a batch, then a ping, and the next batch after the pong. Subscribers to the paced room get one message every few
 * milliseconds, which says when it was sent.
 */
import { deflateSync } from "node:zlib"
import { type WebSocket, WebSocketServer } from "@effect/platform-node/NodeWS"
import { received } from "@screeps-effect/fixtures"
import { changes, whole } from "../room.ts"
import { now, rooms } from "./rooms.ts"
import { sendPort } from "./child.ts"

const handful = 16
const patches = 200
/** Milliseconds between two messages of the paced room. */
const pace = 5

const recorded: ReadonlyArray<unknown> = received("19-room-full-diffs-full")
  .filter((text) => text.startsWith('["room:'))
  .map((text) => JSON.parse(text)[1])

const large: ReadonlyArray<unknown> = [
  { objects: whole, users: {}, info: { mode: "world" } },
  ...Array.from({ length: patches }, (_, tick) => ({
    objects: changes(tick + 1),
    gameTime: 20_000_000 + tick,
    visual: ""
  }))
]

/** Compresses a frame as the game's server does. */
const compress = (text: string) => {
  const packed = `gz:${deflateSync(text).toString("base64")}`
  return packed.length < text.length ? packed : text
}

/** The place of the time of sending in a message of the paced room. */
const mark = "SENT"

const texts = (room: string, payloads: ReadonlyArray<unknown>) =>
  payloads.map((payload) => JSON.stringify([`room:${room}`, payload]))

const plain = new Map<string, ReadonlyArray<string>>([
  [rooms.recorded, texts(rooms.recorded, recorded)],
  [rooms.large, texts(rooms.large, large)],
  [
    rooms.paced,
    texts(
      rooms.paced,
      recorded.map((payload) => Object.assign({}, payload, { visual: mark }))
    )
  ]
])
const compressed = new Map(
  Array.from(plain, ([room, frames]) => [room, room === rooms.paced ? frames : frames.map(compress)])
)

const serve = (socket: WebSocket) => {
  let frames = plain
  let room = ""
  let at = 0
  let timer: NodeJS.Timeout | undefined
  /** Counts subscriptions, so that the pong of an earlier one does not ask for messages of this one. */
  let nth = 0
  const next = () => {
    const known = frames.get(room) ?? []
    // Recorded changes do not apply after the last one: they begin again with the whole room.
    if (at === known.length) at = room === rooms.large ? 1 : 0
    return known[at++] ?? ""
  }
  const sendHandful = () => {
    if (room === "") return
    for (let i = 0; i < handful; i++) socket.send(next())
    socket.ping(String(nth))
  }
  const stop = () => {
    clearInterval(timer)
    room = ""
  }
  socket.on("pong", (data: Buffer) => {
    if (data.toString() === String(nth)) sendHandful()
  })
  socket.on("close", stop)
  socket.on("message", (data: Buffer) => {
    const [command, argument = ""] = data.toString().split(" ")
    if (command === "auth") socket.send(`auth ok ${argument}`)
    if (command === "gzip") frames = argument === "on" ? compressed : plain
    if (command === "unsubscribe") stop()
    if (command !== "subscribe") return
    room = argument.slice("room:".length)
    at = 0
    nth++
    if (room === rooms.paced) {
      timer = setInterval(() => socket.send(next().replace(mark, String(now()))), pace)
    } else {
      sendHandful()
    }
  })
  socket.send("protocol 14")
}

const server = new WebSocketServer({ host: "127.0.0.1", port: 0 })
server.on("listening", () => sendPort(server.address()))
server.on("connection", serve)
