/** A world's contents as players read them: terrain by request, objects from room history. */
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Server } from "./server.ts"

/** An object with its position. */
export interface Thing {
  readonly _id: string
  readonly type: string
  readonly x: number
  readonly y: number
  readonly [field: string]: unknown
}

/** Returns the terrain of a room. */
export const terrain = (server: Server, room: string): Effect.Effect<Terrain.Terrain> =>
  Effect.map(server.get("/api/game/room-terrain", { room, encoded: "1" }), ({ body }) => {
    const { terrain } = body as { readonly terrain: ReadonlyArray<{ readonly terrain: string }> }
    return Result.getOrThrow(Terrain.decode(terrain[0]?.terrain ?? ""))
  })

/** Returns the walkable squares among the eight around one. */
export const walkableAround = (land: Terrain.Terrain, x: number, y: number): number => {
  let count = 0
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -1; dx <= 1; dx++) if ((dx !== 0 || dy !== 0) && land.isWalkable(x + dx, y + dy)) count += 1
  return count
}

/** Returns a square far from walls where a spawn can be placed. */
const plain = (land: Terrain.Terrain) => {
  for (let y = 10; y < 40; y++)
    for (let x = 10; x < 40; x++)
      if (land.isWalkable(x, y) && walkableAround(land, x, y) === 8) return { x, y }
  throw new Error("the room has no square for a spawn")
}

/** Registers a user who places a spawn in a room; returns the rejection, or nothing. */
export const moveIn = (server: Server, room: string) =>
  Effect.gen(function* () {
    const who = { username: `tenant of ${room}`, password: "secret" }
    yield* server.post("/api/register/submit", who)
    const headers = yield* server.signIn(who)
    const place = { room, ...plain(yield* terrain(server, room)) }
    const { body } = yield* server.post("/api/game/place-spawn", place, headers)
    return { ...place, headers, refusal: (body as { readonly error?: string }).error }
  })

/** Returns the response to a request for a history chunk. */
export interface Chunk {
  readonly room: string
  readonly base: number
  readonly ticks: Readonly<Record<string, Readonly<Record<string, Thing>>>>
}

/** Returns an existing chunk. */
export const chunk = (server: Server, room: string, time: number): Effect.Effect<Chunk> =>
  Effect.map(server.get("/room-history", { room, time: String(time) }), ({ body, status }) => {
    assert.strictEqual(status, 200, `the chunk of ${room} at ${time}`)
    return body as Chunk
  })

/** Returns the objects of a room at the first tick of a chunk. */
export const things = ({ base, ticks }: Chunk): ReadonlyArray<Thing> => Object.values(ticks[base] ?? {})

/** Lists the rooms between two corners, counted from the world's middle. */
export const rooms = (from: number, to: number): ReadonlyArray<RoomName.RoomName> => {
  const range = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return range.flatMap((x) => range.map((y) => RoomName.fromWorld({ x, y })))
}
