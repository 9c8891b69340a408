/** `screeps history download|play|export` */
import * as HistoryReplay from "@screeps-effect/socket/workflows/HistoryReplay"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as client from "../config/client.ts"
import { positive, toggle } from "../input/flags.ts"
import { makeReport, Output, type Paint } from "../output/output.ts"
import * as Screen from "../output/screen.ts"
import { format, join, oneLine, plain, type PlainText, toJson } from "../output/text.ts"
import { define } from "../runner/define.ts"
import * as Export from "./history/export.ts"
import * as Span from "./history/span.ts"
import * as Show from "./watch/show.ts"

interface Counts {
  downloaded: number
  kept: number
  missing: number
}

const outcomeOf = (chunk: HistoryReplay.Chunk): keyof Counts =>
  chunk._tag === "Missing" ? "missing" : chunk.isCached ? "kept" : "downloaded"

const widest = 40
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const

/** Draws a progress bar in steps of an eighth of a character. */
const bar = (number: number, of: number, width: number, paint: Paint): PlainText => {
  const done = (width * number) / of
  const full = `${"█".repeat(Math.floor(done))}${eighths[Math.floor((done % 1) * eighths.length)] ?? ""}`
  return format`${paint("green", plain(full))}${paint("dim", plain("·".repeat(width - full.length)))}`
}

const summary = ({ downloaded, kept, missing }: Counts, paint: Paint): PlainText =>
  join(
    [
      format`${downloaded} new`,
      ...(kept === 0 ? [] : [paint("dim", format`${kept} kept`)]),
      ...(missing === 0 ? [] : [paint("yellow", format`${missing} missing`)])
    ],
    ", "
  )

/** Returns the progress line: the bar fills the width that the numbers leave. */
const progress = (
  room: string,
  { number, of }: HistoryReplay.Chunk,
  counts: Counts,
  output: Output["Service"]
) => {
  const { columns, paint } = output
  const numbers = format`${number}/${of} chunks  ${summary(counts, paint)}`
  const left = columns - CliOutput.displayWidth(`${room}   ${numbers}`) - 1
  const width = Math.max(0, Math.min(widest, Math.floor(left)))
  return format`${paint("bold", plain(room))} ${bar(number, of, width, paint)} ${numbers}`
}

const download = Command.make("download", Span.config, ({ concurrency, folder, room, ...given }) =>
  Effect.gen(function* () {
    const output = yield* Output
    const { chunkSize, from, to } = yield* Span.find(given)
    const cache = yield* Span.cacheIn(folder)
    const counts: Counts = { downloaded: 0, kept: 0, missing: 0 }
    const hasBar = output.isTerminal && !output.isJson
    const reportLine = yield* makeReport
    const report = (chunk: HistoryReplay.Chunk) => {
      const outcome = outcomeOf(chunk)
      counts[outcome] += 1
      if (hasBar) return Screen.replaceLine(progress(room, chunk, counts, output))
      if (!output.isJson) {
        const { number, of } = chunk
        return reportLine(
          () => format`${plain(room)}: ${number} of ${of} chunks, ${summary(counts, output.paint)}`
        )
      }
      return output.line(toJson({ room, from: chunk.from, to: chunk.to, base: chunk.base, chunk: outcome }))
    }
    yield* HistoryReplay.chunks(room, from, to, { cache, chunkSize, concurrency }).pipe(
      Stream.runForEach(report),
      Effect.ensuring(hasBar ? Screen.endLine : Effect.void),
      Effect.onInterrupt(() =>
        output.note(format`Downloaded chunks are kept: run the same command to continue.`)
      )
    )
    if (counts.downloaded + counts.kept === 0) {
      return yield* Span.nothing(room, from, to)
    }
    if (output.isJson) return
    const saved = format`history of ${plain(room)} from tick ${from} to ${to} saved in ${oneLine(folder)}`
    yield* output.line(hasBar ? saved : format`${saved}: ${summary(counts, output.paint)}`)
  }).pipe(Effect.provide(client.http))
).pipe(
  Command.withDescription("Download a room's history into a folder; skips chunks that are already there"),
  Command.withExamples([
    { command: "screeps history download W7N3 --last 2000" },
    { command: "screeps history download W7N3 71000000 71000999 --folder battle" }
  ])
)

const play = Command.make(
  "play",
  {
    ...Span.config,
    speed: Flag.Finite("speed").pipe(
      Flag.withMetavar("<ticks per second>"),
      positive("a number above 0"),
      Flag.withDefault(undefined),
      Flag.withDescription("Ticks per second (default: 10 at a terminal, as fast as possible when piped)")
    ),
    changes: toggle("changes", "Print changes instead of drawing the map")
  },
  ({ changes, concurrency, folder, room, speed, ...given }) =>
    Effect.gen(function* () {
      const { isJson, isTerminal } = yield* Output
      const { from, to, ...size } = yield* Span.find(given)
      const options = { ...size, concurrency, cache: yield* Span.cacheIn(folder) }
      const show = yield* Show.make(room, changes)
      const ticksPerSecond = speed ?? (isTerminal && !isJson ? 10 : Infinity)
      let isRecorded = false
      yield* HistoryReplay.signals(room, from, to, options).pipe(
        Stream.tap((signal) => (signal._tag === "Gap" ? show(signal) : Effect.void)),
        Stream.filterMap((signal) =>
          signal._tag === "State" ? Result.succeed(signal.view) : Result.failVoid
        ),
        (states) => HistoryReplay.play(states, { ticksPerSecond }),
        Stream.runForEach((view) => {
          isRecorded = true
          return show({ _tag: "State", view })
        })
      )
      if (!isRecorded) return yield* Span.nothing(room, from, to)
    }).pipe(Effect.scoped, Effect.provide(client.http))
).pipe(
  Command.withDescription("Replay a room's history as if it were live; prints JSON lines when piped"),
  Command.withExamples([
    { command: "screeps history play W7N3 --last 200 --speed 25" },
    { command: "screeps history play W7N3 --changes --json | jq .gone" }
  ])
)

export default define(
  Command.make("history").pipe(
    Command.withDescription("Download, replay and share the history of rooms"),
    Command.withSubcommands([download, play, Export.command])
  )
)
