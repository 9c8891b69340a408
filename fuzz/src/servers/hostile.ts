/**
 * A server that breaks HTTP and the WebSocket protocol, in a process of its own: the first part of a request's path names
 * how, the second is a parameter. It sends nothing without bounds, so that a client without bounds survives to be
 * reported.
 */
import { createServer, type Socket } from "node:net"
import { createHash } from "node:crypto"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"

type Play = (socket: Socket, parameter: number, request: string) => void

const crlf = "\r\n"
const head = (...lines: ReadonlyArray<string>) => ["HTTP/1.1 200 OK", ...lines, "", ""].join(crlf)
const json = '{"ok":1,"time":123}'

/** Writes a chunk again and again, as fast as it is read, up to a number of megabytes. */
const flood = (socket: Socket, chunk: (index: number) => string | Buffer, megabytes: number) => {
  let sent = 0
  let index = 0
  const go = () => {
    while (!socket.destroyed && sent < megabytes * 1e6) {
      const next = chunk(index++)
      sent += next.length
      if (!socket.write(next)) return void socket.once("drain", go)
    }
    if (!socket.destroyed) socket.end()
  }
  go()
}

const drip = (socket: Socket, text: (index: number) => string, every: number) => {
  let index = 0
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer)
    else socket.write(text(index++))
  }, every)
}

const encoded = (encoding: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      head(
        "content-type: application/json",
        `content-encoding: ${encoding}`,
        `content-length: ${body.length}`
      )
    ),
    body
  ])

const bombs = new Map<string, Buffer>()
const bomb = (name: string, make: () => Buffer): Buffer => {
  const known = bombs.get(name) ?? make()
  bombs.set(name, known)
  return known
}
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1_000_000, 48)

/** Ways to break HTTP. */
const http: Readonly<Record<string, Play>> = {
  silent: () => {},
  garbage: (socket) => socket.end(Buffer.from([0, 1, 2, 255, 254])),
  ssh: (socket) => socket.end("SSH-2.0-x\r\n"),
  http09: (socket) => socket.end(json),
  http2: (socket) => socket.end("HTTP/2.0 200 OK\r\n\r\n{}"),
  reset: (socket) => socket.resetAndDestroy(),
  resetLater: (socket) => {
    socket.write(`${head("content-length: 500")}{"ok"`)
    setTimeout(() => socket.resetAndDestroy(), 20)
  },
  status: (socket, parameter) =>
    socket.end(
      `HTTP/1.1 ${["000", "099", "101", "999", "99999", "2OO", "-1", "600"][parameter % 8]} X\r\n\r\n{}`
    ),
  bodyOf204: (socket) => socket.end("HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello"),
  bodyOf304: (socket) => socket.end("HTTP/1.1 304 Not Modified\r\n\r\nhello"),
  length: (socket, parameter) =>
    socket.end(
      `${head(`content-length: ${["500", "3", "-1", "99999999999999999999", "0x10", "", "5, 7"][parameter % 7]}`)}${json}`
    ),
  lengths: (socket) => socket.end(`${head("content-length: 5", "content-length: 7")}hello`),
  lengthAndChunked: (socket) =>
    socket.end(`${head("content-length: 5", "transfer-encoding: chunked")}0\r\n\r\n`),
  chunk: (socket, parameter) =>
    socket.end(
      `${head("transfer-encoding: chunked")}${["ZZ", "fffffffffffffff", "-5", "5;" + "a".repeat(20_000)][parameter % 4]}\r\nhello`
    ),
  headerFlood: (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n")
    flood(socket, (index) => `x-h${index}: ${"a".repeat(1000)}\r\n`, 8)
  },
  headerDrip: (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n")
    drip(socket, (index) => `x-h${index}: 1\r\n`, 50)
  },
  header: (socket, parameter) =>
    socket.end(
      `${head(
        `x-token: ${["a\r b", "a\0b", "\u00ff\u0080", "a".repeat(12_000), ""][parameter % 5]}`,
        `content-length: ${json.length}`
      )}${json}`
    ),
  continues: (socket) => drip(socket, () => "HTTP/1.1 100 Continue\r\n\r\n", 5),
  hints: (socket) => drip(socket, () => "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n", 5),
  redirect: (socket, parameter, request) => {
    const { path } = /^\w+ (?<path>\S+)/.exec(request)?.groups ?? {}
    const to = [path, "http://127.0.0.1:1/", "//example.com", "file:///etc/passwd", "", "http://["][
      parameter % 6
    ]
    socket.end(
      `HTTP/1.1 ${[301, 302, 307, 308][parameter % 4]} X\r\nlocation: ${to}\r\ncontent-length: 0\r\n\r\n`
    )
  },
  drip: (socket) => {
    socket.write(head("content-type: application/json"))
    drip(socket, () => "1", 50)
  },
  endless: (socket) => {
    socket.write(head("content-type: application/json"))
    flood(socket, () => Buffer.alloc(65_536, 48), 400)
  },
  endlessChunked: (socket) => {
    socket.write(head("content-type: application/json", "transfer-encoding: chunked"))
    flood(socket, () => `10000\r\n${"0".repeat(65_536)}\r\n`, 400)
  },
  badEncoding: (socket, parameter) =>
    socket.end(
      encoded(
        ["gzip", "br", "deflate", "zstd", "x", "gzip,".repeat(5_000)][parameter % 6] ?? "",
        Buffer.from(json)
      )
    ),
  cutEncoding: (socket) => socket.end(encoded("gzip", gzipSync(json).subarray(0, 12))),
  gzipBomb: (socket) =>
    socket.end(
      encoded(
        "gzip",
        bomb("gzip", () => gzipSync(zeros(400), { level: 9 }))
      )
    ),
  deflateBomb: (socket) =>
    socket.end(
      encoded(
        "deflate",
        bomb("deflate", () => deflateSync(zeros(400), { level: 9 }))
      )
    ),
  brotliBomb: (socket) =>
    socket.end(
      encoded(
        "br",
        bomb("br", () => brotliCompressSync(zeros(200)))
      )
    ),
  gzipTwice: (socket) =>
    socket.end(
      encoded(
        "gzip, gzip",
        bomb("gzip2", () => gzipSync(gzipSync(zeros(400), { level: 9 })))
      )
    )
}

