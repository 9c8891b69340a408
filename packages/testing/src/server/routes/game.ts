/** The server, its clock, and terrain. */
import * as Game from "@screeps-effect/api/Game"
import * as Terrain from "@screeps-effect/schema/Terrain"
import * as Tick from "@screeps-effect/schema/Tick"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import { seasonAccessCost } from "../../world/state/boards.ts"
import { convertationCost, pixelizationCost } from "../../world/state/decorations.ts"
import type { Room } from "../../world/state/rooms.ts"
import { ok, refuse, texts, values } from "./words.ts"

/** The error of the built-in storage about a query without a value, or with a list in place of a value. */
const noOperator = "fun is not a function"

/** The terrain of a room as digits; rooms made by the server's command have no type. */
const digits = (room: Room) => ({
  room: room.name,
  terrain: Terrain.encode(room.terrain),
  ...(room.facts.generated === true ? {} : { type: "terrain" })
})

const version = ({ dialect, shard }: RouteContext): typeof Game.Version.Type => {
  const common = { ...ok, protocol: 14, users: shard.accounts.all.size }
  const historyChunkSize = shard.history.size
  if (dialect.kind === "official") {
    return {
      ...common,
      package: 210,
      currentSeason: String(shard.boards.seasons.at(-1)?.index ?? ""),
      seasonAccessCost: String(seasonAccessCost),
      decorationConvertationCost: convertationCost,
      decorationPixelizationCost: pixelizationCost,
      serverData: {
        historyChunkSize,
        shards: shard.shards.map(({ name }) => name),
        customObjectTypes: {},
        renderer: { resources: {}, metadata: {} },
        features: [{ name: "inventory", version: 1 }]
      }
    }
  }
  const administered = dialect.mods.has("screepsmod-admin-utils")
  return {
    ...common,
    useNativeAuth: false,
    packageVersion: "4.3.0",
    serverData: {
      welcomeText: "<h4>A world in memory</h4>",
      customObjectTypes: {},
      historyChunkSize,
      socketUpdateThrottle: 100,
      renderer: { resources: {}, metadata: {} },
      ...(administered
        ? {
            shards: [shard.name],
            features: [...dialect.mods].map((name) => ({ name, version: "1.0.0" }))
          }
        : {})
    }
  }
}

/** @internal */
export const game = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, shard } = context
  return [
    route(Game.version, open, () => version(context)),
    route(Game.time, open, () => ({ ...ok, time: Tick.make(shard.time) })),
    route(Game.tick, open, () => {
      const { tickLengths } = shard
      return { ...ok, tick: tickLengths.length === 0 ? null : Math.min(...tickLengths) }
    }),
    route(Game.worldSize, open, () => {
      const { side } = shard.rooms
      return { ...ok, width: side, height: side }
    }),
    route(texts(Game.roomTerrain, "room", "encoded"), open, ({ encoded, room: name }, _, { url }) => {
      const isPrivate = dialect.kind === "private"
      if (isPrivate && url.searchParams.getAll("room").length > 1) return refuse(noOperator)
      // Without a name, a private server returns all rooms.
      if (isPrivate && name === undefined) return { ...ok, terrain: shard.rooms.all.map(digits) }
      const room = shard.rooms.named(name)
      if (room === undefined) return refuse("invalid room")
      const asDigits = (encoded ?? "") !== "" || room.facts.generated === true
      return {
        ...ok,
        terrain: asDigits ? [digits(room)] : Terrain.toSquares(room.terrain, room.name)
      }
    }),
    route(Game.findObject, open, ({ _id }) => {
      for (const { rooms } of shard.shards) {
        const object = rooms.object(_id)
        if (object !== undefined) return { ...ok, object: { room: object.room } }
      }
      return refuse("invalid id")
    }),
    route(Game.randomNoviceRoom, open, ({ shard: name }, _, { now }) => {
      for (const one of name === undefined ? shard.shards : [shard]) {
        const novice = [...one.rooms.made].find(({ facts }) => (facts.novice ?? 0) > now)
        if (novice !== undefined) return { ...ok, room: novice.name, shard: one.name }
      }
      return { ...ok, shard: shard.name }
    }),
    route(values(Game.rooms, "rooms"), open, ({ rooms }) => {
      if (rooms === undefined) return refuse(noOperator)
      if (rooms === null) return refuse("Cannot read properties of null (reading 'length')")
      // Each room is returned once; values that are not lists of names match none.
      const names = new Set<unknown>(Array.isArray(rooms) ? rooms : [])
      const found = [...names].flatMap((name) => shard.rooms.named(name) ?? [])
      return { ...ok, rooms: found.map(digits) }
    })
  ]
}
