/** Power creeps in a tick: account intents, old age, and deletion. */
import * as Gcl from "@screeps-effect/schema/Gcl"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Power from "@screeps-effect/schema/Power"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import type { User } from "../state/accounts.ts"
import { field, numberOf, textOf } from "../state/fields.ts"
import type { GlobalIntent } from "../state/intents.ts"
import { type StoredPowerCreep, untrained } from "../state/powerCreeps.ts"
import type { StoredObject } from "../state/rooms.ts"
import type { Shard } from "../state/shard.ts"

/** Executes an intent; an impossible one has no effect and is not reported to the player. */
type GlobalRule = (shard: Shard, intent: GlobalIntent, now: number) => void

/** Milliseconds until a power creep scheduled for deletion is removed. @internal */
export const deletionTime = 24 * 60 * 60 * 1000

const respawnTime = 8 * 60 * 60 * 1000
const lifetime = 5000
const tombstoneLife = 500

/** @internal */
export const freeLevels = (shard: Shard, user: User): number =>
  PowerCreepRecord.freeLevels(user.power, shard.powerCreeps.of(user._id))

/** Returns a name as servers keep it. @internal */
export const cut = (name: unknown): string => String(name).slice(0, PowerCreepRecord.maxNameLength)

/** @internal */
export const isTaken = (shard: Shard, user: User, name: string): boolean =>
  shard.powerCreeps.of(user._id).some((creep) => creep.name === name)

const spawn: GlobalRule = (shard, { intent, user }, now) => {
  const powerSpawn = shard.rooms.object(textOf(intent, "id"))
  const room = powerSpawn === undefined ? undefined : shard.rooms.roomOf(powerSpawn)
  const creep = shard.powerCreeps.of(user._id).find(({ name }) => name === textOf(intent, "name"))
  if (powerSpawn?.type !== "powerSpawn" || room === undefined || powerSpawn["user"] !== user._id) return
  if (creep === undefined || !PowerCreepRecord.canSpawn(creep, now)) return
  const { x, y } = powerSpawn
  if (shard.rooms.on(room, x, y).some(({ type }) => type === "powerCreep")) return
  const spawned = { shard: shard.name, spawnCooldownTime: null, deleteTime: null }
  shard.powerCreeps.update(creep, spawned)
  shard.rooms.put(room, {
    ...creep,
    ...spawned,
    // As private servers store it: their shard has no name.
    shard: "",
    type: "powerCreep",
    x,
    y,
    hits: creep.hitsMax,
    ageTime: shard.time + lifetime,
    actionLog: { spawned: true },
    notifyWhenAttacked: true
  })
}

/** Leaves a tombstone; the account can spawn the power creep again later. */
const die = (shard: Shard, object: StoredObject, now: number) => {
  const room = shard.rooms.roomOf(object)
  if (room === undefined) return
  const { _id, className, level, name, store, user, x, y } = object
  const powers = Object.entries(field(object, "powers") ?? {})
  shard.rooms.remove(object)
  shard.rooms.put(room, {
    type: "tombstone",
    x,
    y,
    user,
    deathTime: shard.time,
    decayTime: shard.time + tombstoneLife,
    powerCreepId: _id,
    powerCreepName: name,
    powerCreepTicksToLive: numberOf(object, "ageTime") - shard.time,
    powerCreepClassName: className,
    powerCreepLevel: level,
    powerCreepPowers: Object.fromEntries(
      powers.map(([power, value]) => [power, { level: numberOf(value, "level") }])
    ),
    store: store ?? {}
  })
  for (const account of shard.accounts.all.values()) {
    const creep = account._id === user ? shard.powerCreeps.find(account._id, _id) : undefined
    if (creep === undefined) continue
    shard.powerCreeps.update(creep, { shard: null, spawnCooldownTime: Millis.make(now + respawnTime) })
  }
}

const suicide: GlobalRule = (shard, { intent, user }, now) => {
  const creep = shard.rooms.object(textOf(intent, "id"))
  if (creep?.type === "powerCreep" && creep["user"] === user._id) die(shard, creep, now)
}

const remove: GlobalRule = (shard, { intent, user }, now) => {
  const creep = shard.powerCreeps.find(user._id, textOf(intent, "id"))
  if (creep === undefined || PowerCreepRecord.isSpawned(creep)) return
  if (field(intent, "cancel") === true) shard.powerCreeps.update(creep, { deleteTime: null })
  else if (user.powerExperimentationTime > now) shard.powerCreeps.remove(creep)
  else if (!PowerCreepRecord.isBeingDeleted(creep)) {
    shard.powerCreeps.update(creep, { deleteTime: Millis.make(now + deletionTime) })
  }
}

/** Sets the levels of a power creep's powers; returns the number of its room objects (0 or 1). @internal */
export const train = (shard: Shard, creep: StoredPowerCreep, powers: StoredPowerCreep["powers"]) => {
  const level = Object.values(powers).reduce((sum, power) => sum + power.level, 0)
  const trained = { level, powers, hitsMax: 1000 * (level + 1), storeCapacity: 100 * (level + 1) }
  shard.powerCreeps.update(creep, trained)
  const places = shard.shards.flatMap(({ rooms }) => {
    const object = rooms.object(creep._id)
    return object === undefined ? [] : [{ object, rooms }]
  })
  for (const { object, rooms } of places) rooms.update(object, trained)
  return places.length
}

