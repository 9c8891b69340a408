/** The map tool of private servers: reads and replaces rooms as they are stored. */
import * as MapTool from "@screeps-effect/api/MapTool"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { basicOf } from "../basic.ts"
import type { RouteContext } from "../dialect.ts"
import { crashed, signInRefused } from "../pages.ts"
import { type Gate, open, route, type Route } from "../router.ts"
import type { Room } from "../../world/state/rooms.ts"
import type { Shard } from "../../world/state/shard.ts"

/** Admits the map tool's user only. */
const admin = ({ mapTool }: RouteContext["dialect"]): Gate<void> => ({
  admit: ({ request }) => {
    const { name, password } = basicOf(request) ?? {}
    const isAdmin =
      mapTool !== undefined && name === (mapTool.user ?? "admin") && password === mapTool.password
    return isAdmin ? Effect.void : Effect.fail(signInRefused('Basic realm="Map Tool"'))
  },
  seal: open.seal
})

const millis = (moment: number | undefined) => (moment === undefined ? null : Millis.make(moment))

const stored = ({ facts, mapTool, name, objects, terrain }: Room): MapTool.StoredRoom => ({
  bus: false,
  sourceKeepers: false,
  ...mapTool,
  room: name,
  status: facts.status,
  terrain: Terrain.encode(terrain),
  objects: [...objects.values()],
  openTime: millis(facts.openTime),
  novice: millis(facts.novice),
  respawnArea: millis(facts.respawnArea),
  lastPvpTime: facts.lastPvpTime === undefined ? null : Tick.make(facts.lastPvpTime)
})

const replace = (shard: Shard, input: MapTool.RoomInput) => {
  const { novice, objects, openTime, respawnArea, room: name, status, terrain, ...written } = input
  const before = shard.rooms.at(name)
  const room = shard.rooms.add(name, Result.getOrThrow(Terrain.decode(terrain)))
  Object.assign(room.facts, before?.facts, {
    status,
    ...(openTime === undefined ? {} : { openTime }),
    ...(novice === undefined ? {} : { novice }),
    ...(respawnArea === undefined ? {} : { respawnArea })
  })
  room.mapTool = { ...before?.mapTool, ...written, name, active: true }
  for (const { $loki: _, _id, meta: __, ...object } of objects) {
    shard.rooms.put(room, { ...object, _id: typeof _id === "string" ? _id : undefined })
  }
}

/**
 * The server's crash for invalid rooms; it checks less than `MapTool.set`, and other input would damage a real
 * server.
 */
const failed = (sent: unknown): Response => {
  const rooms: unknown = typeof sent === "object" && sent !== null && "rooms" in sent ? sent.rooms : undefined
  if (!Array.isArray(rooms)) return crashed("TypeError: rooms.map is not a function")
  if (rooms.length === 0) return Response.json([])
  const isWithout = rooms.some((room) => typeof room === "object" && room !== null && !("objects" in room))
  return crashed(
    isWithout
      ? "TypeError: Cannot read properties of undefined (reading 'map')"
      : "TypeError: a real server would be damaged by this request"
  )
}

/** @internal */
export const mapTool = ({ dialect, shard }: RouteContext): ReadonlyArray<Route> => [
  route(MapTool.rooms, admin(dialect), () => ({
    ok: 1 as const,
    tick: Tick.make(shard.time),
    rooms: shard.rooms.all.map(stored)
  })),
  route(
    MapTool.set,
    admin(dialect),
    ({ rooms }) =>
      Effect.sync(() => {
        for (const room of rooms) replace(shard, room)
        return rooms.map(() => true as const)
      }),
    failed
  )
]
