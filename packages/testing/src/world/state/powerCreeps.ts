/** Power creeps: they belong to an account, and have a room object while they are in the world. */
import * as Millis from "@screeps-effect/schema/Millis"
import type { CreepPower, PowerCreepRecord } from "@screeps-effect/schema/PowerCreepRecord"
import type { ObjectId } from "@screeps-effect/schema/ObjectId"
import type { UserId } from "@screeps-effect/schema/UserId"

/** @internal */
export type StoredPowerCreep = Omit<PowerCreepRecord, "powers"> & {
  readonly powers: { readonly [power: string]: CreepPower }
}

/** Returns a new power creep. @internal */
export const untrained =
  (user: UserId, name: string, className: string) =>
  (_id: ObjectId): StoredPowerCreep => ({
    name,
    className,
    user,
    level: 0,
    hitsMax: 1000,
    store: {},
    storeCapacity: 100,
    spawnCooldownTime: Millis.make(0),
    powers: {},
    _id
  })

/** Returns a power creep that is no longer to be deleted. @internal */
export const kept = ({ deleteTime: _time, ...creep }: StoredPowerCreep): StoredPowerCreep => creep
