/** Power creeps of an account. */
import * as PowerCreeps from "@screeps-effect/api/PowerCreeps"
import * as Millis from "@screeps-effect/schema/Millis"
import * as Power from "@screeps-effect/schema/Power"
import * as PowerCreepRecord from "@screeps-effect/schema/PowerCreepRecord"
import {
  deletionTime,
  freeLevels,
  train,
  upgradedPowers
} from "../../../packages/testing/src/world/rules/powerRules.ts"
import type { User } from "../../../packages/testing/src/world/state/accounts.ts"
import {
  kept,
  type StoredPowerCreep,
  untrained
} from "../../../packages/testing/src/world/state/powerCreeps.ts"
import type { Shard } from "../../../packages/testing/src/world/state/shard.ts"
import { refusal } from "../../../packages/testing/src/server/pages.ts"
import type { Route } from "../../../packages/testing/src/server/router.ts"
import { type Endpoint, invalid, ok } from "./endpoint.ts"
import { number, record, text } from "./fields.ts"

const cut = (name: string) => name.slice(0, PowerCreepRecord.maxNameLength)

/** A power creep of the list: without its owner, and always without the fields of its room object. */
const shown = ({ _id, className, deleteTime, level, name, powers, spawnCooldownTime }: StoredPowerCreep) => ({
  _id,
  name,
  className,
  level,
  hits: 1000 * (level + 1),
  hitsMax: 1000 * (level + 1),
  store: {},
  storeCapacity: 100 * (level + 1),
  spawnCooldownTime: spawnCooldownTime ?? 0,
  powers: Object.fromEntries(
    Object.entries(powers).map(([power, { level }]) => [power, { cooldown: 0, level }])
  ),
  ...((deleteTime ?? undefined) === undefined ? {} : { deleteTime })
})

const notSignedIn = () => refusal("not logged in")

export const powerCreeps = (endpoint: Endpoint, shard: Shard): ReadonlyArray<Route> => {
  const all = shard.powerCreeps
  const isTaken = (user: User, name: string) => all.of(user._id).some((creep) => creep.name === name)
  return [
    endpoint(PowerCreeps.list, {}, (_, { player }) =>
      player(
        ({ _id }) => ok({ list: all.of(_id).map(shown) }),
        () => ok({ list: [] })
      )
    ),
    endpoint(PowerCreeps.create, { name: text, className: text }, ({ className, name }, { player }) =>
      player((user) => {
        const known = Power.classes.find((one) => one === className)
        if (known === undefined || freeLevels(shard, user) <= 0 || isTaken(user, cut(name))) return invalid()
        all.add(untrained(user._id, cut(name), known))
        return ok()
      }, notSignedIn)
    ),
    endpoint(PowerCreeps.upgrade, { id: text, powers: record(number) }, ({ id, powers }, { player }) =>
      player((user) => {
        const creep = all.find(user._id, id)
        const training = creep && upgradedPowers(creep, powers, freeLevels(shard, user))
        if (creep === undefined || training === undefined || typeof training === "string") return invalid()
        train(shard, creep, training)
        return ok()
      }, notSignedIn)
    ),
    endpoint(PowerCreeps.rename, { id: text, name: text }, ({ id, name }, { player }) =>
      player((user) => {
        const creep = all.find(user._id, id)
        if (creep === undefined || isTaken(user, cut(name))) return invalid()
        all.update(creep, { name: cut(name) })
        return ok()
      }, notSignedIn)
    ),
    // Unknown ids are accepted.
    endpoint(PowerCreeps.remove, { id: text }, ({ id }, { now, player }) =>
      player((user) => {
        const creep = all.find(user._id, id)
        if (creep !== undefined && PowerCreepRecord.isSpawned(creep)) return invalid()
        if (creep !== undefined && !PowerCreepRecord.isBeingDeleted(creep))
          all.update(creep, { deleteTime: Millis.make(now + deletionTime) })
        return ok()
      }, notSignedIn)
    ),
    endpoint(PowerCreeps.cancelDelete, { id: text }, ({ id }, { player }) =>
      player((user) => {
        const creep = all.find(user._id, id)
        if (creep !== undefined) all.put(kept(creep))
        return ok()
      }, notSignedIn)
    )
  ]
}
