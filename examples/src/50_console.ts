/**
 * A live console: what you type runs in the game, its result comes back, and whatever the script logs is shown meanwhile.
 *
 *   node examples/src/50_console.ts                       on a server in memory; Ctrl-C or Ctrl-D ends it
 *   echo 'Game.time' | node examples/src/50_console.ts    one line, and its result
 *
 * On a server of yours: SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/…
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
import { Cause, Effect, Stream } from "effect"

/** The terminal: what is shown goes above the line that is being typed. */
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
  // Results come from the run that asked for them, so that each stands below its own line.
  yield* Console.lines().pipe(
    Stream.filter(({ kind }) => kind !== "result"),
    Stream.runForEach(({ kind, text }) => {
      // Of an error: what it says, and where in the script it was thrown; typed lines have no place.
      const [what, place = ""] = text.split("\n")
      const error = place.includes("eval") ? what : `${what}\n${place}`
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
        // What a line throws is told by the console itself.
        Effect.catchTags({
          Threw: () => Effect.void,
          NoAnswer: ({ message }) => Effect.sync(() => show(message))
        })
      )
    )
  )
}).pipe(Effect.scoped)

// ---- which server: without SCREEPS_URL one in memory, whose lines are run here

const evaluate = ({ expressions, memory, time }: ScreepsWorld.Run): ScreepsWorld.Outcome => {
  const log: Array<string> = time % 10 === 0 ? [`tick ${time}: all is well`] : []
  const console = { log: (...texts: ReadonlyArray<unknown>) => void log.push(texts.join(" ")) }
  const game = { Game: { time, creeps: {}, cpu: { bucket: 10_000 } }, Memory: memory, console }
  return { log, results: expressions.map((line) => String(runInNewContext(line, game))) }
}
const layer = process.env["SCREEPS_URL"] === undefined ? SampleWorld.layer({ evaluate }) : Screeps.layerConfig

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
