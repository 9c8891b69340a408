import * as Game from "@screeps-effect/api/Game"
import { type Recording, recordings, reported } from "@screeps-effect/fixtures"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as Effect from "effect/Effect"
import { type Group, nothing, posting, settle, signIn } from "../support/group.ts"
import { alice, bob, home, makeServer, type Server } from "../support/server.ts"

const terrain = "/api/game/room-terrain"

/** Distinguishes the three forms of recorded terrain. */
const form = ({ name, request: { method, path, query } }: Recording) => {
  if (path === "/api/version" && name.includes("admin-utils")) return "GET /api/version as of a modded server"
  if (path !== terrain) return undefined
  if (name.includes("generated")) return `${method} ${path} as of a made room`
  return (query?.["encoded"] ?? "") === "" ? undefined : `${method} ${path} as digits`
}

/** Fills a world with map data: a signed room, a reserved one, a novice room, one that opens later. */
const furnish = (server: Server, shard?: string) =>
  Effect.gen(function* () {
    const { rooms, users } = server.world
    const { _id: user } = yield* users.get("alice")
    yield* rooms.change("W2N8", { novice: 5_000, respawnArea: 6_000, openTime: 7_000 }, shard)
    const controller = (yield* rooms.objects(home.room, shard)).find(({ type }) => type === "controller")
    const sign = { user, text: "mine", time: 1, datetime: 2 }
    const hardSign = { text: "a novice area is planned", time: 1, datetime: 2, endDatetime: 3 }
    const fields = { sign, hardSign, isPowerEnabled: true }
    if (controller !== undefined) yield* rooms.changeObject(controller._id, fields)
    const reserved = (yield* rooms.objects("W4N8", shard)).find(({ type }) => type === "controller")
    if (reserved !== undefined) {
      yield* rooms.changeObject(reserved._id, { reservation: { user, endTime: 99 } })
    }
  })

/** Adds copies of recorded objects to a room, each with a new id. */
const fill = (server: Server, samples: ReadonlyArray<Recording>, shard?: string) =>
  Effect.forEach(samples, ({ response: { body } }) =>
    Effect.forEach((body as { readonly objects: ReadonlyArray<ScreepsWorld.NewObject> }).objects, (object) =>
      server.world.rooms.addObject(home.room, { ...object, _id: undefined }, shard)
    )
  )

const paths = (badge: string) => {
  const reason = "the in-memory server has no badge for the Invader"
  return { [`${badge}.type.path1`]: reason, [`${badge}.type.path2`]: reason }
}

const decoration = {
  _id: "d1",
  name: "Ivy",
  type: "wallGraffiti",
  rarity: 2,
  theme: "t1",
  graphics: [{ url: "https://example.com/ivy.svg", color: "color1", alpha: "alpha1", visible: "" }],
  props: {
    color1: { type: "color", label: "Colour", readonly: false, default: "#ffffff" },
    proportional: true,
    minWidth: 100
  }
} as const

