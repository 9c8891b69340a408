/**
 * A live console: runs the lines that you type in the game, prints their results, and shows what the script logs.
 *
 *   node examples/src/50_console.ts                       on an in-memory server; Ctrl-C or Ctrl-D ends it
 *   echo 'Game.time' | node examples/src/50_console.ts    one line, and its result
 *
 * On your server: SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/…
 */
import { clearLine, createInterface, cursorTo } from "node:readline"
import { styleText } from "node:util"
import { runInNewContext } from "node:vm"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Auth } from "@screeps-effect/api"
import { ConsoleText } from "@screeps-effect/schema"
import { Screeps } from "@screeps-effect/socket"
import { Console } from "@screeps-effect/socket/workflows"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import type { ScreepsWorld } from "@screeps-effect/testing"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** The terminal; output appears above the line that is being typed. */
const terminal = Effect.acquireRelease(
  Effect.sync(() => {
    const { stdin: input, stdout: output } = process
    const lines = createInterface({ input, output, prompt: styleText("cyan", "› "), terminal: input.isTTY })
    lines.on("SIGINT", () => lines.close())
    const show = (text: string) => {
      if (!input.isTTY) return console.log(text)
      clearLine(output, 0)
      cursorTo(output, 0)
      console.log(text)
      lines.prompt(true)
    }
    return { lines, show }
  }),
  ({ lines }) => Effect.sync(() => lines.close())
)

const session = Effect.gen(function* () {
  const { username } = yield* Auth.me()
  const { lines, show } = yield* terminal
  // Results are printed where their line runs, so each appears below its line.
  yield* Console.lines().pipe(
    Stream.filter(({ kind }) => kind !== "result"),
    Stream.runForEach(({ kind, text }) => {
      // Of an error: its message, and the place in the script; typed lines have none.
      const [message, place = ""] = text.split("\n")
      const error = place.includes("eval") ? message : `${message}\n${place}`
      return Effect.sync(() => show(kind === "log" ? text : styleText("red", (error ?? "").trimEnd())))
    }),
    Effect.forkScoped
  )
  show(styleText("dim", `the console of ${username}: type JavaScript, Ctrl-D to leave`))
  yield* Stream.fromAsyncIterable(lines, (cause) => new Cause.UnknownError(cause)).pipe(
    Stream.filter((line) => line.trim() !== ""),
    Stream.runForEach((line) =>
      Console.run(line, { within: "15 seconds" }).pipe(
        Effect.map((result) => show(styleText("green", `= ${ConsoleText.printable(result)}`))),
        // The console itself reports what a line throws.
        Effect.catchTags({
          Threw: () => Effect.void,
          NoAnswer: ({ message }) => Effect.sync(() => show(message))
        })
      )
    )
  )
}).pipe(Effect.scoped)

// ---- the server: in memory unless SCREEPS_URL is set; `evaluate` runs its lines

const evaluate = ({ expressions, memory, time }: ScreepsWorld.Run): ScreepsWorld.Outcome => {
  const log: Array<string> = time % 10 === 0 ? [`tick ${time}: all is well`] : []
  const console = { log: (...texts: ReadonlyArray<unknown>) => void log.push(texts.join(" ")) }
  const game = { Game: { time, creeps: {}, cpu: { bucket: 10_000 } }, Memory: memory, console }
  return { log, results: Array.from(expressions, (line) => String(runInNewContext(line, game))) }
}
const layer =
  process.env["SCREEPS_URL"] === undefined ? SampleWorld.layer({ evaluate }) : Screeps.layerConfig()

session.pipe(
  Effect.provide(layer),
  Effect.catch(({ message }) =>
    Effect.sync(() => {
      console.error(message.replaceAll(/\s+/g, " "))
      process.exitCode = 1
    })
  ),
  NodeRuntime.runMain
)
