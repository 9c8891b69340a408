import * as Experimental from "@screeps-effect/api/Experimental"
import * as Warpath from "@screeps-effect/api/Warpath"
import * as Effect from "effect/Effect"
import type { Group } from "../support/group.ts"
import { alice, home, makeServer, type Server } from "../support/server.ts"

const mods = ["screepsmod-auth", "screepsmod-admin-utils"]

/** Lets bob attack alice's room with a creep, and launches a nuke at it. */
const fight = (server: Server, shard?: string) =>
  Effect.gen(function* () {
    const { rooms, users } = server.world
    const { _id: user } = yield* users.get("bob")
    const body = [{ type: "attack", hits: 100 }]
    yield* rooms.addObject(home.room, { type: "creep", x: 10, y: 10, user, body }, shard)
    yield* rooms.change(home.room, { lastPvpTime: 1 }, shard)
    const nuke = { type: "nuke", x: 20, y: 20, landTime: 50_001, launchRoomName: "W5N8" }
    yield* rooms.addObject(home.room, nuke, shard)
  })

const wars = (server: Server) =>
  Effect.gen(function* () {
    return {
      "GET /api/experimental/pvp": yield* server.get("/api/experimental/pvp", { interval: "100" }),
      "GET /api/experimental/nukes": yield* server.get("/api/experimental/nukes")
    }
  })

export const battles: Group = {
  operations: [Experimental.pvp, Experimental.nukes, Warpath.battles],
  successes: Effect.gen(function* () {
    const server = makeServer({ shards: ["privSrv"] }, { mods })
    yield* server.settle(alice, home)
    yield* fight(server)
    return {
      ...(yield* wars(server)),
      "GET /api/warpath/battles": yield* server.get("/api/warpath/battles", { start: "1" })
    }
  }),
  official: {
    successes: Effect.gen(function* () {
      const server = makeServer({ shards: ["shard0", "shard3"] }, { dialect: "official" })
      yield* fight(server, "shard3")
      return yield* wars(server)
    }),
    aside: {
      "experimental.pvp.old": "official servers have had shards for long: the form without them is obsolete",
      "warpath.battles.service": "the form of a third-party service, not of a game server"
    }
  }
}
