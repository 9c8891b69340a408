/** The terrain of an area, once: it never changes. */
import * as Game from "@screeps-effect/api/Game"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import { type Fetched, type Job, type KindDefinition, onShard } from "../job.ts"
import { text, upsert } from "../sql.ts"
import { areaOf } from "./area.ts"

interface RoomDigits {
  readonly room: string
  readonly terrain: string
}

const fetched = (
  { server, shard }: Job,
  requested: ReadonlyArray<string>,
  rooms: ReadonlyArray<RoomDigits>
): Fetched => {
  const known = new Set(requested)
  const rows = rooms
    .filter(({ room }) => known.has(room))
    .map(({ room, terrain }) => ({ server, shard, room, terrain: text(terrain, 2500) }))
  return {
    rows: rows.length,
    next: [],
    store: upsert("collected_terrain", ["server", "shard", "room"], rows)
  }
}

const fetchOne = (job: Job, room: RoomName) =>
  Game.terrain({ ...onShard(job), room }).pipe(
    Effect.map((terrain) => [{ room, terrain: Terrain.encode(terrain) }]),
    // The area of a world contains rooms that do not exist.
    Effect.catchReason("ScreepsError", "Rejected", (reason, error) =>
      /^invalid room/i.test(reason.detail) ? Effect.succeed([]) : Effect.fail(error)
    ),
    Effect.map((rooms) => fetched(job, [room], rooms))
  )

export const terrain: KindDefinition = {
  limitKey: "POST /api/game/rooms",
  canWait: true,
  fetch: (job) =>
    Effect.gen(function* () {
      const requested = yield* areaOf(Game.rooms.name, job.target)
      const [first] = requested
      if (requested.length === 1 && first !== undefined) return yield* fetchOne(job, first)
      return yield* Game.rooms({ ...onShard(job), rooms: requested }).pipe(
        Effect.map(({ rooms }) => fetched(job, requested, rooms)),
        // It is not known whether official servers have this endpoint. Without it, each room is a job of its own.
        Effect.catchReason("ScreepsError", "EndpointNotFound", () => {
          const { deadline, kind, shard, slot } = job
          const next = requested.map((target) => ({ kind, shard, slot, deadline, target }))
          return Effect.succeed({ ...fetched(job, [], []), next })
        })
      )
    })
}
