import * as User from "@screeps-effect/api/User"
import * as Effect from "effect/Effect"
import { type Group, nothing, posting, signIn } from "../support/group.ts"
import { alice, home, makeServer, type Server } from "../support/server.ts"

/** Adds one money history entry of each kind to a world. */
const pay = (server: Server) =>
  Effect.gen(function* () {
    const { tables, users } = server.world
    const { _id: owner } = yield* users.get("alice")
    const orderId = yield* tables.addOrder({
      type: "sell",
      resourceType: "energy",
      price: 1,
      totalAmount: 5,
      username: "alice",
      room: "W1N1"
    })
    const fill = { resourceType: "energy", price: 0.5, amount: 10, roomName: "W1N1", targetRoomName: "W2N2" }
    const order = {
      type: "sell",
      resourceType: "energy",
      price: 1,
      totalAmount: 5,
      roomName: "W1N1"
    } as const
    const events = [
      { ...fill, npc: false, owner, dealer: owner },
      { order },
      { extendOrder: { orderId, addAmount: 1 } },
      { changeOrderPrice: { orderId, oldPrice: 1, newPrice: 2 } }
    ]
    for (const market of events) {
      yield* tables.charge({ username: "alice", change: -0.05, type: "market.fee", market, shard: "shard0" })
    }
  })

export const user: Group = {
  operations: [
    User.worldStatus,
    User.worldStartRoom,
    User.console,
    User.respawnProhibitedRooms,
    User.respawn,
    User.find,
    User.findShared,
    User.name,
    User.rooms,
    User.stats,
    User.overview,
    User.moneyHistory,
    User.moneyHistoryDetails
  ],
  successes: Effect.gen(function* () {
    const server = makeServer()
    const headers = yield* server.settle(alice, home)
    yield* pay(server)
    const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
      server.get(path, query, headers)
    const post = (path: string, body: unknown) => server.post(path, body, headers)
    const { _id: id } = yield* server.world.users.get("alice")
    return {
      "GET /api/user/world-status": yield* get("/api/user/world-status"),
      "GET /api/user/world-start-room": yield* get("/api/user/world-start-room"),
      "POST /api/user/console": yield* post("/api/user/console", { expression: "Game.time" }),
      "GET /api/user/respawn-prohibited-rooms": yield* get("/api/user/respawn-prohibited-rooms"),
      "GET /api/user/find": yield* get("/api/user/find", { username: "ALICE" }),
      "GET /api/user/rooms": yield* get("/api/user/rooms", { id }),
      "GET /api/user/stats": yield* get("/api/user/stats", { id, interval: "8" }),
      "GET /api/user/overview": yield* get("/api/user/overview"),
      "GET /api/user/money-history": yield* get("/api/user/money-history"),
      "POST /api/user/respawn": yield* post("/api/user/respawn", {})
    }
  }),
  lacks: {
    "GET /api/user/find": {
      "user.badge.type.path1": "the in-memory server has no badge for the Invader",
      "user.badge.type.path2": "the in-memory server has no badge for the Invader"
    }
  },
  situations: {
    "a request without a token": {
      before: nothing,
      cases: [
        "user/console.noauth",
        "user/find.unknown-id",
        "user/find.unknown-username",
        "user/money-history.noauth",
        "user/overview.noauth",
        "user/respawn-prohibited-rooms.noauth",
        "user/respawn.noauth",
        "user/stats.bad-interval",
        "user/stats.no-interval",
        "user/world-status.noauth"
      ]
    },
    "a user who has just signed in": {
      before: signIn,
      cases: ["user/console.no-expression", "user/console.too-long"]
    },
    "a user without a spawn": {
      before: signIn,
      change: posting({}),
      cases: ["user/respawn.twice"]
    }
  },
  official: {
    successes: Effect.gen(function* () {
      const shard = "shard3"
      const server = makeServer({ shards: ["shard0", shard] }, { dialect: "official" })
      const { rooms, tables, users } = server.world
      const badge = { type: 12, color1: "#222222", color2: 14, color3: 79, flip: false, param: 0 }
      yield* users.change("alice", { badge, gcl: 5, power: 6, steam: { id: "7" } })
      yield* pay(server)
      const headers = yield* server.withToken("alice")
      const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
        server.get(path, query, headers)
      const post = (path: string, body: object) => server.post(path, { shard, ...body }, headers)
      const { _id: id } = yield* users.get("alice")
      yield* post("/api/game/place-spawn", home)
      const reserved = (yield* rooms.objects("W1N1")).find(({ type }) => type === "controller")
      if (reserved !== undefined) {
        yield* rooms.changeObject(reserved._id, { reservation: { user: id, endTime: 99 } })
      }
      const about = { username: "alice", room: home.room, shard, slots: [{ value: 7, endTime: 9 }] }
      yield* tables.addStatistic({ ...about, stat: "energyControl", interval: 8 })
      yield* tables.addStatistic({ ...about, stat: "creepsLost", interval: 8 })
      const deal = { tick: String(yield* server.world.time), roomName: "W1N1", targetRoomName: "W2N2" }
      const responses = {
        "GET /api/user/world-status": yield* get("/api/user/world-status"),
        "GET /api/user/world-start-room": yield* get("/api/user/world-start-room"),
        "POST /api/user/console": yield* post("/api/user/console", { expression: "Game.time" }),
        "GET /api/user/find": yield* get("/api/user/find", { username: "alice" }),
        "GET /api/user/find-shared": yield* get("/api/user/find-shared", { id }),
        "GET /api/user/name": yield* get("/api/user/name"),
        "GET /api/user/rooms": yield* get("/api/user/rooms", { id, reservation: "1" }),
        "GET /api/user/stats": yield* get("/api/user/stats", { id, interval: "180" }),
        "GET /api/user/overview": yield* get("/api/user/overview", { statName: "energyControl" }),
        "GET /api/user/money-history": yield* get("/api/user/money-history"),
        "GET /api/user/money-history/details": yield* get("/api/user/money-history/details", deal),
        "POST /api/user/respawn": yield* post("/api/user/respawn", {})
      }
      return {
        ...responses,
        "GET /api/user/respawn-prohibited-rooms": yield* get("/api/user/respawn-prohibited-rooms")
      }
    }),
    aside: {
      "user.overview.game-times": "others write the times as the server's source does",
      "user.stats.slots": "others report totals"
    }
  }
}
