/** More rooms than a server sends at once. */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { documents, short, views, withFeed } from "./support/feed.ts"
import { GameRooms, sourceRoom } from "./support/rooms.ts"
import { pass, settle } from "./support/time.ts"

const names: ReadonlyArray<RoomName> = ["W1N1", "W2N1", "W3N1", "W4N1", "W5N1", "W6N1"]

const game = (limit?: number) =>
  new GameRooms(Object.fromEntries(names.map((name, i) => [name, sourceRoom(i)] as const)), limit)

/** Ticks of a second each. */
const play = (rooms: GameRooms, seconds: number) =>
  Effect.gen(function* () {
    for (let n = 0; n < seconds; n++) {
      rooms.advance()
      yield* settle
      yield* TestClock.adjust("1 second")
      yield* settle
    }
  })

const noResync = { resync: Duration.infinity } as const

describe("four rooms of one account", () => {
  it.effect("all come through, two at a time, and none is refused (defect g)", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const feeds = yield* Effect.forEach(names.slice(0, 4), (name) => signals(name))
          yield* play(rooms, 60)
          assert.strictEqual(rooms.most, 2)
          assert.strictEqual(rooms.refusals, 0)
          for (const [i, { told }] of feeds.entries()) {
            const heard = views(told)
            assert.isAbove(heard.length, 20)
            for (const view of heard) assert.deepStrictEqual(documents(view), sourceRoom(i))
          }
        }),
      { hear: rooms.hear, feed: noResync }
    )
  })

  it.effect("take turns of ten seconds; who waits is told so, and how old its state is", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const [first, second, third] = yield* Effect.forEach(names.slice(0, 3), (name) => signals(name))
          assert.deepStrictEqual(rooms.subscribed, ["W1N1", "W2N1"])
          assert.deepStrictEqual(third?.told, [])
          yield* play(rooms, 9)
          assert.deepStrictEqual(third?.told, [])
          yield* play(rooms, 1)
          assert.deepStrictEqual(rooms.subscribed, ["W2N1", "W3N1"])
          assert.deepStrictEqual(short(third?.told ?? []), ["whole"])
          assert.deepStrictEqual(short(first?.told ?? []).slice(-2), ["110", "Gap turn"])
          yield* play(rooms, 4)
          const [view] = views(first?.told ?? []).slice(-1)
          assert.isDefined(view)
          assert.strictEqual(Duration.toSeconds(yield* RoomFeed.age(view)), 5)
          yield* play(rooms, 1)
          assert.deepStrictEqual(rooms.subscribed, ["W1N1", "W3N1"])
          assert.deepStrictEqual(short(first?.told ?? []).slice(-3), ["110", "Gap turn", "whole*"])
          assert.deepStrictEqual(short(second?.told ?? []).slice(-2), ["115", "Gap turn"])
        }),
      { hear: rooms.hear, feed: noResync }
    )
  })

  it.effect("give one that waits the last state to who comes late, and that it waits", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          yield* Effect.forEach(names.slice(0, 4), (name) => signals(name))
          yield* play(rooms, 12)
          assert.notInclude(rooms.subscribed, "W1N1")
          const { told } = yield* signals("W1N1")
          assert.deepStrictEqual(short(told), ["110", "Gap turn"])
        }),
      { hear: rooms.hear, feed: noResync }
    )
  })

  it.effect("stop taking turns when two are left", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const [, , third] = yield* Effect.forEach(names.slice(0, 3), (name) => signals(name))
          yield* play(rooms, 12)
          assert.deepStrictEqual(rooms.subscribed, ["W2N1", "W3N1"])
          yield* third?.stop ?? Effect.void
          yield* settle
          assert.deepStrictEqual(rooms.subscribed, ["W1N1", "W2N1"])
          const said = server.now().asked.length
          yield* play(rooms, 60)
          assert.strictEqual(server.now().asked.length, said)
          assert.strictEqual(rooms.most, 2)
        }),
      { hear: rooms.hear, feed: noResync }
    )
  })
})

