/** More rooms than a server sends at once. */
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { documents, short, views, withFeed } from "./support/feed.ts"
import { GameRooms, sourceRoom } from "./support/rooms.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"

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
  it.effect("are all emitted, two at a time, and none is refused (defect g)", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const feeds = yield* Effect.forEach(names.slice(0, 4), (name) => signals(name))
          yield* play(rooms, 60)
          assert.strictEqual(rooms.most, 2)
          assert.strictEqual(rooms.refusals, 0)
          for (const [i, { emitted }] of feeds.entries()) {
            const states = views(emitted)
            assert.isAbove(states.length, 20)
            for (const view of states) assert.deepStrictEqual(documents(view), sourceRoom(i))
          }
        }),
      { onCommand: rooms.onCommand, feed: noResync }
    )
  })

  it.effect("take turns of ten seconds; a waiting room emits a gap and its state ages", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const [first, second, third] = yield* Effect.forEach(names.slice(0, 3), (name) => signals(name))
          assert.deepStrictEqual(rooms.subscribed, ["W1N1", "W2N1"])
          assert.deepStrictEqual(third?.emitted, [])
          yield* play(rooms, 9)
          assert.deepStrictEqual(third?.emitted, [])
          yield* play(rooms, 1)
          assert.deepStrictEqual(rooms.subscribed, ["W2N1", "W3N1"])
          assert.deepStrictEqual(short(third?.emitted ?? []), ["whole"])
          assert.deepStrictEqual(short(first?.emitted ?? []).slice(-2), ["110", "Gap turn"])
          yield* play(rooms, 4)
          const [view] = views(first?.emitted ?? []).slice(-1)
          assert.isDefined(view)
          assert.strictEqual(Duration.toSeconds(yield* RoomFeed.age(view)), 5)
          yield* play(rooms, 1)
          assert.deepStrictEqual(rooms.subscribed, ["W1N1", "W3N1"])
          assert.deepStrictEqual(short(first?.emitted ?? []).slice(-3), ["110", "Gap turn", "whole*"])
          assert.deepStrictEqual(short(second?.emitted ?? []).slice(-2), ["115", "Gap turn"])
        }),
      { onCommand: rooms.onCommand, feed: noResync }
    )
  })

  it.effect("emit the last state and a gap to a late listener of a waiting room", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          yield* Effect.forEach(names.slice(0, 4), (name) => signals(name))
          yield* play(rooms, 12)
          assert.notInclude(rooms.subscribed, "W1N1")
          const { emitted } = yield* signals("W1N1")
          assert.deepStrictEqual(short(emitted), ["110", "Gap turn"])
        }),
      { onCommand: rooms.onCommand, feed: noResync }
    )
  })

  it.effect("stop taking turns when two rooms are left", () => {
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
          const said = server.current().commands.length
          yield* play(rooms, 60)
          assert.strictEqual(server.current().commands.length, said)
          assert.strictEqual(rooms.most, 2)
        }),
      { onCommand: rooms.onCommand, feed: noResync }
    )
  })
})

describe("turns", () => {
  it.effect("watch every room within a bounded time", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const feeds = yield* Effect.forEach(names, (name) => signals(name))
          let oldest = 0
          yield* play(rooms, 30)
          for (let second = 0; second < 60; second++) {
            yield* play(rooms, 1)
            for (const { emitted } of feeds) {
              const [view] = views(emitted).slice(-1)
              assert.isDefined(view)
              oldest = Math.max(oldest, Duration.toSeconds(yield* RoomFeed.age(view)))
            }
          }
          // Four other rooms come first, one every five seconds.
          assert.isAtMost(oldest, 21)
          assert.strictEqual(rooms.most, 2)
          assert.strictEqual(rooms.refusals, 0)
        }),
      { onCommand: rooms.onCommand, feed: noResync }
    )
  })

  it.effect("start soon for a new room: a room whose turn is over is left at once", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          yield* signals("W2N1")
          yield* play(rooms, 30)
          const { emitted } = yield* signals("W3N1")
          assert.deepStrictEqual(short(emitted), ["whole"])
          assert.deepStrictEqual(rooms.subscribed, ["W2N1", "W3N1"])
        }),
      { onCommand: rooms.onCommand, feed: noResync }
    )
  })

  it.effect("have the given duration and number of slots", () => {
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
      { onCommand: rooms.onCommand, feed: { ...noResync, slots: 1, turn: "3 seconds" } }
    )
  })

  it.effect("are disabled with infinite slots", () => {
    const rooms = game(Infinity)
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const feeds = yield* Effect.forEach(names, (name) => signals(name))
          yield* play(rooms, 30)
          assert.strictEqual(rooms.most, 6)
          for (const { emitted } of feeds) assert.strictEqual(views(emitted).length, 31)
        }),
      { onCommand: rooms.onCommand, feed: { ...noResync, slots: Infinity } }
    )
  })

  it.effect("continue after the connection was lost", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          const [first, , third] = yield* Effect.forEach(names.slice(0, 3), (name) => signals(name))
          yield* play(rooms, 5)
          server.current().drop()
          yield* pass("6 seconds")
          assert.strictEqual(rooms.subscribed.length, 2)
          assert.deepStrictEqual(short(third?.emitted ?? []), ["whole"])
          yield* play(rooms, 10)
          assert.deepStrictEqual(
            short(first?.emitted ?? []).filter((signal) => !/^\d+$/.test(signal)),
            ["whole", "Gap disconnected", "whole*", "Gap turn", "whole*"]
          )
          assert.strictEqual(rooms.most, 2)
        }),
      { onCommand: rooms.onCommand, feed: noResync }
    )
  })
})

describe("a room that the server refuses because another client of the account watches rooms", () => {
  it.effect("emits Refused, and states again in the next tick", () => {
    const rooms = game(1)
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const feeds = yield* Effect.forEach(names.slice(0, 2), (name) => signals(name))
          yield* play(rooms, 6)
          for (const { failure, emitted } of feeds) {
            assert.isUndefined(failure())
            const all = short(emitted)
            assert.strictEqual(all.filter((signal) => signal === "Refused subscribe limit reached").length, 3)
            assert.strictEqual(views(emitted).length, 4)
          }
        }),
      { onCommand: rooms.onCommand, feed: noResync }
    )
  })

  it.effect("is complete although its first message looks like a patch", () => {
    const rooms = game(1)
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          yield* signals("W2N1")
          yield* play(rooms, 2)
          const { emitted } = yield* signals("W3N1")
          yield* play(rooms, 3)
          const all = short(emitted)
          assert.strictEqual(all[0], "Refused subscribe limit reached")
          assert.notInclude(all, "whole")
          for (const view of views(emitted)) assert.deepStrictEqual(documents(view), sourceRoom(2))
          assert.isAtLeast(views(emitted).length, 1)
        }),
      { onCommand: rooms.onCommand, feed: { ...noResync, slots: 3 } }
    )
  })
})
