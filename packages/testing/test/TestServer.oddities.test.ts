import * as Auth from "@screeps-effect/api/Auth"
import * as Credentials from "@screeps-effect/api/Credentials"
import * as Game from "@screeps-effect/api/Game"
import * as User from "@screeps-effect/api/User"
import * as Badge from "@screeps-effect/schema/Badge"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomFeed from "@screeps-effect/socket/RoomFeed"
import * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as TestServer from "@screeps-effect/testing/TestServer"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { on, playing, playingAs } from "./support/player.ts"
import { alice, bob, home, makeServer } from "./support/server.ts"
import { within } from "@screeps-effect/fixtures/time"

const badge = { type: 7, color1: "#ff0000", color2: "#00ff00", color3: "#0000ff", param: 0, flip: false }
const { type: _, ...shapeless } = badge

const taken = { ok: 1, modified: 1 }
const refused = { error: "invalid params" }

describe("a badge sent to TestServer", () => {
  const sending = Effect.gen(function* () {
    const server = makeServer()
    const headers = yield* server.signIn(bob)
    const send = (sent: unknown) =>
      Effect.map(server.post("/api/user/badge", { badge: sent }, headers), ({ body }) => body)
    const stored = Effect.map(
      server.get("/api/auth/me", {}, headers),
      ({ body }) => (body as { readonly badge?: unknown }).badge
    )
    return { send, server, stored }
  })

  it.effect("is stored and returned without a shape, and with lists as colours", () =>
    Effect.gen(function* () {
      const { send, server, stored } = yield* sending
      for (const malformed of [
        shapeless,
        { ...badge, color1: ["#ff0000"] },
        { ...badge, color2: "#ff00001" }
      ]) {
        assert.deepStrictEqual(yield* send(malformed), taken)
        assert.deepStrictEqual(yield* stored, malformed)
        const { body } = yield* server.get("/api/user/find", { username: "bob" })
        assert.deepStrictEqual((body as { readonly user: { readonly badge: unknown } }).user.badge, malformed)
        assert.deepStrictEqual<unknown>((yield* server.world.users.get("bob")).badge, malformed)
      }
    })
  )

  it.effect("accepts a param of any type that counts as a number", () =>
    Effect.gen(function* () {
      const { send, stored } = yield* sending
      for (const [param, expected] of [
        ["-5", -5],
        [null, 0],
        ["", 0],
        [true, 1]
      ]) {
        assert.deepStrictEqual(yield* send({ ...badge, param }), taken)
        assert.deepStrictEqual(yield* stored, { ...badge, param: expected })
      }
      for (const param of [undefined, "x", 101, -101, {}])
        assert.deepStrictEqual(yield* send({ ...badge, param }), refused)
    })
  )

  it.effect(
    "is rejected with malformed colours, and with the shape of a decoration that the user does not own",
    () =>
      Effect.gen(function* () {
        const { send, stored } = yield* sending
        const bad = [
          { color1: "red" },
          { color2: ["red", "#ff0000"] },
          { color3: 5 },
          { color1: {} },
          { color1: [] },
          { type: 0 },
          { type: 25 },
          { type: null },
          { type: "3" },
          { type: { path1: "M0 0", path2: "M1 1" } }
        ]
        for (const fields of bad) assert.deepStrictEqual(yield* send({ ...badge, ...fields }), refused)
        assert.isUndefined(yield* stored)
      })
  )

  it.effect("has no picture when it is malformed", () =>
    Effect.gen(function* () {
      const { send, server } = yield* sending
      const picture = Effect.map(
        server.get("/api/user/badge-svg", { username: "bob" }),
        ({ status }) => status
      )
      for (const [sent, status] of [
        [badge, 200],
        [shapeless, 404],
        [{ ...badge, color1: ["#ff0000"] }, 404]
      ] as const) {
        yield* send(sent)
        assert.strictEqual(yield* picture, status)
      }
    })
  )
})

/** What a program receives about a room and its players. */
const seen = Effect.gen(function* () {
  const room = yield* Effect.map(
    within(Effect.timeout(Stream.runHead(RoomFeed.states(home.room)), "10 seconds")),
    Option.getOrThrow
  )
  const { users } = yield* Game.mapStats({ rooms: [home.room], statName: "owner0" })
  const { owner } = yield* Game.roomOverview({ room: home.room })
  const controller = [...room.objects.values()].find(RoomObject.is("controller"))
  const id = controller?.user ?? undefined
  assert.isDefined(id)
  const { user } = yield* User.find({ id })
  return { room, views: [room.users.get(id), users?.[id], owner, user] }
})

describe("a program on TestServer", () => {
  const world = ScreepsWorld.make({ accounts: [alice, bob] })

  it.effect("receives a player with a malformed badge", () =>
    on(
      TestServer.layer(world),
      playing(alice)
    )(
      Effect.gen(function* () {
        const server = TestServer.layer(world)
        const place = Effect.gen(function* () {
          yield* Game.placeSpawn({ ...home, name: "Spawn1" })
          yield* world.users.change("bob", { badge: shapeless })
          return yield* Auth.me()
        })
        const me = yield* Effect.scoped(
          Effect.provide(place, Layer.fresh(Layer.provideMerge(playing(bob), server)))
        )
        assert.isUndefined(Badge.parse(me.badge))
        const { room, views } = yield* seen
        assert.isEmpty([...room.objects.values()].filter(RoomObject.is("unknown")))
        for (const view of views) {
          assert.strictEqual(view?.username, "bob")
          assert.deepStrictEqual<unknown>(view?.badge, shapeless)
        }
      })
    )
  )

  const ticket = Redacted.make("0a1b2c")
  const nameless = ScreepsWorld.make({ accounts: [alice] })
  it.effect("receives a player without a name, and a spawn that was placed without one", () =>
    on(
      TestServer.layer(nameless),
      playing(alice)
    )(
      Effect.gen(function* () {
        yield* nameless.users.acceptTicket(ticket, "76561190000000002")
        const newcomer = playingAs(Credentials.layerSteamTicket({ ticket }))
        const place = Effect.andThen(Game.placeSpawn(home), Auth.me())
        const server = TestServer.layer(nameless)
        const me = yield* Effect.scoped(
          Effect.provide(place, Layer.fresh(Layer.provideMerge(newcomer, server)))
        )
        assert.isUndefined(me.username)
        const { room, views } = yield* seen
        for (const view of views) {
          assert.isDefined(view)
          assert.notProperty(view, "username")
        }
        const objects = [...room.objects.values()]
        assert.isEmpty(objects.filter(RoomObject.is("unknown")))
        const spawns = objects.filter(RoomObject.is("spawn"))
        assert.deepStrictEqual(
          spawns.map(({ name }) => name),
          [undefined]
        )
      })
    )
  )

  it.effect("finds the first user by an empty name, as without one, but no badge", () =>
    Effect.gen(function* () {
      const server = makeServer()
      yield* server.world.users.acceptTicket(ticket, "76561190000000002")
      yield* server.post("/api/auth/steam-ticket", { ticket: Redacted.value(ticket) })
      const { body } = yield* server.get("/api/user/find", { username: "" })
      assert.deepStrictEqual(body, { ok: 1, user: { _id: "2", username: "Invader", gcl: 0 } })
      assert.strictEqual((yield* server.get("/api/user/badge-svg", { username: "" })).status, 404)
    })
  )
})
