import * as History from "@screeps-effect/api/History"
import { reported } from "@screeps-effect/fixtures"
import type * as ScreepsWorld from "@screeps-effect/testing/ScreepsWorld"
import * as Effect from "effect/Effect"
import { type Group, nothing } from "../support/group.ts"
import { bob, home, makeServer } from "../support/server.ts"

const reason = "the in-memory server has other rooms: ScreepsWorld.history tests its chunks"

export const history: Group = {
  operations: [
    History.privateChunk,
    History.officialChunk,
    History.share,
    History.shared,
    History.sharedChunk
  ],
  successes: Effect.gen(function* () {
    const server = makeServer({ historyChunkSize: 5 })
    yield* server.settle(bob, home)
    yield* Effect.replicateEffect(server.world.tick, 9)
    return {
      "GET /room-history": yield* server.get("/room-history", { room: home.room, time: "5" })
    }
  }),
  aside: {
    "game/room-history.mod.chunk": reason,
    "game/room-history.mod.stronghold-chunk": reason
  },
  situations: {
    "a request without a token": {
      before: nothing,
      cases: [
        "game/room-history.mod.missing-chunk",
        "game/room-history.mod.no-params",
        "game/room-history.mod.unaligned-tick",
        "game/room-history.mod.unknown-room"
      ]
    },
    "a user whose server has no history mod": {
      server: { mods: ["screepsmod-auth"] },
      before: nothing,
      cases: ["game/room-history.no-mod", "game/room-history.official-style-path.no-mod"]
    }
  },
  official: {
    successes: Effect.gen(function* () {
      const server = makeServer({ shards: ["shard3"], rooms: ["E1S1"] }, { dialect: "official" })
      const { request, response } = reported("room-history.chunk")
      yield* server.world.rooms.setHistory(response.body as ScreepsWorld.Chunk)
      const room = { room: "E1S1", shard: "shard3", time: 50000012 }
      const shared = yield* server.post("/api/game/history-share", room)
      const replay = `/api/seasons/replay/${(shared.body as { readonly code: string }).code}`
      return {
        "GET /room-history/{shard}/{room}/{tick}.json": yield* server.get(request.path),
        "POST /api/game/history-share": shared,
        "GET /api/seasons/replay/{code}": yield* server.get(replay),
        "GET /api/seasons/replay/{code}/{tick}": yield* server.get(`${replay}/50000000`)
      }
    }),
    aside: {
      "room-history.shared-chunk": "reported without its room: the client adds it before it decodes"
    },
    lacks: {
      "GET /api/seasons/replay/{code}": {
        renderer: "the world has no pictures",
        decorations: "the world shares no decorations"
      }
    }
  }
}
