/** Fights and nukes. */
import * as Experimental from "@screeps-effect/api/Experimental"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Tick from "@screeps-effect/schema/Tick"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import { fought } from "../../world/rules/battles.ts"
import type { World } from "../../world/state/world.ts"
import { decoded, ok } from "./words.ts"

/** What the admin mod reads: text instead of numbers, and numbers out of range. */
const AnyTimes = Schema.Struct({
  interval: Schema.optional(Schema.String),
  start: Schema.optional(Schema.String)
})

const toRecord = ({ lastPvpTime, room }: { readonly room: RoomName; readonly lastPvpTime: number }) => ({
  _id: room,
  lastPvpTime: Tick.make(lastPvpTime)
})

/** The admin mod looks back from `start`, if given, and at least one tick. */
const ofMod = (world: World) =>
  route({ ...Experimental.pvp, input: AnyTimes }, open, ({ interval, start }) => {
    const back = Math.min(Math.max(Number.parseInt(interval ?? "", 10), 1), 10_000) || 1000
    const from = Number.parseInt(start ?? "", 10) || world.time
    const rooms = fought(world, from - back).map(toRecord)
    return Effect.succeed({ ...ok, time: Tick.make(world.time), pvp: { [world.shard]: { rooms } } })
  })

/** Official servers return fights of all shards, newest first; without `start` and `interval`, none. */
const ofOfficial = ({ shards }: World) =>
  route(Experimental.pvp, open, ({ interval, start }) => {
    const pvp = shards.map((shard) => {
      const back = interval === undefined ? undefined : shard.time - interval
      const rooms = fought(shard, start ?? back ?? Infinity).toSorted((a, b) => b.lastPvpTime - a.lastPvpTime)
      return [shard.shard, { time: Tick.make(shard.time), rooms: rooms.map(toRecord) }] as const
    })
    return Effect.succeed({ ...ok, pvp: Object.fromEntries(pvp) })
  })

const nukes = ({ rooms }: World) =>
  [...rooms.made].flatMap(({ objects }) => [...objects.values()].filter(({ type }) => type === "nuke"))

/** @internal */
export const experimental = ({ dialect, world }: RouteContext): ReadonlyArray<Route> => [
  dialect.kind === "private" ? ofMod(world) : ofOfficial(world),
  route(Experimental.nukes, open, () => {
    const shards = dialect.kind === "private" ? [world] : world.shards
    return decoded(Experimental.nukes.output, {
      ...ok,
      nukes: Object.fromEntries(shards.map((shard) => [shard.shard, nukes(shard)]))
    })
  })
]
