/**
 * Watches a room: draws each state in place and shows what changed. If messages were missed, it shows the gap.
 *
 *   node examples/src/20_watch-a-room.ts                   a room of an in-memory server, until Ctrl-C
 *   node examples/src/20_watch-a-room.ts W7N3 --ticks 5    five states of it
 *
 * On your server: SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/…
 */
import { parseArgs, styleText } from "node:util"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Auth, Game } from "@screeps-effect/api"
import { RoomPicture } from "@screeps-effect/pictures"
import { RoomName, RoomObject, RoomState } from "@screeps-effect/schema"
import { RoomFeed, Screeps } from "@screeps-effect/socket"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

class Usage extends Data.TaggedError("Usage") {
  override readonly message = "Usage: node examples/src/20_watch-a-room.ts [room] [--ticks <number>]"
}
const Input = Schema.Struct({ room: RoomName.RoomName, ticks: Schema.optional(Schema.FiniteFromString) })
const input = Effect.try({
  try: () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { ticks: { type: "string" } }
    })
    return Schema.decodeUnknownSync(Input)({ room: positionals[0] ?? SampleWorld.room, ...values })
  },
  catch: () => new Usage()
})

/** In a terminal a separate screen, drawn in place and closed at the end; elsewhere one line per state. */
const { stdout } = process
const write = (text: string) => Effect.sync(() => stdout.write(text))
let last = ""
const leave = Effect.suspend(() => write(`\x1b[?25h\x1b[?1049l${last}\n`))
const screen = stdout.isTTY ? Effect.acquireRelease(write("\x1b[?1049h\x1b[?25l"), () => leave) : Effect.void
const show = (status: string, picture: ReadonlyArray<string>) => {
  last = status
  return write(stdout.isTTY ? `\x1b[H${["", status, "", ...picture].join("\x1b[K\n")}\x1b[J` : `${status}\n`)
}

const watch = Effect.gen(function* () {
  const { room, ticks = Infinity } = yield* input
  const [me, land] = yield* Effect.all([Auth.me(), Game.terrain({ room })])
  const colors = stdout.hasColors?.(256) ?? false
  let state = RoomState.empty
  let [received, gaps, news] = [0, 0, ""]
  yield* screen
  yield* RoomFeed.signals(room).pipe(
    Stream.tap((signal) => {
      if (signal._tag === "State") {
        const { appeared, changed, gone } = RoomState.changes(state, signal.view)
        news = `${appeared.size} new, ${changed.size} changed, ${gone.size} gone`
        state = signal.view
        received += 1
      } else if (signal._tag === "Gap") {
        news = `gap: ${signal.reason}`
        gaps += 1
      } else news = `rejected: ${signal.text}`
      const creeps = [...state.objects.values()].filter(RoomObject.is("creep")).length
      const status = `${styleText("bold", room)}  tick ${state.tick ?? "?"}  ${creeps} creeps  ${news}  (${received} states, ${gaps} gaps)`
      return show(status, RoomPicture.draw(land, state.objects.values(), { colors, user: me._id }))
    }),
    Stream.takeUntil(() => received >= ticks),
    Stream.runDrain
  )
}).pipe(Effect.scoped)

// ---- the server: in memory unless SCREEPS_URL is set

const layer = process.env["SCREEPS_URL"] === undefined ? SampleWorld.layer() : Screeps.layerConfig()

watch.pipe(
  Effect.provide(layer),
  Effect.catch(({ message }) =>
    Effect.sync(() => {
      console.error(message.replaceAll(/\s+/g, " "))
      process.exitCode = 1
    })
  ),
  NodeRuntime.runMain
)
