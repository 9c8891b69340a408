import * as Shards from "@screeps-effect/api/Shards"
import * as Effect from "effect/Effect"
import { type Group, signIn } from "../support/group.ts"
import { alice, home, makeServer } from "../support/server.ts"

export const shards: Group = {
  operations: [Shards.info, Shards.tick],
  successes: Effect.gen(function* () {
    const server = makeServer({}, { mods: ["screepsmod-admin-utils", "screepsmod-auth"] })
    yield* server.settle(alice, home)
    yield* Effect.replicateEffect(server.world.tick, 3)
    return { "GET /api/game/shards/info": yield* server.get("/api/game/shards/info") }
  }),
  situations: {
    "a user who has just signed in": { before: signIn, cases: ["game/shards-tick.unmodded-404"] }
  },
  official: {
    successes: Effect.gen(function* () {
      const server = makeServer({ shards: ["shard0", "shard3"] }, { dialect: "official" })
      yield* Effect.replicateEffect(server.world.tick, 3)
      return {
        "GET /api/game/shards/info": yield* server.get("/api/game/shards/info"),
        "GET /api/game/shards/tick": yield* server.get("/api/game/shards/tick", { shard: "shard3" })
      }
    })
  }
}
