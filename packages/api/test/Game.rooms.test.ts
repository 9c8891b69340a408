import * as Game from "@screeps-effect/api/Game"
import * as Server from "@screeps-effect/api/Server"
import * as Badge from "@screeps-effect/schema/Badge"
import * as MapStats from "@screeps-effect/schema/MapStats"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import { recording, recordings } from "@screeps-effect/fixtures"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  serverReturning,
  assertExchange,
  assertFails,
  assertNeedsShard,
  assertInvalidInput
} from "./support/exchange.ts"
import { always, asGuest, run, lines } from "./support/fake.ts"

const unknown = (objects: ReadonlyArray<RoomObject.RoomObject>) => objects.filter(RoomObject.is("unknown"))

describe("Game.roomObjects", () => {
  it.effect("returns classified objects, and of users only _id and username", () =>
    Effect.gen(function* () {
      const room = Game.roomObjects({ room: "W5N8" })
      const { objects, ok, users } = yield* assertExchange(room, "game/game-room-objects.admin-utils.W5N8")
      assert.isUndefined(ok)
      assert.isAbove(objects.length, 10)
      assert.isEmpty(unknown(objects))
      assert.strictEqual(objects.find(RoomObject.is("controller"))?.level, 8)
      assert.deepStrictEqual(Object.keys(users?.["fa9de3cf09818e6"] ?? {}).toSorted(), ["_id", "username"])
      assert.notInclude(JSON.stringify(users), "@example.com")
    })
  )

  it.effect("classifies every recorded object and keeps its document unchanged", () =>
    Effect.gen(function* () {
      const names = recordings()
        .filter(({ name, response }) => name.startsWith("game/game-room-objects.") && response.status === 200)
        .map(({ name }) => name)
      assert.isAbove(names.length, 10)
      for (const name of names) {
        const { objects } = yield* run(Game.roomObjects({ room: "W5N8" }), serverReturning(name))
        assert.isEmpty(unknown(objects), name)
        const { body } = recording(name).response as { readonly body: { readonly objects: unknown } }
        assert.deepStrictEqual<unknown>(objects.map(RoomObject.toDocument), body.objects, name)
      }
    })
  )

  it.effect("returns no objects for a room that does not exist", () =>
    Effect.gen(function* () {
      const room = Game.roomObjects({ room: "W99N99" })
      const { objects, users } = yield* assertExchange(
        room,
        "game/game-room-objects.admin-utils.unknown-room"
      )
      assert.isEmpty(objects)
      assert.sameMembers(Object.keys(users ?? {}), ["2", "3"])
    })
  )

  it.effect("works without a sign-in on official servers and returns seasonal objects as unknown", () =>
    Effect.gen(function* () {
      const room = Game.roomObjects({ room: "E1S1" })
      const { objects, ok } = yield* assertExchange(room, "game.room-objects.official", {
        credentials: asGuest
      })
      assert.strictEqual(ok, 1)
      assert.deepStrictEqual(
        objects.map(({ type }) => type),
        ["source", "road", "unknown"]
      )
    })
  )

  it.effect("fails without the mod, a valid room name or a shard", () =>
    Effect.gen(function* () {
      yield* assertFails(
        Game.roomObjects({ room: "W1N8" }),
        "game/game-room-objects.unmodded-404",
        "EndpointNotFound"
      )
      yield* assertInvalidInput(Game.roomObjects({ room: "W1.5N1" }), "room")
      yield* assertNeedsShard(Game.roomObjects({ room: "W1N8" }))
    })
  )
})

describe("Game.roomDecorations", () => {
  it.effect("returns decorations with their placement", () =>
    Effect.gen(function* () {
      const { decorations } = yield* assertExchange(
        Game.roomDecorations({ room: "E1S1" }),
        "game.room-decorations.placed"
      )
      assert.deepStrictEqual(
        decorations.map(({ active, decoration }) => [active["x"], decoration.type, decoration.name]),
        [["12", "wallGraffiti", "Ivy"]]
      )
    })
  )

  it.effect("fails on private servers, and without a valid room name or a shard", () =>
    Effect.gen(function* () {
      const ofRoom = Game.roomDecorations({ room: "W1N8" })
      yield* assertFails(ofRoom, "game/game-room-decorations.unmodded-404", "EndpointNotFound")
      yield* assertInvalidInput(Game.roomDecorations({ room: "W1.5N1" }), "room")
      yield* assertNeedsShard(ofRoom)
    })
  )
})

