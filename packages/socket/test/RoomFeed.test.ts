/** One room: what is told of it, to how many, and what happens when something is missing. */
import { received } from "@screeps-effect/fixtures"
import * as Frame from "@screeps-effect/schema/Frame"
import { RoomFrame } from "@screeps-effect/schema/RoomFrame"
import * as Server from "@screeps-effect/api/Server"
import * as RoomState from "@screeps-effect/schema/RoomState"
import * as Channels from "@screeps-effect/socket/Channels"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { documents, short, views, withFeed } from "./support/feed.ts"
import { asToken } from "./support/fakeServer.ts"
import { listen } from "./support/listen.ts"
import { type Objects, GameRooms, sourceRoom } from "./support/rooms.ts"
import { pass, settle } from "./support/time.ts"

/** A game with one room, whose server tells at once. */
const game = (objects: Objects = sourceRoom(3000)) => new GameRooms({ W1N1: objects })

const subscribe = "subscribe room:W1N1"
const unsubscribe = "unsubscribe room:W1N1"

describe("states", () => {
  it.effect("are whole, one for each message", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          rooms.advance({ W1N1: sourceRoom(2990) })
          yield* settle
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(told), ["whole", "101", "102"])
          assert.deepStrictEqual(views(told).map(documents), [
            sourceRoom(3000),
            sourceRoom(2990),
            sourceRoom(2990)
          ])
          const [first, second, third] = views(told)
          assert.strictEqual(third?.objects, second?.objects)
          assert.deepStrictEqual([first?.room, first?.shard, first?.mode], ["W1N1", undefined, "world"])
        }),
      { hear: rooms.hear }
    )
  })

  it.effect("are shared by all who listen to a room, with one subscription", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const first = yield* signals("W1N1")
          const second = yield* signals("W1N1")
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(second.told), short(first.told))
          assert.strictEqual(views(second.told)[1], views(first.told)[1])
          yield* first.stop
          yield* settle
          assert.deepStrictEqual(server.now().asked, [subscribe])
          yield* second.stop
          yield* settle
          assert.deepStrictEqual(server.now().asked, [subscribe, unsubscribe])
        }),
      { hear: rooms.hear }
    )
  })

  it.effect("begin with the present one for who comes late, and tell how old it is", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          rooms.advance({ W1N1: sourceRoom(2990) })
          yield* pass("7 seconds")
          const { told } = yield* signals("W1N1")
          assert.deepStrictEqual(short(told), ["101"])
          const [view] = views(told)
          assert.isDefined(view)
          assert.deepStrictEqual(documents(view), sourceRoom(2990))
          assert.strictEqual(Duration.toSeconds(yield* RoomFeed.age(view)), 7)
        }),
      { hear: rooms.hear }
    )
  })

  it.effect("are those of the shard that is meant", () =>
    withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const main = yield* signals("W1N1")
          const other = yield* signals("W1N1", "shard1")
          assert.deepStrictEqual(server.now().asked, [
            "subscribe room:shard3/W1N1",
            "subscribe room:shard1/W1N1"
          ])
          server.now().tell("room:shard1/W1N1", { objects: sourceRoom(1) })
          yield* settle
          assert.deepStrictEqual(main.told, [])
          assert.deepStrictEqual(
            views(other.told).map(({ room, shard }) => [room, shard]),
            [["W1N1", "shard1"]]
          )
        }),
      { server: Server.official({ shard: "shard3" }), who: asToken }
    )
  )

  it.effect("come again to who left and returns, whole", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const first = yield* signals("W1N1")
          yield* first.stop
          const { told } = yield* signals("W1N1")
          assert.deepStrictEqual(short(told), ["whole"])
        }),
      { hear: rooms.hear }
    )
  })

  it.effect("hold nobody up: who is slow gets newer ones, and learns of a gap that was left out", () => {
    const rooms = game()
    return withFeed(
      ({ feed, server }) =>
        Effect.gen(function* () {
          const pull = yield* Stream.toPull(feed.signals("W1N1"))
          const [first] = yield* pull
          assert.deepStrictEqual(short([first]), ["whole"])
          server.now().drop()
          yield* pass("2 seconds")
          for (let tick = 0; tick < 50; tick++) {
            rooms.advance()
            yield* settle
          }
          const rest = yield* pull
          assert.strictEqual(rest.length, 16)
          assert.deepStrictEqual(short(rest).slice(0, 2), ["135*", "136"])
        }),
      { hear: rooms.hear }
    )
  })

  it.effect("end with the scope of the feed, also for who comes later", () => {
    const rooms = game()
    return withFeed(
      ({ socket }) =>
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          const feed = yield* RoomFeed.make().pipe(
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
      { hear: rooms.hear }
    )
  })

  it.effect("are the same with and without the server's default shard: one room, one subscription", () =>
    withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const plain = yield* signals("W1N1")
          const named = yield* signals("W1N1", "shard3")
          const other = yield* signals("W1N1", "shard2")
          assert.deepStrictEqual(server.now().asked, [
            "subscribe room:shard3/W1N1",
            "subscribe room:shard2/W1N1"
          ])
          for (const shard of ["shard2", "shard3"]) {
            server.now().tell(`room:${shard}/W1N1`, { objects: sourceRoom(3000) })
          }
          yield* settle
          assert.deepStrictEqual(
            [plain, named, other].map(({ told }) => views(told).map(({ shard }) => shard)),
            [[undefined], ["shard3"], ["shard2"]]
          )
        }),
      { server: Server.official({ shard: "shard3" }), who: asToken }
    )
  )

  it.effect("fail when what is told cannot be put together, and no other room does", () =>
    withFeed(({ server, socket }) =>
      Effect.gen(function* () {
        const broken = ScreepsSocket.ScreepsSocket.of({
          ...socket,
          runForEachWhile: (channel, f) =>
            Effect.flatMap(socket.name(channel), (name) =>
              name === "room:W1N1" ? Effect.die("a fault") : socket.runForEachWhile(channel, f)
            )
        })
        const feed = yield* Effect.provideService(RoomFeed.make(), ScreepsSocket.ScreepsSocket, broken)
        const bad = yield* listen(feed.signals("W1N1"))
        const good = yield* listen(feed.signals("W2N1"))
        server.now().tell("room:W2N1", { objects: sourceRoom(1) })
        yield* settle
        assert.deepInclude(bad.failure(), { _tag: "UnexpectedPayload", channel: "room:W1N1" })
        assert.deepStrictEqual(short(good.told), ["whole"])
      })
    )
  )

  it.effect("fail for a name that is no room's, and nobody else does", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const good = yield* signals("W1N1")
          const bad = yield* signals("W1.5N1")
          assert.strictEqual(bad.failure()?._tag, "InvalidInput")
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(good.told), ["whole", "101"])
          assert.isUndefined(good.failure())
        }),
      { hear: rooms.hear }
    )
  })
})

