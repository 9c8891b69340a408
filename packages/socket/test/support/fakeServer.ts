/**
 * A game server in small, scripted by the test: HTTP for signing in, and a WebSocket whose every frame is seen.
 *
 * Tokens live 60 seconds and are shared by both roads. A binary frame from the client, which would wedge a real
 * connection for good, fails the test.
 */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Server from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import * as UserId from "@screeps-effect/schema/UserId"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"

/** Who is signed in. */
export const alice = UserId.make("6491e40834fb252")

export const apiToken = "11111111-2222-3333-4444-555555555555"

const lifetime = 60_000

type Listener = (event: Socket.WebSocketEvent) => void
type EventName = "open" | "message" | "error" | "close"

/** One WebSocket as its server sees it. */
export class Connection implements Socket.WebSocketLike {
  readonly url: string
  /** Everything that the client sent, in order. */
  readonly sent: Array<string> = []
  readyState = 0
  /** The code with which the client closed; `undefined` while it did not. */
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
    if (typeof data !== "string") throw new Error("a binary frame wedges the connection")
    this.sent.push(data)
    this.received(data, this)
  }

  private emit(name: EventName, event: Socket.WebSocketEvent) {
    for (const listener of this.listeners[name]) listener(event)
  }

  /** Opens, with the greeting right behind. */
  open(greeting: ReadonlyArray<string>) {
    if (this.readyState !== 0) return
    this.readyState = 1
    this.emit("open", {})
    this.say(...greeting)
  }

  /** Sends frames as they are. */
  say(...frames: ReadonlyArray<string | Uint8Array>) {
    for (const data of frames) if (this.readyState === 1) this.emit("message", { data })
  }

  /** Sends an event of a channel. */
  tell(channel: string, payload: unknown) {
    this.say(JSON.stringify([channel, payload]))
  }

  /** Half dead: nothing comes any more, and nobody is told. */
  freeze() {
    this.listeners.message.clear()
  }

  /** The server is gone. */
  drop(code = 1006) {
    this.readyState = 3
    this.emit("close", { code, reason: "" })
  }

  /** What the client sent, without the sign-in. */
  get asked(): ReadonlyArray<string> {
    return this.sent.filter((text) => !text.startsWith("auth "))
  }
}

export interface Options {
  /** What becomes of the n-th connection, counted from 0; opened when not told. */
  readonly dial?: (n: number) => "open" | "never" | "refused"
  /** How a sign-in on the socket is answered; by the token's age when not told. */
  readonly auth?: "refused" | "silent"
  /** What happens at a sign-in on the socket, before it is answered. */
  readonly beforeAuth?: (token: string) => void
  /** What follows a frame of the client other than a sign-in. */
  readonly hear?: (text: string, connection: Connection) => void
  readonly who?: Layer.Layer<Credentials.Credentials>
  readonly server?: Server.Description
  /** Who signs in; alice when not told. */
  readonly user?: UserId.UserId
  /** What HTTP answers instead of what it does, by path; statuses. */
  readonly http?: (path: string) => number | undefined
}

export interface FakeServer {
  readonly connections: ReadonlyArray<Connection>
  /** The connection that was made last. */
  readonly now: () => Connection
  /** Paths asked for over HTTP. */
  readonly asked: ReadonlyArray<string>
  readonly signIns: () => number
  /** A token that lives from now on. */
  readonly mint: () => string
  /** All tokens die, as when the server restarts. */
  readonly forget: () => void
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
  hear = () => {},
  http: broken = () => undefined,
  server = privateServer,
  user = alice,
  who = asAlice
}: Options = {}): Effect.Effect<FakeServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const connections: Array<Connection> = []
    const asked: Array<string> = []
    const alive = new Map<string, number>([[apiToken, Infinity]])
    const wedged: Array<unknown> = []
    let minted = 0

    const mint = () => {
      const token = `token-${++minted}`
      alive.set(token, clock.currentTimeMillisUnsafe() + lifetime)
      return token
    }
    const isAlive = (token: string | undefined) =>
      token !== undefined && (alive.get(token) ?? 0) > clock.currentTimeMillisUnsafe()

    const answer = (path: string, token: string | undefined) => {
      const status = broken(path)
      if (status !== undefined) return new Response("{}", { status })
      if (path.endsWith("/api/auth/signin")) return Response.json({ ok: 1, token: mint() })
      if (!isAlive(token)) return Response.json({ error: "unauthorized" }, { status: 401 })
      const renewed: Record<string, string> = token === apiToken ? {} : { "x-token": mint() }
      return Response.json({ ok: 1, _id: user, username: "alice" }, { headers: renewed })
    }

    const http = HttpClient.make((request, url) =>
      Effect.sync(() => {
        asked.push(url.pathname)
        return HttpClientResponse.fromWeb(request, answer(url.pathname, request.headers["x-token"]))
      })
    )

    const received = (text: string, connection: Connection) => {
      if (!text.startsWith("auth ")) return hear(text, connection)
      if (auth === "silent") return
      const token = text.slice("auth ".length)
      beforeAuth(token)
      const reply = () =>
        auth === "refused" || !isAlive(token)
          ? "auth failed"
          : `auth ok ${token === apiToken ? apiToken : mint()}`
      queueMicrotask(() => connection.say(reply()))
    }

    const construct = (url: string): Connection => {
      const fate = dial(connections.length)
      const connection = new Connection(url, (text, self) => received(text, self))
      const send = connection.send.bind(connection)
      connection.send = (data) => {
        if (typeof data !== "string") wedged.push(data)
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
      wedged.length > 0 ? Effect.die(new Error("the client sent a binary frame")) : Effect.void
    )

    return {
      connections,
      now: () => {
        const last = connections.at(-1)
        if (last === undefined) throw new Error("nobody has connected")
        return last
      },
      asked,
      signIns: () => asked.filter((path) => path.endsWith("/api/auth/signin")).length,
      mint,
      forget: () => {
        alive.clear()
        alive.set(apiToken, Infinity)
      },
      layer: Session.layer.pipe(
        Layer.provideMerge(
          Layer.mergeAll(
            Server.layer(server),
            who,
            Layer.succeed(HttpClient.HttpClient, http),
            Layer.succeed(Socket.WebSocketConstructor, construct)
          )
        )
      )
    }
  })
