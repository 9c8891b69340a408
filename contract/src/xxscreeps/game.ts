/** The server, its clock, and terrain. */
import * as Game from "@screeps-effect/api/Game"
import * as Shards from "@screeps-effect/api/Shards"
import * as RoomName from "@screeps-effect/schema/RoomName"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import type { Room } from "../../../packages/testing/src/world/state/rooms.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { type Endpoint, notFound, ok } from "./endpoint.ts"
import { list, text } from "./fields.ts"

/** Features as the default mods announce them. */
const features = [
  { name: "auth", version: 1 },
  { name: "official-like", version: 1 },
  {
    name: "inventory",
    version: 1,
    menuData: [
      {
        section: 0,
        after: "World",
        item: { id: "menu-item-inventory", label: "Inventory", routerLink: "/inventory", svg: "inventory" },
        module: "InventoryModule"
      }
    ]
  }
]

/** Finds a room of the world. */
export const roomAt = ({ rooms }: Shard, name: string): Room | undefined =>
  RoomName.is(name) ? rooms.at(name) : undefined

/** The terrain of a room, always as digits. */
const land = ({ name, terrain }: Room) => ({
  _id: name,
  room: name,
  terrain: Terrain.encode(terrain),
  type: "terrain"
})

/** Returns the tag of a text: its length and the beginning of its hash. */
const etagOf = (text: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const bytes = new TextEncoder().encode(text)
    const hash = Base64.encode(new Uint8Array(await crypto.subtle.digest("SHA-1", bytes)))
    return `"${bytes.length.toString(16)}-${hash.slice(0, 27)}"`
  })

export const game = (endpoint: Endpoint, shard: Shard, tickLength: number): ReadonlyArray<Route> => [
  endpoint(Game.version, {}, () =>
    ok({
      protocol: 14,
      package: 160,
      useNativeAuth: false,
      // The number is not counted.
      users: 1,
      serverData: {
        features,
        customObjectTypes: {},
        renderer: { resources: {}, metadata: {} },
        shards: [shard.name]
      },
      packageVersion: "xxscreeps"
    })
  ),
  endpoint(Game.time, {}, () => ok({ time: shard.time })),
  endpoint(Game.tick, {}, () => ok({ tick: tickLength })),
  endpoint(Game.worldSize, {}, () => ok({ width: shard.rooms.side, height: shard.rooms.side })),
  endpoint(Game.roomTerrain, { room: text }, ({ room: name }, { request }) => {
    const room = roomAt(shard, name)
    if (room === undefined) return notFound()
    const terrain = land(room)
    return Effect.map(etagOf(terrain.terrain), (etag) => {
      if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304 })
      const response = ok({ terrain: [terrain] })
      response.headers.set("etag", etag)
      return response
    })
  }),
  endpoint(Game.rooms, { rooms: list(text) }, ({ rooms }) =>
    ok({ rooms: rooms.flatMap((name) => roomAt(shard, name) ?? []).map(land) })
  ),
  // Any text is a room.
  endpoint(Game.roomStatus, { room: text }, ({ room }) =>
    ok({ room: { _id: room, status: "normal", openTime: 0 } })
  ),
  endpoint(Shards.info, {}, () =>
    ok({ shards: [{ name: shard.name, lastTicks: [], cpuLimit: 0, rooms: 0, users: 0, tick: 0 }] })
  ),
  endpoint(Shards.tick, {}, () => ok({ tick: tickLength }))
]