describe("a gap", () => {
  it.effect("is told when the connection is lost; no ghosts stay", () => {
    const rooms = game({ ...sourceRoom(3000), r: { _id: "r", type: "road", x: 1, y: 1, room: "W1N1" } })
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          server.now().drop()
          rooms.advance({ W1N1: sourceRoom(3000) })
          yield* pass("2 seconds")
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(told), ["whole", "Gap disconnected", "whole*", "102"])
          assert.deepStrictEqual(documents(views(told)[1]), sourceRoom(3000))
        }),
      { hear: rooms.hear }
    )
  })

  it.effect("is told to who comes while it lasts", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          server.now().drop()
          yield* settle
          const { told } = yield* signals("W1N1")
          yield* pass("2 seconds")
          const later = yield* signals("W1N1")
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(told), ["whole", "Gap disconnected", "whole*", "101"])
          assert.deepStrictEqual(short(later.told), ["whole", "101"])
        }),
      { hear: rooms.hear }
    )
  })

  it.effect("is emitted when the program also listens to the channel; both go on with the whole room", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals, socket }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          const raw = yield* listen(socket.subscribe(Channels.room("W1N1")))
          rooms.advance({ W1N1: sourceRoom(2990) })
          yield* settle
          assert.deepStrictEqual(short(told), ["whole", "Gap resubscribed", "whole*", "101"])
          const state = raw.told.reduce(RoomState.fold, RoomState.empty)
          assert.deepStrictEqual(documents(state), documents(views(told).at(-1)))
          yield* pass("10 seconds") // the feed subscribes again, and so does the socket
          assert.deepStrictEqual(server.now().asked, [
            subscribe,
            unsubscribe,
            subscribe,
            unsubscribe,
            subscribe
          ])
          assert.deepStrictEqual(short(told).at(-1), "whole")
        }),
      { hear: rooms.hear, feed: { resync: "10 seconds" } }
    )
  })

  it.effect("follows a message that is not of the promised shape; the room is begun anew", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          server.now().tell("room:W1N1", { objects: 5, gameTime: 101 })
          yield* settle
          assert.deepStrictEqual(short(told), ["whole", "Gap unexpected", "whole*"])
          assert.deepStrictEqual(server.now().asked, [subscribe, unsubscribe, subscribe])
        }),
      { hear: rooms.hear }
    )
  })

  it.effect(
    "follows a message that does not fit to those before; the room is begun anew, not all the time",
    () => {
      const rooms = game()
      return withFeed(
        ({ server, signals }) =>
          Effect.gen(function* () {
            const { told } = yield* signals("W1N1")
            const odd = { objects: { nobody: { hits: 5 } }, gameTime: 101 }
            server.now().tell("room:W1N1", odd)
            yield* settle
            assert.deepStrictEqual(short(told), ["whole", "Gap mismatch", "whole*"])
            server.now().tell("room:W1N1", odd)
            yield* pass("9 seconds")
            assert.deepStrictEqual(server.now().asked, [subscribe, unsubscribe, subscribe, unsubscribe])
            yield* pass("1 second")
            assert.deepStrictEqual(short(told).slice(3), ["Gap mismatch", "whole*"])
          }),
        { hear: rooms.hear }
      )
    }
  )
})

