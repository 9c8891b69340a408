/**
 * The socket to one server: one connection that reconnects, and a stream for every channel.
 *
 * **Details**
 *
 * It connects when it is first used, signs in with the token of `Session`, and subscribes once to each channel with
 * listeners. When the connection is lost, it does the same again. Streams continue; `signals` emits the gap.
 *
 * **Source** recorded from a server 4.3.0 (protocol 14).
 */
import { Strictness } from "@screeps-effect/api/Drift"
import * as Server from "@screeps-effect/api/Server"
import * as Session from "@screeps-effect/api/Session"
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import type { PlainFrame } from "@screeps-effect/schema/Frame"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { constVoid } from "effect/Function"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import type { Channel, Signal } from "./Channel.ts"
import { clocks } from "./clock.ts"
import type { ServerEvent } from "./connection/connection.ts"
import { connectionLoop, type SocketState } from "./connection/connectionLoop.ts"
import * as Counted from "./connection/counters.ts"
import { fromApi, isTransient } from "./connection/errors.ts"
import * as Responses from "./connection/responses.ts"
import * as Settings from "./connection/settings.ts"
import * as Telemetry from "./connection/telemetry.ts"
import { AuthRefused, Ended, SocketError } from "./SocketError.ts"
import * as FanOut from "./subscriptions/fanOut.ts"
import * as Subscriptions from "./subscriptions/subscriptions.ts"

export type { ServerEvent } from "./connection/connection.ts"
export type { SocketState } from "./connection/connectionLoop.ts"
export type { RoundTrip } from "./connection/responses.ts"
export { defaultBackoff, Limits } from "./connection/settings.ts"
export type { Options } from "./connection/settings.ts"

/** Counters since the socket was created, and its present numbers of subscriptions and listeners. */
export interface Counters extends Readonly<Counted.Counters> {
  /** Channels that are subscribed to on the present connection. */
  readonly subscribed: number
  /** Listeners of all channels together. */
  readonly listeners: number
}

/** The socket to one server. */
export class ScreepsSocket extends Context.Service<
  ScreepsSocket,
  {
    /**
     * Emits the payloads of a channel, for as long as the stream runs.
     *
     * Payloads sent while there was no connection are missing: see `signals`. For rooms use `RoomFeed`, or `signals`:
     * patches can be folded only from a payload with the whole room on.
     */
    readonly subscribe: <A>(channel: Channel<A>) => Stream.Stream<A, SocketError>
    /** Emits the payloads of a channel and what happened between them: `Connected` first, then gaps and their ends. */
    readonly signals: <A>(channel: Channel<A>) => Stream.Stream<Signal<A>, SocketError>
    /**
     * Calls a function with each signal of a channel, until it returns `false`.
     *
     * The function runs while the frame is read, without a queue: no signal is ever left out, and all listeners of the
     * connection wait for it. It must be short; an exception ends the effect as a defect.
     */
    readonly runForEachWhile: <A>(
      channel: Channel<A>,
      f: (signal: Signal<A>) => boolean
    ) => Effect.Effect<void, SocketError>
    /** Returns the channel's name on the wire; channels with the same name share one subscription. */
    readonly name: <A>(channel: Channel<A>) => Effect.Effect<string, SocketError>
    /**
     * Waits until the server responds: at once if it has sent something within the last five seconds, otherwise after a
     * round trip (a sign-in).
     *
     * A connection whose server does not respond within `connectTimeout` is replaced, and this waits for the next one.
     * Guests, who cannot sign in, only wait for a connection. Fails when the socket makes no further attempt.
     */
    readonly responds: Effect.Effect<void, SocketError>
    /**
     * Waits for a round trip (a sign-in with the present token) that begins now, on the present connection or the next
     * one, and returns what it has shown. Callers who begin at the same time share one.
     *
     * After it, a channel whose listener received `Connected` before is certainly subscribed to: `Listening.start` waits for
     * that. A connection without any frame for `connectTimeout` is replaced. Fails when the socket makes no further attempt.
     */
    readonly roundTrip: Effect.Effect<Responses.RoundTrip, SocketError>
    /** Returns the present state of the connection. */
    readonly state: Effect.Effect<SocketState>
    /** Emits the state of the connection, now and whenever it changes; ends with `Closed`. */
    readonly states: Stream.Stream<SocketState>
    /** Emits what the server reports about itself: first the last event of each kind on the present connection. */
    readonly events: Stream.Stream<ServerEvent, SocketError>
    /**
     * Emits all frames from now on, decompressed and in order, payloads unchecked.
     *
     * Room frames of private servers contain owners' email addresses and password hashes: neither log nor store them.
     */
    readonly frames: Stream.Stream<PlainFrame, SocketError>
    /** Returns the counters since the socket was created, and the present numbers of subscriptions and listeners. */
    readonly counters: Effect.Effect<Counters>
  }
