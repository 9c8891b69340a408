/** Console lines, for terminals. */
import { capture } from "@screeps-effect/fixtures"
import * as ConsoleText from "@screeps-effect/schema/ConsoleText"
import * as ScreepsSocket from "@screeps-effect/socket/ScreepsSocket"
import * as Console from "@screeps-effect/socket/workflows/Console"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { alice } from "../support/fakeServer.ts"
import { listen } from "../support/listen.ts"
import { pass, settle } from "@screeps-effect/fixtures/time"
import { withPlayer, type Player } from "./support/player.ts"
import { official } from "./support/server.ts"

const listening = (options?: Console.LinesOptions) =>
  Effect.flatMap(ScreepsSocket.ScreepsSocket, (socket) =>
    listen(Stream.provideService(Console.lines(options), ScreepsSocket.ScreepsSocket, socket))
  )

const console = `user:${alice}/console`

const messages = (log: ReadonlyArray<string>, results: ReadonlyArray<string> = []) => ({
  messages: { log, results }
})

const sendEvents = ({ socket }: Player, ...events: ReadonlyArray<object>) =>
  Effect.andThen(
    Effect.sync(() => {
      for (const event of events) socket.current().sendEvent(console, event)
    }),
    settle
  )

describe("lines", () => {
  it.effect("are logs, results and errors, decoded and safe to print", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { emitted } = yield* listening()
        yield* sendEvents(
          player,
          messages(["&#x3C;b&#x3E; &#xE9;&#x9;tab", "raw \u001b[31mred\u009b"], ["<i> &lt;"]),
          { error: "Error: &lt;x>\n    at main\u0007" },
          messages([])
        )
        assert.deepStrictEqual(emitted, [
          { kind: "log", text: "<b> é\ttab", shard: undefined },
          { kind: "log", text: "raw \\x1b[31mred\\x9b", shard: undefined },
          { kind: "result", text: "<i> &lt;", shard: undefined },
          { kind: "error", text: "Error: <x>\n    at main\\x07", shard: undefined }
        ])
      })
    )
  )

  it.effect("have a shard that is safe to print", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { emitted } = yield* listening()
        yield* sendEvents(player, { ...messages(["a"]), shard: "shard3\u001b]0;title\u0007" })
        assert.deepStrictEqual(emitted, [{ kind: "log", text: "a", shard: "shard3\\x1b]0;title\\x07" }])
      })
    )
  )

  it.effect("are as the server wrote them with raw", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { emitted } = yield* listening({ raw: true })
        yield* sendEvents(player, messages(["&#x3C;b&#x3E; \u001b"], ["@run&a=5"]), { error: "&lt;" })
        assert.deepStrictEqual(
          emitted.map(({ kind, text }) => [kind, text]),
          [
            ["log", "&#x3C;b&#x3E; \u001b"],
            ["result", "@run&a=5"],
            ["error", "&lt;"]
          ]
        )
      })
    )
  )

  it.effect("show results of run without their markers", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { emitted } = yield* listening()
        const first = yield* Effect.forkChild(Console.run("'\\u001b' + 6 * 7"))
        const second = yield* Effect.forkChild(Effect.flip(Console.run("throw 'no'")))
        yield* pass("50 millis")
        player.type("'plain'")
        yield* player.tick
        assert.strictEqual(yield* Fiber.join(first), "\u001b42")
        yield* Fiber.join(second)
        assert.deepStrictEqual(
          emitted.map(({ kind, text }) => `${kind} ${text}`),
          ["result \\x1b42", "error no", "result plain"]
        )
      })
    )
  )

  it.effect("contain their shard, and can be filtered by shard", () =>
    withPlayer(
      (player) =>
        Effect.gen(function* () {
          const all = yield* listening()
          const one = yield* listening({ shard: "shard3" })
          yield* sendEvents(
            player,
            { ...messages(["a"]), shard: "shard0" },
            { ...messages(["b"]), shard: "shard3" },
            { error: "c", shard: "shard0" },
            messages(["d"])
          )
          assert.deepStrictEqual(
            all.emitted.map(({ shard, text }) => [shard, text]),
            [
              ["shard0", "a"],
              ["shard3", "b"],
              ["shard0", "c"],
              [undefined, "d"]
            ]
          )
          assert.deepStrictEqual(
            one.emitted.map(({ text }) => text),
            ["b", "d"]
          )
        }),
      official
    )
  )

  it.effect("contain no control characters and no character references in the recording 10", () =>
    withPlayer((player) =>
      Effect.gen(function* () {
        const { emitted } = yield* listening()
        const events = capture("10-console").flatMap(({ data, dir }) =>
          dir === "in" && data.startsWith("[") ? [data] : []
        )
        for (const data of events) {
          const [, payload]: [string, object] = JSON.parse(data)
          yield* sendEvents(player, payload)
        }
        assert.isAbove(emitted.length, 200)
        assert.deepStrictEqual(
          new Set(emitted.map(({ kind }) => kind)),
          new Set(["log", "result", "error"] as const)
        )
        for (const { kind, text } of emitted) {
          assert.strictEqual(text, ConsoleText.printable(text))
          if (kind === "log") assert.notMatch(text, /&#x[0-9A-F]+;/)
        }
        assert.isTrue(emitted.some(({ text }) => text.includes("<b>html</b> & \"quotes\" 'single' `tick` é")))
      })
    )
  )
})
