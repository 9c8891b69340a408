/**
 * Collects the history of a room into a file, and survives a crash: run it again, and it requests only what is missing.
 *
 *   node examples/src/95_durable-crawl.ts [crawl.sqlite] [W7N3] [1000] [1199]      file, room, first and last tick
 *
 * On your server: SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/…
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { ScreepsClient } from "@screeps-effect/api"
import { RoomHistory, RoomName } from "@screeps-effect/schema"
import { SampleWorld, TestServer } from "@screeps-effect/testing"
import { Collector } from "@screeps-effect/collector"
import * as NodeSqlite from "@screeps-effect/collector/NodeSqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

// The server is in memory unless SCREEPS_URL is set, with 400 past ticks.
const past = Effect.tap(SampleWorld.make(), ({ tick }) => Effect.repeat(tick, { times: 400 }))
const screeps =
  process.env["SCREEPS_URL"] === undefined
    ? Layer.unwrap(Effect.map(past, (world) => TestServer.layerScreeps(world)))
    : ScreepsClient.layerConfig()

const [file = "crawl.sqlite", name = SampleWorld.room, from = "1000", to = "1199"] = process.argv.slice(2)

const crawl = Effect.gen(function* () {
  const room = yield* Effect.fromResult(RoomName.parse(name))
  const shards = [{ histories: [{ room, from: Number(from), to: Number(to) }] }]
  yield* Collector.drain({ accounts: [screeps], plan: { shards } })
  yield* Stream.runForEach(Collector.histories({ room }), (chunk) =>
    Console.log(`${room} tick ${chunk.base}: ${RoomHistory.ticks(chunk).length} ticks`)
  )
  for (const hole of yield* Collector.holes()) yield* Console.log(`tick ${hole.slot}: ${hole.lastError}`)
})

crawl.pipe(
  Effect.provide(NodeSqlite.layer(file)),
  Effect.catch(({ message }) =>
    Effect.sync(() => {
      console.error(message.replaceAll(/\s+/g, " "))
      process.exitCode = 1
    })
  ),
  NodeRuntime.runMain
)
