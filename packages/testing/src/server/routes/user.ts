/** Players: their status and start room, their profile, and their console. */
import * as User from "@screeps-effect/api/User"
import { intervals } from "@screeps-effect/schema/MapStat"
import * as Npc from "@screeps-effect/schema/Npc"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import * as Schema from "effect/Schema"
import { respawn } from "../../world/rules/building.ts"
import { badgeOf, nameOf, type User as Player } from "../../world/state/accounts.ts"
import { totals } from "../../world/state/boards.ts"
import { reserver } from "../../world/state/fields.ts"
import type { Shard } from "../../world/state/shard.ts"
import type { RouteContext } from "../dialect.ts"
import { open, route, type Route } from "../router.ts"
import { enqueue, fault, maybeText, ok, refuse, texts, values } from "./words.ts"

/** Returns the shards that count for a user's status; private servers have one. */
export const shardsOf = ({ dialect, shard }: RouteContext): ReadonlyArray<Shard> =>
  dialect.kind === "official" ? shard.shards : [shard]

/** Whether a user has nothing, a spawn in an own room, or only something else. @internal */
export const statusOf = (shards: ReadonlyArray<Shard>, user: Player): "empty" | "normal" | "lost" => {
  const owned = shards.flatMap((shard) => shard.owned(user).map((object) => ({ shard, object })))
  if (owned.length === 0) return "empty"
  const isHome = owned.some(({ object, shard }) => {
    const room = object.type === "spawn" ? shard.rooms.roomOf(object) : undefined
    return room !== undefined && shard.rooms.controller(room)?.["user"] === user._id
  })
  return isHome ? "normal" : "lost"
}

/** Returns a room that the user owns. */
const ownRoom = (shard: Shard, user: Player): string | undefined =>
  shard.owned(user).find(({ type }) => type === "controller")?.room

/** Returns the room where the user's map opens: an own room, if there is one. */
const startRoom = (context: RouteContext, user: Player, shard: string | undefined): string | undefined => {
  if (context.dialect.kind === "private") return ownRoom(context.shard, user) ?? "W5N5"
  if (shard !== undefined) return ownRoom(context.shard, user)
  for (const one of context.shard.shards) {
    const room = ownRoom(one, user)
    if (room !== undefined) return `${one.name}/${room}`
  }
  return undefined
}

/** Returns an account's public data; the Steam account unless it is hidden. */
const found = (user: Player) => ({
  _id: user._id,
  ...nameOf(user),
  ...badgeOf(user),
  gcl: user.gcl,
  ...(user.power === 0 ? {} : { power: user.power }),
  ...(user.steam.id === undefined || user.steam.steamProfileLinkHidden === 1
    ? {}
    : { steam: { id: user.steam.id } })
})

const Sought = Schema.Struct({ username: maybeText, id: maybeText })

/** Finds a user by id, else by name. Private servers also find NPCs, and any user when neither is given. */
const find = ({ dialect, shard }: RouteContext, sought: typeof Sought.Type) => {
  const { accounts } = shard
  // Servers treat an empty text like an absent one.
  const [id, username] = [sought.id || undefined, sought.username || undefined]
  const isOfficial = dialect.kind === "official"
  if (id === undefined && username === undefined) {
    return isOfficial ? undefined : { ...Npc.invader, gcl: 0 }
  }
  const user = id === undefined ? accounts.byNameIgnoringCase(username ?? "") : accounts.byId(id)
  if (user !== undefined) return found(user)
  const npc = Npc.all.find((one) => (id === undefined ? one.username === username : one._id === id))
  return npc === undefined || isOfficial ? undefined : { ...npc, gcl: 0 }
}

/** @internal */
export const user = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn } = context
  return [
    route(User.worldStatus, signedIn, (_, user) => ({ ...ok, status: statusOf(shardsOf(context), user) })),
    route(User.worldStartRoom, signedIn, ({ shard }, user) => {
      const room = startRoom(context, user, shard)
      return { ...ok, room: room === undefined ? [] : [room] }
    }),
    route(values(User.console, "expression"), signedIn, ({ expression }, user, { now }) => {
      if (expression === undefined) return refuse(fault)
      const sent = JSON.stringify(expression)
      if (sent.length > 1024) return refuse("expression size is too large")
      const line = typeof expression === "string" ? expression : sent
      user.lines.push(line)
      return enqueue(context, user, line, { expression }, now)
    }),
    route(User.respawn, signedIn, (_, user, { now }) => {
      if (statusOf(shardsOf(context), user) === "empty") return refuse("invalid status")
      if (dialect.kind === "official") {
        user.lastRespawnDate = now
        user.prohibitedRoom = startRoom(context, user, undefined)
      }
      for (const shard of shardsOf(context)) respawn(shard, user)
      return dialect.updated(1)
    }),
    route(User.respawnProhibitedRooms, signedIn, (_, { prohibitedRoom }) => ({
      ...ok,
      rooms: prohibitedRoom === undefined ? [] : [prohibitedRoom]
    })),
    route({ ...User.find, input: Sought }, open, (sought) => {
      const one = find(context, sought)
      if (one !== undefined) return { ...ok, user: one }
      return refuse(
        dialect.kind === "official"
          ? "user not found"
          : "TypeError: Cannot read properties of null (reading 'steam')"
      )
    }),
    route(User.findShared, open, ({ id }) => {
      const one = find(context, { id })
      return one === undefined ? refuse("user not found") : { ...ok, user: one }
    }),
    route(User.name, signedIn, (_, { username }) => ({ ...ok, username }))
  ]
}

