/**
 * What objects hold, and how much fits in.
 *
 * **Details**
 *
 * Servers write three kinds of stores. *General*: anything, up to `storeCapacity` together (creeps, storages,
 * containers, …). *Limited*: some resources, each up to its own number in `storeCapacityResource` (spawns, towers,
 * nukers, …). *Mixed*: a laboratory, which keeps a place for energy and one for whatever mineral comes first. Remains
 * (tombstones, ruins, power banks) have amounts only.
 *
 * **Source** recorded from a server 4.3.0; arithmetic as in the game's `Store` object.
 */
import * as Schema from "effect/Schema"
import { amount as amountNumber } from "../values/numbers.ts"
import type { Resource } from "../economy/Resource.ts"

const Amounts = Schema.Record(Schema.String, Schema.NullOr(amountNumber))

/**
 * Amounts by resource; what is not named is not there.
 *
 * **Gotchas**
 *
 * Resources that are used up stay with 0.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Store extends Schema.Opaque<Store>()(Amounts.annotate({ identifier: "Store" })) {}

/**
 * The most that fits in, by resource; `null` for a place that was given up.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class StoreCapacityResource extends Schema.Opaque<StoreCapacityResource>()(
  Amounts.annotate({ identifier: "StoreCapacityResource" })
) {}

/** An object with a store of any kind. */
export interface HasStore {
  readonly store?: Store | null
  readonly storeCapacity?: number | null
  readonly storeCapacityResource?: StoreCapacityResource | null
}

type Numbers = Readonly<Record<string, number | null>> | null | undefined

const sum = (amounts: Numbers): number => {
  let total = 0
  for (const resource in amounts) total += amounts[resource] ?? 0
  return total
}

/** What is written under a resource's own name, and not what every object has. */
const written = (numbers: Numbers, resource: string): number | undefined =>
  numbers !== undefined && numbers !== null && Object.hasOwn(numbers, resource)
    ? (numbers[resource] ?? undefined)
    : undefined

/** The place that is kept for one resource. */
const place = ({ storeCapacityResource }: HasStore, resource: string): number | undefined =>
  written(storeCapacityResource, resource)

/** What fits in beside the places that are kept. */
const open = ({ storeCapacity, storeCapacityResource }: HasStore): number =>
  Math.max(0, (storeCapacity ?? 0) - sum(storeCapacityResource))

const isLimited = ({ storeCapacity, storeCapacityResource }: HasStore): boolean =>
  (storeCapacity ?? storeCapacityResource ?? undefined) !== undefined

/** How much of a resource an object holds. */
export const amount = (object: HasStore, resource: Resource): number => written(object.store, resource) ?? 0

/** How much an object holds of all resources together. */
export const used = (object: HasStore): number => sum(object.store)

/**
 * How much fits into an object: of one resource, or of all together; `undefined` for remains, which take nothing.
 *
 * **Details**
 *
 * A resource for which a limited store has no place has capacity 0. An empty laboratory has room for any mineral
 * beside its energy, one that holds a mineral for that one only.
 */
export const capacity = (object: HasStore, resource?: Resource): number | undefined => {
  if (!isLimited(object)) return undefined
  return resource === undefined
    ? (object.storeCapacity ?? sum(object.storeCapacityResource))
    : (place(object, resource) ?? open(object))
}

/**
 * How much more fits into an object: of one resource, or of all together; `undefined` for remains.
 *
 * **Gotchas**
 *
 * Never below 0, also where an object holds more than its capacity: storages in rooms that were lost, or whose
 * capacity was raised by a power that ended.
 */
export const free = (object: HasStore, resource?: Resource): number | undefined => {
  const most = capacity(object, resource)
  if (most === undefined) return undefined
  if (resource === undefined) return Math.max(0, most - used(object))
  if (place(object, resource) !== undefined) return Math.max(0, most - amount(object, resource))
  let beside = 0
  for (const held in object.store) if (place(object, held) === undefined) beside += amount(object, held)
  return Math.max(0, most - beside)
}

/** Lists what an object holds as resource and amount, without what is used up. */
export const contents = (object: HasStore): ReadonlyArray<readonly [resource: Resource, amount: number]> =>
  Object.keys(object.store ?? {}).flatMap((resource) => {
    const held = amount(object, resource)
    return held === 0 ? [] : [[resource, held] as const]
  })
