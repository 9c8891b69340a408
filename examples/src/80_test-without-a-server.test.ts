/**
 * The tests of a bot's author: programs of one's own, run against a server in memory, on a clock that the test holds.
 *
 *   npm run examples -- 80        (with vitest and @effect/vitest, as any test file)
 */
import { assert, describe, it } from "@effect/vitest"
import { Auth, Credentials, Messages, ScreepsClient, Server, User } from "@screeps-effect/api"
import { RoomObject, type RoomName } from "@screeps-effect/schema"
import { RoomFeed } from "@screeps-effect/socket"
import { Fake, ScreepsWorld, TestServer } from "@screeps-effect/testing"
import { Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"

// ---- what is tested; it would stand in a file of its own

/** Whom to tell; in a player's words when there is nobody of that name, which servers say in two ways. */
const find = (username: string) => {
  const nobody = () => Effect.fail(`nobody is called ${username}`)
  return User.find({ username }).pipe(
    Effect.map(({ user }) => user._id),
    Effect.catchReasons("ScreepsError", { Rejected: nobody, ServerFault: nobody })
  )
}

/** Tells an ally of every creep of somebody else that comes into the room. */
const guard = (room: RoomName.RoomName, ally: string) =>
  Effect.gen(function* () {
    const [me, respondent] = yield* Effect.all([Auth.me(), find(ally)])
    return RoomFeed.changes(room).pipe(
      Stream.flatMap(({ appeared }) => Stream.fromIterable(appeared.values())),
      Stream.filter(RoomObject.is("creep")),
      Stream.filter(({ user }) => user !== me._id),
      Stream.mapEffect(({ name }) => Messages.send({ respondent, text: `${name} is in ${room}` }))
    )
  }).pipe(Stream.unwrap)

// ---- the tests

const bob = { username: "bob", password: "secret" }
const newWorld = () => ScreepsWorld.make({ seed: "any", accounts: [bob, { username: "alice" }] })
const scout = {
  type: "creep",
  name: "Scout",
  x: 1,
  y: 20,
  body: [{ type: "move", hits: 100 }],
  hits: 100,
  hitsMax: 100
}
const fresh = { fatigue: 0, store: {}, storeCapacity: 0, spawning: false, ageTime: 1500, actionLog: null }

describe("a guard", () => {
  it.live("tells the ally of a creep that is not one's own", () => {
    const world = newWorld()
    return Effect.gen(function* () {
      const first = yield* Effect.forkChild(Stream.runHead(guard("W7N3", "alice")))
      const { _id: me } = yield* world.users.get("bob")
      yield* world.rooms.addObject("W7N3", { ...scout, ...fresh, name: "Mine", user: me })
      yield* world.rooms.addObject("W7N3", { ...scout, ...fresh, user: "2" })
      yield* Fiber.join(first)
      const texts = (yield* world.users.messages("alice")).map(({ text }) => text)
      assert.deepStrictEqual(texts, ["Scout is in W7N3"])
    }).pipe(Effect.provide(TestServer.layerScreeps(world, { tickEvery: "10 millis" })))
  })

  it.effect("says so when there is no such ally, whatever the server's words", () => {
    const refusing = ScreepsClient.layer.pipe(
      Layer.provide(Credentials.layerGuest),
      Layer.provide(Server.layer(Server.privateServer("http://screeps.test"))),
      Layer.provide(Fake.layer(Fake.answer(User.find, () => Fake.refuse("user not found"))))
    )
    return Effect.gen(function* () {
      for (const layer of [refusing, TestServer.layerScreeps(newWorld())])
        assert.strictEqual(yield* Effect.flip(Effect.provide(find("carol"), layer)), "nobody is called carol")
    })
  })

  it.effect("still knows who it is an hour later, though tokens live for a minute", () =>
    Effect.gen(function* () {
      const before = yield* Auth.me()
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* Auth.me(), before)
    }).pipe(Effect.provide(TestServer.layerScreeps(newWorld())))
  )
})
