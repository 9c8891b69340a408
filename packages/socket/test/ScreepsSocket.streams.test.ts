/** Frames that arrive while another one is decompressed: platforms without zlib, such as browsers, decompress in the background. */
import * as Channels from "@screeps-effect/socket/Channels"
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { limited, packed, plain } from "./support/limits.ts"
import { listen, short, withSocket } from "./support/listen.ts"
import { pass, settle, until, withTimePassing } from "@screeps-effect/fixtures/time"

vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined)

const options = { backoff: Schedule.exponential("1 second") }

describe("a server that sends faster than frames are decompressed", () => {
  it.effect("is disconnected when compressed frames arrive faster than they are decompressed", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const lines = yield* listen(socket.signals(Channels.console()))
          const frame = packed("x".repeat(900))
          for (let sent = 0; sent <= 4_000; sent += frame.length) server.current().sendFrames(frame)
          yield* settle
          const state = yield* socket.state
          assert.deepInclude(state._tag === "Backoff" ? state.error.reason : undefined, {
            _tag: "LimitExceeded",
            limit: "waiting",
            bound: 4_000
          })
          assert.strictEqual(server.current().closedWith, 1000)
          assert.deepStrictEqual(short(lines.emitted).at(-1), "Gap disconnected")
          yield* pass("1 second")
          assert.strictEqual((yield* socket.state)._tag, "Ready")
        }),
      options
    ).pipe(limited)
  )

  it.effect("is disconnected during the sign-in, too", () =>
    withSocket(
      (socket, server) =>
        Effect.gen(function* () {
          const frame = packed("x".repeat(900))
          for (let sent = 0; sent <= 4_000; sent += frame.length) server.current().sendFrames(frame)
          yield* settle
          const state = yield* socket.state
          assert.strictEqual(state._tag === "Backoff" && state.error.reason._tag, "LimitExceeded")
        }),
      { ...options, auth: "silent" }
    ).pipe(limited)
  )

  it.effect("lets other fibers run while many frames are read", () =>
    Effect.gen(function* () {
      let received = 0
      yield* withSocket((socket, server) =>
        Effect.gen(function* () {
          yield* Effect.forkScoped(
            socket.runForEachWhile(Channels.console(), ({ _tag }) => {
              if (_tag === "Payload") received++
              return true
            })
          )
          yield* settle
          // The frames wait together while the first one is decompressed.
          server.current().sendFrames(packed("first"))
          for (let n = 0; n < 1_000; n++) server.current().sendFrames(plain("line"))
          yield* until(() => received > 0)
          const seen: Array<number> = []
          for (let turns = 0; turns < 3; turns++) {
            yield* Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))
            seen.push(received)
          }
          assert.isTrue(seen.every((count) => count < 500))
          yield* until(() => received === 1_001)
        })
      ).pipe(withTimePassing)
    })
  )
})
