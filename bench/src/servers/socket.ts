/**
 * A minimal game server's socket: a subscriber to a room receives its full state, then patches: as many as the measuring
 * process has granted, at once, or one every few milliseconds with the time in its visual.
 */
import { createServer } from "node:http"
import { deflateSync } from "node:zlib"
import { type WebSocket, WebSocketServer } from "@effect/platform-node/NodeWS"
import { bodyText, received, recording } from "@screeps-effect/fixtures"
import { changes, whole } from "../room.ts"
import { kinds } from "../rooms.ts"
import { sendPort } from "./child.ts"

const patches = 200
const pace = 2

const text = (channel: string, payload: unknown) => JSON.stringify([channel, payload])

/** Compresses a message as the game's server does: only if that makes it shorter. */
const zip = (plain: string) => {
  const packed = `gz:${deflateSync(plain, { level: 1 }).toString("base64")}`
  return packed.length < plain.length ? packed : plain
}

interface Messages {
  readonly first: string
  readonly next: () => string
}

const cycle = (first: string, others: ReadonlyArray<string>): Messages => {
  let at = 0
  return { first, next: () => others[at++ % others.length] ?? "" }
}

/** A room of 300 objects, and patches that are repeated. */
const generated = (channel: string, visual = ""): ReadonlyArray<string> => [
  text(channel, { objects: whole, users: {}, info: { mode: "world" }, visual }),
  ...Array.from({ length: patches }, (_, tick) =>
    text(channel, { objects: changes(tick + 1), gameTime: 20_000_000 + tick, visual })
  )
]

/** A recorded room; its first message, which is complete, is also the last, so that all can be repeated. */
const recorded = (channel: string) => {
  const all = received("19-room-full-diffs-full").flatMap((frame) => {
    if (!frame.startsWith('["room:')) return []
    const [, payload]: [string, unknown] = JSON.parse(frame)
    return [text(channel, payload)]
  })
  return [...all, ...all.slice(0, 1)]
}

const isOf = (kind: keyof typeof kinds, channel: string) => channel.endsWith(`N${kinds[kind]}`)

const messages = (channel: string, gzip: boolean): Messages => {
  const [first = "", ...others] = isOf("recorded", channel)
    ? recorded(channel)
    : generated(channel, isOf("paced", channel) ? "@" : "")
  return gzip ? cycle(zip(first), others.map(zip)) : cycle(first, others)
}

const now = () => String(process.hrtime.bigint())

/** By channel: called with the number of messages that may be sent. */
const grants = new Map<string, (messages: number) => void>()
/** Granted before the channel was subscribed to. */
const early = new Map<string, number>()

process.on("message", ([room, messages]: readonly [string, number]) => {
  const grant = grants.get(`room:${room}`)
  if (grant === undefined) early.set(`room:${room}`, messages)
  else grant(messages)
})

const serve = (socket: WebSocket) => {
  let gzip = false
  const subscribe = (channel: string) => {
    const { first, next } = messages(channel, gzip)
    let message = first
    const send = () => {
      // Only the time is written when a message is sent, so that formatting it is not measured.
      socket.send(message.replace('"@"', `"${now()}"`))
      message = next()
    }
    let granted = 0
    if (isOf("paced", channel)) setInterval(() => granted > 0 && granted-- && send(), pace)
    const grant = (messages: number) => {
      if (isOf("paced", channel)) granted += messages
      else for (let i = 0; i < messages; i++) send()
    }
    grants.set(channel, grant)
    grant(early.get(channel) ?? 0)
  }
  socket.on("message", (data: Buffer) => {
    const [command, argument = ""] = data.toString().split(" ")
    if (command === "auth") socket.send(`auth ok ${argument}`)
    if (command === "gzip") gzip = argument === "on"
    if (command === "subscribe") subscribe(argument)
  })
  socket.send("protocol 14")
}

// Some clients request their token's rights and their user's id before they subscribe.
const answers = new Map([
  ["/api/auth/query-token", JSON.stringify({ ok: 1, token: { full: true } })],
  ["/api/auth/me", bodyText(recording("user/auth-me.ok"))]
])
const server = createServer((request, response) => {
  const answer = answers.get(new URL(request.url ?? "/", "http://127.0.0.1").pathname)
  request.resume()
  response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json; charset=utf-8" })
  response.end(answer ?? "Not Found")
})
new WebSocketServer({ server }).on("connection", serve)
server.listen(0, "127.0.0.1", () => sendPort(server.address()))
