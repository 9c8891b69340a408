/** Prints your rooms with the progress of their controllers, then watches the first room for five messages. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Auth, User } from "@screeps-effect/api"
import { Controller, RoomName, RoomObject } from "@screeps-effect/schema"
import { RoomFeed, Screeps } from "@screeps-effect/socket"
import { SampleWorld } from "@screeps-effect/testing"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const program = Effect.gen(function* () {
  const me = yield* Auth.me() // signs in first if the account has a password
  const shards = User.roomsByShard(yield* User.rooms({ id: me._id }))
  const owned = shards.flatMap(({ rooms, shard }) =>
    rooms.filter(RoomName.is).map((room) => ({ room, shard }))
  )
  for (const { room, shard } of owned) {
    const { objects } = yield* Effect.flatMap(Stream.runHead(RoomFeed.states(room, shard)), Effect.fromOption)
    const controller = [...objects.values()].find(RoomObject.is("controller"))
    const progress = controller && Controller.progress(controller) // undefined at level 8
    yield* Console.log(`${room}: level ${controller?.level}, ${progress?.left ?? 0} points to the next level`)
  }
  const [home] = owned
  if (home === undefined) return yield* Console.log(`${me.username} owns no room.`)
  yield* RoomFeed.states(home.room, home.shard).pipe(
    Stream.take(5),
    Stream.runForEach(({ objects, tick }) => Console.log(`tick ${tick ?? "?"}: ${objects.size} objects`))
  )
})

const layer = process.env["SCREEPS_URL"] === undefined ? SampleWorld.layer() : Screeps.layerConfig()
NodeRuntime.runMain(Effect.provide(program, layer))