>()("@screeps-effect/socket/ScreepsSocket") {}

const guestsDenied = new SocketError({
  reason: new AuthRefused({
    detail: "guests receive server messages only: pass a token, or a user name and a password"
  })
})

/** A connection changes its state a few times per attempt. */
const unlimited: FanOut.Bounds = { items: Infinity, bytes: Infinity }

const isPayload = <A>(signal: Signal<A>) =>
  signal._tag === "Payload" ? Result.succeed(signal.payload) : Result.failVoid

/** Creates a socket, which connects when it is first used; the connection ends with the scope. @internal */
export const make = (
  options: Settings.Options = {}
): Effect.Effect<
  ScreepsSocket["Service"],
  never,
  Session.Session | Server.Server | Socket.WebSocketConstructor | Scope.Scope
> =>
  Effect.gen(function* () {
    const session = yield* Session.Session
    const server = yield* Server.Server
    const settings = Settings.make(options, yield* Settings.Limits)
    const { clock, now } = yield* clocks
    const counters = Counted.make()
    let state: SocketState = { _tag: "Connecting", attempt: 1 }
    const states = FanOut.make<SocketState>(() => [state])
    const setState = (next: SocketState) => {
      if (state._tag === "Closed") return
      state = next
      states.publish(next)
    }
    const responses = Responses.make(clock)
    const bounds: FanOut.Bounds = { items: settings.capacity, bytes: settings.limits.waitingBytes }
    const subscriptions = Subscriptions.make({
      bounds,
      onDecodeFailure: settings.onDecodeFailure,
      strictness: yield* Strictness,
      counters,
      clock,
      now
    })
    const ended = yield* Deferred.make<never, SocketError>()
    const used = Latch.makeUnsafe(false)
    const frames = FanOut.make<PlainFrame>()
    /** The last event of each kind on the present connection. */
    const lastEvents = new Map<ServerEvent["_tag"], ServerEvent>()
    const events = FanOut.make<ServerEvent>(() => [...lastEvents.values()])

    const close = (error: SocketError) =>
      Effect.sync(() => {
        subscriptions.fail(error)
        frames.fail(error)
        events.fail(error)
        Deferred.doneUnsafe(ended, Effect.fail(error))
        setState({ _tag: "Closed", error })
      })

    const running = connectionLoop({
      session,
      server,
      construct: yield* Socket.WebSocketConstructor,
      settings,
      subscriptions,
      counters,
      responses,
      clock,
      now,
      onFrame: frames.publish,
      onEvent: (event) => {
        lastEvents.set(event._tag, event)
        events.publish(event)
      },
      setState: (next) => Effect.sync(() => setState(next)),
      onEnd: Effect.sync(() => {
        lastEvents.clear()
        subscriptions.close()
      })
    }).pipe(
      Effect.catchDefect((defect) =>
        Effect.as(
          Effect.logError("The socket closes because of an internal error", defect),
          new SocketError({ reason: new Ended({ cause: defect }) })
        )
      ),
      Effect.flatMap(close)
    )
    yield* Effect.addFinalizer(() => close(new SocketError({ reason: new Ended() })))
    yield* Effect.forkScoped(Effect.andThen(used.await, running))

    const user = session.user.pipe(
      Effect.mapError(fromApi),
      Effect.retry({ schedule: settings.backoff, while: isTransient })
    )

    const nameOf = <A>(channel: Channel<A>): Effect.Effect<string, SocketError> =>
      Effect.gen(function* () {
        yield* used.open
        if (channel.access !== "public" && session.method === "Guest") return yield* guestsDenied
        const name = channel.name({ user: channel.access === "owner" ? yield* user : undefined, server })
        return Result.isSuccess(name)
          ? ChannelName.format(name.success)
          : yield* new SocketError({ reason: name.failure })
      })

    const signals = <A>(channel: Channel<A>): Stream.Stream<Signal<A>, SocketError> =>
      Stream.unwrap(
        Effect.gen(function* () {
          const name = yield* nameOf(channel)
          const endSpan = yield* Telemetry.subscribing(name)
          const opened = yield* FanOut.open(() => subscriptions.add(channel, name))
          return endSpan === constVoid
            ? opened
            : opened.pipe(
                Stream.onFirst(() => Effect.sync(() => endSpan(Exit.void))),
                Stream.onExit((exit) => Effect.sync(() => endSpan(exit)))
              )
        })
      )

    const runForEachWhile: ScreepsSocket["Service"]["runForEachWhile"] = (channel, f) =>
      Effect.gen(function* () {
        const name = yield* nameOf(channel)
        const endSpan = yield* Telemetry.subscribing(name)
        const listening = FanOut.runForEachWhile<Parameters<typeof f>[0]>(
          (listener) => subscriptions.add(channel, name, listener).remove,
          (signal) => {
            endSpan(Exit.void)
            return f(signal)
          }
        )
        return yield* Effect.onExit(listening, (exit) => Effect.sync(() => endSpan(exit)))
      })

    const afterUse = <A, E>(stream: Stream.Stream<A, E>) => Stream.unwrap(Effect.as(used.open, stream))

    return {
      name: nameOf,
      subscribe: (channel) => Stream.filterMap(signals(channel), isPayload),
      signals,
      runForEachWhile,
      state: Effect.map(used.open, () => state),
      states: afterUse(
        FanOut.stream(() => FanOut.subscribe(states, FanOut.every("states", unlimited))).pipe(
          Stream.takeUntil(({ _tag }) => _tag === "Closed"),
          Stream.orDie // `states` neither fails nor has bounds
        )
      ),
      responds: Effect.andThen(
        used.open,
        Effect.raceFirst(Effect.asVoid(responses.responds), Deferred.await(ended))
      ),
      roundTrip: Effect.andThen(used.open, Effect.raceFirst(responses.next, Deferred.await(ended))),
      events: afterUse(FanOut.stream(() => FanOut.subscribe(events, FanOut.every("events", bounds)))),
      frames: afterUse(FanOut.stream(() => FanOut.subscribe(frames, FanOut.every("frames", bounds)))),
      counters: Effect.map(used.open, () => ({
        ...counters,
        subscribed: subscriptions.subscribed(),
        listeners: subscriptions.listeners()
      }))
    }
  })

