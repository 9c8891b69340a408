/** Power creeps: they belong to an account, and have a room object while they are in the world. */
import * as Millis from "@screeps-effect/schema/Millis"
import type { CreepPower, PowerCreepRecord } from "@screeps-effect/schema/PowerCreepRecord"
import type { UserId } from "@screeps-effect/schema/UserId"
import type { Ids } from "./ids.ts"

/** @internal */
export type StoredPowerCreep = Omit<PowerCreepRecord, "powers"> & {
  readonly powers: { readonly [power: string]: CreepPower }
}

/** Returns a new power creep. @internal */
export const untrained = (user: UserId, name: string, className: string): Omit<StoredPowerCreep, "_id"> => ({
  name,
  className,
  user,
  level: 0,
  hitsMax: 1000,
  store: {},
  storeCapacity: 100,
  spawnCooldownTime: Millis.make(0),
  powers: {}
})

/** @internal */
export class PowerCreeps {
  readonly #ids: Ids
  readonly #all = new Map<string, StoredPowerCreep>()

  constructor(ids: Ids) {
    this.#ids = ids
  }

  of(user: UserId): ReadonlyArray<StoredPowerCreep> {
    return [...this.#all.values()].filter((creep) => creep.user === user)
  }

  find(user: UserId, id: string): StoredPowerCreep | undefined {
    return this.of(user).find(({ _id }) => _id === id)
  }

  add(creep: Omit<StoredPowerCreep, "_id">): StoredPowerCreep {
    const stored: StoredPowerCreep = { ...creep, _id: this.#ids.object() }
    this.#all.set(stored._id, stored)
    return stored
  }

  /** Cancels the deletion of a power creep. */
  keep({ deleteTime: _time, ...creep }: StoredPowerCreep) {
    this.#all.set(creep._id, creep)
  }

  update(creep: StoredPowerCreep, fields: Partial<Omit<StoredPowerCreep, "_id">>): StoredPowerCreep {
    const next: StoredPowerCreep = { ...creep, ...fields }
    this.#all.set(creep._id, next)
    return next
  }

  remove({ _id }: StoredPowerCreep) {
    this.#all.delete(_id)
  }
}
