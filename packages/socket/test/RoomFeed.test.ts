/** The feed of one room: its states, listeners, gaps and changes. */
import * as Server from "@screeps-effect/api/Server"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { documents, makeFeed, short, views, withFeed } from "./support/feed.ts"
import { asToken } from "./support/fakeServer.ts"
import { listen } from "./support/listen.ts"
import { type Objects, GameRooms, sourceRoom } from "./support/rooms.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

/** A game with one room, whose server responds at once. */
const game = (objects: Objects = sourceRoom(3000)) => new GameRooms({ W1N1: objects })

const subscribe = "subscribe room:W1N1"
const unsubscribe = "unsubscribe room:W1N1"

describe("states", () => {
  it.effect("are complete, one for each message", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          rooms.advance({ W1N1: sourceRoom(2990) })
          yield* settle
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(emitted), ["whole", "101", "102"])
          assert.deepStrictEqual(views(emitted).map(documents), [
            sourceRoom(3000),
            sourceRoom(2990),
            sourceRoom(2990)
          ])
          const [first, second, third] = views(emitted)
          assert.strictEqual(third?.objects, second?.objects)
          assert.deepStrictEqual([first?.room, first?.shard, first?.mode], ["W1N1", undefined, "world"])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("have objects that lack a field, which is reported once", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    const creep = (x: number) => ({ c: { _id: "c", type: "creep", name: "h1", room: "W1N1", x, y: 2 } })
    const rooms = game(creep(1))
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          for (const x of [2, 3]) {
            rooms.advance({ W1N1: creep(x) })
            yield* settle
          }
          const found = views(emitted).flatMap(({ objects }) => [...objects.values()])
          assert.deepStrictEqual(
            found.map((object) => [object.type, RoomObject.position(object)?.x]),
            [1, 2, 3].map((x) => ["creep", x])
          )
          const drift = lines.filter((line) => line.startsWith("Room: "))
          assert.include(drift, "Room: creep.body: expected array, found absent")
          assert.lengthOf(new Set(drift), drift.length)
        }),
      { onCommand: rooms.onCommand }
    ).pipe(Effect.provide(Logger.layer([logger])), Effect.provideService(References.MinimumLogLevel, "Debug"))
  })

  it.effect("are shared by all listeners of a room, with one subscription", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const first = yield* signals("W1N1")
          const second = yield* signals("W1N1")
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(second.emitted), short(first.emitted))
          assert.strictEqual(views(second.emitted)[1], views(first.emitted)[1])
          yield* first.stop
          yield* settle
          assert.deepStrictEqual(server.current().commands, [subscribe])
          yield* second.stop
          yield* settle
          assert.deepStrictEqual(server.current().commands, [subscribe, unsubscribe])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("start with the last one for a late listener, and have an age", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          rooms.advance({ W1N1: sourceRoom(2990) })
          yield* pass("7 seconds")
          const { emitted } = yield* signals("W1N1")
          assert.deepStrictEqual(short(emitted), ["101"])
          const [view] = views(emitted)
          assert.isDefined(view)
          assert.deepStrictEqual(documents(view), sourceRoom(2990))
          assert.strictEqual(Duration.toSeconds(yield* RoomFeed.age(view)), 7)
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("are those of the given shard", () =>
    withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const main = yield* signals("W1N1")
          const other = yield* signals("W1N1", "shard1")
          assert.deepStrictEqual(server.current().commands, [
            "subscribe room:shard3/W1N1",
            "subscribe room:shard1/W1N1"
          ])
          server.current().sendEvent("room:shard1/W1N1", { objects: sourceRoom(1) })
          yield* settle
          assert.deepStrictEqual(main.emitted, [])
          assert.deepStrictEqual(
            views(other.emitted).map(({ room, shard }) => [room, shard]),
            [["W1N1", "shard1"]]
          )
        }),
      { server: Server.official({ shard: "shard3" }), credentials: asToken }
    )
  )

  it.effect("are complete for a listener that left and returns", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const first = yield* signals("W1N1")
          yield* first.stop
          const { emitted } = yield* signals("W1N1")
          assert.deepStrictEqual(short(emitted), ["whole"])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("skip older ones for a slow listener, which still sees that there was a gap", () => {
    const rooms = game()
    return withFeed(
      ({ feed, server }) =>
        Effect.gen(function* () {
          const pull = yield* Stream.toPull(feed.signals("W1N1"))
          const [first] = yield* pull
          assert.deepStrictEqual(short([first]), ["whole"])
          server.current().drop()
          yield* pass("2 seconds")
          for (let tick = 0; tick < 50; tick++) {
            rooms.advance()
            yield* settle
          }
          const rest = yield* pull
          assert.strictEqual(rest.length, 16)
          assert.deepStrictEqual(short(rest).slice(0, 2), ["135*", "136"])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("fail with Ended when the feed's scope is closed, also for later listeners", () => {
    const rooms = game()
    return withFeed(
      ({ socket }) =>
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          const feed = yield* makeFeed().pipe(
            Effect.provideService(ScreepsSocket.ScreepsSocket, socket),
            Scope.provide(scope)
          )
          const before = yield* listen(feed.signals("W1N1"))
          yield* Scope.close(scope, Exit.void)
          yield* settle
          const after = yield* listen(feed.signals("W2N1"))
          assert.strictEqual(before.failure()?._tag, "Ended")
          assert.strictEqual(after.failure()?._tag, "Ended")
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("share one subscription with and without the server's default shard", () =>
    withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const plain = yield* signals("W1N1")
          const named = yield* signals("W1N1", "shard3")
          const other = yield* signals("W1N1", "shard2")
          assert.deepStrictEqual(server.current().commands, [
            "subscribe room:shard3/W1N1",
            "subscribe room:shard2/W1N1"
          ])
          for (const shard of ["shard2", "shard3"]) {
            server.current().sendEvent(`room:${shard}/W1N1`, { objects: sourceRoom(3000) })
          }
          yield* settle
          assert.deepStrictEqual(
            [plain, named, other].map(({ emitted }) => views(emitted).map(({ shard }) => shard)),
            [[undefined], ["shard3"], ["shard2"]]
          )
        }),
      { server: Server.official({ shard: "shard3" }), credentials: asToken }
    )
  )

  it.effect("fail when a message cannot be folded, without affecting other rooms", () =>
    withFeed(({ server, socket }) =>
      Effect.gen(function* () {
        const broken = ScreepsSocket.ScreepsSocket.of({
          ...socket,
          runForEachWhile: (channel, f) =>
            Effect.flatMap(socket.name(channel), (name) =>
              name === "room:W1N1" ? Effect.die("a fault") : socket.runForEachWhile(channel, f)
            )
        })
        const feed = yield* Effect.provideService(makeFeed(), ScreepsSocket.ScreepsSocket, broken)
        const bad = yield* listen(feed.signals("W1N1"))
        const good = yield* listen(feed.signals("W2N1"))
        server.current().sendEvent("room:W2N1", { objects: sourceRoom(1) })
        yield* settle
        assert.deepInclude(bad.failure(), { _tag: "UnexpectedPayload", channel: "room:W1N1" })
        assert.deepStrictEqual(short(good.emitted), ["whole"])
      })
    )
  )

  it.effect("fail for an invalid room name, without affecting other rooms", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const good = yield* signals("W1N1")
          const bad = yield* signals("W1.5N1")
          assert.strictEqual(bad.failure()?._tag, "InvalidInput")
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(good.emitted), ["whole", "101"])
          assert.isUndefined(good.failure())
        }),
      { onCommand: rooms.onCommand }
    )
  })
})

