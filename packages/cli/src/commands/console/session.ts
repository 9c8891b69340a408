/** A console session: runs lines in the game and shows console output. */
import * as Auth from "@screeps-effect/api/Auth"
import { Server } from "@screeps-effect/api/Server"
import * as ConsoleEvent from "@screeps-effect/schema/ConsoleEvent"
import * as Console from "@screeps-effect/socket/workflows/Console"
import * as MemoryWatch from "@screeps-effect/socket/workflows/MemoryWatch"
import * as ScriptErrors from "@screeps-effect/socket/workflows/ScriptErrors"
import * as SourceMaps from "@screeps-effect/socket/workflows/SourceMaps"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { named } from "../../config/servers.ts"
import * as Settings from "../../config/settings.ts"
import { withColors } from "../../output/markup.ts"
import { Output, warning } from "../../output/output.ts"
import { cut, format, join, oneLine, plain, type PlainText, toJson } from "../../output/text.ts"
import { ConnectionLost, Refused, ScriptFailed } from "../../runner/failure.ts"
import * as Aliases from "./aliases.ts"
import { Desk, type Request } from "./commands.ts"
import * as Complete from "./complete.ts"
import * as History from "./history.ts"
import type * as LogFiles from "./logFiles.ts"
import * as Monitor from "./monitor.ts"
import * as Prompt from "./prompt.ts"
import * as Status from "./status.ts"

/** A text of the console. */
interface Shown {
  readonly kind: string
  readonly text: string
  readonly maps: SourceMaps.Maps
}

/**
 * Returns an effect that reports, once, that an error could not be mapped although source maps are used: those of the
 * code that runs are not kept here.
 */
const makeReportUnmapped = Effect.gen(function* () {
  const store = yield* SourceMaps.Archive
  const { note } = yield* Output
  const isUsed = yield* Effect.match(store.isEmpty, { onFailure: () => false, onSuccess: (empty) => !empty })
  let isReported = !isUsed
  return ({ kind, maps, text }: Shown) => {
    if (isReported || kind !== "error" || maps !== "none" || !text.includes("\n    at ")) return Effect.void
    isReported = true
    return note(
      format`No source maps are kept for the code that runs: stack traces show its own lines. "screeps code push" keeps them.`
    )
  }
})

const timeOf = (millis: number): PlainText => plain(new Date(millis).toISOString().slice(11, 19))

/** Formats the groups of errors, the most frequent first. */
const summary = ({ paint }: Output["Service"], errors: ScriptErrors.Errors): PlainText =>
  join(
    [
      ...ScriptErrors.list(errors).map(({ count, first, frames, last, message }) => {
        const times = count === 1 ? format`at ${timeOf(first)}` : format`${timeOf(first)} to ${timeOf(last)}`
        const shown = join([plain(message), ...frames.map((frame) => format`    ${plain(frame)}`)], "\n")
        return format`${paint("bold", format`${count}×`)} ${times} ${paint("red", shown)}`
      }),
      ...(errors.others > 0 ? [format`${errors.others} more errors of other kinds`] : [])
    ],
    "\n"
  )

/** Counts the errors of a console. */
interface Counted {
  /** Counts an error; returns whether it is the first of its group. */
  readonly add: (text: string) => Effect.Effect<boolean>
  /** Prints the groups: as one JSON value per line for programs. */
  readonly print: Effect.Effect<void>
}

/** Starts to count errors. */
const count = Effect.map(Output, (output): Counted => {
  let errors = ScriptErrors.none
  return {
    add: (text) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const before = errors
        errors = ScriptErrors.add(errors, text, now)
        return errors.groups.size > before.groups.size
      }),
    print: Effect.suspend(() => {
      if (output.isJson) {
        return Effect.forEach(
          ScriptErrors.list(errors),
          ({ count, example, first, frames, last, message }) =>
            output.line(
              toJson({
                message,
                frames,
                count,
                first: new Date(first).toISOString(),
                last: new Date(last).toISOString(),
                example
              })
            ),
          { discard: true }
        )
      }
      return errors.groups.size === 0 ? output.note(format`No errors.`) : output.line(summary(output, errors))
    })
  }
})

/** An entry of the console: output of the script, or the outcome of a line. */
interface Entry {
  readonly kind: "log" | "result" | "error" | "unanswered"
  readonly text: string
  readonly shard?: string | undefined
  readonly expression?: string | undefined
}

const styles = { log: undefined, result: "green", error: "red", unanswered: "yellow" } as const

const isConsoleFrame = (line: string): boolean =>
  /^\s+at /.test(line) &&
  (/\beval\b/.test(line) || ["_console", "<anonymous>", "<runtime>"].some((part) => line.includes(part)))

/** Removes stack frames of the line and of the code that evaluates it; those of the script show where it failed. */
export const withoutConsoleFrames = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !isConsoleFrame(line))
    .join("\n")
    .trimEnd()