const upgrade: GlobalRule = (shard, { intent, user }) => {
  const creep = shard.powerCreeps.find(user._id, textOf(intent, "id"))
  const power = numberOf(intent, "power")
  if (creep === undefined || !Power.isPower(power) || freeLevels(shard, user) <= 0) return
  const present = creep.powers[power]
  const needed = Power.creepLevels(power)[present?.level ?? 0]
  if (creep.level >= Power.maxCreepLevel || needed === undefined || creep.level < needed) return
  train(shard, creep, { ...creep.powers, [power]: withLevel(present, (present?.level ?? 0) + 1) })
}

const create: GlobalRule = (shard, { intent, user }) => {
  const name = cut(textOf(intent, "name"))
  const className = textOf(intent, "className")
  if (freeLevels(shard, user) <= 0 || isTaken(shard, user, name)) return
  if (Power.classes.some((known) => known === className)) {
    shard.powerCreeps.add(untrained(user._id, name, className))
  }
}

const rename: GlobalRule = (shard, { intent, user }) => {
  const creep = shard.powerCreeps.find(user._id, textOf(intent, "id"))
  const name = cut(textOf(intent, "name"))
  if (creep === undefined || PowerCreepRecord.isSpawned(creep) || isTaken(shard, user, name)) return
  shard.powerCreeps.update(creep, { name })
}

/** In execution order. */
const rules: ReadonlyMap<string, GlobalRule> = new Map([
  ["spawnPowerCreep", spawn],
  ["suicidePowerCreep", suicide],
  ["deletePowerCreep", remove],
  ["upgradePowerCreep", upgrade],
  ["createPowerCreep", create],
  ["renamePowerCreep", rename]
])

/** Removes a power creep for good: the account loses its last power level and keeps the progress towards the next. */
const forget = (shard: Shard, user: User, creep: StoredPowerCreep) => {
  const level = Gcl.powerLevel(user.power)
  const before = Gcl.powerPointsAt(level - 1)
  const own = Gcl.powerPointsAt(level)
  const share = (user.power - own) / (Gcl.powerPointsAt(level + 1) - own)
  user.power = before + Math.round(share * (own - before))
  shard.powerCreeps.remove(creep)
}

/** Runs one tick of all power creeps. @internal */
export const livePowerCreeps = (shard: Shard, request: ReadonlyArray<GlobalIntent>, now: number) => {
  for (const [name, rule] of rules) for (const one of request) if (one.name === name) rule(shard, one, now)
  for (const room of shard.rooms.made) {
    for (const object of Array.from(room.objects.values())) {
      if (object.type !== "powerCreep") continue
      const age = object["ageTime"]
      const isOld = typeof age === "number" && shard.time >= age - 1
      if (isOld || (typeof object["hits"] === "number" && object["hits"] <= 0)) die(shard, object, now)
    }
  }
  for (const user of shard.accounts.all.values())
    for (const creep of shard.powerCreeps.of(user._id))
      if (PowerCreepRecord.isBeingDeleted(creep) && (creep.deleteTime ?? 0) < now) forget(shard, user, creep)
}

type Levels = StoredPowerCreep["powers"]

/** Returns a power at another level; its cooldown stays. */
const withLevel = (present: Levels[string] | undefined, level: number): Levels[string] => {
  const cooldownTime = present?.cooldownTime ?? undefined
  return cooldownTime === undefined ? { level } : { level, cooldownTime }
}

/** Whether the powers can be reached one level at a time. */
const isReachable = (wanted: ReadonlyArray<readonly [Power.Power, number]>, total: number): boolean => {
  const reached = new Map<Power.Power, number>()
  for (let level = 0; level < total; level++) {
    const next = wanted.find(([power, goal]) => {
      const known = reached.get(power) ?? 0
      const needed = Power.creepLevels(power)[known]
      return known < goal && needed !== undefined && needed <= level
    })
    if (next === undefined) return false
    reached.set(next[0], (reached.get(next[0]) ?? 0) + 1)
  }
  return true
}

/** Returns a power creep's powers after an upgrade, or the server's rejection. @internal */
export const upgradedPowers = (creep: StoredPowerCreep, powers: unknown, free: number): Levels | string => {
  if (typeof powers !== "object" || powers === null) return "invalid powers"
  const wanted: Array<readonly [Power.Power, number]> = []
  for (const [name, level] of Object.entries(powers) as ReadonlyArray<[string, unknown]>) {
    const power = Power.all.find((one) => String(one) === name)
    if (power === undefined) return `invalid power ${name}`
    if (Power.classOf(power) !== creep.className) return `invalid class for power ${name}`
    if (typeof level !== "number") return `invalid value for power ${name}`
    if (level < (creep.powers[name]?.level ?? 0)) return `cannot downgrade power ${name}`
    if (level > Power.maxLevel) return `invalid max value for power ${name}`
    wanted.push([power, level])
  }
  const missing = Object.entries(creep.powers).find(
    ([name, { level }]) => level > 0 && !wanted.some(([power]) => String(power) === name)
  )
  if (missing !== undefined) return `cannot downgrade power ${missing[0]}`
  const total = wanted.reduce((sum, [, level]) => sum + level, 0)
  if (total > Power.maxCreepLevel) return "max level"
  for (const [power, level] of wanted) {
    const needed = Power.creepLevels(power)[level - 1]
    if (needed !== undefined && total < needed) return `not enough level for power ${power}`
  }
  if (!isReachable(wanted, total)) return "powers set is not valid"
  if (free < total - creep.level) return "not enough power level"
  const levels = wanted.filter(([, level]) => level > 0)
  return Object.fromEntries(
    levels.map(([power, level]) => [String(power), withLevel(creep.powers[String(power)], level)])
  )
}
