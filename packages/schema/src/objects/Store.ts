/**
 * Stores of room objects: amounts and capacities.
 *
 * **Details**
 *
 * Servers write three kinds of stores. *General*: any resources, up to `storeCapacity` in total (creeps, storages,
 * containers, …). *Limited*: certain resources, each with a capacity in `storeCapacityResource` (spawns, towers,
 * nukers, …). *Mixed*: laboratories, which hold energy and one mineral. Tombstones, ruins and power banks have amounts
 * without a capacity.
 *
 * **Source** recorded from a server 4.3.0; arithmetic as in the game's `Store` object.
 */
import * as Schema from "effect/Schema"
import { amount as amountNumber } from "../values/numbers.ts"
import type { Resource } from "../economy/Resource.ts"

const Amounts = Schema.Record(Schema.String, Schema.NullOr(amountNumber))

/**
 * Amounts by resource; an absent resource has the amount 0.
 *
 * **Gotchas**
 *
 * Resources that are used up stay with an amount of 0.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class Store extends Schema.Opaque<Store>()(Amounts.annotate({ identifier: "Store" })) {}

/**
 * Capacities by resource; `null` for a mineral that a laboratory no longer holds.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class StoreCapacityResource extends Schema.Opaque<StoreCapacityResource>()(
  Amounts.annotate({ identifier: "StoreCapacityResource" })
) {}

/** An object with a store of any kind. */
export interface HasStore {
  /** Amounts held, by resource. */
  readonly store?: Store | null
  /** Largest total amount, over all resources. */
  readonly storeCapacity?: number | null
  /** Largest amount of each resource. */
  readonly storeCapacityResource?: StoreCapacityResource | null
}

type Numbers = Readonly<Record<string, number | null>> | null | undefined

const sum = (amounts: Numbers): number => {
  let total = 0
  for (const resource in amounts) total += amounts[resource] ?? 0
  return total
}

/** Returns the number stored under a resource's name; inherited members of objects do not count. */
const ownAmount = (numbers: Numbers, resource: string): number | undefined =>
  numbers !== undefined && numbers !== null && Object.hasOwn(numbers, resource)
    ? (numbers[resource] ?? undefined)
    : undefined

/** Returns the capacity that is reserved for one resource. */
const reserved = ({ storeCapacityResource }: HasStore, resource: string): number | undefined =>
  ownAmount(storeCapacityResource, resource)

/** Returns the capacity that is not reserved for certain resources. */
const unreserved = ({ storeCapacity, storeCapacityResource }: HasStore): number =>
  Math.max(0, (storeCapacity ?? 0) - sum(storeCapacityResource))

const isLimited = ({ storeCapacity, storeCapacityResource }: HasStore): boolean =>
  (storeCapacity ?? storeCapacityResource ?? undefined) !== undefined

/** Returns the amount of a resource that an object holds. */
export const amount = (object: HasStore, resource: Resource): number => ownAmount(object.store, resource) ?? 0

/** Returns the total amount that an object holds, over all resources. */
export const used = (object: HasStore): number => sum(object.store)

/**
 * Returns the capacity of an object for one resource or for all resources; `undefined` for stores without a capacity.
 *
 * **Details**
 *
 * A limited store has capacity 0 for other resources. An empty laboratory has capacity for energy and for any mineral;
 * a laboratory that holds a mineral has capacity for that mineral only.
 */
export const capacity = (object: HasStore, resource?: Resource): number | undefined => {
  if (!isLimited(object)) return undefined
  return resource === undefined
    ? (object.storeCapacity ?? sum(object.storeCapacityResource))
    : (reserved(object, resource) ?? unreserved(object))
}

/**
 * Returns the free capacity of an object for one resource or for all resources; `undefined` for stores without a
 * capacity.
 *
 * **Gotchas**
 *
 * Never below 0, even if an object holds more than its capacity: a storage in a room that was lost, or whose capacity
 * was raised by a power that has ended.
 */
export const free = (object: HasStore, resource?: Resource): number | undefined => {
  const total = capacity(object, resource)
  if (total === undefined) return undefined
  if (resource === undefined) return Math.max(0, total - used(object))
  if (reserved(object, resource) !== undefined) return Math.max(0, total - amount(object, resource))
  let others = 0
  for (const held in object.store) if (reserved(object, held) === undefined) others += amount(object, held)
  return Math.max(0, total - others)
}

/** Lists the resources that an object holds, each with its amount; amounts of 0 are left out. */
export const contents = (object: HasStore): ReadonlyArray<readonly [resource: Resource, amount: number]> =>
  Object.keys(object.store ?? {}).flatMap((resource) => {
    const held = amount(object, resource)
    return held === 0 ? [] : [[resource, held] as const]
  })
