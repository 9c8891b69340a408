import { createServer, type RequestListener } from "node:http"
import { createServer as createTcpServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { folder } from "./support/inside.ts"
import { screeps, world } from "./support/live.ts"

const guide = readFileSync(
  fileURLToPath(new URL("../../../docs/guide/questions.md", import.meta.url)),
  "utf8"
)

/** The messages of the guide's table: the code in its first column. */
const documented = guide
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text))

/** Starts a server on a free port of this machine, which is closed with the scope; returns host and port. */
const listen = (server: Server) =>
  Effect.suspend(() => {
    const sockets = new Set<Socket>()
    server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})))
    return Effect.acquireRelease(
      Effect.callback<string>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resume(Effect.succeed(`127.0.0.1:${typeof address === "object" ? address?.port : ""}`))
        })
      }),
      () =>
        Effect.sync(() => {
          server.close()
          for (const socket of sockets) socket.destroy()
        })
    )
  })

const http = (respond: RequestListener) => listen(createServer(respond))

const tcp = (text: string) => listen(createTcpServer((socket) => socket.once("data", () => socket.end(text))))

/** Responds like a Screeps server whose WebSocket is handled by somebody else. */
const game: RequestListener = ({ url = "" }, response) => {
  const body = url.endsWith("/signin")
    ? { ok: 1, token: "a".repeat(40) }
    : { ok: 1, _id: "a00000000000001", username: "bob", protocol: 14, serverData: {} }
  response.setHeader("content-type", "application/json").end(JSON.stringify(body))
}

const page: RequestListener = ({ method, url }, response) => {
  response.writeHead(url === "/api/auth/me" ? 401 : 404, { "content-type": "text/html" })
  response.end(
    url === "/api/auth/me"
      ? JSON.stringify({ error: "unauthorized" })
      : `<!DOCTYPE html><pre>Cannot ${method} ${url}</pre>`
  )
}

const account = { SCREEPS_USERNAME: "bob", SCREEPS_PASSWORD: "bobs secret" }

/** Runs a command against an address. */
const at = (
  address: string,
  args: ReadonlyArray<string> = ["whoami"],
  env: Record<string, string> = account
) => screeps([...args], { env: { ...env, SCREEPS_URL: address } })

const withFile = <A, E, R>(bytes: Uint8Array, use: (file: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const file = `${yield* folder}/file`
    yield* (yield* FileSystem.FileSystem).writeFile(file, bytes)
    return yield* use(file)
  }).pipe(Effect.provide(NodeFileSystem.layer))

/** Provokes the messages, in the order of the table. */
const provoked = [
  http(page).pipe(Effect.flatMap((host) => at(`http://${host}`))),
  http(page).pipe(
    Effect.flatMap((host) =>
      at(`http://${host}`, ["whoami"], { SCREEPS_TOKEN: "11111111-2222-3333-4444-555555555555" })
    )
  ),
  http((request, response) => {
    response.writeHead(301, { location: `https://game.example${request.url}` }).end()
  }).pipe(Effect.flatMap((host) => at(`http://${host}`))),
  http(game).pipe(Effect.flatMap((host) => at(`http://${host}`, ["console", "-e", "1"]))),
  // Nothing listens at port 80 of the last address of this machine's own network.
  Effect.suspend(() => at("http://127.255.255.254")),
  tcp("Screeps server v4.3.0 running on port 21025.\r\n").pipe(
    Effect.flatMap((host) => at(`http://${host}`))
  ),
  http((_, response) => {
    response.writeHead(400).end("Client sent an HTTP request to an HTTPS server.\n")
  }).pipe(
    Effect.zipWith(listen(createTlsServer()), (one, other) => [one, other]),
    Effect.flatMap(Effect.forEach((host) => at(`http://${host}`)))
  ),
  http(game).pipe(Effect.flatMap((host) => at(`https://${host}`))),
  http(page).pipe(Effect.flatMap((host) => screeps(["admin", "status", "--cli", host]))),
  tcp("Screeps server v4.3.0 running on port 21025.\r\n").pipe(
    Effect.flatMap((host) => screeps(["admin", "status", "--cli", `http://${host}`]))
  ),
  withFile(new Uint8Array(), (file) => screeps(["whoami", "--token-file", file])),
  withFile(new Uint8Array([0x73, 0xf6, 0x0a]), (file) =>
    screeps(["whoami", "--server", "x", "--config", file])
  )
]

describe("the questions of the guide", () => {
  it("has a provoked failure for each message of the table", () => {
    assert.strictEqual(documented.length, provoked.length)
  })

  it.live("has the messages of failures that are provoked", () =>
    Effect.gen(function* () {
      for (const [i, provoke] of provoked.entries()) {
        const ended = [yield* provoke].flat()
        for (const [j, message] of (documented[i] ?? []).entries()) {
          const { err, status } = ended[j] ?? assert.fail(`nothing provokes ${message}`)
          assert.include(err, message.replace(/…$/, ""))
          assert.include([1, 2, 3, 5], status, message)
        }
      }
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.live("is right that UTF-16 with its mark is read", () =>
    withFile(Buffer.from("\uFEFFservers:\n  main: { url: 'http://127.0.0.1:9' }\n", "utf16le"), (file) =>
      Effect.gen(function* () {
        const { err, out, status } = yield* screeps(["servers", "--config", file, "--json"])
        assert.deepStrictEqual([err, status, JSON.parse(out).url], ["", 0, "http://127.0.0.1:9"])
      })
    ).pipe(Effect.provide(world))
  )
})
