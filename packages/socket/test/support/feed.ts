/** Runs programs with a room feed on a fake server. */
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import type { RoomState } from "@screeps-effect/schema/RoomState"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { FakeServer, Options } from "./fakeServer.ts"
import { type Listening, listen, withSocket } from "./listen.ts"

interface Feed {
  readonly server: FakeServer
  readonly socket: ScreepsSocket.ScreepsSocket["Service"]
  readonly signals: (
    room: RoomName,
    shard?: string
  ) => Effect.Effect<Listening<RoomFeed.RoomSignal>, never, Scope.Scope>
  readonly feed: RoomFeed.RoomFeed["Service"]
}

/** Creates a feed; it ends with the scope. */
export const makeFeed = (
  options: RoomFeed.Options = {}
): Effect.Effect<RoomFeed.RoomFeed["Service"], never, ScreepsSocket.ScreepsSocket | Scope.Scope> =>
  Effect.map(Layer.build(RoomFeed.layer(options)), (context) => Context.get(context, RoomFeed.RoomFeed))

export const withFeed = <A, E>(
  program: (feed: Feed) => Effect.Effect<A, E, Scope.Scope | RoomFeed.RoomFeed>,
  { feed: settings, ...options }: Options & ScreepsSocket.Options & { readonly feed?: RoomFeed.Options } = {}
): Effect.Effect<A, E> =>
  withSocket(
    (socket, server) =>
      Effect.gen(function* () {
        const feed = yield* Effect.provideService(makeFeed(settings), ScreepsSocket.ScreepsSocket, socket)
        const signals: Feed["signals"] = (room, shard) => listen(feed.signals(room, shard))
        return yield* Effect.provideService(
          program({ server, socket, signals, feed }),
          RoomFeed.RoomFeed,
          feed
        )
      }),
    options
  )

/** Returns the documents of a state's objects, by id. */
export const documents = (state: RoomState | undefined): unknown =>
  Object.fromEntries(
    [...(state?.objects ?? [])].map(([id, object]) => [id, RoomObject.toDocument(object)] as const)
  )

/** Returns the states among signals. */
export const views = (signals: ReadonlyArray<RoomFeed.RoomSignal>): ReadonlyArray<RoomFeed.RoomView> =>
  signals.flatMap((signal) => (signal._tag === "State" ? [signal.view] : []))

/** Summarizes signals: the ticks of states, marked `*` after a gap, and the kinds of the others. */
export const short = (signals: ReadonlyArray<RoomFeed.RoomSignal>): ReadonlyArray<string> =>
  signals.map((signal) => {
    switch (signal._tag) {
      case "State":
        return `${signal.view.tick ?? "whole"}${signal.view.afterGap ? "*" : ""}`
      case "Gap":
        return `Gap ${signal.reason}`
      case "Refused":
        return `Refused ${signal.text}`
    }
  })
