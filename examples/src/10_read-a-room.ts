/**
 * Reads a room: who holds it, its terrain, and what stands there, drawn in the terminal.
 *
 *   node examples/src/10_read-a-room.ts           a room of a server in memory
 *   node examples/src/10_read-a-room.ts W2N8      another room
 *
 * On a server of yours: SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/…
 * On the official ones: SCREEPS_URL=https://screeps.com SCREEPS_SHARD=shard3 SCREEPS_TOKEN=… node examples/…
 */
import { styleText } from "node:util"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Auth, Game } from "@screeps-effect/api"
import { RoomName, RoomPicture } from "@screeps-effect/schema"
import { RoomFeed, Screeps } from "@screeps-effect/socket"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import { Array, Console, Effect, Stream } from "effect"

/** Private servers tell it over HTTP only with a mod; the socket tells it everywhere. */
const objectsIn = (room: RoomName.RoomName) =>
  Game.roomObjects({ room }).pipe(
    Effect.map(({ objects }) => objects),
    Effect.catchReason("ScreepsError", "EndpointNotFound", () =>
      RoomFeed.states(room).pipe(
        Stream.runHead,
        Effect.flatMap(Effect.fromOption),
        Effect.map(({ objects }) => [...objects.values()])
      )
    ),
    Effect.timeout("20 seconds")
  )

const read = Effect.fn("read")(function* (name: string) {
  const room = yield* Effect.fromResult(RoomName.parse(name))
  const [me, { time }, land, { owner }, objects] = yield* Effect.all(
    [Auth.me(), Game.time(), Game.terrain({ room }), Game.roomOverview({ room }), objectsIn(room)],
    { concurrency: "unbounded" }
  )
  const holder = `held by ${owner ? (owner.username ?? "somebody without a name") : "nobody"}`
  const counts = Object.entries(Array.groupBy(objects, ({ type }) => type)).map(
    ([type, { length }]) => `${length} × ${type}`
  )
  yield* Console.log(`\n${styleText("bold", room)}, ${holder}, at tick ${time}\n`)
  const colors = process.stdout.hasColors?.(256) ?? false
  yield* Console.log(RoomPicture.draw(land, objects, { colors, user: me._id }).join("\n"))
  yield* Console.log(`\n${counts.join(", ")}\n`)
})

// ---- which server: without SCREEPS_URL one in memory

const layer = process.env["SCREEPS_URL"] === undefined ? SampleWorld.layer() : Screeps.layerConfig

read(process.argv[2] ?? SampleWorld.room).pipe(
  Effect.provide(layer),
  Effect.catch(({ message }) =>
    Effect.sync(() => {
      console.error(message.replaceAll(/\s+/g, " "))
      process.exitCode = 1
    })
  ),
  NodeRuntime.runMain
)