describe("Game.mapStats", () => {
  it.effect("returns owners, reservations, strongholds and signs", () =>
    Effect.gen(function* () {
      const { gameTime, stats, users } = yield* assertExchange(
        Game.mapStats({ rooms: ["W5N8", "W4N8", "W4N4", "W7N4", "W1N1"], statName: "owner0" }),
        "game/game-map-stats.owned-signed-reserved"
      )
      assert.strictEqual(gameTime, 14238)
      const holdings = Object.entries(stats).map(([room, known]) => [room, MapStats.holding(known)])
      assert.deepStrictEqual(Object.fromEntries(holdings), {
        W7N4: "reserved",
        W5N8: "owned",
        W4N8: "reserved",
        W4N4: "stronghold",
        W1N1: "owned"
      })
      assert.strictEqual(stats["W5N8"]?.sign?.text, "hello from bob")
      assert.strictEqual(stats["W5N8"]?.minerals0?.type, "K")
      assert.strictEqual(users?.["fa9de3cf09818e6"]?.username, "bob")
      assert.notInclude(JSON.stringify(users), "@example.com")
    })
  )

  it.effect("returns rooms whose owner has no name or a malformed badge", () =>
    Effect.gen(function* () {
      const owned = { W1N1: { status: "normal", own: { user: "a1", level: 1 } } }
      const colors = { color1: "#ff0000", color2: "#00ff00", color3: "#0000ff" }
      const owners = [
        [{ username: "alice", badge: { ...colors, param: 0 } }, undefined],
        [{ username: undefined, badge: { type: 1, ...colors } }, 1],
        [{ username: undefined }, undefined]
      ] as const
      for (const [owner, type] of owners) {
        const body = { ok: 1, gameTime: 5, stats: owned, users: { a1: { _id: "a1", ...owner } } }
        const map = Game.mapStats({ rooms: ["W1N1"], statName: "owner0" })
        const { stats, users } = yield* run(map, always(body))
        assert.strictEqual(stats["W1N1"]?.own?.level, 1)
        assert.strictEqual(users?.["a1"]?.username, owner.username)
        assert.strictEqual(Badge.parse(users?.["a1"]?.badge)?.type, type)
        const overview = { ok: 1, owner, stats: {}, statsMax: {}, totals: {} }
        const { owner: known } = yield* run(Game.roomOverview({ room: "W1N1" }), always(overview))
        assert.strictEqual(known?.username, owner.username)
      }
    })
  )

  it.effect("returns one statistic on official servers", () =>
    Effect.gen(function* () {
      const { decorations, stats, statsMax } = yield* assertExchange(
        Game.mapStats({ rooms: ["E1S1", "E2S1"], statName: "energyHarvested180" }),
        "game.map-stats.statistic"
      )
      const room = stats["E1S1"]
      assert.isDefined(room)
      assert.deepStrictEqual(
        MapStats.stat(room, "energyHarvested180").map(({ value }) => value),
        [120000, 30]
      )
      assert.deepStrictEqual(statsMax, { energyHarvested180: 120000 })
      assert.strictEqual(room.openTime, "1500000000000")
      assert.lengthOf(Object.keys(decorations ?? {}), 1)
      assert.strictEqual(MapStats.signText(room, 1790000000002), "A new novice area is being planned.")
    })
  )

  it.effect("omits rooms that do not exist", () =>
    Effect.gen(function* () {
      const { stats } = yield* assertExchange(
        Game.mapStats({ rooms: ["W1N8", "W1N1", "W2N2", "W10N10", "W99N99"], statName: "owner0" }),
        "game/game-map-stats.owner0"
      )
      assert.sameMembers(Object.keys(stats), ["W1N8", "W1N1", "W2N2", "W10N10"])
      assert.strictEqual(MapStats.holding(stats["W10N10"] ?? { status: "" }), "free")
    })
  )

  it.effect("fails without an account, valid room names, a known statistic or a shard", () =>
    Effect.gen(function* () {
      const ofRoom = Game.mapStats({ rooms: ["W1N8"], statName: "owner0" })
      yield* assertFails(ofRoom, "game/game-map-stats.no-token", "Unauthorized")
      yield* assertFails(ofRoom, "game/game-map-stats.bad-stat-name", "Rejected", "invalid params")
      yield* assertFails(ofRoom, "game/game-map-stats.missing-stat-name", "ServerFault")
      yield* assertInvalidInput(Game.mapStats({ rooms: ["W1N8", "W1.5N1"], statName: "owner0" }), "rooms")
      yield* assertNeedsShard(ofRoom)
    })
  )

  it("is idempotent, and so is Game.rooms", () => {
    assert.isTrue(Game.mapStats.idempotent)
    assert.isTrue(Game.rooms.idempotent)
  })
})

