/** Counts the data of one connection that was received and not yet read. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Socket from "effect/socket/Socket"
import { LimitExceeded, SocketError } from "../SocketError.ts"
import type { Limits } from "./limits.ts"

/** The size of a frame, in bytes; text counts one byte for each UTF-16 unit. */
export const sizeOf = (data: unknown): number => {
  if (typeof data === "string") return data.length
  if (Predicate.hasProperty(data, "byteLength")) return Number(data.byteLength)
  return Predicate.hasProperty(data, "size") ? Number(data.size) : 0
}

export interface Intake {
  /** Counts the frames of a WebSocket from now on. */
  readonly begin: (ws: Socket.WebSocketLike) => void
  /** Ends the counting. */
  readonly end: () => void
  /** Records that a frame was read. */
  readonly onRead: (size: number) => void
  /** Fails as soon as too much is waiting on the present connection. */
  readonly exceeded: Effect.Effect<never, SocketError>
  /** Returns why a frame of this size is not accepted. */
  readonly check: (size: number) => SocketError | undefined
}

export const tooLong = ({ frameBytes }: Limits) =>
  new SocketError({ reason: new LimitExceeded({ limit: "frame", bound: frameBytes }) })

/**
 * Creates a counter.
 *
 * Frames wait in a buffer of Effect's reader, whose size cannot be seen: a listener of its own counts them. A WebSocket
 * with `pause` (`ws`) needs no counter, since the reader pauses it.
 */
export const make = (limits: Limits): Intake => {
  let waiting = 0
  let exceeded = Deferred.makeUnsafe<never, SocketError>()
  let end = () => {}
  return {
    end: () => end(),
    begin: (ws) => {
      waiting = 0
      exceeded = Deferred.makeUnsafe()
      if ("pause" in ws) return
      const onMessage = ({ data }: Socket.WebSocketEvent) => {
        waiting += sizeOf(data)
        if (waiting <= limits.waitingBytes) return
        end()
        const reason = new LimitExceeded({ limit: "waiting", bound: limits.waitingBytes })
        Deferred.doneUnsafe(exceeded, Effect.fail(new SocketError({ reason })))
      }
      end = () => ws.removeEventListener("message", onMessage)
      ws.addEventListener("message", onMessage)
    },
    onRead: (size) => {
      waiting -= size
    },
    exceeded: Effect.suspend(() => Deferred.await(exceeded)),
    check: (size) => (size > limits.frameBytes ? tooLong(limits) : undefined)
  }
}
