/**
 * A minimal game server: recorded responses, a new token with each, and rate headers as official servers send them.
 */
import { createServer } from "node:http"
import { gzipSync } from "node:zlib"
import { bodyText, recording } from "@screeps-effect/fixtures"
import { mapRooms } from "../rooms.ts"
import { sendPort } from "./child.ts"

const answers = new Map([
  ["/api/auth/signin", bodyText(recording("user/auth-signin.ok-email"))],
  ["/api/game/time", bodyText(recording("game/game-time"))],
  ["/api/game/room-terrain", bodyText(recording("game/game-room-terrain.encoded"))],
  ["/api/user/memory", JSON.stringify({ ok: 1, data: "gz:" + gzipSync('"stored"').toString("base64") })],
  ["/api/game/market/orders", bodyText(recording("game/market-orders.energy"))]
])

const { stats, ...others }: { readonly stats: object } = JSON.parse(
  bodyText(recording("game/game-map-stats.owned-signed-reserved"))
)
const known = Object.values(stats)
/** Map data of five hundred rooms: the recorded rooms under other names. */
const mapStats = JSON.stringify({
  ...others,
  stats: Object.fromEntries(mapRooms.map((room, i) => [room, known[i % known.length]]))
})
answers.set("/api/game/map-stats", mapStats)

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
