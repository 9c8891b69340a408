/**
 * The server on a real port: connects Effect's HTTP server to a handler of Web types and to the socket.
 */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import type { Headers } from "effect/http/Headers"
import * as HttpMiddleware from "effect/http/HttpMiddleware"
import * as HttpServer from "effect/http/HttpServer"
import type { HttpServerError } from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Socket from "effect/socket/Socket"
import type { Hub } from "../socket/hub.ts"
import { bodyLimitsOf, limited } from "./bodies.ts"
import { notFound } from "./pages.ts"
import { gamePath, type Handler, UnhandledRequest } from "./router.ts"

/** 1005 and 1006 describe a connection that broke without a close frame: they cannot be sent. */
const sendable = (code: number) => (code === 1005 || code === 1006 ? 1012 : code)

/** Returns a response for a defect: one of them must not end the server. */
const defectResponse = (defect: unknown) =>
  HttpServerResponse.text(defect instanceof Error ? defect.message : String(defect), { status: 500 })

/** The longest beginning of an unknown request that is logged: clients choose its path. */
const maxShown = 200

/**
 * Responds to an unknown request as real servers do. The program that runs this server finds it in its log, the first time
 * with the requests that are known.
 */
const orNotFound = (serve: Handler): Handler => {
  let isListed = false
  return (request) =>
    serve(request).pipe(
      Effect.catchDefect((defect) => {
        if (!(defect instanceof UnhandledRequest)) return Effect.die(defect)
        const known = isListed ? "" : ` Known requests: ${defect.known.join(", ")}`
        isListed = true
        return Effect.as(
          Effect.logWarning(`No response for ${defect.request.slice(0, maxShown)}.${known}`),
          notFound(request.method, new URL(request.url).pathname)
        )
      })
    )
}

interface Port {
  readonly sockets: Pick<Hub, "connect" | "drop" | "isDown">
  /** Completes when the server shuts down. */
  readonly closing: Deferred.Deferred<void>
}

/** Serves one socket connection from the handshake to its end. */
const serveSocket = (
  request: HttpServerRequest.HttpServerRequest,
  path: string,
  { closing, sockets }: Port
): Effect.Effect<void, HttpServerError | Socket.SocketError, Scope.Scope> =>
  Effect.gen(function* () {
    const outbox = yield* Queue.unbounded<string>()
    const ended = yield* Deferred.make<Socket.CloseEvent>()
    const serverSide = yield* Effect.acquireRelease(
      Effect.sync(() =>
        sockets.connect(path, {
          send: (text) => void Queue.offerUnsafe(outbox, text),
          close: (code, reason) =>
            void Deferred.doneUnsafe(ended, Effect.succeed(new Socket.CloseEvent(sendable(code), reason)))
        })
      ),
      (side) => Effect.sync(() => typeof side === "string" || side.leave())
    )
    // Real servers never respond to a handshake at another path.
    if (serverSide === "silent") return yield* Deferred.await(closing)
    if (serverSide === "refused") return
    const socket = yield* request.upgrade
    const { pull } = yield* socket.reader
    const { write, writeAll } = yield* socket.writer
    const receiving = Effect.gen(function* () {
      for (const data of yield* pull) {
        if (typeof data === "string") serverSide.receive(data)
        else serverSide.receiveBinary(data)
      }
    })
    const sending = Effect.flatMap(Queue.takeAll(outbox), writeAll)
    const { keepAlive } = serverSide
    const beating =
      keepAlive === undefined
        ? Effect.never
        : Effect.forever(
            Effect.delay(
              Effect.sync(() => Queue.offerUnsafe(outbox, keepAlive)),
              "25 seconds"
            )
          )
    // What was sent before the end arrives before it.
    const ending = Effect.gen(function* () {
      const event = yield* Deferred.await(ended)
      const [first, ...rest] = yield* Queue.clear(outbox)
      if (first !== undefined) yield* writeAll([first, ...rest])
      yield* write(event)
    })
    yield* Effect.raceAllFirst([
      Effect.forever(receiving, { disableYield: true }),
      Effect.forever(sending, { disableYield: true }),
      beating,
      ending
    ])
  })

/** Destroys a connection without a response where the platform can; elsewhere it responds with 502 as a proxy does. */
const breakConnection = ({ source }: HttpServerRequest.HttpServerRequest) =>
  Effect.sync(() => {
    const socket: unknown = "socket" in source ? source.socket : undefined
    const canEnd = typeof socket === "object" && socket !== null && "destroy" in socket
    if (canEnd && typeof socket.destroy === "function") socket.destroy()
    return HttpServerResponse.empty({ status: 502 })
  })

