/**
 * Reads a room and draws it in the terminal: its owner, its terrain and its objects.
 *
 *   node examples/src/10_read-a-room.ts           a room of an in-memory server
 *   node examples/src/10_read-a-room.ts W2N8      another room
 *
 * On your server: SCREEPS_URL=http://127.0.0.1:21025 SCREEPS_USERNAME=… SCREEPS_PASSWORD=… node examples/…
 * On official servers: SCREEPS_URL=https://screeps.com SCREEPS_SHARD=shard3 SCREEPS_TOKEN=… node examples/…
 */
import { styleText } from "node:util"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Auth, Game } from "@screeps-effect/api"
import { RoomPicture } from "@screeps-effect/pictures"
import { RoomName } from "@screeps-effect/schema"
import { RoomFeed, Screeps } from "@screeps-effect/socket"
import * as SampleWorld from "@screeps-effect/testing/SampleWorld"
import * as Array from "effect/Array"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Lists the objects of a room. Private servers return them over HTTP only with a mod; the socket works everywhere. */
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
  const holder = owner ? `owned by ${owner.username ?? "a user without a name"}` : "without an owner"
  const counts = Object.entries(Array.groupBy(objects, ({ type }) => type)).map(
    ([type, { length }]) => `${length} × ${type}`
  )
  yield* Console.log(`\n${styleText("bold", room)}, ${holder}, at tick ${time}\n`)
  const colors = process.stdout.hasColors?.(256) ?? false
  yield* Console.log(RoomPicture.draw(land, objects, { colors, user: me._id }).join("\n"))
  yield* Console.log(`\n${counts.join(", ")}\n`)
})

// ---- the server: in memory unless SCREEPS_URL is set

const layer = process.env["SCREEPS_URL"] === undefined ? SampleWorld.layer() : Screeps.layerConfig()

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
