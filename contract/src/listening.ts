/** Helpers of the contract tests for the socket. */
import * as Credentials from "@screeps-effect/api/Credentials"
import * as ScreepsClient from "@screeps-effect/api/ScreepsClient"
import * as User from "@screeps-effect/api/User"
import type { Channel } from "@screeps-effect/socket/Channel"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as RoomFrame from "@screeps-effect/schema/RoomFrame"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { account, failTest, type Needs, some, testsOf } from "./test.ts"

type ClientServices =
  | Layer.Success<ReturnType<typeof ScreepsClient.layerNoDeps>>
  | ScreepsSocket.ScreepsSocket
  | RoomFeed.RoomFeed

const clientLayer = (credentials: Layer.Layer<Credentials.Credentials>, options: ScreepsSocket.Options) =>
  RoomFeed.layer().pipe(
    Layer.provideMerge(ScreepsSocket.layer(options)),
    Layer.provideMerge(ScreepsClient.layerNoDeps()),
    Layer.provide(credentials),
    Layer.fresh
  )

/** Sends requests and subscribes on one connection, which ends with the test. */
const connect = (credentials: Layer.Layer<Credentials.Credentials>, options: ScreepsSocket.Options = {}) =>
  Effect.map(
    Layer.build(clientLayer(credentials, options)),
    (context) =>
      <A, E, R>(
        program: Effect.Effect<A, E, R | ClientServices>
      ): Effect.Effect<A, E, Exclude<R, ClientServices>> =>
        Effect.provideContext(program, context)
  )

/** Connects without signing in. */
export const guest = connect(Credentials.layerGuest)

/** Registers an account and connects as it. */
export const listener = Effect.gen(function* () {
  const { credentials, username } = yield* account
  const as = yield* connect(credentials)
  const { _id: id } = yield* as(User.whoAmI())
  const again = (options?: ScreepsSocket.Options) => connect(credentials, options)
  return { username, id, as, again }
})

/** Returns the first item that matches. */
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
    Effect.flatMap((found) =>
      Option.isSome(found) ? Effect.succeed(found.value) : failTest(`Not emitted within 30 seconds: ${what}`)
    )
  )

/** Returns the first `count` items of a stream. */
export const take = <A, E, R>(
  stream: Stream.Stream<A, E, R>,
  count: number,
  what: string
): Effect.Effect<ReadonlyArray<A>, E, R> =>
  stream.pipe(
    Stream.take(count),
    Stream.runCollect,
    Effect.timeoutOption("30 seconds"),
    Effect.flatMap((found) => some(Option.getOrUndefined(found), `${what}: ${count} times`))
  )

/** Returns what a channel emits for an action that runs after the subscription. */
export const emittedAfter = <A, B, E, R>(
  channel: Channel<A>,
  action: Effect.Effect<B, E, R>,
  matches: (payload: A) => boolean = () => true
): Effect.Effect<A, E | SocketError, R | ScreepsSocket.ScreepsSocket> =>
  Effect.gen(function* () {
    const ready = Latch.makeUnsafe(false)
    const listening = yield* ScreepsSocket.signals(channel).pipe(
      Stream.tap(({ _tag }) => (_tag === "Connected" ? ready.open : Effect.void)),
      Stream.flatMap((signal) => (signal._tag === "Payload" ? Stream.succeed(signal.payload) : Stream.empty)),
      (payloads) => first(payloads, matches, channel.kind),
      Effect.forkScoped
    )
    yield* Effect.raceFirst(ready.await, Fiber.join(listening))
    yield* action
    return yield* Fiber.join(listening)
  }).pipe(Effect.scoped)

/** Collects what a stream emits while the test runs. */
export const listen = <A, E, R>(
  stream: Stream.Stream<A, E, R>
): Effect.Effect<ReadonlyArray<A>, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const emitted: Array<A> = []
    yield* Effect.forkScoped(Stream.runForEach(stream, (item) => Effect.sync(() => emitted.push(item))))
    return emitted
  })

/** Whether a frame is a whole room; xxscreeps marks it by the room's decorations. */
export const isWhole = (frame: RoomFrame.RoomFrame): boolean =>
  RoomFrame.isFull(frame) || frame.decorations !== undefined

/** Returns the present state of a room; the connection must have no other subscription to it. */
export const readRoom = (room: RoomName) =>
  Effect.map(first(ScreepsSocket.subscribe(Channels.room(room)), isWhole, `the room ${room}`), (frame) =>
    RoomState.fold(RoomState.empty, frame)
  )

/** Returns the only object of a type in a room. */
export const onlyObject = (room: RoomName, type: string) =>
  Effect.flatMap(readRoom(room), ({ objects }) => {
    const [found, ...more] = [...objects.values()].filter((object) => object.type === type)
    return more.length > 0 ? failTest(`more than one ${type} in ${room}`) : some(found, type)
  })

/** Creates a test of a newly registered user with HTTP and the socket. */
export const testAsListener = testsOf<ClientServices | Needs>((program) =>
  Effect.flatMap(listener, ({ as }) => as(program))
)
