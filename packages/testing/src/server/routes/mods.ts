/** What the admin mod of private servers returns about a server. */
import * as Mods from "@screeps-effect/api/Mods"
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as Npc from "@screeps-effect/schema/Npc"
import * as Tick from "@screeps-effect/schema/Tick"
import type { UserId } from "@screeps-effect/schema/UserId"
import * as Effect from "effect/Effect"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import type { StoredObject } from "../../world/state/rooms.ts"
import type { World } from "../../world/state/world.ts"

/** Points of a user; those of no player have none. */
interface Points {
  readonly _id: UserId
  readonly username: string
  readonly gcl: number
  readonly power: number
  readonly cpu: number
}

const userNumbers = ({ _id, cpu, gcl, power, username }: Points, objects: ReadonlyArray<StoredObject>) => {
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

const ticks = ({ tickLengths }: World) => {
  const [min, max] = [Math.min(...tickLengths), Math.max(...tickLengths)]
  const sum = tickLengths.reduce((all, one) => all + one, 0)
  // What cannot be said before there are two ticks is `null`; this world passes its ticks in no stages.
  const known =
    tickLengths.length === 0
      ? { avg: null, min: null, max: null, maxDeviation: null }
      : { avg: sum / tickLengths.length, min, max, maxDeviation: max - min }
  return { ...known, ticks: [...tickLengths], stages: {} }
}

const serverNumbers = (world: World) => {
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
    // Servers with the default storage count no room here, whatever they hold.
    activeRooms: 0,
    totalRooms: 0,
    ownedRooms: counted.filter(({ type }) => type === "controller").length,
    objects: { all: counted.length, creeps: counted.filter(({ type }) => type === "creep").length },
    ticks: ticks(world),
    users: [invader, ...players].map((user) => userNumbers(user, counted))
  }
}

/** @internal */
export const mods = ({ dialect, world }: RouteContext): ReadonlyArray<Route> => [
  route(Mods.list, open, () =>
    Effect.succeed([...dialect.mods].flatMap((mod) => /screepsmod-[\w-]+/.exec(mod)?.[0] ?? []))
  ),
  route(Mods.stats, open, () => Effect.succeed(serverNumbers(world)))
]