describe("Game.rooms", () => {
  it.effect("returns terrain without a sign-in and omits rooms that do not exist", () =>
    Effect.gen(function* () {
      const server = serverReturning("game/game-rooms.ok")
      const { rooms } = yield* run(Game.rooms({ rooms: ["W1N8", "W1N7", "W99N99"] }), server, {
        credentials: asGuest
      })
      assert.deepStrictEqual(
        rooms.map(({ room, terrain }) => [room, terrain.length]),
        [
          ["W1N8", 2500],
          ["W1N7", 2500]
        ]
      )
      assert.deepStrictEqual(lines(server), ["POST /api/game/rooms?encoded=true"])
      assert.deepStrictEqual(server.requests[0]?.body, { rooms: ["W1N8", "W1N7", "W99N99"] })
    })
  )

  it.effect("sends the shard in the query on official servers", () =>
    Effect.gen(function* () {
      const { rooms } = yield* assertExchange(Game.rooms({ rooms: ["E1S1"] }), "game.rooms.official")
      assert.strictEqual(rooms[0]?.room, "E1S1")
    })
  )

  it.effect("fails without valid room names or a shard", () =>
    Effect.gen(function* () {
      yield* assertInvalidInput(Game.rooms({ rooms: ["W1.5N1"] }), "rooms")
      yield* assertNeedsShard(Game.rooms({ rooms: ["W1N8"] }))
    })
  )

  it.effect("fails with Rejected for an empty list of rooms", () =>
    assertFails(Game.rooms({ rooms: [] }), "game/game-rooms.no-body", "Rejected", "fun is not a function")
  )
})

describe("Game.tick", () => {
  it.effect("returns the tick length in milliseconds", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* assertExchange(Game.tick(), "game/game-tick"), { ok: 1, tick: 909 })
    })
  )

  it.effect("returns null before the first tick", () =>
    Effect.gen(function* () {
      const { tick } = yield* assertExchange(Game.tick(), "game/game-tick.before-first-tick")
      assert.isNull(tick)
    })
  )

  it.effect("fails with EndpointNotFound where the endpoint is missing", () =>
    assertFails(Game.tick(), "game/game-room-objects.unmodded-404", "EndpointNotFound")
  )
})

describe("Game.version on an official server", () => {
  it.effect("returns the current season and its access cost", () =>
    Effect.gen(function* () {
      const version = yield* assertExchange(Game.version(), "version.official")
      assert.strictEqual(version.currentSeason, "season9")
      assert.strictEqual(version.seasonAccessCost, "1")
      assert.strictEqual(version.serverData?.historyChunkSize, 100)
    })
  )
})

describe("unique names", () => {
  it.effect("are generated for spawns and flags", () =>
    Effect.gen(function* () {
      const first = yield* assertExchange(
        Game.genUniqueObjectName({ type: "spawn" }),
        "game/game-gen-unique-object-name.spawn-first"
      )
      const second = yield* assertExchange(Game.genUniqueFlagName(), "game/game-gen-unique-flag-name.second")
      assert.deepStrictEqual([first.name, second.name], ["Spawn1", "Flag2"])
    })
  )

  it.effect("are checked, and fail with Rejected when taken", () =>
    Effect.gen(function* () {
      const spawn = Game.checkUniqueObjectName({ type: "spawn", name: "Spawn1" })
      assert.deepStrictEqual(yield* assertExchange(spawn, "game/game-check-unique-object-name.free"), {
        ok: 1
      })
      const flag = Game.checkUniqueFlagName({ name: "Flag1" })
      assert.deepStrictEqual(yield* assertExchange(flag, "game/game-check-unique-flag-name.free"), { ok: 1 })
      yield* assertFails(flag, "game/game-check-unique-flag-name.taken", "Rejected", "name exists")
    })
  )

  it.effect("fail with Rejected when genUniqueObjectName is called for a flag on a private server", () =>
    assertFails(
      Game.genUniqueObjectName({ type: "flag" }),
      "game/game-gen-unique-object-name.flag",
      "Rejected",
      "invalid params"
    )
  )

  it.effect("are rejected when empty or too long, and require a shard", () =>
    Effect.gen(function* () {
      const names = (text: string) => [
        Game.checkUniqueObjectName({ type: "spawn", name: text }),
        Game.checkUniqueFlagName({ name: text })
      ]
      for (const call of names("")) yield* assertInvalidInput(call, "name")
      for (const call of names("x".repeat(61))) yield* assertInvalidInput(call, "name")
      yield* assertInvalidInput(Game.checkUniqueObjectName({ type: "spawn", name: "x".repeat(51) }), "name")
      for (const call of [
        ...names("x"),
        Game.genUniqueFlagName(),
        Game.genUniqueObjectName({ type: "spawn" })
      ])
        yield* assertNeedsShard(call)
    })
  )

  it.effect("send the shard in the body", () =>
    Effect.gen(function* () {
      const server = serverReturning("game/game-gen-unique-flag-name.first")
      yield* run(Game.genUniqueFlagName({ shard: "shard1" }), server, { server: Server.official() })
      assert.deepStrictEqual(lines(server), ["POST /api/game/gen-unique-flag-name"])
      assert.deepStrictEqual(server.requests[0]?.body, { shard: "shard1" })
    })
  )
})
