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

/** Counts requests as official servers do: 120 per token in each minute, which begins at any second. */
const quotas = () => {
  const phase = Date.now() % 60_000
  const counts = new Map<string, number>()
  let begin = 0
  /** Returns how long a request has to wait, in milliseconds; 0 if it is within the quota. */
  return (token: string, now: number): number => {
    const current = now - ((now - phase) % 60_000)
    if (current !== begin) counts.clear()
    begin = current
    const used = counts.get(token) ?? 0
    if (used >= 120) return begin + 60_000 - now
    counts.set(token, used + 1)
    return 0
  }
}

/** How the server behaves; a test may change it at any time. */
export interface Behaviour {
  /** Milliseconds until a response. */
  delay: number
  /** Whether every request gets a page instead. */
  isDown: boolean
  /** Whether requests above a token's quota are rejected. */
  readonly isLimited: boolean
  /** Whether a chunk does not exist yet, by the number of its requests. */
  isAbsent: (chunk: string, requests: number) => boolean
}

/** Starts the server on a free port. */
export const serve = async (behaviour: Behaviour) => {
  const requests: Array<ChunkRequest> = []
  const counts = new Map<string, number>()
  const count = quotas()
  let refused = 0
  const server = createServer((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://x")
    const json = (text: string) => {
      outgoing.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(text)
    }
    const token = String(incoming.headers["x-token"] ?? "")
    const wait = token === "" || !behaviour.isLimited ? 0 : count(token, Date.now())
    if (wait > 0) {
      refused += 1
      outgoing
        .writeHead(429, { "content-type": "text/plain" })
        .end(`Rate limit exceeded, retry after ${wait}ms`)
      return
    }
    if (behaviour.isDown) {
      outgoing.writeHead(200, { "content-type": "text/html" }).end("<html>maintenance</html>")
      return
    }
    if (pathname === "/api/version")
      return json('{"ok":1,"package":1,"protocol":14,"serverData":{"historyChunkSize":20}}')
    if (pathname === "/api/game/map-stats") {
      const respond = (body: string) => setTimeout(() => json(mapOf(body)), behaviour.delay)
      return void text(incoming).then(respond)
    }
    if (pathname === "/api/game/time") return json('{"ok":1,"time":1000000}')
    const official = /^\/room-history\/[^/]+\/([^/]+)\/(\d+)\.json$/.exec(pathname)
    const room = official?.[1] ?? searchParams.get("room") ?? ""
    const base = Number(official?.[2] ?? searchParams.get("time"))
    const chunk = `${room} ${base}`
    const request: ChunkRequest = {
      runner: String(incoming.headers["x-runner"]),
      chunk,
      at: Date.now(),
      token,
      respondedAt: undefined
    }
    requests.push(request)
    const times = (counts.get(chunk) ?? 0) + 1
    counts.set(chunk, times)
    setTimeout(() => {
      if (outgoing.destroyed) return
      request.respondedAt = Date.now()
      if (behaviour.isAbsent(chunk, times)) outgoing.writeHead(404).end("Not Found")
      else json(chunkOf(room, base))
    }, behaviour.delay)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Returns how many requests were above a quota. */
    refused: () => refused,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