describe("turns", () => {
  it.effect("come to every room within a bounded time", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const feeds = yield* Effect.forEach(names, (name) => signals(name))
          let oldest = 0
          yield* play(rooms, 30)
          for (let second = 0; second < 60; second++) {
            yield* play(rooms, 1)
            for (const { told } of feeds) {
              const [view] = views(told).slice(-1)
              assert.isDefined(view)
              oldest = Math.max(oldest, Duration.toSeconds(yield* RoomFeed.age(view)))
            }
          }
          // Four others come first, one every five seconds.
          assert.isAtMost(oldest, 21)
          assert.strictEqual(rooms.most, 2)
          assert.strictEqual(rooms.refusals, 0)
        }),
      { hear: rooms.hear, feed: noResync }
    )
  })

  it.effect("come soon to a room that is new: one that has had its time makes place at once", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          yield* signals("W2N1")
          yield* play(rooms, 30)
          const { told } = yield* signals("W3N1")
          assert.deepStrictEqual(short(told), ["whole"])
          assert.deepStrictEqual(rooms.subscribed, ["W2N1", "W3N1"])
        }),
      { hear: rooms.hear, feed: noResync }
    )
  })

  it.effect("are as long as one likes, for as many rooms as one likes", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          yield* signals("W2N1")
          assert.deepStrictEqual(rooms.subscribed, ["W1N1"])
          yield* play(rooms, 3)
          assert.deepStrictEqual(rooms.subscribed, ["W2N1"])
          assert.strictEqual(rooms.most, 1)
        }),
      { hear: rooms.hear, feed: { ...noResync, slots: 1, turn: "3 seconds" } }
    )
  })

  it.effect("are not needed on a server without a limit", () => {
    const rooms = game(Infinity)
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const feeds = yield* Effect.forEach(names, (name) => signals(name))
          yield* play(rooms, 30)
          assert.strictEqual(rooms.most, 6)
          for (const { told } of feeds) assert.strictEqual(views(told).length, 31)
        }),
      { hear: rooms.hear, feed: { ...noResync, slots: Infinity } }
    )
  })

  it.effect("go on after the connection was lost", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const [first, , third] = yield* Effect.forEach(names.slice(0, 3), (name) => signals(name))
          yield* play(rooms, 5)
          server.now().drop()
          yield* pass("6 seconds")
          assert.strictEqual(rooms.subscribed.length, 2)
          assert.deepStrictEqual(short(third?.told ?? []), ["whole"])
          yield* play(rooms, 10)
          assert.deepStrictEqual(
            short(first?.told ?? []).filter((signal) => !/^\d+$/.test(signal)),
            ["whole", "Gap disconnected", "whole*", "Gap turn", "whole*"]
          )
          assert.strictEqual(rooms.most, 2)
        }),
      { hear: rooms.hear, feed: noResync }
    )
  })
})

describe("a room that the server refuses, since somebody else of the account watches rooms", () => {
  it.effect("is told as refused, and goes on with the next tick", () => {
    const rooms = game(1)
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const feeds = yield* Effect.forEach(names.slice(0, 2), (name) => signals(name))
          yield* play(rooms, 6)
          for (const { failure, told } of feeds) {
            assert.isUndefined(failure())
            const all = short(told)
            assert.strictEqual(all.filter((signal) => signal === "Refused subscribe limit reached").length, 3)
            assert.strictEqual(views(told).length, 4)
          }
        }),
      { hear: rooms.hear, feed: noResync }
    )
  })

  it.effect("is whole though its first message looks like a patch", () => {
    const rooms = game(1)
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          yield* signals("W2N1")
          yield* play(rooms, 2)
          const { told } = yield* signals("W3N1")
          yield* play(rooms, 3)
          const all = short(told)
          assert.strictEqual(all[0], "Refused subscribe limit reached")
          assert.notInclude(all, "whole")
          for (const view of views(told)) assert.deepStrictEqual(documents(view), sourceRoom(2))
          assert.isAtLeast(views(told).length, 1)
        }),
      { hear: rooms.hear, feed: { ...noResync, slots: 3 } }
    )
  })
})