const render = ({ isJson, paint }: Output["Service"], entry: Entry): PlainText => {
  if (isJson) return toJson(entry)
  const { kind, shard, text } = entry
  const prefix = shard === undefined ? format`` : format`${paint("dim", oneLine(shard))} `
  const message = kind === "error" ? withoutConsoleFrames(text) : kind === "result" ? `= ${text}` : text
  return format`${prefix}${withColors(message, paint, styles[kind])}`
}

/** Emits the output of the account's scripts, without results, which `runLine` returns. */
const output = SourceMaps.events().pipe(
  Stream.flatMap(({ event, mapText, maps }) =>
    Stream.fromIterable(
      ConsoleEvent.lines(event)
        .filter(({ kind }) => kind !== "result")
        .map(({ kind, text }) => ({ kind, text: mapText(text), shard: event.shard ?? undefined, maps }))
    )
  )
)

/** Runs one line and returns its outcome; as JSON, the result is its value. */
const runLine = (expression: string, options: Console.RunOptions, asJson = false) => {
  const run = asJson
    ? Effect.map(Console.runAs(Schema.Unknown, expression, options), (value) =>
        JSON.stringify(value, null, 2)
      )
    : Console.run(expression, options)
  return run.pipe(
    Effect.map((text): Entry => ({ kind: "result", text, expression })),
    Effect.catchTags({
      Threw: ({ message, trace }) => {
        const text = trace === undefined ? message : `${message}\n${trace}`
        return Effect.succeed<Entry>({ kind: "error", text, expression })
      },
      NoAnswer: ({ message }) => Effect.succeed<Entry>({ kind: "unanswered", text: message, expression })
    })
  )
}

/** Returns the entry of a line that was rejected or not sent, after which the prompt continues. */
const failedLine =
  (expression: string) =>
  ({ message }: Error) =>
    Effect.succeed<Entry>({ kind: "unanswered", text: message, expression })

/** Options for following the console. */
interface FollowOptions {
  readonly append: LogFiles.Append
  /** How long to follow it; `undefined`: until the program is interrupted. */
  readonly time: Duration.Duration | undefined
  /** Whether the first error ends the command with a failure. */
  readonly failOnError: boolean
  /** Whether only errors are shown, each kind once, and counted at the end. */
  readonly errorsOnly: boolean
}

/**
 * Shows console output for a time.
 *
 * **Details**
 *
 * With `failOnError` it fails at the first error, and at the end if errors may have been missed: a check that saw nothing
 * because there was no connection must not pass.
 */
export const follow = ({ append, errorsOnly, failOnError, time = Duration.infinity }: FollowOptions) =>
  Effect.gen(function* () {
    const output = yield* Output
    // Without a connection, the time would pass without an error.
    const monitor = failOnError || Duration.isFinite(time) ? yield* Monitor.make : undefined
    const lines = SourceMaps.lines({ shard: yield* Settings.Shard })
    const reportUnmapped = yield* makeReportUnmapped
    const counted = yield* count
    // Also when the command is interrupted.
    if (errorsOnly) yield* Effect.addFinalizer(() => counted.print)
    const last = yield* lines.pipe(
      Stream.tap(({ maps, ...line }) =>
        Effect.gen(function* () {
          const isNew = line.kind === "error" && (yield* counted.add(line.text))
          // What was shown is in the file, whenever the command is interrupted.
          yield* append(line)
          if (!errorsOnly || (isNew && !output.isJson)) yield* output.line(render(output, line))
          yield* reportUnmapped({ ...line, maps })
        })
      ),
      Stream.takeUntil(({ kind }) => failOnError && kind === "error"),
      Stream.runLast,
      Effect.timeoutOption(time),
      Effect.map(Option.flatten)
    )
    if (failOnError && Option.isSome(last)) {
      return yield* new ScriptFailed({ message: "the script reported an error" })
    }
    if (failOnError && monitor?.isComplete() === false) {
      return yield* new ConnectionLost({
        message: "the connection was lost for a while: errors may have been missed"
      })
    }
  }).pipe(Effect.scoped)

/** How often the status line changes at most. */
const statusEvery = Duration.seconds(1)

/** The longest text of a watched value in the status line, in characters. */
const maxWatched = 40

/** Starts and stops watching a path of Memory. */
const watchPath = (desk: Desk, fibers: FiberMap.FiberMap<string>, path: string) => {
  if (desk.watched.delete(path)) return FiberMap.remove(fibers, path)
  desk.watched.set(path, undefined)
  const show = (text: string) => Effect.sync(() => void desk.watched.set(path, text.slice(0, maxWatched)))
  const watching = MemoryWatch.stream(path, Schema.Unknown, { shard: desk.shard }).pipe(
    Stream.runForEach((value) =>
      show(Option.isNone(value) ? "nothing" : (JSON.stringify(value.value) ?? "?"))
    ),
    Effect.catch((error) => show(`(${error.message})`))
  )
  return Effect.asVoid(FiberMap.run(fibers, path, watching))
}