/**
 * Provides a socket, which connects when it is first used.
 *
 * **Details**
 *
 * Provide the same `Session` and `Server` as for the HTTP client, since both renew one token. The WebSocket is the
 * platform's own with `Socket.layerWebSocketConstructorGlobal`, or `ws` with `NodeWS.layerWebSocketConstructor` of
 * `@effect/platform-node`.
 *
 * **Gotchas**
 *
 * Call it once and keep the result: each call returns a separate socket.
 */
export const layer = (
  options: Settings.Options = {}
): Layer.Layer<ScreepsSocket, never, Session.Session | Server.Server | Socket.WebSocketConstructor> =>
  Layer.effect(ScreepsSocket, make(options))

/** Emits the payloads of a channel, with `subscribe` of the provided `ScreepsSocket`. */
export const subscribe = <A>(channel: Channel<A>): Stream.Stream<A, SocketError, ScreepsSocket> =>
  Stream.unwrap(Effect.map(ScreepsSocket, (socket) => socket.subscribe(channel)))

/** Emits the payloads of a channel and what happened between them, with `signals` of the provided `ScreepsSocket`. */
export const signals = <A>(channel: Channel<A>): Stream.Stream<Signal<A>, SocketError, ScreepsSocket> =>
  Stream.unwrap(Effect.map(ScreepsSocket, (socket) => socket.signals(channel)))
