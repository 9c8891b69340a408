/** Power creeps of an account. */
import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Power from "@screeps-effect/schema/Power"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RouteContext } from "../dialect.ts"
import { route, type Route } from "../router.ts"
import { kept, type StoredPowerCreep, untrained } from "../../world/state/powerCreeps.ts"
import {
  cut,
  deletionTime,
  freeLevels,
  isTaken,
  train,
  upgradedPowers
} from "../../world/rules/powerRules.ts"
import { created, decoded, numbered, ok, refuse, values } from "./words.ts"

/** The real server's error: it calls a function that its storage does not have. */
const unable = "TypeError: db.users.power_creeps.remove is not a function"

/** @internal */
export const powerCreeps = (context: RouteContext): ReadonlyArray<Route> => {
  const { dialect, signedIn, shard } = context
  const all = shard.powerCreeps
  /** Returns a power creep with the fields of its room object while it is in a room. */
  const toRecord = (creep: StoredPowerCreep) => {
    const object = shard.shards.flatMap(({ rooms }) => rooms.object(creep._id) ?? [])[0]
    const placed = (creep.shard ?? "") === "" || dialect.kind === "official" ? creep.shard : ""
    return decoded(PowerCreepRecord.PowerCreepRecord, {
      ...creep,
      ...object,
      ...(placed === undefined ? {} : { shard: placed })
    })
  }
  return [
    route(PowerCreeps.list, signedIn, (_, { _id }) =>
      Effect.map(Effect.forEach(all.of(_id), toRecord), (list) => ({ ...ok, list }))
    ),
    route(
      values(PowerCreeps.create, "name", "className"),
      signedIn,
      ({ className, name: sent }, user, { now }) => {
        if (freeLevels(shard, user) <= 0) return refuse("not enough power level")
        const known = Power.classes.find((one) => one === className)
        if (known === undefined) return refuse("invalid class")
        const name = cut(sent)
        if (isTaken(shard, user, name)) return refuse("name already exists")
        return created(context, { ...all.add(untrained(user._id, name, known)) }, now)
      }
    ),
    route(values(PowerCreeps.upgrade, "id", "powers"), signedIn, ({ id, powers }, user) => {
      const creep = all.find(user._id, String(id))
      if (creep === undefined) return refuse("invalid id")
      const training = upgradedPowers(creep, powers, freeLevels(shard, user))
      if (typeof training === "string") return refuse(training)
      const placed = train(shard, creep, training)
      return numbered(dialect, { 0: 1, 1: placed })
    }),
    route(values(PowerCreeps.rename, "id", "name"), signedIn, ({ id, name: sent }, user) => {
      const creep = all.find(user._id, String(id))
      if (creep === undefined) return refuse("invalid id")
      if (PowerCreepRecord.isSpawned(creep)) return refuse("spawned")
      const name = cut(sent)
      if (isTaken(shard, user, name)) return refuse("name already exists")
      all.update(creep, { name })
      return ok
    }),
    route(values(PowerCreeps.remove, "id", "name"), signedIn, ({ id }, user, { now }) => {
      const creep = all.find(user._id, String(id))
      if (creep === undefined) return refuse("invalid id")
      if (PowerCreepRecord.isSpawned(creep)) return refuse("spawned")
      if (PowerCreepRecord.isBeingDeleted(creep)) return refuse("already being deleted")
      const isAtOnce = user.powerExperimentationTime > now
      if (isAtOnce && dialect.kind === "private") return refuse(unable)
      if (isAtOnce) all.remove(creep)
      else all.update(creep, { deleteTime: Millis.make(now + deletionTime) })
      return ok
    }),
    route(values(PowerCreeps.cancelDelete, "id", "name"), signedIn, ({ id }, user) => {
      const creep = all.find(user._id, String(id))
      if (creep === undefined) return refuse("invalid id")
      if (!PowerCreepRecord.isBeingDeleted(creep)) return refuse("not being deleted")
      all.put(kept(creep))
      return ok
    }),
    route({ ...PowerCreeps.experimentation, input: Schema.Struct({}) }, signedIn, (_, user, { now }) => {
      if (user.powerExperimentations <= 0) return refuse("no power resets")
      user.powerExperimentations -= 1
      user.powerExperimentationTime = now + deletionTime
      return dialect.updated(1)
    })
  ]
}
