/** A reverse proxy on a loopback port that records what clients send and servers respond, over HTTP and WebSocket. */
import { createServer, type IncomingMessage, request as send } from "node:http"
import { connect, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { bodyShape, masked, merged, shapeOf } from "./shape.ts"

/** A request and what came back, as the parts of the response. */
export interface Exchange {
  readonly request: string
  readonly response: ReadonlyArray<string>
}

interface Proxy {
  readonly url: string
  /** What was recorded so far, in the order of the requests; equal requests are one. */
  readonly exchanges: () => ReadonlyArray<Exchange>
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The fields of a request by which it is known, without the password; long ones are cut. */
const requestLine = (method: string, target: string, body: string, isGuest = false): string => {
  const url = new URL(target, "http://server")
  const query = [...url.searchParams].map(([key, value]) => `${key}=${value}`).join("&")
  // The session of SockJS has a name by chance.
  const path = url.pathname.replace(/^\/socket\/\d+\/\w+\//, "/socket/*/*/")
  const fields = body === "" ? "" : ` ${body.replace(/"password":"[^"]*"/, '"password":"…"')}`
  return masked(`${isGuest ? "guest " : ""}${method} ${path}${query === "" ? "" : `?${query}`}${fields}`)
    .replaceAll(/\b(t|_hash)=\w+/g, "$1=…")
    .slice(0, 200)
}

/** Headers that clients read. */
const headerLines = ({ headers, statusCode }: IncomingMessage): ReadonlyArray<string> => [
  `status: ${statusCode}`,
  ...["content-type", "content-encoding", "location", "www-authenticate", "retry-after"].flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: ${masked(String(headers[name]))}`]
  ),
  ...["x-token", "etag", "set-cookie"].flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: present`]
  )
]

const text = (chunks: ReadonlyArray<Buffer>) => Buffer.concat(chunks).toString("utf8")

/** Reads the frames of one direction of a WebSocket, in pieces of any size. */
const frameReader = (onFrame: (opcode: number, payload: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 2) {
      const short = rest.readUInt8(1) & 0x7f
      const extended = short === 126 ? 2 : short === 127 ? 8 : 0
      const masks = (rest.readUInt8(1) & 0x80) === 0 ? 0 : 4
      const start = 2 + extended + masks
      if (rest.length < start) return
      const length =
        extended === 2 ? rest.readUInt16BE(2) : extended === 8 ? Number(rest.readBigUInt64BE(2)) : short
      if (rest.length < start + length) return
      const mask = rest.subarray(start - masks, start)
      const payload = Buffer.from(rest.subarray(start, start + length))
      if (masks > 0) for (const [i, byte] of payload.entries()) payload[i] = byte ^ (mask[i % 4] ?? 0)
      onFrame(rest.readUInt8(0) & 0x0f, payload)
      rest = rest.subarray(start + length)
    }
  }
}

/** The messages in a frame of SockJS, or the one message of a plain frame. */
const messagesOf = (frame: string): ReadonlyArray<string> => {
  const inner = frame.startsWith("a[") ? parsed(frame.slice(1)) : frame
  return Array.isArray(inner) ? inner.map(String) : [frame.split("\n")[0] ?? ""]
}

/** What a message of a server says: the shape of an event's payload, or a line without its values. */
const messageLines = (message: string, seen: Set<string>): ReadonlyArray<string> => {
  if (message.startsWith("gz:")) seen.add("gz:")
  const event = message.startsWith("[") ? parsed(message) : undefined
  if (!Array.isArray(event)) return [masked(message.replace(/^(time|package|gz:).*/s, "$1 …")).slice(0, 80)]
  const channel = masked(String(event[0]))
  if (channel.startsWith("room")) {
    // Only the first message of a room is whole, and it may be compressed.
    if (seen.has(channel) || seen.has("gz:")) return []
    seen.add(channel)
  }
  // What is in a room depends on the world.
  return shapeOf(event[1], channel.startsWith("room") ? 1 : undefined).map((line) => `${channel} ${line}`)
}

/** What a frame says, one line for each message's part. */
const frameLines = (frame: string, seen: Set<string>): ReadonlyArray<string> =>
  messagesOf(frame)
    .flatMap((message) => messageLines(message, seen))
    .map((line) => `← ${line}`)

