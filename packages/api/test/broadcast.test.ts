import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as Broadcast from "../src/broadcast.ts"

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe("a broadcast", () => {
  it.effect("delivers each value to every listener, in order", () =>
    Effect.gen(function* () {
      const broadcast = Broadcast.make<number>()
      const listen = Effect.forkChild(Stream.runCollect(Stream.take(broadcast.stream, 3)), {
        startImmediately: true
      })
      const listeners = [yield* listen, yield* listen]
      for (const value of [1, 2, 3]) broadcast.publish(value)
      assert.deepStrictEqual(yield* Fiber.joinAll(listeners), [
        [1, 2, 3],
        [1, 2, 3]
      ])
      assert.strictEqual(broadcast.listeners.size, 0)
    })
  )

  it.effect("starts with the latest value", () =>
    Effect.gen(function* () {
      let latest = 1
      const broadcast = Broadcast.make(() => [latest])
      latest = 2
      const received = yield* broadcast.listen
      broadcast.publish(3)
      assert.deepStrictEqual(yield* Stream.runCollect(Stream.take(received, 2)), [2, 3])
    })
  )

  it.effect("keeps the 256 newest values for a listener that does not read", () =>
    Effect.gen(function* () {
      const broadcast = Broadcast.make<number>()
      const received = yield* broadcast.listen
      for (const value of numbers(1, 1000)) broadcast.publish(value)
      assert.deepStrictEqual(yield* Stream.runCollect(Stream.take(received, 256)), numbers(745, 1000))
    })
  )

  it.effect("delivers after a wait that was interrupted", () =>
    Effect.gen(function* () {
      const broadcast = Broadcast.make<number>()
      const received = yield* broadcast.listen
      const waiting = yield* Effect.forkChild(Stream.runHead(received), { startImmediately: true })
      yield* Fiber.interrupt(waiting)
      broadcast.publish(1)
      assert.deepStrictEqual(yield* Stream.runCollect(Stream.take(received, 1)), [1])
    })
  )
})
