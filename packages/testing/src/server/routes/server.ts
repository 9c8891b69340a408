/** Servers, shards, statistics of the admin mod, fights and nukes. */
import * as Experimental from "@screeps-effect/api/Experimental"
import * as Mods from "@screeps-effect/api/Mods"
import * as Servers from "@screeps-effect/api/Servers"
import * as Shards from "@screeps-effect/api/Shards"
import * as Warpath from "@screeps-effect/api/Warpath"
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as Npc from "@screeps-effect/schema/Npc"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import type { ServerStats } from "@screeps-effect/schema/ServerStats"
import * as Tick from "@screeps-effect/schema/Tick"
import type { UserId } from "@screeps-effect/schema/UserId"
import { battles, fought } from "../../world/rules/battles.ts"
import { ofType, type StoredObject } from "../../world/state/rooms.ts"
import type { Shard } from "../../world/state/shard.ts"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import { decoded, ok, texts } from "./words.ts"

/** @internal */
export const servers = ({ shard: { boards } }: RouteContext): ReadonlyArray<Route> => [
  route(Servers.list, open, () => ({ ...ok, servers: boards.servers })),
  // The world has no news.
  route(Servers.news, open, () => ({ ...ok, appnews: { appid: 464350, newsitems: [], count: 0 } }))
]

/** @internal */
export const mods = ({ dialect, shard }: RouteContext): ReadonlyArray<Route> => [
  route(Mods.list, open, () => [...dialect.mods].flatMap((mod) => /screepsmod-[\w-]+/.exec(mod)?.[0] ?? [])),
  route(Mods.stats, open, () => serverStats(shard))
]

/** Returns the mean duration of a shard's last ticks in milliseconds; `null` before there are two. */
const meanTick = ({ tickLengths }: Shard): number | null =>
  tickLengths.length === 0 ? null : tickLengths.reduce((sum, one) => sum + one, 0) / tickLengths.length

const shardInfo = (shard: Shard) => ({
  name: shard.name,
  lastTicks: [...shard.tickLengths],
  cpuLimit: 0,
  rooms: shard.rooms.names.size,
  tick: meanTick(shard)
})

const settlers = (shard: Shard) =>
  [...shard.accounts.all.values()].filter((user) => shard.rooms.owns(user._id)).length

/** @internal */
export const shards = ({ dialect, shard }: RouteContext): ReadonlyArray<Route> => [
  route(Shards.info, open, () => ({
    ...ok,
    shards:
      dialect.kind === "private"
        ? [shardInfo(shard)]
        : shard.shards.map((shard) => ({ ...shardInfo(shard), users: settlers(shard) }))
  })),
  route(Shards.tick, open, () => ({ ...ok, tick: meanTick(shard) }))
]

/** @internal */
export const warpath = ({ shard }: RouteContext): ReadonlyArray<Route> => [
  route(texts(Warpath.battles, "interval", "start"), open, ({ interval, start }) => {
    const back = Number.parseInt(interval ?? "", 10) || 1000
    const from = Number.parseInt(start ?? "", 10) || shard.time
    return battles(shard, from - back)
  })
]

const toRecord = ({ lastPvpTime, room }: { readonly room: RoomName; readonly lastPvpTime: number }) => ({
  _id: room,
  lastPvpTime: Tick.make(lastPvpTime)
})

/** The admin mod looks back from `start`, if given, and at least one tick. */
const ofMod = (shard: Shard) =>
  route(texts(Experimental.pvp, "interval", "start"), open, ({ interval, start }) => {
    const back = Math.min(Math.max(Number.parseInt(interval ?? "", 10), 1), 10_000) || 1000
    const from = Number.parseInt(start ?? "", 10) || shard.time
    const rooms = fought(shard, from - back).map(toRecord)
    return { ...ok, time: Tick.make(shard.time), pvp: { [shard.name]: { rooms } } }
  })

/** Official servers return fights of all shards, newest first; without `start` and `interval`, none. */
const ofOfficial = ({ shards }: Shard) =>
  route(Experimental.pvp, open, ({ interval, start }) => {
    const pvp = shards.map((shard) => {
      const back = interval === undefined ? undefined : shard.time - interval
      const rooms = fought(shard, start ?? back ?? Infinity).toSorted((a, b) => b.lastPvpTime - a.lastPvpTime)
      return [shard.name, { time: Tick.make(shard.time), rooms: rooms.map(toRecord) }] as const
    })
    return { ...ok, pvp: Object.fromEntries(pvp) }
  })

const nukes = ({ rooms }: Shard) => [...rooms.made].flatMap((room) => ofType(room, "nuke"))

/** @internal */
export const experimental = ({ dialect, shard }: RouteContext): ReadonlyArray<Route> => [
  dialect.kind === "private" ? ofMod(shard) : ofOfficial(shard),
  route(Experimental.nukes, open, () => {
    const shards = dialect.kind === "private" ? [shard] : shard.shards
    return decoded(Experimental.nukes.output, {
      ...ok,
      nukes: Object.fromEntries(shards.map((shard) => [shard.name, nukes(shard)]))
    })
  })
]

/** A user's points; those of NPCs are absent. */
interface Points {
  readonly _id: UserId
  readonly username: string
  readonly gcl: number
  readonly power: number
  readonly cpu: number
}

const userStats = ({ _id, cpu, gcl, power, username }: Points, objects: ReadonlyArray<StoredObject>) => {
  const own = objects.filter(({ user }) => user === _id)
  const levels = own.flatMap(({ level, type }) => (type === "controller" ? [Number(level)] : []))
  const rcl = [1, 2, 3, 4, 5, 6, 7, 8].map((level) => [level, levels.filter((one) => one === level).length])
  return {
    id: _id,
    username,
    gcl,
    gclLevel: Gcl.level(gcl),
    power,
    powerLevel: Gcl.powerLevel(power),
    score: 0,
    rank: 0,
    cpu,
    creeps: own.filter(({ type }) => type === "creep").length,
    rooms: levels.length,
    combinedRCL: levels.reduce((sum, level) => sum + level, 0),
    rcl: Object.fromEntries(rcl) as Record<string, number>
  }
}

const tickStats = (shard: Shard) => {
  const { tickLengths } = shard
  const avg = meanTick(shard)
  const [min, max] = [Math.min(...tickLengths), Math.max(...tickLengths)]
  // Values that need two ticks are `null`; this world does not process ticks in stages.
  const known =
    avg === null
      ? { avg, min: null, max: null, maxDeviation: null }
      : { avg, min, max, maxDeviation: max - min }
  return { ...known, ticks: [...tickLengths], stages: {} }
}

/**
 * Returns a server's statistics as the admin mod reports them.
 *
 * @internal
 */
export const serverStats = (shard: Shard): ServerStats => {
  const counted = [...shard.rooms.made].flatMap(({ objects }) =>
    [...objects.values()].filter(
      ({ type, user }) => (type === "controller" || type === "creep") && typeof user === "string"
    )
  )
  const players = [...shard.accounts.all.values()].filter((user) => shard.rooms.owns(user._id))
  const invader: Points = { ...Npc.invader, gcl: 0, power: 0, cpu: 100 }
  return {
    gametime: Tick.make(shard.time),
    activeUsers: players.length + 1,
    // Servers with the default storage report zero rooms here.
    activeRooms: 0,
    totalRooms: 0,
    ownedRooms: counted.filter(({ type }) => type === "controller").length,
    objects: { all: counted.length, creeps: counted.filter(({ type }) => type === "creep").length },
    ticks: tickStats(shard),
    users: [invader, ...players].map((user) => userStats(user, counted))
  }
}
