/**
 * A socket stream joined with calls: reports foreign creeps in your room with the name and level of their owner. The
 * stream says who came; a call finds out about each owner, once, however many creeps of the same owner follow.
 *
 *   node examples/src/05_stream-and-calls.ts
 *
 * It ends after two reports. For your server provide `Screeps.layerConfig()` in place of `SampleWorld.layer()`, and name a
 * room of yours in place of `SampleWorld.room`.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Auth, User } from "@screeps-effect/api"
import { Gcl, RoomObject, type UserId } from "@screeps-effect/schema"
import { RoomFeed } from "@screeps-effect/socket"
import { SampleWorld } from "@screeps-effect/testing"
import * as Cache from "effect/Cache"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** A line about the owner of a creep; a creep of an account that is gone gets one, too. */
const describeOwner = (id: UserId.UserId) =>
  User.find({ id }).pipe(
    Effect.map(({ user }) => `${user.username} (level ${Gcl.level(user.gcl ?? 0)})`),
    Effect.catchReason("ScreepsError", "Rejected", () => Effect.succeed("a user who no longer exists"))
  )

const visitors = Effect.gen(function* () {
  const me = yield* Auth.me()
  const owners = yield* Cache.make({ capacity: 1000, timeToLive: "1 hour", lookup: describeOwner })
  return RoomFeed.changes(SampleWorld.room).pipe(
    Stream.flatMap(({ appeared }) => Stream.fromIterable(appeared.values())),
    Stream.filter(RoomObject.is("creep")),
    Stream.filter(({ user }) => user !== me._id),
    // Four calls at once at most, with the lines in the order of the stream.
    Stream.mapEffect(
      ({ name, user, x, y }) =>
        Effect.map(Cache.get(owners, user), (owner) => `${name} of ${owner} at ${x},${y}`),
      { concurrency: 4 }
    )
  )
}).pipe(Stream.unwrap)

visitors.pipe(
  Stream.take(2),
  Stream.runForEach((line) => Console.log(line)),
  Effect.provide(SampleWorld.layer({ tickEvery: "100 millis" })),
  NodeRuntime.runMain
)
