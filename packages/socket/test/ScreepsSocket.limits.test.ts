/** Servers that send more than a program can take: bounds on frames, on waiting data, and on the time of reading. */
import * as Channels from "@screeps-effect/socket/Channels"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { consoleName, limited, log, packed, plain } from "./support/limits.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle, until } from "@screeps-effect/fixtures/time"

const options = { backoff: Schedule.exponential("1 second") }

describe("a server that sends too much", () => {
  const frames: ReadonlyArray<readonly [what: string, frame: string | Uint8Array, isAccepted: boolean]> = [
    ["a plain frame", plain("x".repeat(1_000)), false],
    ["a frame of bytes", new TextEncoder().encode(plain("x".repeat(1_000))), false],
    ["a frame without meaning", "x".repeat(1_001), false],
    ["the text of a compressed frame", packed("x".repeat(100_000)), false],
    ["a short frame", plain("x".repeat(900)), true],
    ["a short compressed frame", packed("x".repeat(900)), true]
  ]
  it.effect.each(frames)("is disconnected for one frame that is too long: %s", ([, frame, isAccepted]) =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.signals(Channels.console()))
          const states = yield* listen(socket.states)
          server.current().sendFrames(frame, plain("after it"))
          yield* until(() => lines.emitted.length >= (isAccepted ? 3 : 2))
          yield* settle
          if (isAccepted) return assert.deepStrictEqual(states.emitted, [{ _tag: "Ready" }])
          const state = states.emitted.at(-1)
          assert.deepInclude(state?._tag === "Backoff" ? state.error.reason : undefined, {
            _tag: "LimitExceeded",
            limit: "frame",
            bound: 1_000
          })
          assert.strictEqual(server.current().closedWith, 1000)
          yield* pass("1 second")
          server.current().sendFrames(plain("back"))
          yield* settle
          assert.deepStrictEqual(short(lines.emitted), [
            "Connected",
            "Gap disconnected",
            "Resumed",
            log("back")
          ])
          assert.deepInclude(yield* socket.counters, { damaged: 0, connections: 2 })
        }),
      options
    ).pipe(limited)
  )

  it.effect("is held to the limits of the socket, whatever a listener provides", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.console())).pipe(
            Effect.provideService(ScreepsSocket.Limits, { frameBytes: 10, waitingBytes: 10 })
          )
          server.current().sendFrames(plain("x".repeat(800)))
          yield* settle
          assert.lengthOf(lines.emitted, 1)
          assert.lengthOf(server.connections, 1)
        }),
      options
    ).pipe(limited)
  )

  it.effect("stays connected while its frames are read in time", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.subscribe(Channels.console()))
          for (let n = 1; n <= 50; n++) {
            server.current().sendFrames(plain("x".repeat(800)), packed("y".repeat(800)))
            yield* until(() => lines.emitted.length === 2 * n)
          }
          assert.lengthOf(server.connections, 1)
        }),
      options
    ).pipe(limited)
  )
})

describe("a slow listener", () => {
  /** Listens, and waits at the first line until the latch is open. */
  const slowly = (socket: ScreepsSocket.ScreepsSocket["Service"], latch: Latch.Latch) =>
    listen(Stream.mapEffect(socket.signals(Channels.console()), (signal) => Effect.as(latch.await, signal)))

  it.effect("fails with TooSlow when too much data waits for it", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const latch = Latch.makeUnsafe(false)
          const slow = yield* slowly(socket, latch)
          const quick = yield* listen(socket.subscribe(Channels.console()))
          for (let n = 0; n < 8; n++) {
            server.current().sendFrames(plain("x".repeat(700)))
            yield* settle
          }
          assert.lengthOf(quick.emitted, 8)
          yield* latch.open
          yield* settle
          assert.deepInclude(slow.failure(), {
            _tag: "TooSlow",
            channel: consoleName,
            bound: 4_000,
            unit: "bytes"
          })
          assert.lengthOf(server.connections, 1)
        }),
      options
    ).pipe(limited)
  )

  it.effect("of a room gets a gap when too much data waits for it", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const latch = Latch.makeUnsafe(false)
          const slow = yield* listen(
            Stream.mapEffect(socket.signals(Channels.room("W7N3")), (signal) =>
              Effect.as(latch.await, signal)
            )
          )
          server.current().sendEvent("room:W7N3", { objects: {} })
          for (let n = 0; n < 8; n++) {
            server.current().sendEvent("room:W7N3", { objects: {}, gameTime: n, visual: "x".repeat(700) })
            yield* settle
          }
          yield* latch.open
          yield* settle
          server.current().sendEvent("room:W7N3", { objects: {} })
          yield* settle
          assert.deepStrictEqual(short(slow.emitted), ["Connected", "Gap behind", "Resumed", { objects: {} }])
        }),
      options
    ).pipe(limited)
  )
})
