/** Room data of a shard. */
import * as Game from "@screeps-effect/api/Game"
import * as ActiveState from "@screeps-effect/schema/ActiveState"
import * as Npc from "@screeps-effect/schema/Npc"
import * as RoomObject from "@screeps-effect/schema/RoomObject"
import * as RoomStat from "@screeps-effect/schema/RoomStat"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { refusal } from "../pages.ts"
import { open, route, type Route } from "../router.ts"
import { badgeOf, nameOf } from "../../world/state/accounts.ts"
import type { Room, StoredObject } from "../../world/state/rooms.ts"
import { field, reserver } from "../../world/state/fields.ts"
import { total, totals } from "../../world/state/boards.ts"
import { decoded, maybeText, ok } from "./words.ts"

/** What a server reads: names that may not exist, intervals of any value. */
const OverviewOf = Schema.Struct({ room: Schema.String, interval: maybeText })
const ObjectsOf = Schema.Struct({ room: Schema.String })
const MapOf = Schema.Struct({ rooms: Schema.Array(Schema.Unknown), statName: Schema.String })

const intervalOf = (text: string | undefined): RoomStat.StatInterval | undefined =>
  ([8, 180, 1440] as const).find((interval) => String(interval) === text)

/** Returns the times of a room: absent fields, or `null` on official servers, for unset ones. */
const times = ({ facts }: Room, absent: null | undefined) => {
  const { novice, openTime, respawnArea } = facts
  const all = { novice, respawnArea, openTime: absent === null ? openTime?.toString() : openTime }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, time]) => {
      const found = time ?? absent
      return found === undefined ? [] : [[name, found]]
    })
  )
}

/** Returns the user who owns a room, has reserved it, or has a stronghold in it. */
const ownerOf = (objects: Iterable<StoredObject>, controller: StoredObject | undefined) => {
  for (const { level, type } of objects)
    if (type === "invaderCore") return { user: Npc.invader._id, level: level ?? 0 }
  if (typeof controller?.["user"] === "string")
    return { user: controller["user"], level: controller["level"] }
  const user = reserver(controller)
  return user === "" ? undefined : { user, level: 0 }
}

/** Returns the map's data of a room. */
const mapRoom = ({ dialect, shard }: RouteContext, room: Room, statName: string) => {
  const isOfficial = dialect.kind === "official"
  const objects = [...room.objects.values()]
  const controller = shard.rooms.controller(room)
  const mineral = objects.find(({ type }) => type === "mineral")
  const own = ownerOf(objects, controller)
  const safeMode = controller?.["safeMode"]
  const sign = controller?.["sign"] as { readonly user?: unknown } | null | undefined
  const withMineral = mineral !== undefined && (!isOfficial || statName === "minerals0")
  const shares = isOfficial
    ? shard.statistics
        .of({ room: room.name })
        .filter(({ interval, stat }) => `${stat}${interval}` === statName)
        .map((one) => ({ user: one.user, value: total(one) }))
    : []
  const placed = isOfficial
    ? decorationsOf(shard, room.name).filter(({ active }) => ActiveState.isOnMap(active))
    : []
  return {
    status: room.facts.status,
    ...times(room, isOfficial ? null : undefined),
    ...(own === undefined ? {} : { own }),
    ...(sign === null || sign === undefined ? {} : { sign }),
    ...(controller?.["hardSign"] ? { hardSign: controller["hardSign"] } : {}),
    ...(typeof safeMode === "number" && safeMode > shard.time ? { safeMode: true } : {}),
    ...(isOfficial && controller?.["isPowerEnabled"] === true ? { isPowerEnabled: true } : {}),
    ...(withMineral ? { minerals0: { type: mineral["mineralType"], density: mineral["density"] } } : {}),
    ...(shares.length === 0 ? {} : { [statName]: shares }),
    ...(placed.length === 0
      ? {}
      : {
          decorations: placed.map(({ _id, active, decoration, user }) => ({
            _id,
            user,
            decoration: decoration._id,
            active
          }))
        })
  }
}

/** Lists the decorations placed in a room of this shard. */
const decorationsOf = (shard: RouteContext["shard"], room: string) =>
  shard.decorations.owned.all.flatMap(({ active, ...owned }) => {
    const isHere = active !== null && active !== undefined && ActiveState.room(active) === room
    return isHere && (ActiveState.shard(active) ?? shard.name) === shard.name ? [{ ...owned, active }] : []
  })

