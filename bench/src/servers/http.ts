/**
 * A minimal game server: recorded responses, a new token with each, and rate headers as official servers send them.
 */
import { createServer } from "node:http"
import { bodyText, recording } from "@screeps-effect/fixtures"
import { sendPort } from "./child.ts"

/** The rooms of a recorded map, repeated under the names of 500 rooms. */
const mapStats = () => {
  const { body } = recording("game/game-map-stats.minerals0").response
  const { stats, ...others } = body as { readonly stats: Readonly<Record<string, unknown>> }
  const recorded = Object.values(stats)
  const rooms = Array.from({ length: 500 }, (_, i) => [
    `W${i % 25}N${Math.floor(i / 25)}`,
    recorded[i % recorded.length]
  ])
  return JSON.stringify({ ...others, stats: Object.fromEntries(rooms) })
}

const answers = new Map([
  ["/api/game/map-stats", mapStats()],
  ["/api/auth/signin", bodyText(recording("user/auth-signin.ok-email"))],
  ["/api/game/time", bodyText(recording("game/game-time"))],
  ["/api/game/room-terrain", bodyText(recording("game/game-room-terrain.encoded"))],
  ["/api/game/market/orders", bodyText(recording("game/market-orders.energy"))]
])

const notFound = "Not Found"
let token = 0

const server = createServer((request, response) => {
  const text = answers.get(new URL(request.url ?? "/", "http://127.0.0.1").pathname)
  request.resume()
  response.writeHead(text === undefined ? 404 : 200, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text ?? notFound),
    "x-token": `${token++}`.padStart(40, "a"),
    "x-ratelimit-limit": "100000",
    "x-ratelimit-remaining": "99999",
    "x-ratelimit-reset": `${Math.ceil(Date.now() / 1000) + 60}`
  })
  response.end(text ?? notFound)
})

server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", () => sendPort(server.address()))
