/**
 * Replays a room's past: downloads its history, caches the chunks in a folder, and draws the states at any speed with the
 * code that draws a live room.
 *
 *   node examples/src/70_history-replay.ts                            the last 100 ticks of an in-memory server
 *   node examples/src/70_history-replay.ts W7N3 1200 1399 --speed 25   these ticks, 25 per second
 *   node examples/src/70_history-replay.ts --live                      the present, drawn the same way, until Ctrl-C
 *
 * Chunks are cached in .history (--cache another-folder): the second run requests no chunk from the server.
 * On your server: SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/…
 */
import { parseArgs } from "node:util"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Auth, Capabilities, Game } from "@screeps-effect/api"
import { RoomPicture } from "@screeps-effect/pictures"
import { RoomName, RoomObject } from "@screeps-effect/schema"
import { RoomFeed, Screeps } from "@screeps-effect/socket"
import { HistoryReplay } from "@screeps-effect/socket/workflows"
import { SampleWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as KeyValueStore from "effect/persistence/KeyValueStore"

const Whole = Schema.NumberFromString.check(Schema.isInt(), Schema.isGreaterThanOrEqualTo(0))
const Input = Schema.Struct({
  room: RoomName.RoomName,
  from: Schema.optional(Whole),
  to: Schema.optional(Whole),
  speed: Schema.NumberFromString.check(Schema.isGreaterThan(0)),
  cache: Schema.NonEmptyString,
  live: Schema.Boolean
})
const input = Result.try({
  try: () => {
    const options = {
      speed: { type: "string", default: "10" },
      cache: { type: "string", default: ".history" },
      live: { type: "boolean", default: false }
    } as const
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [room = SampleWorld.room, from, to] = positionals
    return Schema.decodeUnknownSync(Input)({ ...values, room, from, to })
  },
  catch: () =>
    new Error(
      "Usage: node examples/src/70_history-replay.ts [room] [from tick] [to tick] [--speed 10] [--cache folder] [--live]"
    )
})

// ---- drawing, the same for past and present

const { stdout } = process
const write = (text: string) => Effect.sync(() => stdout.write(text))

/** Returns a function that shows a state: drawn in place in a terminal, elsewhere one line per state. */
const draw = Effect.fn("draw")(function* (room: RoomName.RoomName) {
  const [me, land] = yield* Effect.all([Auth.me(), Game.terrain({ room })], { concurrency: 2 })
  const colors = stdout.hasColors?.(256) ?? false
  if (stdout.isTTY) {
    yield* Effect.acquireRelease(write("\x1b[?1049h\x1b[?25l"), () => write("\x1b[?25h\x1b[?1049l"))
  }
  return ({ afterGap, objects, tick }: RoomFeed.RoomView) => {
    const creeps = [...objects.values()].filter(RoomObject.is("creep"))
    const status = `${room}  tick ${tick ?? "?"}  ${creeps.length} creeps${afterGap ? "  (after a gap)" : ""}`
    if (!stdout.isTTY) return write(`${status}\n`)
    const picture = RoomPicture.draw(land, objects.values(), { colors, user: me._id })
    return write(`\x1b[H${["", status, "", ...picture].join("\x1b[K\n")}\x1b[J`)
  }
})

// ---- the past

const bar = ({ number, of }: HistoryReplay.Chunk) => {
  const done = Math.round((30 * number) / of)
  return `${"█".repeat(done)}${"░".repeat(30 - done)} ${number}/${of} chunks`
}

const replay = Effect.fn("replay")(function* ({ from, room, speed, to }: typeof Input.Type) {
  const { historyChunkSize: size = 100 } = yield* Capabilities.read
  const { time } = yield* Game.time()
  // The chunk of the present tick is not complete yet.
  const last = to ?? time - (time % size) - 1
  const first = from ?? Math.max(0, last - 99)
  const cache = yield* KeyValueStore.KeyValueStore
  const options = { cache, chunkSize: size, concurrency: 8 }

  const counts = { cached: 0, requested: 0, missing: 0 }
  yield* HistoryReplay.chunks(room, first, last, options).pipe(
    Stream.runForEach((chunk) => {
      counts[chunk._tag === "Missing" ? "missing" : chunk.isCached ? "cached" : "requested"]++
      return write(stdout.isTTY ? `\r${bar(chunk)}` : `${bar(chunk)}\n`)
    })
  )
  yield* write(
    `\n${counts.requested} requested, ${counts.cached} from the cache, ${counts.missing} missing\n`
  )
  const show = yield* draw(room)
  const states = HistoryReplay.states(room, first, last, options)
  yield* Stream.runForEach(HistoryReplay.play(states, { ticksPerSecond: speed }), show)
}, Effect.scoped)

const live = Effect.fn("live")(function* ({ room }: typeof Input.Type) {
  yield* Stream.runForEach(RoomFeed.states(room), yield* draw(room))
}, Effect.scoped)

// ---- the server: in memory unless SCREEPS_URL is set, with 300 past ticks

const past = Effect.tap(SampleWorld.make(), ({ tick }) => Effect.repeat(tick, { times: 300 }))
const inMemory = Effect.map(past, (world) => TestServer.layerScreeps(world, { tickEvery: "1 second" }))
const layer = process.env["SCREEPS_URL"] === undefined ? Layer.unwrap(inMemory) : Screeps.layerConfig()

Effect.gen(function* () {
  const given = yield* Effect.fromResult(input)
  const folder = KeyValueStore.layerFileSystem(given.cache).pipe(Layer.provide(NodeServices.layer))
  if (given.live) yield* Effect.provide(live(given), layer)
  else yield* Effect.provide(replay(given), Layer.merge(layer, folder))
}).pipe(
  Effect.catch(({ message }) =>
    Effect.sync(() => {
      console.error(message.replaceAll(/\s+/g, " "))
      process.exitCode = 1
    })
  ),
  NodeRuntime.runMain
)
