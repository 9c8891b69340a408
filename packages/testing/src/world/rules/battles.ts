/** Classifies fights between players as the admin mod of private servers does (read in its source). */
import type { ModBattle } from "@screeps-effect/schema/Battle"
import * as Npc from "@screeps-effect/schema/Npc"
import * as Power from "@screeps-effect/schema/Power"
import type { RoomName } from "@screeps-effect/schema/RoomName"
import * as Tick from "@screeps-effect/schema/Tick"
import { reserver } from "../state/fields.ts"
import { ofType, type Room, type StoredObject } from "../state/rooms.ts"
import type { Shard } from "../state/shard.ts"

/** A room in which players fought, with the tick of the last fight. */
interface Fight {
  readonly room: RoomName
  readonly lastPvpTime: number
}

/** Returns the rooms in which players fought since a tick. @internal */
export const fought = ({ rooms }: Shard, since: number): ReadonlyArray<Fight> =>
  [...rooms.made].flatMap(({ facts: { lastPvpTime }, name }) =>
    lastPvpTime === undefined || lastPvpTime < since ? [] : [{ room: name, lastPvpTime }]
  )

/** A participant of a battle. */
interface Party {
  readonly username: string
  readonly isHost: boolean
  /** Body parts of all creeps, by type. */
  readonly parts: Map<string, number>
  fighters: number
  isBoosted: boolean
}

interface Part {
  readonly type: string
  readonly boost?: string | null
}

const fighting = new Set(["attack", "ranged_attack", "heal", "tough"])

const bodyOf = ({ body }: StoredObject): ReadonlyArray<Part> =>
  (Array.isArray(body) ? body : []).flatMap((part: unknown) =>
    typeof part === "object" && part !== null && "type" in part ? [part as Part] : []
  )

/** Returns all users with a creep that can fight, and the host. */
const partiesOf = ({ accounts }: Shard, room: Room, host: unknown): ReadonlyMap<unknown, Party> => {
  const parties = new Map<unknown, Party>()
  const party = (id: unknown): Party | undefined => {
    const brief = accounts.brief(id)
    const username = brief === undefined ? undefined : (brief.username ?? brief._id)
    const known = parties.get(id)
    if (known !== undefined || username === undefined || username === Npc.systemUsername) return known
    const fresh = { username, isHost: id === host, parts: new Map(), fighters: 0, isBoosted: false }
    parties.set(id, fresh)
    return fresh
  }
  const creeps = ofType(room, "creep")
  if (creeps.length === 0) return parties
  for (const creep of creeps) {
    const own = party(creep["user"])
    if (own === undefined) continue
    const body = bodyOf(creep)
    for (const { boost, type } of body) {
      own.parts.set(type, (own.parts.get(type) ?? 0) + 1)
      if ((boost ?? "") !== "" && fighting.has(type)) own.isBoosted = true
    }
    if (body.some(({ type }) => fighting.has(type))) own.fighters += 1
  }
  for (const [id, { fighters }] of parties) if (fighters === 0) parties.delete(id)
  party(host)
  return parties
}

/** Rates a room's defence: 1 without towers, 2 below level 6, 3 from level 6 and 4 from level 8. */
const developmentOf = (room: Room, level: number): number => {
  const towers = ofType(room, "tower").length
  if (level === 0) return 0
  if (towers === 0) return 1
  const hasStore = ofType(room, "storage").length + ofType(room, "terminal").length > 0
  if (level < 6 || !hasStore) return 2
  return level < 8 || towers < 5 ? 3 : 4
}

/** Rates a battle from 0 upwards; `undefined` without a fight. */
const classify = (
  parties: ReadonlyMap<unknown, Party>,
  place: { readonly owned: boolean; readonly reserved: boolean; readonly development: number },
  extra: 0 | 1
): number | undefined => {
  if (parties.size <= 1) return extra === 0 ? undefined : 1
  const attackers = [...parties.values()].filter(({ isHost }) => !isHost)
  const isSquad = ({ fighters, isBoosted, parts }: Party) =>
    (isBoosted && fighters >= 2) || (parts.get("heal") ?? 0) >= 100
  const hasSquad = attackers.some(isSquad)
  const strength = attackers.map(({ parts }) =>
    Math.ceil(["ranged_attack", "attack", "work"].reduce((all, type) => all + (parts.get(type) ?? 0), 0) / 25)
  )
  const creeps = strength.reduce((all, one) => all + one, 0)
  if (creeps < 1) return 0
  const { development, owned, reserved } = place
  if (!owned && !reserved) return (hasSquad ? 1 : 0) + extra
  if (!owned || development <= 1) return (hasSquad ? (attackers.length === 1 ? 2 : 3) : 1) + extra
  if (development < 3) return (hasSquad ? 3 : 2) + extra
  if (!hasSquad) return 3 + extra
  return development + (attackers.length > 1 || creeps >= 10 ? 1 : 0) + extra
}

/** Returns the name of a power as the mod writes it, such as `GENERATE_OPS`. */
const powerName = (id: number): string =>
  Power.isPower(id)
    ? Power.name(id)
        .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
        .toUpperCase()
    : "UNKNOWN"

const powerCreep = ({ className, level, name, powers }: Readonly<Record<string, unknown>>) => ({
  name: String(name),
  className: String(className),
  level: Number(level),
  powers: Object.entries((powers ?? {}) as Readonly<Record<string, { readonly level: number }>>).map(
    ([id, { level }]) => ({ power: powerName(Number(id)), level })
  )
})

/** Returns the battle in a room; `undefined` without a fight. */
const battle = (shard: Shard, name: RoomName) => {
  const room = shard.rooms.at(name)
  if (room === undefined) return undefined
  const controller = shard.rooms.controller(room)
  // The owner of the room, else the user who has reserved it.
  const host = controller?.["user"] ?? (reserver(controller) || undefined)
  const parties = partiesOf(shard, room, host)
  const foreign = ofType(room, "powerCreep").filter(({ user }) => user !== host)
  const isNuked = ofType(room, "nuke").some(({ landTime }) => Number(landTime) <= shard.time + 120)
  const owned = typeof controller?.["user"] === "string"
  const development = developmentOf(room, Number(controller?.["level"] ?? 0))
  const place = { owned, reserved: !owned && typeof host === "string", development }
  const classification = classify(parties, place, isNuked || foreign.length > 0 ? 1 : 0)
  if (classification === undefined) return undefined
  const all = [...parties.values()]
  const defender: string | false = all.find(({ isHost }) => isHost)?.username ?? false
  return {
    classification,
    defender,
    attackers: all.filter(({ isHost }) => !isHost).map(({ username }) => username),
    powerCreeps: foreign.map(powerCreep),
    stronghold: Number(ofType(room, "invaderCore")[0]?.["level"] ?? 0)
  }
}

/** Returns the battles since a tick. @internal */
export const battles = (shard: Shard, since: number): ReadonlyArray<ModBattle> =>
  fought(shard, since).flatMap(({ lastPvpTime, room }) => {
    const details = battle(shard, room)
    if (details === undefined) return []
    return [{ room, shard: shard.name, ...details, lastPvpTime: Tick.make(lastPvpTime) }]
  })
