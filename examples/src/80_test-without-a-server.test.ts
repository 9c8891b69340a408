/**
 * Tests your own programs against an in-memory server, with a test clock.
 *
 *   npm run examples -- 80        (with vitest and @effect/vitest, like any test file)
 */
import { assert, describe, it } from "@effect/vitest"
import { Auth, Credentials, Messages, ScreepsClient, Server, User } from "@screeps-effect/api"
import { RoomObject, type RoomName } from "@screeps-effect/schema"
import { RoomFeed } from "@screeps-effect/socket"
import { Fake, ScreepsWorld, TestServer } from "@screeps-effect/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"

// ---- the code under test, in a real project a separate file

/** Returns the id of a user; fails with a message for an unknown name. */
const find = (username: string) =>
  User.find({ username }).pipe(
    Effect.map(({ user }) => user._id),
    Effect.catchReason("ScreepsError", "Rejected", () => Effect.fail(`there is no user ${username}`))
  )

/** Sends a message to an ally for each foreign creep that appears in the room. */
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

describe("guard", () => {
  it.live("sends the ally a message about a foreign creep, not about an own one", () => {
    const world = newWorld()
    return Effect.gen(function* () {
      const firstMessage = yield* Effect.forkChild(Stream.runHead(guard("W7N3", "alice")))
      const { _id: me } = yield* world.users.get("bob")
      yield* world.rooms.addObject("W7N3", { ...scout, ...fresh, name: "Mine", user: me })
      yield* world.rooms.addObject("W7N3", { ...scout, ...fresh, user: "2" })
      yield* Fiber.join(firstMessage)
      const texts = (yield* world.users.messages("alice")).map(({ text }) => text)
      assert.deepStrictEqual(texts, ["Scout is in W7N3"])
    }).pipe(Effect.provide(TestServer.layerScreeps(world, { tickEvery: "10 millis" })))
  })

  it.effect("fails with one message for an unknown ally, whichever error the server sends", () => {
    const rejecting = ScreepsClient.layerNoDeps().pipe(
      Layer.provide(Credentials.layerGuest),
      Layer.provide(Server.layer(Server.privateServer("http://screeps.test"))),
      Layer.provide(Fake.layer(Fake.answer(User.find, () => Fake.refuse("user not found"))))
    )
    return Effect.gen(function* () {
      for (const layer of [rejecting, TestServer.layerScreeps(newWorld())])
        assert.strictEqual(yield* Effect.flip(Effect.provide(find("carol"), layer)), "there is no user carol")
    })
  })

  it.effect("stays signed in for an hour, although tokens expire after a minute", () =>
    Effect.gen(function* () {
      const before = yield* Auth.me()
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* Auth.me(), before)
    }).pipe(Effect.provide(TestServer.layerScreeps(newWorld())))
  )
})
