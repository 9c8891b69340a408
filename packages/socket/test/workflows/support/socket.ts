/** A fake socket whose events are emitted by the test. */
import type * as Channel from "@screeps-effect/socket/Channel"
import * as Millis from "@screeps-effect/schema/Millis"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { Signal } from "@screeps-effect/socket/Channel"
import type * as SocketError from "@screeps-effect/socket/SocketError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

interface Listener {
  readonly kind: Channel.Kind
  readonly receive: (payload: unknown) => void
  readonly lose: () => void
  readonly fail: (error: SocketError.SocketError) => void
}

export interface FakeSocket {
  readonly layer: Layer.Layer<ScreepsSocket.ScreepsSocket>
  /** Emits a payload to the listeners of a kind of channels. */
  readonly emit: (kind: Channel.Kind, payload: unknown) => void
  /** Emits a gap to all listeners: the connection is lost. */
  readonly lose: () => void
  /** Fails all listeners. */
  readonly fail: (error: SocketError.SocketError) => void
  /** Returns the kinds of channels with listeners. */
  readonly kinds: () => ReadonlyArray<Channel.Kind>
}

const unused = Effect.die(new Error("the test does not use this"))

/** Creates a socket that connects at once, or not at all. */
export const fakeSocket = ({
  connects = true,
  roundTrip = "complete"
}: {
  readonly connects?: boolean
  readonly roundTrip?: ScreepsSocket.RoundTrip
} = {}): FakeSocket => {
  const listeners = new Set<Listener>()
  const signals = <A>(channel: Channel.Channel<A>): Stream.Stream<Signal<A>, SocketError.SocketError> =>
    Stream.callback<Signal<A>, SocketError.SocketError>((queue) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const listener: Listener = {
            kind: channel.kind,
            receive: (payload) => {
              const decoded = Result.getOrThrow(channel.decode(payload))
              Queue.offerUnsafe(queue, { _tag: "Payload", payload: decoded })
            },
            lose: () =>
              Queue.offerUnsafe(queue, { _tag: "Gap", reason: "disconnected", since: Millis.make(0) }),
            fail: (error) => Queue.failCauseUnsafe(queue, Cause.fail(error))
          }
          listeners.add(listener)
          if (connects) Queue.offerUnsafe(queue, { _tag: "Connected" })
          return listener
        }),
        (listener) => Effect.sync(() => listeners.delete(listener))
      )
    )
  const service = ScreepsSocket.ScreepsSocket.of({
    name: () => unused,
    signals,
    runForEachWhile: (channel, f) =>
      Stream.runForEachWhile(signals(channel), (signal) => Effect.sync(() => f(signal))),
    subscribe: () => Stream.fromEffect(unused),
    responds: Effect.void,
    roundTrip: Effect.succeed(roundTrip),
    state: Effect.succeed({ _tag: "Connecting", attempt: 1 }),
    states: Stream.fromEffect(unused),
    events: Stream.fromEffect(unused),
    frames: Stream.fromEffect(unused),
    counters: unused
  })
  return {
    layer: Layer.succeed(ScreepsSocket.ScreepsSocket, service),
    emit: (kind, payload) => {
      for (const listener of listeners) if (listener.kind === kind) listener.receive(payload)
    },
    lose: () => {
      for (const listener of listeners) listener.lose()
    },
    fail: (error) => {
      for (const listener of listeners) listener.fail(error)
    },
    kinds: () => [...listeners].map(({ kind }) => kind)
  }
}
