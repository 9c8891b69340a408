/** Fields that several kinds of room objects share. */
import * as Schema from "effect/Schema"
import { nullish } from "../values/Record.ts"
import { Destination } from "./kinds/Destination.ts"
import { ObjectEffects } from "./ObjectEffect.ts"
import { ObjectId } from "../values/ObjectId.ts"
import { Store, StoreCapacityResource } from "./Store.ts"
import { Tick } from "../values/Tick.ts"
import { UserId } from "../values/UserId.ts"
import { coordinate, count, hits } from "../values/numbers.ts"

/** The field by which room objects are distinguished. @internal */
export const ofType = <const T extends string>(type: T) =>
  ({
    /** Kind of the object, by which room objects are distinguished. */
    type: Schema.Literal(type)
  }) as const

/** Fields of every object. @internal */
export const located = {
  /** Identifier of the object; missing only in room history, in the tick in which the object is created. */
  _id: nullish(ObjectId),
  /** Name of the room that contains the object, such as `W7N3`; absent on xxscreeps, where `RoomState` has it. */
  room: nullish(Schema.String),
  /** Column of its square in the room, from 0 (west) to 49 (east). */
  x: coordinate,
  /** Row of its square in the room, from 0 (north) to 49 (south). */
  y: coordinate
} as const

/** The owner of objects that may have none. @internal */
export const owned = {
  /** Identifier of the owner; `null` after the owner gave the object up, absent if it never had one. */
  user: nullish(UserId)
} as const

/** The owner of objects that always have one. @internal */
export const ownedAlways = {
  /** Identifier of the owner. */
  user: UserId
} as const

/** Hit points. @internal */
export const hitPoints = {
  /** Hit points left; may be a fraction, and in room history 0 or less in the tick in which the object is destroyed. */
  hits,
  /** Hit points without damage. */
  hitsMax: hits
} as const

const attackNotice = {
  /** Whether the server notifies the owner by e-mail when the object is attacked. */
  notifyWhenAttacked: nullish(Schema.Boolean)
} as const

/** Fields of objects that can be damaged. @internal */
export const damageable = { ...hitPoints, ...attackNotice } as const

/** Hit points of structures that cannot be damaged in some places. @internal */
export const sometimesDamageable = {
  /** Hit points left; absent where the structure cannot be damaged. */
  hits: nullish(hits),
  /** Hit points without damage; absent where the structure cannot be damaged. */
  hitsMax: nullish(hits),
  ...attackNotice
} as const

/** Effects of powers and strongholds. @internal */
export const affected = {
  /** Effects of powers and strongholds, as a list or as an object keyed by index; `ObjectEffect.active` reads both. */
  effects: nullish(ObjectEffects)
} as const

/** The stronghold that an object is part of. @internal */
export const inStronghold = {
  /** Identifier of the stronghold that the object belongs to; absent on other objects. */
  strongholdId: nullish(Schema.String)
} as const

/** Fields of structures that may be part of a stronghold. @internal */
export const fortified = {
  ...inStronghold,
  /** Tick in which the structure disappears together with its stronghold; absent on other structures. */
  decayTime: nullish(Tick)
} as const

/** A store without a capacity, which only loses resources. @internal */
export const contents = {
  /** Amounts held, by resource. */
  store: Store
} as const

/** A store with one capacity for all resources. @internal */
export const generalStore = {
  ...contents,
  /** Largest total amount that the store holds, over all resources. */
  storeCapacity: count
} as const

/** A store with a capacity for each resource. @internal */
export const limitedStore = {
  ...contents,
  /** Largest amount that the store holds of each resource. */
  storeCapacityResource: StoreCapacityResource
} as const

/** The end of objects that stay for a limited time. @internal */
export const temporary = {
  /** Tick in which the object disappears. */
  decayTime: Tick
} as const

/** The wear of structures. @internal */
export const wearing = {
  /** Tick in which the structure loses hit points next. */
  nextDecayTime: Tick
} as const

/** The state of structures that a controller's level may not allow. @internal */
export const switchable = {
  /** Whether the structure is inactive because the controller's level does not allow it. */
  off: nullish(Schema.Boolean)
} as const

/** A countdown that factories and laboratories carry without using it. @internal */
export const unusedCooldown = {
  /** Always 0, and absent on structures that an administrator inserted; `cooldownTime` has the cooldown. */
  cooldown: nullish(count)
} as const

/** The move of creatures to another room. @internal */
export const crossing = {
  /** Destination in the tick in which the creep leaves the room; set in room history only, `null` elsewhere. */
  interRoom: nullish(Destination)
} as const