const mapStats = (context: RouteContext, rooms: ReadonlyArray<unknown>, statName: string) => {
  const { dialect, shard } = context
  const isOfficial = dialect.kind === "official"
  const found = rooms
    .flatMap((name) => shard.rooms.named(name) ?? [])
    .map((room) => [room.name, mapRoom(context, room, statName)] as const)
  const users = found.flatMap(([, { own, sign }]) => [own?.user, sign?.user])
  const names = new Set(found.map(([name]) => name))
  const placed = isOfficial ? [...names].flatMap((name) => decorationsOf(shard, name)) : []
  const values = [...names].flatMap((room) =>
    shard.statistics
      .of({ room })
      .flatMap((one) => (`${one.stat}${one.interval}` === statName ? [total(one)] : []))
  )
  return {
    ...ok,
    gameTime: shard.time,
    stats: Object.fromEntries(found),
    statsMax: isOfficial && values.length > 0 ? { [statName]: Math.max(...values) } : {},
    users: shard.accounts.briefs(users),
    ...(isOfficial
      ? { decorations: Object.fromEntries(placed.map(({ decoration }) => [decoration._id, decoration])) }
      : {})
  }
}

const overview = (
  { dialect, shard }: RouteContext,
  name: string,
  interval: RoomStat.StatInterval | undefined
) => {
  const room = shard.rooms.named(name)
  const user = shard.accounts.byId(room === undefined ? undefined : shard.rooms.controller(room)?.["user"])
  const owner = user === undefined ? null : { ...nameOf(user), ...badgeOf(user) }
  if (dialect.kind === "private" || room === undefined || interval === undefined) {
    return { ...ok, owner, stats: {}, statsMax: {}, totals: {} }
  }
  const all = shard.statistics.of({ room: room.name, interval })
  const everywhere = shard.statistics.of({})
  const max = (stat: RoomStat.RoomStat, within: number) =>
    everywhere.flatMap((one) =>
      one.stat === stat && one.interval === within ? one.slots.map(({ value }) => value) : []
    )
  const statsMax = RoomStat.all.flatMap((stat) =>
    [8, 180, 1440].flatMap((within) => {
      const values = max(stat, within)
      return values.length === 0 ? [] : [[`${stat}${within}`, Math.max(...values)] as const]
    })
  )
  const stats = Object.fromEntries(all.map(({ slots, stat }) => [stat, slots]))
  return { ...ok, owner, stats, statsMax: Object.fromEntries(statsMax), totals: totals(all) }
}

/** @internal */
export const rooms = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, shard } = context
  const isOfficial = dialect.kind === "official"
  return [
    route(
      { ...Game.roomStatus, input: ObjectsOf },
      signedIn,
      ({ room: name }) => {
        const room = shard.rooms.named(name)
        if (room === undefined) return { ...ok, room: isOfficial ? null : {} }
        const { status } = room.facts
        return {
          ...ok,
          room: isOfficial
            ? { _id: name, status, ...times(room, null) }
            : { status, ...times(room, undefined) }
        }
      },
      // Without a name a private server returns any room.
      (sent) => Response.json({ ...ok, room: field(sent, "room") !== undefined ? {} : { status: "normal" } })
    ),
    route({ ...Game.roomOverview, input: OverviewOf }, signedIn, ({ interval, room }) =>
      overview(context, room, intervalOf(interval ?? "8"))
    ),
    route({ ...Game.roomObjects, input: ObjectsOf }, open, ({ room }) => {
      const objects = [...(shard.rooms.named(room)?.objects.values() ?? [])]
      const owners = objects.map(({ user }) => user)
      const users = shard.accounts.briefs(isOfficial ? owners : [...Npc.all.map(({ _id }) => _id), ...owners])
      return {
        ...(isOfficial ? ok : {}),
        objects: objects.map(RoomObject.classify),
        users
      }
    }),
    route({ ...Game.roomDecorations, input: ObjectsOf }, signedIn, ({ room }) => ({
      ...ok,
      decorations: decorationsOf(shard, room).map(({ _id, active, decoration, user }) => ({
        _id,
        ...(user === undefined ? {} : { user }),
        active,
        decoration
      }))
    })),
    route(
      { ...Game.mapStats, input: MapOf },
      signedIn,
      ({ rooms, statName }) =>
        /\d$/.test(statName)
          ? decoded(Game.mapStats.output, mapStats(context, rooms, statName))
          : Effect.fail(refusal("invalid params")),
      (sent) =>
        refusal(
          field(sent, "statName") !== undefined
            ? "invalid params"
            : "TypeError: Cannot read properties of undefined (reading 'match')"
        )
    )
  ]
}
