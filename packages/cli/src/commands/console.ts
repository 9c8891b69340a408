/** `screeps console` */
import * as Console from "@screeps-effect/socket/workflows/Console"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as client from "../config/client.ts"
import * as Settings from "../config/settings.ts"
import { define } from "../runner/define.ts"
import { Usage } from "../runner/failure.ts"
import { duration, optional, toggle } from "../input/flags.ts"
import * as Input from "../input/input.ts"
import * as Output from "../output/output.ts"
import { withColors } from "../output/markup.ts"
import { plain, toJson } from "../output/text.ts"
import * as LogFiles from "./console/logFiles.ts"
import * as Session from "./console/session.ts"

/** There is no result of a line; the message has the stack trace of the last error on the console. */
class NoAnswer extends Data.TaggedError("NoAnswer")<{ readonly message: string }> {}

/** Adds the stack trace of the script, mapped to its sources. */
const withTrace = Effect.fnUntraced(function* ({ error, message }: Console.NoAnswer) {
  if (error === undefined) return yield* new NoAnswer({ message })
  const mapper = yield* SourceMaps.current()
  const text = Session.withoutConsoleFrames(mapper === undefined ? error : mapper.mapText(error))
  const frames = text.split("\n").filter((line) => line.startsWith("    at "))
  return yield* new NoAnswer({ message: [message, ...frames].join("\n") })
})

/** Runs one expression and prints its result as console text, or its value as JSON. */
const one = (given: string, within: Duration.Duration) =>
  Effect.gen(function* () {
    const output = yield* Output.Output
    const expression = yield* Input.resolve(given)
    if (output.isJson) {
      return yield* output.line(toJson(yield* Console.runAs(Schema.Unknown, expression, { within })))
    }
    const result = yield* Console.run(expression, { within })
    // Programs receive the result as it is.
    yield* output.line(output.isTerminal ? withColors(result, output.paint) : plain(result))
  }).pipe(Effect.catchTag("NoAnswer", withTrace))

/** Runs a program again on each server that it names next. */
const onServers = <E, R>(program: Effect.Effect<string | undefined, E, R>) =>
  Effect.gen(function* () {
    let next = yield* program
    while (next !== undefined)
      next = yield* program.pipe(
        Effect.provideService(Settings.ServerName, next),
        Effect.provideService(Settings.Url, undefined)
      )
  })

export default define(
  Command.make(
    "console",
    {
      expression: Flag.String("expression").pipe(
        Flag.withAlias("e"),
        Flag.withMetavar("<code>"),
        Flag.withDefault(undefined),
        Flag.withDescription("Run this code, print its result and exit; @file, or - for standard input")
      ),
      follow: toggle("follow", "Only show console output, without reading input").pipe(Flag.withAlias("f")),
      within: Flag.Int("within").pipe(
        Flag.withMetavar("<seconds>"),
        Flag.withDefault(30),
        Flag.withDescription("How long to wait for a result, in seconds (default: 30)")
      ),
      time: duration("for", "With --follow, stop after this time, such as 10s or 5m").pipe(
        Flag.withDefault(undefined)
      ),
      failOnError: toggle("fail-on-error", "With --follow, stop with status 1 at the first error"),
      errorsOnly: toggle(
        "errors",
        "With --follow, show only errors, each kind once, and their counts at the end"
      ),
      sourceMaps: Flag.Boolean("source-maps").pipe(
        Flag.withDefault(true),
        Flag.withDescription(
          "Map stack traces to the sources with the source maps that code push kept (default); --no-source-maps shows the uploaded code"
        )
      ),
      history: Flag.Boolean("history").pipe(
        Flag.withDefault(true),
        Flag.withDescription(
          "Keep the typed lines for later sessions (default), except lines that may contain secrets or begin with a space; --no-history keeps none"
        )
      ),
      log: optional(Flag.File("log"), "Also append all output to this file, with its time", "<file>"),
      errorLog: optional(
        Flag.File("error-log"),
        "Append errors to this file instead of that of --log",
        "<file>"
      )
    },
    ({ errorLog, errorsOnly, expression, failOnError, follow, history, log, sourceMaps, time, within }) =>
      Effect.gen(function* () {
        const waiting = Duration.seconds(within)
        const files = { log, errorLog }
        const hasFiles = files.log !== undefined || files.errorLog !== undefined
        if (!follow && (errorsOnly || failOnError || time !== undefined))
          return yield* new Usage({ message: "--for, --errors and --fail-on-error require --follow" })
        if (expression !== undefined) {
          if (follow || hasFiles)
            return yield* new Usage({
              message: "--expression cannot be combined with --follow, --log and --error-log"
            })
          yield* client.requireResponse
          yield* one(expression, waiting)
          return undefined
        }
        const append = yield* LogFiles.make(files)
        if (!follow) return yield* Session.session(waiting, append, history)
        if (time !== undefined) yield* client.requireResponse
        yield* Session.follow({ append, errorsOnly, failOnError, time })
        return undefined
      }).pipe(
        Effect.scoped,
        // An empty store maps nothing.
        Effect.provide([client.both, sourceMaps ? SourceMaps.layerUser : SourceMaps.layerMemory]),
        onServers
      )
  ).pipe(
    Command.withDescription("Run JavaScript in the game and show console output"),
    Command.withExamples([
      { command: "screeps console" },
      { command: "screeps console -e 'Game.cpu.bucket'" },
      { command: "screeps console --json -e 'Object.keys(Game.creeps)' | jq length" },
      { command: "screeps console --follow --log console.log --error-log errors.log" },
      {
        command: "screeps console --follow --errors",
        description: "Show each error once, and count them until Ctrl-C"
      },
      {
        command: "screeps console --follow --for 30s --fail-on-error",
        description: "Exit with status 1 if the script reports an error within 30 seconds"
      }
    ])
  )
)
