/** Statistics of rooms and users, the map, and the leaderboard. */
import * as Game from "@screeps-effect/api/Game"
import * as Leaderboard from "@screeps-effect/api/Leaderboard"
import * as User from "@screeps-effect/api/User"
import * as LeaderboardMode from "@screeps-effect/schema/LeaderboardMode"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import type { User as Player } from "../../../packages/testing/src/world/state/accounts.ts"
import type { Room } from "../../../packages/testing/src/world/state/rooms.ts"
import type { Statistic } from "../../../packages/testing/src/world/state/boards.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import { refusal } from "../../../packages/testing/src/server/pages.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { mapDecorations, onMap } from "./decorations.ts"
import { broken, type Endpoint, notFound, ok, userNamed } from "./endpoint.ts"
import { list, optional, text, whole } from "./fields.ts"
import { roomAt } from "./game.ts"
import { records, shortRecord } from "./records.ts"

/** Numbers of slots by their length in minutes. */
const slotCounts: Readonly<Record<RoomStat.StatInterval, number>> = { 8: 8, 180: 8, 1440: 7 }

const intervalOf = (wanted: unknown): RoomStat.StatInterval | undefined =>
  ([8, 180, 1440] as const).find((interval) => interval === Number(wanted))

/** Returns the numbers of the shown slots, oldest first. */
const slotsOf = (interval: RoomStat.StatInterval, now: number): ReadonlyArray<number> => {
  const end = Math.floor(now / interval / 60_000) + 1
  return Array.from({ length: slotCounts[interval] }, (_, i) => end - slotCounts[interval] + i)
}

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, one) => total + one, 0)

/** Returns the values of the shown slots. */
const valuesOf = (all: ReadonlyArray<Statistic>, slots: ReadonlyArray<number>): ReadonlyArray<number> =>
  slots.map((slot) =>
    sum(all.flatMap((one) => one.slots.flatMap(({ endTime, value }) => (endTime === slot ? [value] : []))))
  )

const byStat = <A>(of: (stat: RoomStat.RoomStat) => A): Record<string, A> =>
  Object.fromEntries(RoomStat.all.toSorted().map((stat) => [stat, of(stat)]))

const totalsOf = ({ statistics }: Shard, user: string, interval: RoomStat.StatInterval, now: number) => {
  const own = statistics.of({ interval }).filter((one) => one.user === user)
  const slots = slotsOf(interval, now)
  return byStat((stat) =>
    sum(
      valuesOf(
        own.filter((one) => one.stat === stat),
        slots
      )
    )
  )
}

/** Returns the owner of a room, or the user who has reserved it. */
const holderOf = (shard: Shard, room: Room) => {
  const controller = shard.rooms.controller(room)
  const reservation = controller?.["reservation"] as { readonly user: string } | null | undefined
  if (typeof controller?.["user"] === "string")
    return { user: controller["user"], level: Number(controller["level"]) }
  return reservation === null || reservation === undefined ? undefined : { user: reservation.user, level: 0 }
}

const overview = (shard: Shard, room: Room, interval: RoomStat.StatInterval, now: number): Response => {
  const holder = holderOf(shard, room)
  const slots = slotsOf(interval, now)
  const here = shard.statistics.of({ room: room.name, interval })
  const values = byStat((stat) =>
    valuesOf(
      here.filter((one) => one.stat === stat),
      slots
    )
  )
  const each = <A>(of: (values: ReadonlyArray<number>) => A, suffix = "") =>
    Object.fromEntries(Object.entries(values).map(([stat, list]) => [`${stat}${suffix}`, of(list)]))
  return ok({
    ...(holder === undefined ? {} : { owner: shortRecord(shard, holder.user) }),
    stats: each((list) => list.map((value, i) => ({ endTime: slots[i], value }))),
    statsMax: each((list) => Math.max(...list), String(interval)),
    totals: each(sum)
  })
}

/** A layer of the map such as `energyHarvested8`; unknown names are ignored. */
const layerOf = (name: string | null) => {
  const [, wanted, minutes] = /^(\w+?)(8|180|1440)$/.exec(name ?? "") ?? []
  const stat = RoomStat.all.find((one) => one === wanted)
  const interval = intervalOf(minutes)
  return stat === undefined || interval === undefined ? undefined : { stat, interval }
}