describe("changes", () => {
  it.effect("tell what appeared, what changed in which fields, and what is gone", () => {
    const road = { _id: "r", type: "road", x: 1, y: 1, room: "W1N1", hits: 9, hitsMax: 9, nextDecayTime: 9 }
    const rooms = game()
    return withFeed(
      () =>
        Effect.gen(function* () {
          const feed = yield* RoomFeed.RoomFeed
          const { told } = yield* listen(
            Stream.provideService(RoomFeed.changes("W1N1"), RoomFeed.RoomFeed, feed)
          )
          for (const objects of [
            sourceRoom(3000),
            { ...sourceRoom(2990), r: road },
            { ...sourceRoom(2990), r: { ...road, hits: 8 } },
            sourceRoom(2990)
          ]) {
            rooms.advance({ W1N1: objects })
            yield* settle
          }
          assert.deepStrictEqual(
            told.map(({ after, appeared, before, changed, gone }) => ({
              ticks: `${before?.tick} ${after.tick}`,
              appeared: [...appeared.keys()].map(String),
              changed: [...changed].map(([id, { fields }]) => [id, ...fields].join(" ")),
              gone: [...gone.keys()].map(String)
            })),
            [
              { ticks: "undefined undefined", appeared: ["s"], changed: [], gone: [] },
              { ticks: "101 102", appeared: ["r"], changed: ["s energy"], gone: [] },
              { ticks: "102 103", appeared: [], changed: ["r hits"], gone: [] },
              { ticks: "103 104", appeared: [], changed: [], gone: ["r"] }
            ]
          )
        }),
      { hear: rooms.hear }
    )
  })

  it.effect("over a gap are the sum of what happened", () => {
    const rooms = game()
    return withFeed(
      ({ server }) =>
        Effect.gen(function* () {
          const feed = yield* RoomFeed.RoomFeed
          const { told } = yield* listen(
            Stream.provideService(RoomFeed.changes("W1N1"), RoomFeed.RoomFeed, feed)
          )
          server.now().drop()
          rooms.advance({
            W1N1: { t: { _id: "t", type: "source", x: 1, y: 1, energy: 1, energyCapacity: 1 } }
          })
          yield* pass("2 seconds")
          const last = told.at(-1)
          assert.isTrue(last?.after.afterGap)
          assert.deepStrictEqual([...(last?.appeared.keys() ?? [])].map(String), ["t"])
          assert.deepStrictEqual([...(last?.gone.keys() ?? [])].map(String), ["s"])
        }),
      { hear: rooms.hear }
    )
  })
})

