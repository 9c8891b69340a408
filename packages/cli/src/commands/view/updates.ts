/** What the page of `screeps view` receives: the states of its rooms, and the console of the account. */
import * as Game from "@screeps-effect/api/Game"
import type { ScreepsClient } from "@screeps-effect/api/ScreepsClient"
import * as RoomPage from "@screeps-effect/pictures/RoomPage"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { ShardName } from "@screeps-effect/schema/ShardName"
import type { Terrain } from "@screeps-effect/schema/Terrain"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import type { ScreepsSocket } from "@screeps-effect/socket/ScreepsSocket"
import * as Console from "@screeps-effect/socket/workflows/Console"
import * as RoomLag from "@screeps-effect/socket/workflows/RoomLag"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as News from "../watch/news.ts"

export type Update = RoomPage.Update.Update

/** The time between two measurements of the lag. */
const lagEvery = "10 seconds"

/** The time after which a room that failed begins again. */
const failureEvery = "20 seconds"

/** Who looks at which shard. */
export interface Viewer {
  /** Returns the signed-in user; `undefined` for guests, and while the server does not respond. */
  readonly user: () => UserId | undefined
  readonly shard: ShardName | undefined
}

/** Returns whether the room is the user's own. */
const isOwn = ({ objects }: RoomFeed.RoomView, user: UserId | undefined): boolean =>
  user !== undefined &&
  [...objects.values()].some((object) => object.type === "controller" && object.user === user)

const notice = (room: RoomName, text: string): Update => ({ kind: "notice", room, text })

const remark = (room: RoomName, signal: Exclude<RoomFeed.RoomSignal, { readonly _tag: "State" }>): Update =>
  signal._tag === "Gap" && signal.reason === "turn"
    ? notice(room, "waits for its turn: the server sends two rooms at once")
    : notice(room, News.remark(signal))

/** Returns a function that requests the terrain of a room, once. */
export const makeTerrains = (shard: ShardName | undefined) => {
  const terrains = new Map<RoomName, Terrain>()
  return (room: RoomName) =>
    Effect.suspend(() => {
      const known = terrains.get(room)
      return known === undefined
        ? Effect.tap(Game.terrain({ room, shard }), (terrain) =>
            Effect.sync(() => void terrains.set(room, terrain))
          )
        : Effect.succeed(known)
    })
}

/** Creates the updates of pages, all of which share the terrain. */
export const make = ({ shard, user }: Viewer, terrainOf: ReturnType<typeof makeTerrains>) => {
  /** The states of a room. After a failure, such as that of a server that does not run yet, it begins again. */
  const ofRoom = (room: RoomName, onView: (view: RoomFeed.RoomView) => Effect.Effect<unknown>) =>
    Effect.map(terrainOf(room), (terrain) => {
      let last: RoomFeed.RoomView | undefined
      let measured: RoomFeed.RoomView | undefined
      const states = Stream.mapEffect(RoomFeed.signals(room, shard), (signal) => {
        if (signal._tag !== "State") return Effect.succeed(remark(room, signal))
        const update = RoomPage.Update.state(room, last, signal.view)
        last = signal.view
        return Effect.as(onView(signal.view), update)
      })
      const lags = Stream.tick(lagEvery).pipe(
        Stream.drop(1),
        Stream.mapEffect(() => {
          // A room that waits for its turn is old, not late.
          if (last === undefined || last === measured) return Effect.undefined
          measured = last
          return Effect.orElseSucceed(RoomLag.ticks(last), () => undefined)
        }),
        Stream.filter((ticks) => ticks !== undefined),
        Stream.map((ticks): Update => ({ kind: "lag", room, ticks }))
      )
      return Stream.concat(
        Stream.succeed(RoomPage.Update.room(room, terrain)),
        Stream.merge(states, lags, { haltStrategy: "left" })
      )
    }).pipe(
      Stream.unwrap,
      Stream.catch((error) =>
        Stream.concat(
          Stream.succeed(notice(room, error.message)),
          Stream.drain(Stream.fromEffect(Effect.sleep(failureEvery)))
        )
      ),
      Stream.forever
    )

  const consoleLines = Console.lines({ shard }).pipe(
    Stream.groupedWithin(100, "100 millis"),
    Stream.map((lines): Update => ({
      kind: "console",
      lines: lines.map(({ kind, text }) => ({ kind, text }))
    })),
    Stream.catch(() => Stream.empty)
  )

  /** Emits what a page that shows these rooms receives; with the console as soon as one of them is the user's own. */
  return (
    rooms: ReadonlyArray<RoomName>
  ): Stream.Stream<Update, never, ScreepsClient | ScreepsSocket | RoomFeed.RoomFeed> =>
    Stream.unwrap(
      Effect.gen(function* () {
        const own = yield* Deferred.make<void>()
        const onView = (view: RoomFeed.RoomView) =>
          isOwn(view, user()) ? Deferred.succeed(own, undefined) : Effect.void
        const states = Stream.mergeAll(
          rooms.map((room) => ofRoom(room, onView)),
          { concurrency: "unbounded" }
        )
        return Stream.merge(states, Stream.unwrap(Effect.as(Deferred.await(own), consoleLines)))
      })
    )
}