const keptAliases = Aliases.read.pipe(
  Effect.catch(({ message }) => Effect.as(warning(`no aliases of earlier sessions: ${message}`), []))
)

/** Does what a command of the prompt asks for. */
const obey = (
  request: Exclude<Request, { readonly _tag: "Run" | "Server" | "Exit" }>,
  desk: Desk,
  fibers: FiberMap.FiberMap<string>
) =>
  Effect.gen(function* () {
    const { note } = yield* Output
    switch (request._tag) {
      case "Say":
        return yield* request.isProblem === true ? warning(request.text) : note(plain(request.text))
      case "Watch":
        return yield* watchPath(desk, fibers, request.path)
      case "Alias": {
        const { expression, name } = request
        if (expression === undefined) desk.aliases.delete(name)
        else desk.aliases.set(name, expression)
        return yield* Effect.catch(Aliases.change(name, expression), ({ message }) =>
          warning(`the alias is not kept for later sessions: ${message}`)
        )
      }
    }
  })

/**
 * Runs lines from a prompt or standard input until the input ends; returns the name of the server on which the user goes on.
 *
 * **Details**
 *
 * At a prompt, lines such as `/help` are commands, a failure is shown, and the prompt continues. From standard input, all
 * lines run, and the command fails at the end if a line failed.
 */
export const session = (within: Duration.Input, append: LogFiles.Append, hasHistory: boolean) =>
  Effect.gen(function* () {
    const out = yield* Output
    const { url } = yield* Server
    const { username } = yield* Auth.me()
    const { isInteractive, lines, show } = yield* Prompt.make(
      Effect.all({
        history: hasHistory ? History.open(warning) : Effect.succeed(History.none),
        names: Complete.make
      })
    )
    const desk = new Desk(yield* Settings.Shard, isInteractive ? yield* keptAliases : [])
    const fibers = yield* FiberMap.make<string>()
    const print = (entry: Entry) => Effect.andThen(append(entry), out.line(render(out, entry)))
    const reportUnmapped = yield* makeReportUnmapped
    const watching = Stream.runForEach(output, ({ maps, ...entry }) =>
      Effect.gen(function* () {
        if (!desk.isOfShard(entry.shard)) return
        yield* append(entry)
        if (!desk.shows(entry.text)) return
        yield* out.line(render(out, entry))
        yield* reportUnmapped({ ...entry, maps })
      })
    )
    const status: Status.Status = {}
    const updating = Effect.suspend(() => {
      const line = Status.lineOf(status, desk)
      return show(line === "" ? line : out.paint("dim", cut(line, Math.max(10, out.columns - 1))))
    }).pipe(Effect.repeat(Schedule.spaced(statusEvery)))
    if (isInteractive) {
      const welcome = format`${oneLine(username ?? "You")} at ${oneLine(url)}: type JavaScript, /help for commands, Ctrl-D to exit`
      yield* out.line(out.paint("dim", welcome))
      yield* Effect.forkScoped(Status.follow(status, () => desk.shard))
      yield* Effect.forkScoped(updating)
    }
    let failed = 0
    let next: string | undefined
    let hasEnded = false
    const run = ({ asJson, expression }: { readonly asJson: boolean; readonly expression: string }) => {
      const entry = runLine(expression, { within, shard: desk.shard }, asJson)
      const shown = isInteractive ? Effect.catch(entry, failedLine(expression)) : entry
      return Effect.flatMap(shown, (entry) => {
        if (entry.kind !== "result") failed += 1
        return print(entry)
      })
    }
    const perform = Effect.fnUntraced(function* (line: string) {
      const request = isInteractive ? desk.read(line) : undefined
      if (request === undefined) return yield* run({ expression: line, asJson: false })
      if (request._tag === "Run") return yield* run(request)
      if (request._tag === "Exit") return void (hasEnded = true)
      if (request._tag !== "Server") return yield* obey(request, desk, fibers)
      const { name } = request
      yield* Effect.matchEffect(named(name), {
        onFailure: ({ message }) => warning(message),
        onSuccess: () => Effect.sync(() => void (next = name))
      })
    })
    const reading = lines.pipe(
      Stream.filter((line) => line.trim() !== ""),
      Stream.mapEffect(perform),
      Stream.takeUntil(() => hasEnded || next !== undefined),
      Stream.runDrain
    )
    yield* Effect.raceFirst(watching, reading)
    if (failed > 0 && !isInteractive) {
      return yield* new Refused({ message: `${failed} ${failed === 1 ? "line" : "lines"} failed` })
    }
    return next
  }).pipe(Effect.scoped)
