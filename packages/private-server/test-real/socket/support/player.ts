/** Players of the game's own server: each with an account, a client, a socket and a feed of rooms of its own. */
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

/** How a player's socket and feed behave. */
export interface Settings {
  readonly socket?: ScreepsSocket.Options | undefined
  readonly feed?: RoomFeed.Options | undefined
  /** How connections are made; by the platform's own WebSocket when not told. */
  readonly webSocket?: Layer.Layer<Socket.WebSocketConstructor> | undefined
}

const road = (
  credentials: Layer.Layer<Credentials.Credentials>,
  { feed, socket, webSocket }: Settings = {}
) =>
  RoomFeed.layerWith(feed ?? {}).pipe(
    Layer.provideMerge(ScreepsSocket.layerWith(socket ?? {})),
    Layer.provideMerge(ScreepsClient.layer),
    Layer.provide([credentials, FetchHttpClient.layer, webSocket ?? Socket.layerWebSocketConstructorGlobal]),
    Layer.fresh
  )

let players = 0

/** Opens another socket of the same account. */
const connect = (credentials: Layer.Layer<Credentials.Credentials>, settings?: Settings) =>
  Effect.map(Layer.build(road(credentials, settings)), (context) => Effect.provideContext(context))

/** A guest, who has registered nowhere. */
export const guest = connect(Credentials.layerGuest)

/** A new account, signed in. */
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

/** A new account with a room, whose code runs and writes to the console. */
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

/** A player, as `newcomer` gives it. */
export type Player = Effect.Success<ReturnType<typeof newcomer>>

/** The first item of a stream that is as it should be; half a minute is enough for some hundred ticks. */
export const first = <A, E, R>(
  stream: Stream.Stream<A, E, R>,
  isIt: (item: A) => boolean,
  what: string
): Effect.Effect<A, E, R> =>
  stream.pipe(
    Stream.filter(isIt),
    Stream.runHead,
    Effect.timeoutOption("30 seconds"),
    Effect.map(Option.flatten),
    Effect.map(Option.getOrElse(() => assert.fail(`never told: ${what}`)))
  )

/** What a channel tells of something that is done once it is listened to. */
export const toldOf = <A, B, E, R>(
  { socket }: { readonly socket: ScreepsSocket.ScreepsSocket["Service"] },
  channel: Channel<A>,
  deed: Effect.Effect<B, E, R>,
  isIt: (payload: A) => boolean = () => true
): Effect.Effect<A, E | SocketError, R> =>
  Effect.gen(function* () {
    const ready = Latch.makeUnsafe(false)
    const listening = yield* socket.signals(channel).pipe(
      Stream.tap(({ _tag }) => (_tag === "Connected" ? ready.open : Effect.void)),
      Stream.flatMap((signal) => (signal._tag === "Payload" ? Stream.succeed(signal.payload) : Stream.empty)),
      (payloads) => first(payloads, isIt, channel.topic),
      Effect.forkScoped
    )
    yield* Effect.raceFirst(ready.await, Fiber.join(listening))
    yield* deed
    return yield* Fiber.join(listening)
  }).pipe(Effect.scoped)

/** What a stream tells while the test goes on. */
export const listen = <A, E, R>(
  stream: Stream.Stream<A, E, R>
): Effect.Effect<ReadonlyArray<A>, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const told: Array<A> = []
    yield* Stream.runForEach(stream, (item) => Effect.sync(() => told.push(item))).pipe(
      Effect.tapError((error) => Effect.logError("a stream failed", error)),
      Effect.forkScoped
    )
    return told
  })
