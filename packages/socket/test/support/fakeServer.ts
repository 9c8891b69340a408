/**
 * A small game server that a test controls: HTTP for signing in, and WebSockets that record every frame.
 *
 * Tokens expire after 60 seconds and are valid for HTTP and the socket. A binary frame from the client, which would
 * block a real connection permanently, fails the test.
 */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Server from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"

/** The id of the signed-in user. */
export const alice = UserId.make("6491e40834fb252")

export const apiToken = "11111111-2222-3333-4444-555555555555"

const lifetime = 60_000

type Listener = (event: Socket.WebSocketEvent) => void
type EventName = "open" | "message" | "error" | "close"

/** The server's end of one WebSocket. */
export class Connection implements Socket.WebSocketLike {
  readonly url: string
  /** Everything that the client sent, in order. */
  readonly sent: Array<string> = []
  readyState = 0
  /** The code with which the client closed the connection; `undefined` while it is open. */
  closedWith: number | undefined
  private readonly received: (text: string, connection: Connection) => void
  private readonly listeners: Record<EventName, Set<Listener>> = {
    open: new Set(),
    message: new Set(),
    error: new Set(),
    close: new Set()
  }

  constructor(url: string, received: (text: string, connection: Connection) => void) {
    this.url = url
    this.received = received
  }

  addEventListener(name: EventName, listener: Listener) {
    this.listeners[name].add(listener)
  }

  removeEventListener(name: EventName, listener: Listener) {
    this.listeners[name].delete(listener)
  }

  close(code = 1005) {
    this.closedWith = code
    this.readyState = 3
  }

  send(data: string | Uint8Array) {
    if (this.readyState !== 1) throw new Error("the connection is not open")
    if (typeof data !== "string") throw new Error("a binary frame blocks the connection")
    this.sent.push(data)
    this.received(data, this)
  }

  private emit(name: EventName, event: Socket.WebSocketEvent) {
    for (const listener of this.listeners[name]) listener(event)
  }

  /** Opens the connection and sends the greeting. */
  open(greeting: ReadonlyArray<string>) {
    if (this.readyState !== 0) return
    this.readyState = 1
    this.emit("open", {})
    this.sendFrames(...greeting)
  }

  /** Sends frames unchanged. */
  sendFrames(...frames: ReadonlyArray<string | Uint8Array>) {
    for (const data of frames) if (this.readyState === 1) this.emit("message", { data })
  }

  /** Sends an event of a channel. */
  sendEvent(channel: string, payload: unknown) {
    this.sendFrames(JSON.stringify([channel, payload]))
  }

  /** Stops delivering messages, without an error or close event. */
  freeze() {
    this.listeners.message.clear()
  }

  /** Ends the connection from the server's side. */
  drop(code = 1006) {
    this.readyState = 3
    this.emit("close", { code, reason: "" })
  }

  /** Everything that the client sent, without sign-ins. */
  get commands(): ReadonlyArray<string> {
    return this.sent.filter((text) => !text.startsWith("auth "))
  }
}

export interface Options {
  /** What happens to the n-th connection, counted from 0; `open` by default. */
  readonly dial?: (n: number) => "open" | "never" | "refused"
  /** The response to a sign-in on the socket; by default depends on the token's age. */
  readonly auth?: "refused" | "silent" | ((connection: Connection) => void)
  /** Called at a sign-in on the socket, before the response. */
  readonly beforeAuth?: (token: string) => void
  /** Called with each frame of the client except sign-ins. */
  readonly onCommand?: (text: string, connection: Connection) => void
  readonly credentials?: Layer.Layer<Credentials.Credentials>
  readonly server?: Server.Description
  /** The signed-in user; alice by default. */
  readonly user?: UserId.UserId
  /** The response to requests for the version, which need no account; by default they are rejected. */
  readonly version?: () => Response | "unreachable"
  /** Error statuses of HTTP responses by path; `undefined` for the normal response. */
  readonly http?: (path: string) => number | undefined
}

export interface FakeServer {
  readonly connections: ReadonlyArray<Connection>
  /** The connection that was made last. */
  readonly current: () => Connection
  /** Paths requested over HTTP. */
  readonly requestedPaths: ReadonlyArray<string>
  readonly signIns: () => number
  /** Issues a valid token. */
  readonly issueToken: () => string
  /** Makes all tokens expire, as a restart of the server does. */
  readonly expireTokens: () => void
  readonly layer: Layer.Layer<Session.Session | Server.Server | Socket.WebSocketConstructor>
}

