/** Statistics of a server and its users, as the admin mod of private servers counts them. */
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as Npc from "@screeps-effect/schema/Npc"
import type { ServerStats } from "@screeps-effect/schema/ServerStats"
import * as Tick from "@screeps-effect/schema/Tick"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { StoredObject } from "./rooms.ts"
import type { World } from "./world.ts"

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

const tickStats = ({ tickLengths }: World) => {
  const [min, max] = [Math.min(...tickLengths), Math.max(...tickLengths)]
  const sum = tickLengths.reduce((all, one) => all + one, 0)
  // Values that need two ticks are `null`; this world does not process ticks in stages.
  const known =
    tickLengths.length === 0
      ? { avg: null, min: null, max: null, maxDeviation: null }
      : { avg: sum / tickLengths.length, min, max, maxDeviation: max - min }
  return { ...known, ticks: [...tickLengths], stages: {} }
}

/**
 * Returns a server's statistics as the admin mod reports them.
 *
 * @internal
 */
export const serverStats = (world: World): ServerStats => {
  const counted = [...world.rooms.made].flatMap(({ objects }) =>
    [...objects.values()].filter(
      ({ type, user }) => (type === "controller" || type === "creep") && typeof user === "string"
    )
  )
  const players = [...world.accounts.all.values()].filter((user) => world.owned(user).length > 0)
  const invader: Points = { ...Npc.invader, gcl: 0, power: 0, cpu: 100 }
  return {
    gametime: Tick.make(world.time),
    activeUsers: players.length + 1,
    // Servers with the default storage report zero rooms here.
    activeRooms: 0,
    totalRooms: 0,
    ownedRooms: counted.filter(({ type }) => type === "controller").length,
    objects: { all: counted.length, creeps: counted.filter(({ type }) => type === "creep").length },
    ticks: tickStats(world),
    users: [invader, ...players].map((user) => userStats(user, counted))
  }
}
