/** Tools for the console: commands with their results, and its latest lines. */
import * as User from "@screeps-effect/api/User"
import * as Console from "@screeps-effect/socket/workflows/Console"
import type { Services } from "@screeps-effect/socket/Screeps"
import type { SocketError } from "@screeps-effect/socket/SocketError"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { checkConsent } from "../Access.ts"
import { cursor, listed } from "./answers.ts"
import { define, documented } from "./define.ts"
import { shard } from "./rooms.ts"
import { ConsoleLines } from "./services.ts"
import { answer, marked } from "./text.ts"

/** The most lines that are kept. */
const most = 500

/** Later lines of a text are indented, so that they do not look like another text. */
const written = ({ kind, shard, text }: Console.Line): string =>
  `${shard === undefined ? "" : `${shard} `}${kind === "log" ? "" : `${kind}: `}${text.replaceAll("\n", "\n  ")}`

/** The console, with mapped stack traces if the program provides an archive of source maps. */
const mappedLines: Stream.Stream<Console.Line, SocketError, Services> = Stream.unwrap(
  Effect.map(
    Effect.serviceOption(SourceMaps.Archive),
    Option.match({
      onNone: () => Console.lines(),
      onSome: (store) => Stream.provideService(SourceMaps.lines(), SourceMaps.Archive, store)
    })
  )
)

/** Listens to the console from the first read on. @internal */
export const layerConsoleLines: Layer.Layer<ConsoleLines, never, Services> = Layer.effect(
  ConsoleLines,
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const services = yield* Effect.context<Services>()
    const lines: Array<string> = []
    const listeners: Array<Effect.Effect<void>> = []
    let dropped = 0
    let ended: string | undefined
    let started = false
    const listen = mappedLines.pipe(
      Stream.runForEach((line) => {
        lines.push(written(line))
        if (lines.length > most) {
          lines.shift()
          dropped++
        }
        return Effect.forEach(listeners, (run) => run, { discard: true })
      }),
      Effect.matchEffect({
        onFailure: (error) => Effect.sync(() => (ended = error.message)),
        onSuccess: () => Effect.sync(() => (ended = "The console ended."))
      }),
      Effect.provideContext(services)
    )
    return ConsoleLines.of({
      read: Effect.gen(function* () {
        if (!started || ended !== undefined) {
          started = true
          ended = undefined
          yield* Effect.forkIn(listen, scope)
        }
        return { lines: [...lines], dropped, ended }
      }),
      onLine: (run) => Effect.sync(() => void listeners.push(run))
    })
  })
)

const runConsole = define("run_console", {
  operations: [User.console],
  description:
    "Runs JavaScript in the game's console, after the account's script in the next tick, and returns its own result. It can do whatever the account's script can.",
  parameters: {
    expression: documented(Schema.NonEmptyString.check(Schema.isMaxLength(900)), User.console, "expression"),
    shard
  },
  idempotent: false,
  *run({ expression, shard }) {
    yield* checkConsent("run_console", "Run this in the console?", { expression, shard })
    const result = yield* Console.run(expression, { shard })
    return answer`Result: ${marked(result)}`
  }
})

const readConsole = define("read_console", {
  operations: [],
  description:
    "Returns the latest lines of the console: output of the account's script, results, errors. Lines are kept from the first call of this tool on; a later call returns those since then.",
  parameters: { cursor },
  *run({ cursor }) {
    const { dropped, ended, lines } = yield* Effect.flatMap(ConsoleLines, ({ read }) => read)
    const state =
      ended === undefined
        ? lines.length === 0
          ? answer`No lines so far. A script that logs does so every tick: read again in a few seconds.`
          : answer`${lines.length} lines (${dropped} older ones were dropped):`
        : answer`The console stopped: ${ended} Reading again starts it again.`
    return yield* listed(state, lines, cursor)
  }
})

/** The tools. @internal */
export const tools = [runConsole, readConsole] as const
