/** Listening to a room without a queue: `RoomFeed.runForEachWhile`. */
import { pass, settle } from "@screeps-effect/fixtures/time"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { short, views, withFeed } from "./support/feed.ts"
import { listen } from "./support/listen.ts"
import { GameRooms, sourceRoom } from "./support/rooms.ts"

const game = () => new GameRooms({ W1N1: sourceRoom(3000) })
const [subscribe, unsubscribe] = ["subscribe room:W1N1", "unsubscribe room:W1N1"]

describe("runForEachWhile", () => {
  it.effect("calls the function with each signal until it returns false, then leaves the room", () => {
    const rooms = game()
    return withFeed(
      ({ server }) =>
        Effect.gen(function* () {
          const signals: Array<RoomFeed.RoomSignal> = []
          const run = RoomFeed.runForEachWhile("W1N1", (signal) => signals.push(signal) < 3)
          const fiber = yield* Effect.forkChild(run)
          yield* settle
          for (let i = 0; i < 5; i++) rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(signals), ["whole", "101", "102"])
          yield* Fiber.join(fiber)
          assert.deepStrictEqual(server.current().commands, [subscribe, unsubscribe])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("calls the function while the message is read, and leaves none out", () => {
    const rooms = game()
    return withFeed(
      ({ feed }) =>
        Effect.gen(function* () {
          const received: Array<RoomFeed.RoomSignal> = []
          yield* Effect.forkChild(RoomFeed.runForEachWhile("W1N1", (signal) => received.push(signal) > 0))
          const slow = Stream.tap(feed.signals("W1N1"), () => Effect.sleep("1 second"))
          const { emitted } = yield* listen(slow)
          for (let i = 0; i < 40; i++) {
            rooms.advance()
            yield* settle
          }
          assert.lengthOf(received, 41)
          yield* pass("2 minutes")
          // The queue of a stream keeps the latest states only.
          assert.isBelow(emitted.length, received.length)
          assert.strictEqual(views(emitted).at(-1)?.objects, views(received).at(-1)?.objects)
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("starts with the last known state, without another subscription", () => {
    const rooms = game()
    return withFeed(
      ({ server, signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          rooms.advance()
          yield* settle
          const received: Array<RoomFeed.RoomSignal> = []
          const run = RoomFeed.runForEachWhile("W1N1", (signal) => {
            received.push(signal)
            return false
          })
          yield* run
          assert.deepStrictEqual(short(received), ["101"])
          assert.deepStrictEqual(server.current().commands, [subscribe])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("calls the function with a gap and the state after it when the connection is lost", () => {
    const rooms = game()
    return withFeed(
      ({ server }) =>
        Effect.gen(function* () {
          const received: Array<RoomFeed.RoomSignal> = []
          yield* Effect.forkChild(RoomFeed.runForEachWhile("W1N1", (signal) => received.push(signal) > 0))
          yield* settle
          server.current().drop()
          yield* pass("2 seconds")
          assert.deepStrictEqual(short(received), ["whole", "Gap disconnected", "whole*"])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("leaves the room when it is interrupted", () => {
    const rooms = game()
    return withFeed(
      ({ server }) =>
        Effect.gen(function* () {
          const received: Array<RoomFeed.RoomSignal> = []
          const fiber = yield* Effect.forkChild(
            RoomFeed.runForEachWhile("W1N1", (signal) => received.push(signal) > 0)
          )
          yield* settle
          yield* Fiber.interrupt(fiber)
          yield* settle
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(received), ["whole"])
          assert.deepStrictEqual(server.current().commands, [subscribe, unsubscribe])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("ends as a defect when the function throws, without affecting other listeners", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W1N1")
          const run = RoomFeed.runForEachWhile("W1N1", () => {
            throw new Error("a fault")
          })
          assert.isTrue(Exit.hasDies(yield* Effect.exit(run)))
          rooms.advance()
          yield* settle
          assert.deepStrictEqual(short(emitted), ["whole", "101"])
        }),
      { onCommand: rooms.onCommand }
    )
  })

  it.effect("fails as the streams do for an invalid room name", () =>
    withFeed(() =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(RoomFeed.runForEachWhile("W1.5N1", () => true))
        assert.strictEqual(error.reason._tag, "InvalidInput")
      })
    )
  )

  it.effect("emits states with the shard as the listener gave it", () => {
    const rooms = game()
    return withFeed(
      ({ signals }) =>
        Effect.gen(function* () {
          yield* signals("W1N1")
          const received: Array<RoomFeed.RoomSignal> = []
          yield* Effect.forkChild(
            RoomFeed.runForEachWhile("W1N1", (signal) => received.push(signal) < 2, "shard0")
          )
          yield* settle
          assert.deepStrictEqual(
            views(received).map(({ shard }) => shard),
            ["shard0"]
          )
        }),
      { onCommand: rooms.onCommand }
    )
  })
})