const asAlice = Credentials.layerPassword({
  username: "alice",
  password: Redacted.make("correct-password")
})
export const asToken = Credentials.layerToken(Redacted.make(apiToken))
export const asGuest = Credentials.layerGuest

const privateServer = Server.privateServer("http://127.0.0.1:21025")

export const fakeServer = ({
  auth,
  beforeAuth = () => {},
  dial = () => "open",
  onCommand = () => {},
  http: failing = () => undefined,
  server = privateServer,
  user = alice,
  credentials = asAlice,
  version
}: Options = {}): Effect.Effect<FakeServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const connections: Array<Connection> = []
    const requestedPaths: Array<string> = []
    const alive = new Map<string, number>([[apiToken, Infinity]])
    const binaryFrames: Array<unknown> = []
    let minted = 0

    const issueToken = () => {
      const token = `token-${++minted}`
      alive.set(token, clock.currentTimeMillisUnsafe() + lifetime)
      return token
    }
    const isAlive = (token: string | undefined) =>
      token !== undefined && (alive.get(token) ?? 0) > clock.currentTimeMillisUnsafe()

    const respond = (path: string, token: string | undefined) => {
      const status = failing(path)
      if (status !== undefined) return new Response("{}", { status })
      if (path.endsWith("/api/auth/signin")) return Response.json({ ok: 1, token: issueToken() })
      if (!isAlive(token)) return Response.json({ error: "unauthorized" }, { status: 401 })
      const renewed: Record<string, string> = token === apiToken ? {} : { "x-token": issueToken() }
      return Response.json({ ok: 1, _id: user, username: "alice" }, { headers: renewed })
    }

    const http = HttpClient.make((request, url) =>
      Effect.suspend(() => {
        requestedPaths.push(url.pathname)
        const own = url.pathname.endsWith("/api/version") ? version?.() : undefined
        if (own === "unreachable") {
          const cause = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") })
          const reason = new HttpClientError.TransportError({ request, cause })
          return Effect.fail(new HttpClientError.HttpClientError({ reason }))
        }
        const response = own ?? respond(url.pathname, request.headers["x-token"])
        return Effect.succeed(HttpClientResponse.fromWeb(request, response))
      })
    )

    const received = (text: string, connection: Connection) => {
      if (!text.startsWith("auth ")) return onCommand(text, connection)
      if (auth === "silent") return
      const token = text.slice("auth ".length)
      beforeAuth(token)
      if (typeof auth === "function") return queueMicrotask(() => auth(connection))
      const reply = () =>
        auth === "refused" || !isAlive(token)
          ? "auth failed"
          : `auth ok ${token === apiToken ? apiToken : issueToken()}`
      queueMicrotask(() => connection.sendFrames(reply()))
    }

    const construct = (url: string): Connection => {
      const fate = dial(connections.length)
      const connection = new Connection(url, (text, self) => received(text, self))
      const send = connection.send.bind(connection)
      connection.send = (data) => {
        if (typeof data !== "string") binaryFrames.push(data)
        send(data)
      }
      connections.push(connection)
      queueMicrotask(() => {
        if (fate === "open") connection.open([`time ${clock.currentTimeMillisUnsafe()}`, "protocol 14"])
        if (fate === "refused") connection.drop(1006)
      })
      return connection
    }

    yield* Effect.addFinalizer(() =>
      binaryFrames.length > 0 ? Effect.die(new Error("the client sent a binary frame")) : Effect.void
    )

    return {
      connections,
      current: () => {
        const last = connections.at(-1)
        if (last === undefined) throw new Error("there is no connection")
        return last
      },
      requestedPaths,
      signIns: () => requestedPaths.filter((path) => path.endsWith("/api/auth/signin")).length,
      issueToken,
      expireTokens: () => {
        alive.clear()
        alive.set(apiToken, Infinity)
      },
      layer: Layer.effect(Session.Session, Session.make).pipe(
        Layer.provideMerge(
          Layer.mergeAll(
            Server.layer(server),
            credentials,
            Layer.succeed(HttpClient.HttpClient, http),
            Layer.succeed(Socket.WebSocketConstructor, construct)
          )
        )
      )
    }
  })
