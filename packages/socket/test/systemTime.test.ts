/** Waiting, silence and ages, while the system's clock is set back by an hour. */
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as Console from "@screeps-effect/socket/workflows/Console"
import * as MemoryWatch from "@screeps-effect/socket/workflows/MemoryWatch"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { withFeed, views } from "./support/feed.ts"
import { withSocket } from "./support/listen.ts"
import { pass, settle, until, withSystemTime } from "@screeps-effect/fixtures/time"
import { withPlayer } from "./workflows/support/player.ts"

describe("a system clock that is set back by an hour", () => {
  it.effect("does not keep a dead connection", () =>
    withSystemTime((setBack) =>
      withSocket(
        (socket, server) =>
          Effect.gen(function* () {
            yield* pass("20 seconds")
            setBack("1 hour")
            server.current().freeze()
            const responds = yield* Effect.forkChild(socket.responds)
            yield* settle
            assert.isUndefined(responds.pollUnsafe())
            yield* pass("15 seconds")
            assert.lengthOf(server.connections, 2)
            yield* Fiber.join(responds)
            setBack("1 hour")
            server.current().freeze()
            yield* pass("45 seconds")
            assert.lengthOf(server.connections, 3)
          }),
        { backoff: Schedule.spaced("1 second") }
      )
    )
  )

  it.effect("does not change how long the log says that there was no connection", () =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const logger = Logger.make<unknown, void>(({ message }) => void logged.push(String(message)))
      const isDown = (n: number) => n < 10
      yield* withSystemTime((setBack) =>
        withSocket(
          () =>
            Effect.gen(function* () {
              yield* pass("5 seconds")
              setBack("1 hour")
              yield* pass("20 seconds")
            }),
          { backoff: Schedule.spaced("2 seconds"), dial: (n) => (isDown(n) ? "refused" : "open") }
        )
      ).pipe(Effect.provide(Logger.layer([logger])))
      assert.deepStrictEqual(
        logged.filter((text) => text.startsWith("Connected to")),
        ["Connected to http://127.0.0.1:21025 after 20s."]
      )
    })
  )

  it.effect("does not change how long Console.run waits, and says that it waited", () =>
    withSystemTime((setBack) =>
      withPlayer(() =>
        Effect.gen(function* () {
          const running = yield* Effect.forkChild(Effect.flip(Console.run("1", { within: "10 seconds" })))
          yield* pass("1 second")
          setBack("1 hour")
          yield* pass("10 seconds")
          const error = yield* Fiber.join(running)
          assert.strictEqual(error._tag === "NoAnswer" && Duration.toSeconds(error.after), 10)
        })
      )
    )
  )

  it.effect("does not delay the next reading of a value that is read at intervals", () =>
    withSystemTime((setBack) =>
      withPlayer((player) =>
        Effect.gen(function* () {
          const values: Array<unknown> = []
          const watching = MemoryWatch.readings("list", Schema.Array(Schema.String), { every: "10 seconds" })
          yield* Effect.forkScoped(
            Stream.runForEach(watching, ({ value }) => Effect.sync(() => values.push(value)))
          )
          yield* settle
          for (const list of [
            ["a", "b"],
            ["a", "c"]
          ]) {
            player.memory = { list: [...list, ""] }
            yield* player.tick
            yield* pass("11 seconds")
            setBack("1 hour")
          }
          yield* until(() => values.length === 2)
        })
      )
    )
  )

  it.effect("does not stop rooms from taking turns", () =>
    withSystemTime((setBack) =>
      withFeed(
        ({ server, signals }) =>
          Effect.gen(function* () {
            yield* signals("W1N1")
            yield* signals("W2N2")
            yield* pass("1 second")
            setBack("1 hour")
            yield* pass("10 seconds")
            assert.deepStrictEqual(server.current().commands, ["subscribe room:W1N1", "subscribe room:W2N2"])
          }),
        { feed: { slots: 1, turn: "10 seconds" } }
      )
    )
  )

  it.effect("does not change the age of a state", () =>
    withSystemTime((setBack) =>
      withFeed(({ server, signals }) =>
        Effect.gen(function* () {
          const { emitted } = yield* signals("W7N3")
          server.current().sendEvent("room:W7N3", { objects: {} })
          yield* settle
          const [view] = views(emitted)
          assert(view !== undefined)
          yield* pass("7 seconds")
          setBack("1 hour")
          assert.strictEqual(Duration.toSeconds(yield* RoomFeed.age(view)), 7)
        })
      )
    )
  )
})