const map = (shard: Shard, names: ReadonlyArray<string>, statName: string | null, now: number): Response => {
  const layer = layerOf(statName)
  const users = new Set<string>()
  const decorations: Record<string, object> = {}
  let max = 0
  /** The users' values in a room, highest first. */
  const shares = (room: Room) => {
    if (layer === undefined) return []
    const here = shard.statistics.of({ room: room.name, ...layer })
    const found = here.map((one) => ({
      user: one.user,
      value: sum(valuesOf([one], slotsOf(layer.interval, now)))
    }))
    return found.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)
  }
  const mapped = (room: Room) => {
    const holder = holderOf(shard, room)
    const controller = shard.rooms.controller(room)
    const mineral = [...room.objects.values()].find(({ type }) => type === "mineral")
    const sign = controller?.["sign"] as { readonly user: string } | null | undefined
    const values = shares(room)
    const shown = mapDecorations(shard, room.name)
    for (const { user } of [...values, ...shown, ...(sign ? [sign] : []), ...(holder ? [holder] : [])])
      users.add(String(user))
    max = Math.max(max, ...values.map(({ value }) => value))
    for (const { definition } of shown) decorations[definition._id] = onMap(definition)
    const safeMode = controller?.["safeMode"]
    return {
      status: "normal",
      ...(statName === "minerals0" && mineral !== undefined
        ? { minerals0: { type: mineral["mineralType"], density: mineral["density"] } }
        : {}),
      ...(holder === undefined ? {} : { own: holder }),
      ...(sign ? { sign } : {}),
      ...(typeof safeMode === "number" && safeMode > shard.time ? { safeMode: true } : {}),
      ...(values.length === 0 ? {} : { [String(statName)]: values }),
      ...(shown.length === 0
        ? {}
        : {
            decorations: shown.map(({ _id, active, definition, user }) => ({
              _id,
              user,
              decoration: definition._id,
              active
            }))
          })
    }
  }
  const rooms = names.flatMap((name) => roomAt(shard, name) ?? [])
  const stats = Object.fromEntries(rooms.map((room) => [room.name, mapped(room)]))
  return ok({
    gameTime: shard.time,
    stats,
    users: records(shard, users),
    ...(layer === undefined ? {} : { statsMax: { [String(statName)]: max } }),
    ...(Object.keys(decorations).length === 0 ? {} : { decorations })
  })
}

/** Lists the rooms of which the user owns the controller. */
export const ownRooms = ({ rooms }: Shard, user: string): ReadonlyArray<string> =>
  [...rooms.made].flatMap((room) => (rooms.controller(room)?.["user"] === user ? [room.name] : []))

const playerOverview = (shard: Shard, user: Player, query: Record<string, string | null>, now: number) => {
  const interval = intervalOf(query["interval"]) ?? 8
  const stat = RoomStat.all.find((one) => one === query["statName"]) ?? "energyHarvested"
  const rooms = ownRooms(shard, user._id)
  const own = shard.statistics.of({ interval, stat, user: user._id })
  const stats = rooms.map(
    (room) =>
      [
        room,
        valuesOf(
          own.filter((one) => one.room === room),
          slotsOf(interval, now)
        )
      ] as const
  )
  return ok({
    shards: { [shard.name]: { rooms, stats: Object.fromEntries(stats) } },
    statsMax: Math.max(0, ...stats.flatMap(([, values]) => values)),
    totals: totalsOf(shard, user._id, interval, now)
  })
}

/** Returns a user's rank in one month without its id; ranks start at 0. */
const ranked = ({ boards }: Shard, mode: LeaderboardMode.LeaderboardMode, season: string) =>
  boards.ranking(mode, season).map(({ score, user }, rank) => ({ season, rank, score, user }))

const modeOf = (mode: string) => LeaderboardMode.all.find((one) => one === mode)

export const statistics = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => [
  endpoint(
    Game.roomOverview,
    { room: text, interval: text },
    ({ interval: minutes, room: name }, { now }) => {
      const interval = intervalOf(minutes)
      const room = roomAt(shard, name)
      return interval === undefined || room === undefined ? notFound() : overview(shard, room, interval, now)
    }
  ),
  endpoint(Game.mapStats, { rooms: list(text), statName: optional(text) }, ({ rooms, statName }, { now }) =>
    rooms.every((name) => /^[EW]\d+[NS]\d+$/.test(name)) ? map(shard, rooms, statName, now) : broken()
  ),
  endpoint(
    User.stats,
    { id: optional(text), interval: optional(text) },
    ({ id, interval: minutes }, { now, player }) => {
      const interval = intervalOf(minutes)
      const of = (user: string) =>
        ok({ stats: interval === undefined ? {} : totalsOf(shard, user, interval, now) })
      return (id ?? "") === ""
        ? player(
            ({ _id }) => of(_id),
            () => ok({ stats: {} })
          )
        : of(String(id))
    }
  ),
  endpoint(User.overview, { interval: optional(text), statName: optional(text) }, (query, { now, player }) =>
    player(
      (user) => playerOverview(shard, user, query, now),
      () => ok({ shards: { [shard.name]: { rooms: [], stats: {} } }, statsMax: 0, totals: {} })
    )
  ),
  endpoint(Leaderboard.seasons, {}, () => ok({ seasons: shard.boards.leaderboardSeasons })),
  endpoint(
    Leaderboard.list,
    { mode: text, season: text, limit: optional(whole(1, 100)), offset: optional(whole(0, Infinity)) },
    ({ limit, mode: name, offset, season }) => {
      const mode = modeOf(name)
      if (mode === undefined) return ok({ list: [], count: 0, users: {} })
      const all = ranked(shard, mode, season)
      const shown = all.slice(offset ?? 0, (offset ?? 0) + (limit ?? 10))
      return ok({
        count: all.length,
        list: shown,
        users: records(
          shard,
          shown.map(({ user }) => user)
        )
      })
    }
  ),
  endpoint(
    Leaderboard.find,
    { mode: text, username: text, season: optional(text) },
    ({ mode: name, season, username }) => {
      const mode = modeOf(name)
      const user = userNamed(shard, username)?._id
      if (mode === undefined || user === undefined) return refusal("Result not found")
      const of = (month: string) => ranked(shard, mode, month).filter((rank) => rank.user === user)
      if (season === null) return ok({ list: shard.boards.months(mode).flatMap(of) })
      const [rank] = of(season)
      return rank === undefined ? refusal("Result not found") : ok(rank)
    }
  )
]