describe("a gap", () => {
  it.effect("is emitted when the connection is lost; deleted objects do not stay", () => {
    const rooms = game({ ...sourceRoom(3000), r: { _id: "r", type: "road", x: 1, y: 1, room: "W1N1" } })
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          server.current().drop()
          rooms.advance({ W1N1: sourceRoom(3000) })
          yield* pass("2 seconds")
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(emitted), ["whole", "Gap disconnected", "whole*", "102"])
          assert.deepStrictEqual(documents(views(emitted)[1]), sourceRoom(3000))
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("is emitted to a listener that starts during the gap", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          server.current().drop()
          yield* settle
          const { emitted } = yield* signals("W1N1")
          yield* pass("2 seconds")
          const later = yield* signals("W1N1")
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(emitted), ["whole", "Gap disconnected", "whole*", "101"])
          assert.deepStrictEqual(short(later.emitted), ["whole", "101"])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect(
    "is emitted when the program also listens to the channel; both continue with the whole room",
    () => {
      const rooms = game()
      return withFeed(
        ({ server, signals, socket }) =>
          Effect.gen(function* () {
            const { emitted } = yield* signals("W1N1")
            const raw = yield* listen(socket.subscribe(Channels.room("W1N1")))
            rooms.advance({ W1N1: sourceRoom(2990) })
            yield* settle
            assert.deepStrictEqual(short(emitted), ["whole", "Gap resubscribed", "whole*", "101"])
            const state = raw.emitted.reduce(RoomState.fold, RoomState.empty)
            assert.deepStrictEqual(documents(state), documents(views(emitted).at(-1)))
            yield* pass("10 seconds") // the feed subscribes again, and so does the socket
            assert.deepStrictEqual(server.current().commands, [
              subscribe,
              unsubscribe,
              subscribe,
              unsubscribe,
              subscribe
            ])
            assert.deepStrictEqual(short(emitted).at(-1), "whole")
          }),
        { onCommand: rooms.onCommand, feed: { resync: "10 seconds" } }
      )
    }
  )

  it.effect("follows a message that does not match the schema; the room is subscribed to again", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          server.current().sendEvent("room:W1N1", { objects: 5, gameTime: 101 })
          yield* settle
          assert.deepStrictEqual(short(emitted), ["whole", "Gap unexpected", "whole*"])
          assert.deepStrictEqual(server.current().commands, [subscribe, unsubscribe, subscribe])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect(
    "follows a message that does not fit the previous ones; the room is subscribed to again, at most every 10 seconds",
    () => {
      const rooms = game()
      return withFeed(
        ({ server, signals }) =>
          Effect.gen(function* () {
            const { emitted } = yield* signals("W1N1")
            const odd = { objects: { nobody: { hits: 5 } }, gameTime: 101 }
            server.current().sendEvent("room:W1N1", odd)
            yield* settle
            assert.deepStrictEqual(short(emitted), ["whole", "Gap mismatch", "whole*"])
            server.current().sendEvent("room:W1N1", odd)
            yield* pass("9 seconds")
            assert.deepStrictEqual(server.current().commands, [
              subscribe,
              unsubscribe,
              subscribe,
              unsubscribe
            ])
            yield* pass("1 second")
            assert.deepStrictEqual(short(emitted).slice(3), ["Gap mismatch", "whole*"])
          }),
        { onCommand: rooms.onCommand }
      )
    }
  )
})
