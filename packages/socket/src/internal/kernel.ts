import type { Description } from "@screeps-effect/api/Server"
import type * as Session from "@screeps-effect/api/Session"
import * as ChannelName from "@screeps-effect/schema/ChannelName"
import type { PlainFrame } from "@screeps-effect/schema/Frame"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import * as SubscriptionRef from "effect/SubscriptionRef"
import type { Channel } from "../Channel.ts"
import type { Options, ScreepsSocket } from "../ScreepsSocket.ts"
import type { ServerEvent } from "../ServerEvent.ts"
import type { Signal } from "../Signal.ts"
import { AuthRefused, Ended, SocketError } from "../SocketError.ts"
import type { SocketState } from "../SocketState.ts"
import * as Broadcast from "./broadcast.ts"
import { connection } from "./connection.ts"
import * as Mailbox from "./mailbox.ts"
import { now } from "./now.ts"
import { fromAccount, isPassing } from "./reasons.ts"
import * as Settings from "./settings.ts"
import * as Subscriptions from "./subscriptions.ts"
import * as Tally from "./tally.ts"

/** `http` becomes `ws`, `https` becomes `wss`; prefixes of the path stay. */
const addressOf = ({ url }: Description) => `${url.replace(/^http/, "ws")}/socket/websocket`

const dial = (construct: Socket.WebSocketConstructor["Service"], url: string, settings: Settings.Settings) =>
  Socket.fromWebSocket(
    Effect.acquireRelease(
      Effect.try({
        try: () => construct(url),
        catch: (cause) =>
          new Socket.SocketError({ reason: new Socket.SocketOpenError({ kind: "Unknown", cause }) })
      }),
      (ws) => Effect.sync(() => ws.close(1000))
    ),
    { openTimeout: settings.connectTimeout }
  )

/** After so many milliseconds without a server a program is told: it may have nothing else that would tell. */
const awayTold = 10_000

const guestsHear = new SocketError({
  reason: new AuthRefused({ detail: "guests hear server messages only: provide Credentials" })
})

const isPayload = <A>(signal: Signal<A>) =>
  signal._tag === "Payload" ? Result.succeed(signal.payload) : Result.failVoid

export const kernel = (
  session: Session.Session["Service"],
  server: Description,
  construct: Socket.WebSocketConstructor["Service"],
  options: Options
): Effect.Effect<ScreepsSocket["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const settings = Settings.make(options)
    const tally = Tally.make()
    const state = yield* SubscriptionRef.make<SocketState>({ _tag: "Connecting", attempt: 1 })
    const subscriptions = Subscriptions.make(settings.capacity, settings.onDecodeFailure, tally)
    const frames = Broadcast.make<PlainFrame>("frames", settings.capacity)
    const events = Broadcast.make<ServerEvent>("events", settings.capacity)
    /** What the server told last on the present connection, by its kind. */
    const told = new Map<ServerEvent["_tag"], ServerEvent>()
    const socket = yield* dial(construct, addressOf(server), settings)

    const close = (error: SocketError) =>
      Effect.andThen(
        Effect.sync(() => {
          subscriptions.fail(error)
          frames.fail(error)
          events.fail(error)
        }),
        SubscriptionRef.update(state, (state): SocketState =>
          state._tag === "Closed" ? state : { _tag: "Closed", error }
        )
      )

    let wasReady = false
    const connected = connection(socket, {
      session,
      settings,
      subscriptions,
      frames,
      tell: (event) => {
        told.set(event._tag, event)
        events.publish(event)
      },
      tally,
      isOpen: SubscriptionRef.set(state, { _tag: "Authenticating" }),
      isReady: Effect.suspend(() => {
        wasReady = true
        tally.connections++
        return SubscriptionRef.set(state, { _tag: "Ready" })
      })
    }).pipe(
      Effect.scoped,
      Effect.ensuring(
        Effect.map(now, (millis) => {
          told.clear()
          subscriptions.close(millis)
        })
      )
    )

    const running: Effect.Effect<void> = Effect.gen(function* () {
      let step = yield* Schedule.toStep(settings.backoff)
      let awaySince: number | undefined
      let isTold = false
      for (let attempt = 1; ; attempt++) {
        yield* SubscriptionRef.set(state, { _tag: "Connecting", attempt })
        wasReady = false
        const error = yield* Effect.flip(connected)
        if (!isPassing(error)) return yield* close(error)
        const at = yield* now
        if (wasReady) {
          attempt = 0
          awaySince = undefined
          isTold = false
          step = yield* Schedule.toStep(settings.backoff)
        }
        awaySince ??= at
        if (!isTold && at - awaySince >= awayTold) {
          isTold = true
          yield* Effect.logWarning(
            `no connection to ${server.url} for a while: it is tried on`,
            error.message
          )
        }
        const delay = yield* Pull.catchDone(
          Effect.map(step(at, error), ([, delay]) => Option.some(delay)),
          () => Effect.succeedNone
        )
        if (Option.isNone(delay)) return yield* close(error)
        const until = Millis.make(at + Math.ceil(Duration.toMillis(delay.value)))
        yield* SubscriptionRef.set(state, { _tag: "Backoff", attempt: attempt + 1, until, error })
        yield* Effect.sleep(delay.value)
        tally.retries++
      }
    })

    yield* Effect.addFinalizer(() => close(new SocketError({ reason: new Ended() })))
    yield* Effect.forkScoped(
      Effect.catchDefect(running, (defect) =>
        Effect.andThen(
          Effect.logError("The socket ends with a fault of its own", defect),
          close(new SocketError({ reason: new Ended() }))
        )
      )
    )

    const user = session.user.pipe(
      Effect.mapError(fromAccount),
      Effect.retry({ schedule: settings.backoff, while: isPassing })
    )

    const nameOf = <A>(channel: Channel<A>): Effect.Effect<string, SocketError> =>
      Effect.gen(function* () {
        if (channel.access !== "public" && session.method === "Guest") return yield* guestsHear
        const name = channel.name({ user: channel.access === "owner" ? yield* user : undefined, server })
        return Result.isSuccess(name)
          ? ChannelName.format(name.success)
          : yield* new SocketError({ reason: name.failure })
      })

    const signals = <A>(channel: Channel<A>): Stream.Stream<Signal<A>, SocketError> =>
      Stream.unwrap(
        Effect.map(nameOf(channel), (name) =>
          Mailbox.stream(Effect.sync(() => subscriptions.join(channel, name)))
        )
      )

    return {
      name: nameOf,
      subscribe: (channel) => Stream.filterMap(signals(channel), isPayload),
      signals,
      state: SubscriptionRef.get(state),
      states: SubscriptionRef.changes(state),
      events: Mailbox.stream(Effect.sync(() => events.join([...told.values()]))),
      frames: Mailbox.stream(Effect.sync(() => frames.join([]))),
      counters: Effect.sync(() => ({
        ...tally,
        subscribed: subscriptions.subscribed(),
        listeners: subscriptions.listeners()
      }))
    }
  })