/** Passes a WebSocket on, and adds the lines of its frames to the response. */
const passSocket = (request: IncomingMessage, client: Duplex, target: Socket, lines: Set<string>) => {
  const seen = new Set<string>()
  let isOpen = false
  const head: Array<Buffer> = []
  const fromServer = frameReader((opcode, payload) => {
    if (opcode === 1) for (const line of frameLines(payload.toString("utf8"), seen)) lines.add(line)
    if (opcode === 8) lines.add(`← close ${payload.length >= 2 ? payload.readUInt16BE(0) : ""}`)
  })
  const fromClient = frameReader((opcode, payload) => {
    if (opcode === 1) lines.add(`→ ${masked(payload.toString("utf8")).slice(0, 80)}`)
  })
  target.on("data", (chunk: Buffer) => {
    client.write(chunk)
    if (isOpen) return fromServer(chunk)
    head.push(chunk)
    const all = Buffer.concat(head)
    const end = all.indexOf("\r\n\r\n")
    if (end < 0) return
    isOpen = true
    const [status = ""] = all.toString("latin1", 0, end).split("\r\n")
    lines.add(`status: ${status.split(" ")[1]}`)
    fromServer(all.subarray(end + 4))
  })
  client.on("data", (chunk: Buffer) => {
    target.write(chunk)
    fromClient(chunk)
  })
  for (const [one, other] of [
    [client, target],
    [target, client]
  ] as const) {
    one.on("error", () => other.destroy())
    one.on("close", () => other.destroy())
  }
  const { headers, method, url } = request
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  target.write(`${method} ${url} HTTP/1.1\r\n${fields.join("\r\n")}\r\n\r\n`)
}

/** Starts a proxy before a server; it ends with the scope. */
export const proxy = (server: string): Effect.Effect<Proxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const { hostname, port } = new URL(server)
    const recorded: Array<{ request: string; response: Set<string> }> = []
    const open = new Set<Duplex>()
    const record = (request: string) => {
      const exchange = { request, response: new Set<string>() }
      recorded.push(exchange)
      return exchange
    }
    const listener = createServer((incoming, outgoing) => {
      const sent: Array<Buffer> = []
      const { headers, method = "GET", url = "/" } = incoming
      const exchange = record("")
      const onward = send({ host: hostname, port, path: url, method, headers }, (response) => {
        const received: Array<Buffer> = []
        for (const line of headerLines(response)) exchange.response.add(line)
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.on("data", (chunk: Buffer) => received.push(chunk))
        response.on("end", () => {
          const body = text(received)
          const lines =
            url.startsWith("/socket/") && !url.includes("/info")
              ? frameLines(body, new Set())
              : bodyShape(body)
          for (const line of lines) exchange.response.add(line)
        })
        response.pipe(outgoing)
      })
      incoming.on("data", (chunk: Buffer) => sent.push(chunk))
      incoming.on("end", () => {
        const isGuest = headers["x-token"] === undefined && headers.authorization === undefined
        exchange.request = requestLine(method, url, text(sent), isGuest)
      })
      onward.on("error", () => {
        exchange.response.add("the connection broke")
        outgoing.destroy()
      })
      incoming.pipe(onward)
    })
    listener.on("connection", (socket) => void open.add(socket))
    listener.on("upgrade", (request, client) => {
      const { response } = record(requestLine("WebSocket", request.url ?? "/", ""))
      const target = connect(Number(port), hostname)
      open.add(target)
      passSocket(request, client, target, response)
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void listener.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.callback<void>((resume) => {
          for (const socket of open) socket.destroy()
          listener.close(() => resume(Effect.void))
        })
    )
    const address = listener.address()
    if (address === null || typeof address === "string") return yield* Effect.die(new Error("no port"))
    return {
      url: `http://127.0.0.1:${address.port}`,
      exchanges: () => {
        // Requests that are repeated, such as polls, are one.
        const all = new Map<string, Set<string>>()
        for (const { request, response } of recorded)
          all.set(request, new Set([...(all.get(request) ?? []), ...response]))
        return [...all].map(([request, response]) => ({ request, response: merged(response) }))
      }
    }
  })
