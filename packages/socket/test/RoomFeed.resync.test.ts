/** Subscribing to a room again: which messages count as the whole room, and which are skipped. */
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { documents, short, views, withFeed } from "./support/feed.ts"
import { type Objects, GameRooms, sourceRoom } from "./support/rooms.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

/** A game with one room, whose server responds at once. */
const game = (objects: Objects = sourceRoom(3000)) => new GameRooms({ W1N1: objects })

const subscribe = "subscribe room:W1N1"
const unsubscribe = "unsubscribe room:W1N1"

describe("a room that is subscribed to again", () => {
  const before = { s: { _id: "s", type: "container", store: { energy: 1, H: 2 }, room: "W1N1" } }
  const after = { s: { _id: "s", type: "container", store: { energy: 1 }, room: "W1N1" } }

  it.effect("loses removed values that patches cannot express, every five minutes by default", () => {
    const rooms = game(before)
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          rooms.advance({ W1N1: after })
          yield* pass("299 seconds")
          assert.deepStrictEqual(documents(views(emitted).at(-1)), before)
          yield* pass("1 second")
          assert.deepStrictEqual(server.current().commands, [subscribe, unsubscribe, subscribe])
          assert.deepStrictEqual(documents(views(emitted).at(-1)), after)
          assert.deepStrictEqual(short(emitted), ["whole", "101", "whole"])
        }),
      { onCommand: rooms.onCommand, liveness: "Infinity" }
    )
  })

  it.effect("is subscribed to once with an infinite resync interval", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          yield* pass("1 hour")
          assert.deepStrictEqual(server.current().commands, [subscribe])
        }),
      { onCommand: rooms.onCommand, liveness: "Infinity", feed: { resync: Duration.infinity } }
    )
  })

  it.effect("skips late messages of the previous subscription", () => {
    const rooms = game()
    const late = [
      { objects: {}, gameTime: 101 },
      { objects: { s: { energy: 1 } }, gameTime: 102 }
    ]
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          yield* pass("10 seconds")
          assert.deepStrictEqual(short(emitted), ["whole", "whole"])
          assert.deepStrictEqual(views(emitted).map(documents), [sourceRoom(3000), sourceRoom(3000)])
        }),
      {
        feed: { resync: "10 seconds" },
        onCommand: (text, connection) => {
          const isAgain = connection.commands.length > 1
          if (text === subscribe && isAgain)
            for (const frame of late) connection.sendEvent("room:W1N1", frame)
          rooms.onCommand(text, connection)
        }
      }
    )
  })

  // A new object is sent whole: such a message looks like a room that contains nothing else.
  const creep = { _id: "k", type: "creep", x: 3, y: 3, room: "W1N1", name: "k", user: "2" }
  const appeared = { objects: { k: creep }, gameTime: 101 }
  const lately: ReadonlyArray<readonly [what: string, late: ReadonlyArray<object>, refusal?: string]> = [
    ["a new creep", [appeared]],
    ["quiet ticks", [{ objects: {}, gameTime: 101 }, { gameTime: 102 }]],
    [
      "more ticks than a fast connection buffers",
      [101, 102, 103, 104, 105].map((gameTime) => ({ gameTime }))
    ],
    ["a new creep, above the limit of rooms", [appeared], "subscribe limit reached"]
  ]

  it.effect.each(lately)("is complete despite late messages with %s", ([, late, refusal]) => {
    const rooms = game()
    const ids: Array<ReadonlyArray<string>> = []
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          yield* pass("10 seconds")
          ids.push(...views(emitted).map(({ objects }) => [...objects.keys()]))
          assert.deepStrictEqual(ids, [["s"], ["s", "k"]])
        }),
      {
        feed: { resync: "10 seconds" },
        onCommand: (text, connection) => {
          if (text !== subscribe) return
          if (connection.commands.length === 1) return rooms.onCommand(text, connection)
          for (const frame of late) connection.sendEvent("room:W1N1", frame)
          const objects = { ...sourceRoom(3000), k: creep }
          if (refusal !== undefined) connection.sendEvent("err@room:W1N1", refusal)
          connection.sendEvent("room:W1N1", refusal === undefined ? { objects } : { objects, gameTime: 110 })
        }
      }
    )
  })

  it.effect("is complete for a listener that leaves and returns at once", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const first = yield* signals("W1N1")
          yield* first.stop
          const { emitted } = yield* signals("W1N1")
          assert.deepStrictEqual(
            views(emitted).map(({ objects }) => [...objects.keys()]),
            [["s"]]
          )
        }),
      {
        onCommand: (text, connection) => {
          if (text === subscribe && connection.commands.length > 1)
            connection.sendEvent("room:W1N1", appeared)
          rooms.onCommand(text, connection)
        }
      }
    )
  })

  it.effect("is complete on servers that do not mark the whole room, right after a new creep appeared", () =>
    withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          yield* pass("10 seconds")
          assert.deepStrictEqual(
            views(emitted).map(({ objects }) => [...objects.keys()]),
            [["s"], ["s", "k"]]
          )
        }),
      {
        feed: { resync: "10 seconds" },
        onCommand: (text, connection) => {
          if (text !== subscribe) return
          const isFirst = connection.commands.length === 1
          if (!isFirst) connection.sendEvent("room:W1N1", appeared)
          const objects = isFirst ? sourceRoom(3000) : { ...sourceRoom(3000), k: creep }
          connection.sendEvent("room:W1N1", { objects, gameTime: isFirst ? 100 : 110 })
        }
      }
    )
  )

  it.effect("becomes empty when the unmarked whole room is empty", () =>
    withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          server.current().sendEvent("room:W1N1", { objects: { k: creep }, gameTime: 100 })
          yield* pass("10 seconds") // subscribed to again
          for (let gameTime = 101; gameTime < 110; gameTime++) {
            server.current().sendEvent("room:W1N1", { gameTime })
            yield* settle
          }
          yield* pass("10 seconds")
          assert.deepStrictEqual(short(emitted).slice(0, 2), ["100", "Gap mismatch"])
          assert.strictEqual(views(emitted).at(-1)?.objects.size, 0)
        }),
      { feed: { resync: "10 seconds" } }
    )
  )

  it.effect("is complete when the whole room looks like a patch", () =>
    withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          assert.deepStrictEqual(short(emitted), ["7"])
          assert.deepStrictEqual(documents(views(emitted)[0]), sourceRoom(3000))
        }),
      {
        onCommand: (text, connection) => {
          if (text === subscribe)
            connection.sendEvent("room:W1N1", { objects: sourceRoom(3000), gameTime: 7 })
        }
      }
    )
  )

  it.effect("forgets flags but keeps users, which are sent only once", () =>
    withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          yield* pass("10 seconds")
          const [first, second] = views(emitted)
          assert.deepStrictEqual([first?.flags, second?.flags], ["A~1~2~3~4", ""])
          assert.deepStrictEqual(
            [...(second?.users.values() ?? [])].map(({ username }) => username),
            ["Invader"]
          )
        }),
      {
        feed: { resync: "10 seconds" },
        onCommand: (text, connection) => {
          if (text !== subscribe) return
          const users = { "2": { _id: "2", username: "Invader" } }
          const first = { objects: sourceRoom(3000), users, flags: "A~1~2~3~4" }
          const again = { objects: sourceRoom(3000), gameTime: 110 }
          if (connection.commands.length === 1) return connection.sendEvent("room:W1N1", first)
          connection.sendEvent("err@room:W1N1", "subscribe limit reached")
          connection.sendEvent("room:W1N1", again)
        }
      }
    )
  )

  it.effect("is empty when the first two messages contain no objects", () =>
    withFeed(({ server, signals }) =>
      Effect.gen(function* () {
        const { emitted } = yield* signals("W1N1")
        server.current().sendEvent("room:W1N1", { objects: {}, gameTime: 7 })
        server.current().sendEvent("room:W1N1", { gameTime: 8 })
        yield* settle
        assert.deepStrictEqual(short(emitted), ["8"])
      })
    )
  )

  it.effect("is subscribed to once more when the whole room does not arrive", () =>
    withFeed(({ server, signals }) =>
      Effect.gen(function* () {
        const { emitted } = yield* signals("W1N1")
        for (const gameTime of [7, 8, 9]) {
          server.current().sendEvent("room:W1N1", { objects: { s: { energy: 1 } }, gameTime })
        }
        yield* settle
        assert.deepStrictEqual(short(emitted), ["Gap mismatch"])
        assert.deepStrictEqual(server.current().commands, [subscribe, unsubscribe, subscribe])
      })
    )
  )
})
