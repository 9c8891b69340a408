/** A room that is begun anew: what is taken for the whole of it, and what is passed over. */
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { documents, short, views, withFeed } from "./support/feed.ts"
import { type Objects, GameRooms, sourceRoom } from "./support/rooms.ts"
import { pass, settle } from "./support/time.ts"

/** A game with one room, whose server tells at once. */
const game = (objects: Objects = sourceRoom(3000)) => new GameRooms({ W1N1: objects })

const subscribe = "subscribe room:W1N1"
const unsubscribe = "unsubscribe room:W1N1"

describe("a room that is begun anew", () => {
  const before = { s: { _id: "s", type: "container", store: { energy: 1, H: 2 }, room: "W1N1" } }
  const after = { s: { _id: "s", type: "container", store: { energy: 1 }, room: "W1N1" } }

  it.effect("loses what servers cannot tell is gone, every five minutes by default", () => {
    const rooms = game(before)
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          rooms.advance({ W1N1: after })
          yield* pass("299 seconds")
          assert.deepStrictEqual(documents(views(told).at(-1)), before)
          yield* pass("1 second")
          assert.deepStrictEqual(server.now().asked, [subscribe, unsubscribe, subscribe])
          assert.deepStrictEqual(documents(views(told).at(-1)), after)
          assert.deepStrictEqual(short(told), ["whole", "101", "whole"])
        }),
      { hear: rooms.hear, liveness: "Infinity" }
    )
  })

  it.effect("is so when asked for only", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          yield* pass("1 hour")
          assert.deepStrictEqual(server.now().asked, [subscribe])
        }),
      { hear: rooms.hear, liveness: "Infinity", feed: { resync: Duration.infinity } }
    )
  })

  it.effect("passes over late messages of the subscription before", () => {
    const rooms = game()
    const late = [
      { objects: {}, gameTime: 101 },
      { objects: { s: { energy: 1 } }, gameTime: 102 }
    ]
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          yield* pass("10 seconds")
          assert.deepStrictEqual(short(told), ["whole", "whole"])
          assert.deepStrictEqual(views(told).map(documents), [sourceRoom(3000), sourceRoom(3000)])
        }),
      {
        feed: { resync: "10 seconds" },
        hear: (text, connection) => {
          const isAnew = connection.asked.length > 1
          if (text === subscribe && isAnew) for (const frame of late) connection.tell("room:W1N1", frame)
          rooms.hear(text, connection)
        }
      }
    )
  })

  // An object that has just appeared is told whole: such a message looks like a room with nothing else in it.
  const creep = { _id: "k", type: "creep", x: 3, y: 3, room: "W1N1", name: "k", user: "2" }
  const appeared = { objects: { k: creep }, gameTime: 101 }
  const lately: ReadonlyArray<readonly [what: string, late: ReadonlyArray<object>, refusal?: string]> = [
    ["a creep that has just come", [appeared]],
    ["quiet ticks", [{ objects: {}, gameTime: 101 }, { gameTime: 102 }]],
    ["more ticks than a fast line holds", [101, 102, 103, 104, 105].map((gameTime) => ({ gameTime }))],
    ["a creep that has just come, above the limit of rooms", [appeared], "subscribe limit reached"]
  ]

  it.effect.each(lately)("holds everything, though late messages tell of %s", ([, late, refusal]) => {
    const rooms = game()
    const ids: Array<ReadonlyArray<string>> = []
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          yield* pass("10 seconds")
          ids.push(...views(told).map(({ objects }) => [...objects.keys()]))
          assert.deepStrictEqual(ids, [["s"], ["s", "k"]])
        }),
      {
        feed: { resync: "10 seconds" },
        hear: (text, connection) => {
          if (text !== subscribe) return
          if (connection.asked.length === 1) return rooms.hear(text, connection)
          for (const frame of late) connection.tell("room:W1N1", frame)
          const objects = { ...sourceRoom(3000), k: creep }
          if (refusal !== undefined) connection.tell("err@room:W1N1", refusal)
          connection.tell("room:W1N1", refusal === undefined ? { objects } : { objects, gameTime: 110 })
        }
      }
    )
  })

  it.effect("holds everything for who has left and comes again at once", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const first = yield* signals("W1N1")
          yield* first.stop
          const { told } = yield* signals("W1N1")
          assert.deepStrictEqual(
            views(told).map(({ objects }) => [...objects.keys()]),
            [["s"]]
          )
        }),
      {
        hear: (text, connection) => {
          if (text === subscribe && connection.asked.length > 1) connection.tell("room:W1N1", appeared)
          rooms.hear(text, connection)
        }
      }
    )
  })

  it.effect("holds everything where no server marks the whole, though a creep has just come", () =>
    withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          yield* pass("10 seconds")
          assert.deepStrictEqual(
            views(told).map(({ objects }) => [...objects.keys()]),
            [["s"], ["s", "k"]]
          )
        }),
      {
        feed: { resync: "10 seconds" },
        hear: (text, connection) => {
          if (text !== subscribe) return
          const isFirst = connection.asked.length === 1
          if (!isFirst) connection.tell("room:W1N1", appeared)
          const objects = isFirst ? sourceRoom(3000) : { ...sourceRoom(3000), k: creep }
          connection.tell("room:W1N1", { objects, gameTime: isFirst ? 100 : 110 })
        }
      }
    )
  )

  it.effect("may have become empty where the whole room looks like a patch", () =>
    withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          server.now().tell("room:W1N1", { objects: { k: creep }, gameTime: 100 })
          yield* pass("10 seconds") // begun anew
          for (let gameTime = 101; gameTime < 110; gameTime++) {
            server.now().tell("room:W1N1", { gameTime })
            yield* settle
          }
          yield* pass("10 seconds")
          assert.deepStrictEqual(short(told).slice(0, 2), ["100", "Gap mismatch"])
          assert.strictEqual(views(told).at(-1)?.objects.size, 0)
        }),
      { feed: { resync: "10 seconds" } }
    )
  )

  it.effect("is right where the whole room looks like a patch", () =>
    withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          assert.deepStrictEqual(short(told), ["7"])
          assert.deepStrictEqual(documents(views(told)[0]), sourceRoom(3000))
        }),
      {
        hear: (text, connection) => {
          if (text === subscribe) connection.tell("room:W1N1", { objects: sourceRoom(3000), gameTime: 7 })
        }
      }
    )
  )

  it.effect("forgets the flags, and remembers users, who are told once only", () =>
    withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { told } = yield* signals("W1N1")
          yield* pass("10 seconds")
          const [first, second] = views(told)
          assert.deepStrictEqual([first?.flags, second?.flags], ["A~1~2~3~4", ""])
          assert.deepStrictEqual(
            [...(second?.users.values() ?? [])].map(({ username }) => username),
            ["Invader"]
          )
        }),
      {
        feed: { resync: "10 seconds" },
        hear: (text, connection) => {
          if (text !== subscribe) return
          const users = { "2": { _id: "2", username: "Invader" } }
          const first = { objects: sourceRoom(3000), users, flags: "A~1~2~3~4" }
          const again = { objects: sourceRoom(3000), gameTime: 110 }
          if (connection.asked.length === 1) return connection.tell("room:W1N1", first)
          connection.tell("err@room:W1N1", "subscribe limit reached")
          connection.tell("room:W1N1", again)
        }
      }
    )
  )

  it.effect("may be empty where the whole room looks like a patch", () =>
    withFeed(({ server, signals }) =>
      Effect.gen(function* () {
        const { told } = yield* signals("W1N1")
        server.now().tell("room:W1N1", { objects: {}, gameTime: 7 })
        server.now().tell("room:W1N1", { gameTime: 8 })
        yield* settle
        assert.deepStrictEqual(short(told), ["8"])
      })
    )
  )

  it.effect("is begun anew once more when the whole never comes", () =>
    withFeed(({ server, signals }) =>
      Effect.gen(function* () {
        const { told } = yield* signals("W1N1")
        for (const gameTime of [7, 8, 9]) {
          server.now().tell("room:W1N1", { objects: { s: { energy: 1 } }, gameTime })
        }
        yield* settle
        assert.deepStrictEqual(short(told), ["Gap mismatch"])
        assert.deepStrictEqual(server.now().asked, [subscribe, unsubscribe, subscribe])
      })
    )
  )
})
