/**
 * One WebSocket, whose frames are counted while they wait. Effect's own adapter (`Socket.fromWebSocket`) wakes the reader
 * for each frame, and encodes each text again to count its bytes.
 */
import type * as Duration from "effect/Duration"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"
import type * as Socket from "effect/socket/Socket"
import { LimitExceeded, SocketError, TimedOut } from "../SocketError.ts"
import * as WakeUp from "../wakeUp.ts"
import { closed, lost, notOpened } from "./errors.ts"
import type { Limits } from "./settings.ts"

/** A frame as it was received. */
export type Data = string | Uint8Array

export interface WebSocket {
  /** Takes all frames that were received, as soon as there is one; fails after the last one. For one fiber. */
  readonly take: Effect.Effect<ReadonlyArray<Data>, SocketError>
  readonly send: (texts: ReadonlyArray<string>) => Effect.Effect<void, SocketError>
  /** Records that a frame was read. */
  readonly onRead: (size: number) => void
  /** Fails as soon as too much waits to be read. */
  readonly exceeded: Effect.Effect<never, SocketError>
}

export interface Options {
  readonly construct: Socket.WebSocketConstructor["Service"]
  readonly url: string
  /** How long opening may take. */
  readonly timeout: Duration.Duration
  readonly limits: Limits
}

/** The size of a frame, in bytes; text counts one byte for each UTF-16 unit. */
export const sizeOf = (data: Data): number => (typeof data === "string" ? data.length : data.byteLength)

/** A WebSocket that can stop receiving (`ws`). */
interface Pausable {
  readonly pause: () => void
  readonly resume: () => void
}

const isPausable = (ws: object): ws is Pausable =>
  Predicate.hasProperty(ws, "pause") && Predicate.isFunction(ws.pause)

/** How many bytes may wait before the server is slowed down, where the platform can do that. */
const pauseAt = 1024 * 1024

const isOpen = (ws: Socket.WebSocketLike) => ws.readyState === 1

const toData = (data: unknown): Data | undefined => {
  if (typeof data === "string" || data instanceof Uint8Array) return data
  return data instanceof ArrayBuffer ? new Uint8Array(data) : undefined
}

/** Listens to a WebSocket until it is released. */
const attach = (ws: Socket.WebSocketLike, { limits }: Options) => {
  if ("binaryType" in ws) ws.binaryType = "arraybuffer"
  const wakeUp = WakeUp.make()
  const opened = Deferred.makeUnsafe<void, SocketError>()
  const exceeded = Deferred.makeUnsafe<never, SocketError>()
  let received: Array<Data> = []
  let waiting = 0
  let isPaused = false
  let failure: SocketError | undefined

  const fail = (error: SocketError) => {
    failure ??= error
    Deferred.doneUnsafe(opened, Effect.fail(error))
    wakeUp.soon()
  }
  const onOpen = () => void Deferred.doneUnsafe(opened, Effect.void)
  const onMessage = (event: Socket.WebSocketEvent) => {
    const data = toData(event.data)
    if (data === undefined) return
    received.push(data)
    waiting += sizeOf(data)
    wakeUp.soon()
    if (isPausable(ws)) {
      if (waiting < Math.min(pauseAt, limits.waitingBytes) || isPaused) return
      isPaused = true
      ws.pause()
    } else if (waiting > limits.waitingBytes) {
      ws.removeEventListener("message", onMessage)
      const reason = new LimitExceeded({ limit: "waiting", bound: limits.waitingBytes })
      Deferred.doneUnsafe(exceeded, Effect.fail(new SocketError({ reason })))
    }
  }
  const onError = (event: Socket.WebSocketEvent) =>
    fail(Deferred.isDoneUnsafe(opened) ? lost(event) : notOpened(event))
  const onClose = ({ code }: Socket.WebSocketEvent) => fail(closed(code ?? 1006))
  const resume = () => {
    if (!isPaused || !isPausable(ws)) return
    isPaused = false
    ws.resume()
  }

  ws.addEventListener("open", onOpen)
  ws.addEventListener("message", onMessage)
  ws.addEventListener("error", onError)
  ws.addEventListener("close", onClose)
  if (isOpen(ws)) onOpen()
  else if (ws.readyState > 1) fail(closed(1006))

  const take: WebSocket["take"] = Effect.flatMap(wakeUp.wait, () => {
    if (received.length === 0 && failure !== undefined) return Effect.fail(failure)
    const frames = received
    received = []
    if (failure === undefined) wakeUp.reset()
    return frames.length > 0 ? Effect.succeed(frames) : take
  })

  const webSocket: WebSocket = {
    take,
    send: (texts) =>
      Effect.try({
        try: () => {
          for (const text of texts) ws.send(text)
        },
        catch: lost
      }),
    onRead: (size) => {
      waiting -= size
      if (waiting < pauseAt / 2) resume()
    },
    exceeded: Deferred.await(exceeded)
  }
  return {
    webSocket,
    opened: Deferred.await(opened),
    release: () => {
      ws.removeEventListener("open", onOpen)
      ws.removeEventListener("message", onMessage)
      ws.removeEventListener("close", onClose)
      // An attempt that is given up emits an error, which ends the process where nothing listens; `fail` ignores it.
      ws.close(1000)
      // Without this, a paused one would never complete its close.
      resume()
    }
  }
}

/** Opens a WebSocket, which is closed with the scope. */
export const open = Effect.fnUntraced(function* (
  options: Options
): Effect.fn.Return<WebSocket, SocketError, Scope.Scope> {
  const { opened, webSocket } = yield* Effect.acquireRelease(
    Effect.try({ try: () => attach(options.construct(options.url), options), catch: notOpened }),
    ({ release }) => Effect.sync(release)
  )
  yield* Effect.timeoutOrElse(opened, {
    duration: options.timeout,
    orElse: () => Effect.fail(new SocketError({ reason: new TimedOut({ after: options.timeout }) }))
  })
  return webSocket
})
