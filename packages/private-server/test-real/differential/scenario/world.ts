import * as Effect from "effect/Effect"
import type { Scene } from "../stage.ts"

const nowhere = "W120N120"

/** The world before any spawn was placed. */
export const world: Scene = ({ call, get, post }) =>
  Effect.gen(function* () {
    yield* get(undefined, "/api/version")
    yield* get(undefined, "/api/game/time")
    yield* get(undefined, "/api/game/time", { shard: "shard3" })
    yield* get(undefined, "/api/game/world-size")
    for (const room of ["W7N3", "W8N3", "W0N0"]) {
      yield* get(undefined, "/api/game/room-terrain", { room, encoded: "1" })
      yield* get(undefined, "/api/game/room-terrain", { room })
    }
    yield* get(undefined, "/api/game/room-terrain", { room: nowhere })
    yield* get(undefined, "/api/game/room-terrain", { room: nowhere, encoded: "1" })
    yield* post(undefined, "/api/game/rooms", { rooms: ["W7N3", nowhere] })
    yield* post(undefined, "/api/game/rooms", {})
    yield* get("ann", "/api/game/room-status", { room: "W7N3" })
    yield* get("ann", "/api/game/room-status", { room: nowhere })
    yield* get(undefined, "/api/game/room-status", { room: "W7N3" })
    yield* get("ann", "/api/game/room-overview", { room: "W7N3", interval: "8" })
    yield* get("ann", "/api/game/room-overview", { room: nowhere, interval: "8" })
    yield* get("ann", "/api/game/room-overview", { room: "W7N3", interval: "9" })
    for (const statName of ["owner0", "claim0", "minerals0", "energyHarvested8", "owner"])
      yield* post("ann", "/api/game/map-stats", { rooms: ["W7N3", "W8N3", "W0N0", nowhere], statName })
    yield* post("ann", "/api/game/map-stats", { rooms: "W7N3", statName: "owner0" })
    yield* get(undefined, "/room-history", { room: "W7N3", time: "2000000000" })
    yield* get(undefined, "/api/seasons/current")
    yield* get(undefined, "/api/game/shards/info")
    yield* get("ann", "/api/game/room-decorations", { room: "W7N3" })
    yield* post(undefined, "/api/game/time", {})
    yield* call("ann", "POST", "/api/user/console", { text: "{" })
  })