/** Returns the request as the handler receives it. */
const converted = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.map(HttpServerRequest.toWeb(request), (received) => {
    // HEAD is a GET whose body is not sent.
    if (received.method === "HEAD") return new Request(received.url, { headers: received.headers })
    if (received.body === null) return received
    const { maxBytes } = bodyLimitsOf(gamePath(new URL(received.url)))
    // Node requires `duplex` for streams; the types of other platforms do not have it.
    const streamed: RequestInit & { readonly duplex: "half" } = {
      body: limited(received.body, maxBytes),
      duplex: "half"
    }
    return new Request(received, streamed)
  })

const app = Effect.fnUntraced(function* (serve: Handler, port: Port) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const path = request.url.replace(/\?.*/s, "")
  if (request.headers["upgrade"]?.toLowerCase() === "websocket") {
    yield* Effect.scoped(serveSocket(request, path, port)).pipe(
      Effect.catchTag("SocketError", () => Effect.void)
    )
    return HttpServerResponse.empty({ status: 503 })
  }
  if (port.sockets.isDown) return HttpServerResponse.text("the server is stopped", { status: 503 })
  const web = yield* converted(request)
  // Platforms wait for a handler to end, even after the client has disconnected.
  const closed = Effect.as(Deferred.await(port.closing), Response.error())
  const answer = yield* Effect.interruptible(Effect.raceFirst(serve(web), closed))
  if (answer.type === "error") return yield* breakConnection(request)
  if (answer.body === null || answer.headers.has("content-type")) return HttpServerResponse.fromWeb(answer)
  // Platforms give every other body a type.
  const text = yield* Effect.promise(() => answer.text())
  return HttpServerResponse.raw(text, { status: answer.status, headers: Object.fromEntries(answer.headers) })
})

/** Lets pages of allowed origins read responses, with the headers that clients need. */
const cors = ({ isOrigin }: Hosts) =>
  HttpMiddleware.cors({
    allowedOrigins: isOrigin,
    exposedHeaders: ["X-Token", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"],
    maxAge: 600
  })

/** Refuses requests for other hosts and of other pages, before anything else sees them. */
const guard =
  ({ refusal }: Hosts) =>
  <E, R>(served: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
      const refused = refusal(headers)
      return refused === undefined
        ? served
        : Effect.succeed(HttpServerResponse.text(refused, { status: 403 }))
    })

/** Which pages may send and read. @internal */
export interface Access {
  readonly cors: boolean
  readonly hosts: ReadonlyArray<string>
}

/** Serves until the scope ends; returns the address. @internal */
export const serveHttp = (
  serve: Handler,
  sockets: Port["sockets"],
  access: Access
): Effect.Effect<string, never, HttpServer.HttpServer | Scope.Scope> =>
  Effect.gen(function* () {
    const server = yield* HttpServer.HttpServer
    const closing = yield* Deferred.make<void>()
    const safe = app(orNotFound(serve), { closing, sockets }).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.succeed(defectResponse(Cause.squash(cause)))
      )
    )
    const hosts = hostsOf(access.hosts)
    yield* server.serve(guard(hosts)(access.cors ? cors(hosts)(safe) : safe))
    // Closing the HTTP server waits for all connections.
    yield* Effect.addFinalizer(() => {
      sockets.drop(1006, "")
      return Deferred.succeed(closing, undefined)
    })
    return HttpServer.formatAddress(server.address).replace(/\/\/(?:0\.0\.0\.0|\[::\])/, "//127.0.0.1")
  })

const shape = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i

const isLoopback = (name: string) =>
  name === "localhost" ||
  name.endsWith(".localhost") ||
  name === "[::1]" ||
  /^127(?:\.\d{1,3}){3}$/.test(name)

/** Whether headers name only allowed hosts. */
interface Hosts {
  /** Whether a page of this origin may send requests; a client without an origin is not a page. */
  readonly isOrigin: (origin: string | undefined) => boolean
  /** Returns why a request is refused; `undefined` for an allowed one. */
  readonly refusal: (headers: Headers) => string | undefined
}

/** Allows loopback addresses and these hosts, on any port. */
const hostsOf = (hosts: ReadonlyArray<string>): Hosts => {
  const named = new Set(hosts.map((host) => host.toLowerCase()))
  const isHost = (host: string) => {
    const name = shape.exec(host)?.[1]?.toLowerCase()
    return name !== undefined && (isLoopback(name) || named.has(name))
  }
  const isOrigin = (origin: string | undefined) =>
    origin === undefined || (/^https?:\/\//.test(origin) && isHost(origin.replace(/^https?:\/\//, "")))
  const refused = (header: string, value: string) =>
    `${header} ${JSON.stringify(value.slice(0, 100))} is not allowed: name its host in "hosts" (screeps dev --host)`
  return {
    isOrigin,
    refusal: ({ host = "", origin }) => {
      if (!isHost(host)) return refused("Host", host)
      return isOrigin(origin) ? undefined : refused("Origin", origin ?? "")
    }
  }
}
