/** `screeps watch` */
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as client from "../config/client.ts"
import { define } from "../runner/define.ts"
import * as Show from "./watch/show.ts"
import { positive, roomArgument, toggle } from "../input/flags.ts"

export default define(
  Command.make(
    "watch",
    {
      room: roomArgument("Name of the room, such as W7N3"),
      changes: toggle("changes", "Print changes instead of drawing the map"),
      ticks: Flag.Int("ticks").pipe(
        positive("at least one tick"),
        Flag.withDefault(undefined),
        Flag.withDescription("Number of room states to show (default: until Ctrl-C)")
      )
    },
    ({ changes, room, ticks }) =>
      Effect.gen(function* () {
        const show = yield* Show.make(room, changes)
        let left = ticks ?? Infinity
        yield* RoomFeed.signals(room).pipe(
          Stream.tap(show),
          Stream.takeUntil((signal) => signal._tag === "State" && --left <= 0),
          Stream.runDrain
        )
      }).pipe(Effect.scoped, Effect.provide(RoomFeed.layer().pipe(Layer.provideMerge(client.both))))
  ).pipe(
    Command.withDescription("Watch a room live"),
    Command.withExamples([
      { command: "screeps watch W7N3" },
      {
        command: "screeps watch W7N3 --changes | jq .gone",
        description: "Print the objects that disappear in each tick: piped output is JSON lines"
      }
    ])
  )
)