export const game: Group = {
  operations: [
    Game.version,
    Game.findObject,
    Game.randomNoviceRoom,
    Game.time,
    Game.tick,
    Game.worldSize,
    Game.roomTerrain,
    Game.rooms,
    Game.roomStatus,
    Game.roomOverview,
    Game.roomObjects,
    Game.roomDecorations,
    Game.mapStats,
    Game.genUniqueObjectName,
    Game.checkUniqueObjectName,
    Game.genUniqueFlagName,
    Game.checkUniqueFlagName,
    Game.placeSpawn
  ],
  successes: Effect.gen(function* () {
    const server = makeServer()
    const headers = yield* server.settle(alice, home)
    yield* furnish(server)
    yield* server.world.rooms.change("W11N5", { generated: true })
    yield* server.world.tick
    yield* server.world.tick
    const get = (path: string, query?: Readonly<Record<string, string>>) => server.get(path, query, headers)
    const post = (path: string, body: unknown) => server.post(path, body, headers)
    const modded = makeServer({}, { mods: ["screepsmod-auth", "screepsmod-admin-utils"] })
    yield* modded.settle(alice, home)
    yield* fill(
      modded,
      recordings().filter(({ name }) => name.startsWith("game/game-room-objects.admin-utils"))
    )
    const rooms = [home.room, "W2N8", "W4N8", "W99N99"]
    const place = { room: "W1N1", x: 25, y: 25 }
    return {
      "GET /api/version": yield* get("/api/version"),
      "GET /api/version as of a modded server": yield* modded.get("/api/version"),
      "GET /api/game/time": yield* get("/api/game/time"),
      "GET /api/game/tick": yield* get("/api/game/tick"),
      "GET /api/game/world-size": yield* get("/api/game/world-size"),
      "GET /api/game/room-terrain": yield* get(terrain, { room: "W1N8" }),
      "GET /api/game/room-terrain as digits": yield* get(terrain, { room: "W1N8", encoded: "1" }),
      "GET /api/game/room-terrain as of a made room": yield* get(terrain, { room: "W11N5" }),
      "POST /api/game/rooms": yield* post("/api/game/rooms", { rooms }),
      "GET /api/game/room-status": yield* get("/api/game/room-status", { room: "W2N8" }),
      "GET /api/game/room-overview": yield* get("/api/game/room-overview", {
        room: home.room,
        interval: "8"
      }),
      "GET /api/game/room-objects": yield* modded.get("/api/game/room-objects", { room: home.room }),
      "POST /api/game/map-stats": yield* post("/api/game/map-stats", { rooms, statName: "owner0" }),
      "POST /api/game/gen-unique-object-name": yield* post("/api/game/gen-unique-object-name", {
        type: "spawn"
      }),
      "POST /api/game/check-unique-object-name": yield* post("/api/game/check-unique-object-name", {
        type: "spawn",
        name: "free"
      }),
      "POST /api/game/gen-unique-flag-name": yield* post("/api/game/gen-unique-flag-name", {}),
      "POST /api/game/check-unique-flag-name": yield* post("/api/game/check-unique-flag-name", { name: "F" }),
      "POST /api/game/place-spawn": yield* server.post(
        "/api/game/place-spawn",
        place,
        yield* server.signIn(bob)
      )
    }
  }),
  form,
  lacks: {
    "POST /api/game/map-stats": paths("users.*.badge"),
    "GET /api/game/room-objects": paths("users.*.badge")
  },
  situations: {
    "a request without a token": {
      before: nothing,
      cases: [
        "game/game-map-stats.no-token",
        "game/game-place-spawn.no-token",
        "game/game-room-status.no-token",
        "game/game-room-terrain.unknown-room",
        "game/game-rooms.no-body"
      ]
    },
    "a user who has just signed in": {
      before: signIn,
      cases: [
        "game/game-check-unique-object-name.type-creep",
        "game/game-check-unique-object-name.type-flag",
        "game/game-gen-unique-object-name.flag",
        "game/game-map-stats.bad-stat-name",
        "game/game-map-stats.missing-stat-name",
        "game/game-map-stats.rooms-not-array",
        "game/game-place-spawn.bad-coords",
        "game/game-place-spawn.edge",
        "game/game-place-spawn.name-too-long",
        "game/game-place-spawn.unknown-room",
        "game/game-room-status.unknown-room"
      ]
    },
    "a user who sends nine mebibytes": {
      before: signIn,
      change: (sent) => ({ ...sent, rawBody: " ".repeat(9 * 1024 * 1024) }),
      cases: ["game/body-too-large"]
    },
    "a user who places a spawn in a wall": {
      before: signIn,
      change: posting({ room: "W7N7", x: 38, y: 32 }),
      cases: ["game/game-place-spawn.wall"]
    },
    "a user who has a spawn": {
      before: settle,
      cases: ["game/game-check-unique-object-name.taken", "game/game-place-spawn.already-playing"]
    },
    "a user who has a flag": {
      before: (server) =>
        Effect.andThen(
          server.world.rooms.addFlag("bob", "W1N1", {
            name: "Flag1",
            color: 1,
            secondaryColor: 1,
            x: 1,
            y: 1
          }),
          signIn(server)
        ),
      cases: ["game/game-check-unique-flag-name.taken"]
    },
    "a user who places a spawn in a room of another user": {
      before: (server) =>
        Effect.andThen(server.settle(alice, { room: "W1N1", x: 25, y: 25 }), signIn(server)),
      cases: ["game/game-place-spawn.owned-room"]
    },
    "a user who places a spawn in a reserved room": {
      before: (server) => Effect.andThen(furnish(server), signIn(server)),
      cases: ["game/game-place-spawn.reserved-room"]
    },
    "a user who places a spawn in a closed room": {
      before: (server) =>
        Effect.andThen(server.world.rooms.change("W5N7", { status: "out of borders" }), signIn(server)),
      cases: ["game/game-place-spawn.out-of-borders"]
    },
    "a user who is blocked": {
      before: (server) => Effect.andThen(server.world.users.change("bob", { blocked: true }), signIn(server)),
      cases: ["game/game-place-spawn.blocked"]
    },
    "a user without CPU": {
      before: (server) => Effect.andThen(server.world.users.change("bob", { cpu: 0 }), signIn(server)),
      cases: ["game/game-place-spawn.no-cpu"]
    },
    "a user who has just respawned": {
      before: (server) =>
        Effect.andThen(server.world.users.change("bob", { lastRespawnDate: 0 }), signIn(server)),
      cases: ["game/game-place-spawn.too-soon"]
    }
  },
  official: {
    successes: Effect.gen(function* () {
      const shard = "shard3"
      const server = makeServer({ shards: ["shard0", shard] }, { dialect: "official" })
      const { tables, users } = server.world
      const headers = yield* server.withToken("alice")
      const post = (path: string, body: object) => server.post(path, { shard, ...body }, headers)
      const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
        server.get(path, { shard, ...query }, headers)
      const placed = yield* post("/api/game/place-spawn", home)
      yield* furnish(server, shard)
      const about = { username: "alice", room: home.room, stat: "energyHarvested", shard } as const
      yield* tables.addStatistic({ ...about, interval: 180, slots: [{ value: 7, endTime: 9 }] })
      yield* users.change("alice", { resources: { pixel: 500 } })
      const id = yield* tables.giveDecoration("alice", decoration as never)
      const active = { shard, room: home.room, world: "true", x: "12", y: "20", rotation: "0" }
      yield* tables.placeDecoration("alice", id, active)
      yield* fill(server, [reported("game.room-objects.official")], shard)
      const all = { rooms: [home.room, "W2N8"], statName: "energyHarvested180" }
      const [object] = yield* server.world.rooms.objects(home.room, shard)
      return {
        "POST /api/game/place-spawn": placed,
        "GET /api/version": yield* get("/api/version"),
        "GET /api/game/time": yield* get("/api/game/time"),
        "GET /api/game/find-object": yield* get("/api/game/find-object", { _id: object?._id ?? "" }),
        "GET /api/game/random-novice-room": yield* get("/api/game/random-novice-room"),
        "GET /api/game/world-size": yield* get("/api/game/world-size"),
        "GET /api/game/room-terrain": yield* get(terrain, { room: "W1N8" }),
        "POST /api/game/rooms": yield* server.post("/api/game/rooms?encoded=true&shard=shard3", {
          rooms: ["W1N1"]
        }),
        "GET /api/game/room-status": yield* get("/api/game/room-status", { room: "W2N8" }),
        "GET /api/game/room-overview": yield* get("/api/game/room-overview", { room: home.room }),
        "GET /api/game/room-objects": yield* get("/api/game/room-objects", { room: home.room }),
        "GET /api/game/room-decorations": yield* get("/api/game/room-decorations", { room: home.room }),
        "POST /api/game/map-stats": yield* post("/api/game/map-stats", all),
        "POST /api/game/gen-unique-object-name": yield* post("/api/game/gen-unique-object-name", {
          type: "flag"
        }),
        "POST /api/game/check-unique-object-name": yield* post("/api/game/check-unique-object-name", {
          type: "spawn",
          name: "free"
        }),
        "POST /api/game/gen-unique-flag-name": yield* post("/api/game/gen-unique-flag-name", {}),
        "POST /api/game/check-unique-flag-name": yield* post("/api/game/check-unique-flag-name", {
          name: "F"
        })
      }
    })
  }
}
