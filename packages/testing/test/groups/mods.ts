import * as Mods from "@screeps-effect/api/Mods"
import * as Effect from "effect/Effect"
import type { Group } from "../support/group.ts"
import { alice, home, makeServer } from "../support/server.ts"

const stages = [
  "start",
  "getUsers",
  "addUsersToQueue",
  "waitForUsers",
  "getRooms",
  "addRoomsToQueue",
  "waitForRooms",
  "commit1",
  "global",
  "commit2",
  "incrementGameTime",
  "notifyRoomsDone",
  "custom"
]

export const mods: Group = {
  operations: [Mods.list, Mods.stats],
  successes: Effect.gen(function* () {
    const server = makeServer({}, { mods: ["screepsmod-auth", "screepsmod-admin-utils"] })
    yield* server.settle(alice, home)
    yield* Effect.replicateEffect(server.world.tick, 3)
    return { "GET /api/mods": yield* server.get("/api/mods"), "GET /stats": yield* server.get("/stats") }
  }),
  lacks: {
    "GET /stats": Object.fromEntries(
      stages.map((stage) => [`ticks.stages.${stage}`, "a tick of the in-memory server has no stages"])
    )
  },
  official: { successes: Effect.succeed({}) }
}