/** Frames of a server: not masked. */
const frame = (opcode: number, payload: Buffer | string, fin = true): Buffer => {
  const data = Buffer.from(payload)
  const first = Buffer.from([(fin ? 0x80 : 0) | opcode])
  if (data.length < 126) return Buffer.concat([first, Buffer.from([data.length]), data])
  if (data.length < 65_536) {
    const size = Buffer.alloc(3)
    size[0] = 126
    size.writeUInt16BE(data.length, 1)
    return Buffer.concat([first, size, data])
  }
  const size = Buffer.alloc(9)
  size[0] = 127
  size.writeBigUInt64BE(BigInt(data.length), 1)
  return Buffer.concat([first, size, data])
}
const text = (payload: string) => frame(1, payload)
const closing = (code: number, reason = "") => {
  const payload = Buffer.alloc(2)
  payload.writeUInt16BE(code, 0)
  return frame(8, Buffer.concat([payload, Buffer.from(reason)]))
}

/** Stages of a connection at which a server misbehaves. */
export const stages = ["upgrade", "open", "signIn", "signedIn", "subscribed"] as const

/** Ways to break the WebSocket protocol, or its use. */
const webSocket: Readonly<Record<string, (socket: Socket, parameter: number) => void>> = {
  nothing: () => {},
  garbageFrames: (socket) => socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0])),
  masked: (socket) => socket.write(Buffer.from([0x81, 0x81, 1, 2, 3, 4, 5])),
  hugeLength: (socket) => socket.write(Buffer.from([0x81, 127, 0x7f, 255, 255, 255, 255, 255, 255, 255])),
  opcode: (socket, parameter) => socket.write(frame([3, 7, 11, 15][parameter % 4] ?? 3, "x")),
  invalidUtf8: (socket) => socket.write(frame(1, Buffer.from([0xff, 0xfe, 0xc0]))),
  binary: (socket) => socket.write(frame(2, Buffer.from([255, 254, 0]))),
  unfinished: (socket) => socket.write(frame(1, "[", false)),
  fragments: (socket) => {
    socket.write(frame(1, "[", false))
    flood(socket, () => frame(0, "0".repeat(65_000), false), 100)
  },
  pings: (socket) => flood(socket, () => frame(9, "x".repeat(100)), 5),
  longPing: (socket) => socket.write(frame(9, "x".repeat(2_000))),
  close: (socket, parameter) =>
    socket.end(
      closing([1000, 1001, 1002, 1005, 1006, 1008, 1011, 4000, 65_535, 0][parameter % 10] ?? 0, "x")
    ),
  longClose: (socket) => socket.end(frame(8, "x".repeat(500))),
  end: (socket) => socket.end(),
  reset: (socket) => socket.resetAndDestroy(),
  lines: (socket) => flood(socket, (index) => text(`time ${index}`), 4),
  junk: (socket) => flood(socket, (index) => text(`junk ${index}`), 4),
  damaged: (socket) => flood(socket, (index) => text(`gz:!${index}`), 4),
  unknown: (socket) => flood(socket, (index) => text(`["user:x${index}/console",{}]`), 4),
  tokens: (socket) => flood(socket, (index) => text(`auth ok t${index}`), 4),
  failures: (socket) => flood(socket, () => text("auth failed"), 1),
  bigFrame: (socket) => flood(socket, () => text("x".repeat(50_000_000)), 100),
  bigJson: (socket) => flood(socket, () => text(`["x",[${"[],".repeat(3_000_000)}0]]`), 20),
  bombs: (socket) => {
    const packed = bomb("socket", () =>
      Buffer.from(`gz:${deflateSync(zeros(60), { level: 9 }).toString("base64")}`)
    )
    flood(socket, () => frame(1, packed), 2)
  },
  deep: (socket) =>
    socket.write(text(`gz:${deflateSync(`["x",${"[".repeat(1e6)}${"]".repeat(1e6)}]`).toString("base64")}`))
}

