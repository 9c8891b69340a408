/** `screeps history play` */
import * as HistoryReplay from "@screeps-effect/socket/workflows/HistoryReplay"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as client from "../../config/client.ts"
import { Output } from "../../output/output.ts"
import * as Show from "../watch/show.ts"
import * as Folder from "./folder.ts"
import * as Span from "./span.ts"
import { positive, toggle } from "../../input/flags.ts"

/** @internal */
export const command = Command.make(
  "play",
  {
    ...Span.config,
    speed: Flag.Finite("speed").pipe(
      Flag.withMetavar("<ticks per second>"),
      positive("a number above 0"),
      Flag.optional,
      Flag.withDescription("Ticks per second (default: 10 at a terminal, as fast as possible when piped)")
    ),
    changes: toggle("changes", "Print changes instead of drawing the map")
  },
  ({ changes, concurrency, folder, room, speed, ...given }) =>
    Effect.gen(function* () {
      const { isJson, isTerminal } = yield* Output
      const { from, to, ...size } = yield* Span.find(given)
      const options = { ...size, concurrency, cache: yield* Folder.make(folder) }
      const show = yield* Show.make(room, changes)
      const ticksPerSecond = Option.getOrElse(speed, () => (isTerminal && !isJson ? 10 : Infinity))
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
