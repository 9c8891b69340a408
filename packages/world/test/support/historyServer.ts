/** A server of room history that records who requested which chunk, and that has outages; it has a map, too. */
import { once } from "node:events"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"

/** A request for a chunk. */
export interface ChunkRequest {
  readonly runner: string
  readonly chunk: string
  readonly at: number
  readonly token: string
  respondedAt: number | undefined
}

const ids = Array.from({ length: 10 }, (_, i) => `5bbcac${String(i).padStart(18, "0")}`)
const chunkOf = (room: string, base: number) => {
  const whole = Object.fromEntries(
    ids.map((id, i) => [
      id,
      { _id: id, type: "constructedWall", room, x: i, y: base % 50, hits: 1, hitsMax: 1 }
    ])
  )
  const change = Object.fromEntries(ids.map((id, i) => [id, { x: (i + base) % 50 }]))
  const ticks = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [base + i, i === 0 ? whole : change]))
  return JSON.stringify({ timestamp: 1, room, base, ticks })
}

const mapOf = (body: string) => {
  const { rooms } = JSON.parse(body) as { readonly rooms: ReadonlyArray<string> }
  const stat = { status: "normal", own: { user: "u1", level: 5 }, minerals0: { type: "H", density: 2 } }
  const stats = Object.fromEntries(rooms.map((room) => [room, stat]))
  return JSON.stringify({ ok: 1, gameTime: 1, stats, users: { u1: { _id: "u1", username: "Bob" } } })
}

/** How the server behaves; a test may change it at any time. */
export interface Behaviour {
  /** Milliseconds until a response. */
  delay: number
  /** Whether every request gets a page instead. */
  isDown: boolean
  /** Whether a chunk does not exist yet, by the number of its requests. */
  isAbsent: (chunk: string, requests: number) => boolean
}

/** Starts the server on a free port. */
export const serve = async (behaviour: Behaviour) => {
  const requests: Array<ChunkRequest> = []
  const counts = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://x")
    const json = (text: string) => {
      outgoing.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(text)
    }
    if (behaviour.isDown) {
      outgoing.writeHead(200, { "content-type": "text/html" }).end("<html>maintenance</html>")
      return
    }
    if (pathname === "/api/version")
      return json('{"ok":1,"package":1,"protocol":14,"serverData":{"historyChunkSize":20}}')
    if (pathname === "/api/game/map-stats") return void text(incoming).then((body) => json(mapOf(body)))
    if (pathname === "/api/game/time") return json('{"ok":1,"time":1000000}')
    const official = /^\/room-history\/[^/]+\/([^/]+)\/(\d+)\.json$/.exec(pathname)
    const room = official?.[1] ?? searchParams.get("room") ?? ""
    const base = Number(official?.[2] ?? searchParams.get("time"))
    const chunk = `${room} ${base}`
    const request: ChunkRequest = {
      runner: String(incoming.headers["x-runner"]),
      chunk,
      at: Date.now(),
      token: String(incoming.headers["x-token"]),
      respondedAt: undefined
    }
    requests.push(request)
    const count = (counts.get(chunk) ?? 0) + 1
    counts.set(chunk, count)
    setTimeout(() => {
      if (outgoing.destroyed) return
      request.respondedAt = Date.now()
      if (behaviour.isAbsent(chunk, count)) outgoing.writeHead(404).end("Not Found")
      else json(chunkOf(room, base))
    }, behaviour.delay)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