const own = { "content-type": "application/json" }
const answer = (body: unknown) => {
  const written = JSON.stringify(body)
  return `${head(`content-type: ${own["content-type"]}`, "connection: close", `content-length: ${written.length}`)}${written}`
}

/** Plays a WebSocket server that misbehaves at one stage. */
const upgrade = (socket: Socket, request: string, mode: string, stage: string, parameter: number) => {
  const key = /sec-websocket-key: (\S+)/i.exec(request)?.[1] ?? ""
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64")
  const misbehave = (at: string): boolean => {
    if (at !== stage) return false
    webSocket[mode]?.(socket, parameter)
    return true
  }
  if (misbehave("upgrade")) return
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`
  )
  socket.write(text("time 1"))
  socket.write(text("protocol 14"))
  misbehave("open")
  socket.on("data", (data) => {
    // A client's frames are masked and short.
    let rest = Buffer.from(data)
    while (rest.length >= 6) {
      const length = (rest[1] ?? 0) & 0x7f
      if (length > 125 || rest.length < 6 + length) return
      const mask = rest.subarray(2, 6)
      const payload = Buffer.from(rest.subarray(6, 6 + length)).map((byte, i) => byte ^ (mask[i % 4] ?? 0))
      rest = rest.subarray(6 + length)
      const line = Buffer.from(payload).toString()
      if (line.startsWith("auth ") && !misbehave("signIn")) {
        socket.write(text("auth ok t1"))
        misbehave("signedIn")
      }
      if (line.startsWith("subscribe ")) misbehave("subscribed")
    }
  })
}

const server = createServer((socket) => {
  socket.on("error", () => {})
  let request = ""
  const onData = (data: Buffer) => {
    request += data.toString("latin1")
    if (!request.includes("\r\n\r\n")) return
    socket.off("data", onData)
    const [, kind = "", mode = "", stage = "", parameter = "0", path = ""] =
      /^\w+ \/(\w+)\/(\w+)\/(\w+)\/(\d+)(\/\S*)/.exec(request) ?? []
    if (kind === "socket" && /\r\nupgrade: websocket/i.test(request))
      return upgrade(socket, request, mode, stage, Number(parameter))
    if (kind === "socket") {
      socket.end(answer({ ok: 1, _id: "u1", username: "fuzz", token: "t" }))
      return
    }
    if (path.endsWith("/auth/signin")) return void socket.end(answer({ ok: 1, token: "t" }))
    http[mode]?.(socket, Number(parameter), request)
  }
  socket.on("data", onData)
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.send?.({
    port: typeof address === "object" ? address?.port : undefined,
    http: Object.keys(http),
    socket: Object.keys(webSocket)
  })
})
process.on("disconnect", () => process.exit())