const decodeFrame = Schema.decodeUnknownSync(RoomFrame)

/** The messages of a room in a capture, and refusals, in order. */
const recorded = (name: string, room: string): ReadonlyArray<string> =>
  received(name).filter((text) => text.includes(`room:${room}"`))

const folded = (texts: ReadonlyArray<string>): ReadonlyArray<RoomState.RoomState> => {
  const states: Array<RoomState.RoomState> = []
  for (const text of texts) {
    const frame = Frame.parse(text)
    if (frame._tag !== "Event") continue
    states.push(RoomState.fold(states.at(-1) ?? RoomState.empty, decodeFrame(frame.payload)))
  }
  return states
}

describe("the recording", () => {
  const recordings = [
    ["15-room-W7N3", "W7N3", 145],
    ["19-room-full-diffs-full", "W7N3", 72],
    ["20-room-diff-rules", "W7N3", 150],
    ["23-room-leave-and-return", "W7N3", 78],
    ["63-new-user-in-room", "W7N3", 28],
    ["22-room-limit-other-connection", "W8N3", undefined]
  ] as const

  /** Everything that the feed tells of a recorded room. */
  const replayed = (name: string, room: "W7N3" | "W8N3") =>
    withFeed(({ server, signals }) =>
      Effect.gen(function* () {
        const { failure, told } = yield* signals(room)
        for (const text of recorded(name, room)) {
          server.now().say(text)
          yield* settle
        }
        assert.isUndefined(failure())
        assert.deepStrictEqual(server.now().asked, [`subscribe room:${room}`])
        return told
      })
    )

  for (const [name, room, count] of recordings) {
    it.effect(`${name} gives a state for each message, the same as folding it`, () =>
      Effect.gen(function* () {
        const told = views(yield* replayed(name, room))
        const states = folded(recorded(name, room))
        if (count !== undefined) assert.strictEqual(told.length, count)
        assert.isAbove(told.length, 5)
        assert.strictEqual(told.length, states.length)
        for (const [i, state] of states.entries()) {
          assert.deepStrictEqual(documents(told[i]), documents(state))
          assert.deepStrictEqual(told[i]?.users, state.users)
          assert.strictEqual(told[i]?.flags, state.flags)
          assert.strictEqual(told[i]?.tick, state.tick)
          assert.strictEqual(told[i]?.visual, state.visual)
        }
      })
    )
  }

  it.effect("19 ends exactly in the whole room that was sent then", () =>
    Effect.gen(function* () {
      const told = views(yield* replayed("19-room-full-diffs-full", "W7N3"))
      const [whole] = folded(recorded("19-room-full-diffs-full", "W7N3").slice(-1))
      assert.strictEqual(told[70]?.objects.size, 11)
      assert.deepStrictEqual(documents(told[70]), documents(whole))
      assert.deepStrictEqual(documents(told[71]), documents(whole))
      assert.strictEqual(told[71]?.objects, told[70]?.objects)
    })
  )

  it.effect("22 tells of the ticks in which the server refused, and goes on", () =>
    Effect.gen(function* () {
      const told = short(yield* replayed("22-room-limit-other-connection", "W8N3"))
      const refused = told.filter((signal) => signal === "Refused subscribe limit reached")
      assert.isAbove(refused.length, 3)
      assert.isBelow(refused.length, told.length)
    })
  )
})
