/** Players of the game's own server, each with its own account, client, socket and room feed. */
import { assert } from "@effect/vitest"
import * as Code from "@screeps-effect/api/Code"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Register from "@screeps-effect/api/Register"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as User from "@screeps-effect/api/User"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import type { Channel } from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Socket from "effect/socket/Socket"
import * as Stream from "effect/Stream"
import { settle } from "../../support/world.ts"

/** Options of a player's socket and feed. */
export interface Settings {
  readonly socket?: ScreepsSocket.Options | undefined
  readonly feed?: RoomFeed.Options | undefined
  /** The constructor of connections; by default the platform's own WebSocket. */
  readonly webSocket?: Layer.Layer<Socket.WebSocketConstructor> | undefined
}

const road = (
  credentials: Layer.Layer<Credentials.Credentials>,
  { feed, socket, webSocket }: Settings = {}
) =>
  RoomFeed.layer(feed ?? {}).pipe(
    Layer.provideMerge(ScreepsSocket.layer(socket ?? {})),
    Layer.provideMerge(ScreepsClient.layerNoDeps()),
    Layer.provide([credentials, FetchHttpClient.layer, webSocket ?? Socket.layerWebSocketConstructorGlobal]),
    Layer.fresh
  )

let players = 0

/** Opens another socket of the same account. */
const connect = (credentials: Layer.Layer<Credentials.Credentials>, settings?: Settings) =>
  Effect.map(Layer.build(road(credentials, settings)), (context) => Effect.provideContext(context))

/** A guest without an account. */
export const guest = connect(Credentials.layerGuest)

/** Creates an account and signs in. */
export const newcomer = Effect.fnUntraced(function* (settings?: Settings) {
  const username = `Listener${(players += 1)}`
  const password = Redacted.make(`secret of ${username}`)
  const asGuest = yield* guest
  yield* asGuest(Register.submit({ username, password, email: `${username.toLowerCase()}@example.com` }))
  const credentials = Credentials.layerPassword({ username: username, password })
  const as = yield* connect(credentials, settings)
  const { _id: id } = yield* as(User.whoAmI())
  const socket = yield* as(ScreepsSocket.ScreepsSocket)
  return { username, id, as, socket, again: (settings?: Settings) => connect(credentials, settings) }
})

/** Creates an account with a room, whose code runs and writes to the console. */
export const settler = Effect.fnUntraced(function* (code: (room: string) => string, settings?: Settings) {
  const player = yield* newcomer(settings)
  const home = yield* player.as(settle)
  yield* player.as(Code.set({ branch: "default", modules: { main: code(home.room) } }))
  const output = Stream.flatMap(player.socket.subscribe(Channels.console()), (event) =>
    Stream.fromIterable(ConsoleEvent.lines(event))
  )
  yield* first(output, ({ kind }) => kind === "log", "output of the code")
  return { ...player, ...home }
})

/** The type of a player. */
export type Player = Effect.Success<ReturnType<typeof newcomer>>

/** Returns the first matching item of a stream; half a minute is enough for some hundred ticks. */
export const first = <A, E, R>(
  stream: Stream.Stream<A, E, R>,
  matches: (item: A) => boolean,
  what: string
): Effect.Effect<A, E, R> =>
  stream.pipe(
    Stream.filter(matches),
    Stream.runHead,
    Effect.timeoutOption("30 seconds"),
    Effect.map(Option.flatten),
    Effect.map(Option.getOrElse(() => assert.fail(`never received: ${what}`)))
  )

/** Returns the payload that an action causes on a channel, to which it subscribes first. */
export const payloadOf = <A, B, E, R>(
  { socket }: { readonly socket: ScreepsSocket.ScreepsSocket["Service"] },
  channel: Channel<A>,
  action: Effect.Effect<B, E, R>,
  matches: (payload: A) => boolean = () => true
): Effect.Effect<A, E | SocketError, R> =>
  Effect.gen(function* () {
    const ready = Latch.makeUnsafe(false)
    const listening = yield* socket.signals(channel).pipe(
      Stream.tap(({ _tag }) => (_tag === "Connected" ? ready.open : Effect.void)),
      Stream.flatMap((signal) => (signal._tag === "Payload" ? Stream.succeed(signal.payload) : Stream.empty)),
      (payloads) => first(payloads, matches, channel.kind),
      Effect.forkScoped
    )
    yield* Effect.raceFirst(ready.await, Fiber.join(listening))
    yield* action
    return yield* Fiber.join(listening)
  }).pipe(Effect.scoped)

/** Collects the items of a stream while the test continues. */
export const listen = <A, E, R>(
  stream: Stream.Stream<A, E, R>
): Effect.Effect<ReadonlyArray<A>, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const received: Array<A> = []
    yield* Stream.runForEach(stream, (item) => Effect.sync(() => received.push(item))).pipe(
      Effect.tapError((error) => Effect.logError("a stream failed", error)),
      Effect.forkScoped
    )
    return received
  })