const pageSize = 20

/** Lists rooms with a controller of this user (of any user without an id), highest level first. */
const ownRooms = (shard: Shard, id: string | undefined): ReadonlyArray<string> => {
  return [...(id === undefined ? shard.rooms.all : shard.rooms.made)]
    .flatMap((room) => shard.rooms.controller(room) ?? [])
    .filter((controller) => id === undefined || controller["user"] === id)
    .toSorted((a, b) => Number(b["level"]) - Number(a["level"]))
    .map(({ room }) => room)
}

const reservedRooms = (shard: Shard, id: string | undefined): ReadonlyArray<string> =>
  [...shard.rooms.made].flatMap((room) =>
    id !== undefined && reserver(shard.rooms.controller(room)) === id ? [room.name] : []
  )

const byShard = <A>({ shard }: RouteContext, of: (shard: Shard) => A): Record<string, A> =>
  Object.fromEntries(shard.shards.map((shard) => [shard.name, of(shard)]))

const intervalOf = (text: string | undefined) => intervals.find((interval) => String(interval) === text)

/** Returns an account's statistics in all shards, as an official server does. */
const overview = (context: RouteContext, user: string, stat: string, interval: RoomStat.StatInterval) => {
  const own = shardsOf(context).flatMap(({ statistics }) =>
    statistics.of({ interval }).filter((one) => one.user === user)
  )
  const shown = own.filter((one) => one.stat === stat)
  const values = shown.flatMap(({ slots }) => slots.map(({ value }) => value))
  const shards = byShard(context, (shard) => {
    const here = shard.statistics.of({ interval }).filter((one) => one.user === user && one.stat === stat)
    return {
      rooms: ownRooms(shard, user),
      stats: Object.fromEntries(here.map(({ room, slots }) => [room, slots])),
      gametimes: (here[0]?.slots ?? []).map(() => null)
    }
  })
  return {
    ...ok,
    ...(values.length === 0 ? {} : { statsMax: Math.max(...values) }),
    totals: totals(own),
    shards
  }
}

/** @internal */
export const holdings = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, shard } = context
  const isOfficial = dialect.kind === "official"
  return [
    route(texts(User.rooms, "id", "reservation"), open, ({ id, reservation }) =>
      isOfficial
        ? {
            ...ok,
            shards: byShard(context, (shard) => (id === undefined ? [] : ownRooms(shard, id))),
            reservations: byShard(context, (shard) =>
              reservation === undefined ? [] : reservedRooms(shard, id)
            )
          }
        : { ...ok, rooms: ownRooms(shard, id) }
    ),
    route(texts(User.stats, "id", "interval"), open, ({ id, interval: text }) => {
      const interval = intervalOf(text)
      if (interval === undefined) return refuse("invalid params")
      if (!isOfficial) return { ...ok, stats: {} }
      const own = shard.shards.flatMap(({ statistics }) =>
        statistics.of({ interval }).filter(({ user }) => user === id)
      )
      const none = Object.fromEntries(RoomStat.all.map((stat) => [stat, 0]))
      return { ...ok, stats: { ...none, ...totals(own) } }
    }),
    route(texts(User.overview, "interval", "statName"), signedIn, ({ interval, statName }, user) =>
      isOfficial
        ? overview(context, user._id, statName ?? "energyHarvested", intervalOf(interval) ?? 8)
        : { ...ok, rooms: ownRooms(shard, user._id), stats: {}, totals: {}, gametimes: [] }
    ),
    route(User.moneyHistoryDetails, signedIn, (deal) => {
      const sides = shard.market.sides(deal)
      return {
        ...ok,
        orders: sides.map(({ type, user }) => ({ type, user })),
        users: shard.accounts.briefs(sides.map(({ user }) => user))
      }
    }),
    route(texts(User.moneyHistory, "page"), signedIn, ({ page: text }, user) => {
      const page = Number.parseInt(text ?? "", 10) || 0
      const entries = shard.market.moneyHistory(user)
      // Private servers have no name for their shard.
      const all = isOfficial ? entries : entries.map(({ shard: _shard, ...entry }) => entry)
      // A negative page counts from the end, and begins at the first entry when there are fewer.
      const rest = all.slice(page * pageSize)
      return { ...ok, page, list: rest.slice(0, pageSize), hasMore: rest.length > pageSize }
    })
  ]
}
