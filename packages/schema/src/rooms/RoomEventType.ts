/** Kinds of events in the event log of rooms, which scripts read. */
import type * as Schema from "effect/Schema"
import { literals, nameIn } from "../values/family.ts"

/**
 * The kinds of events by name.
 *
 * **Source** read in the server's source; event logs are not sent over HTTP.
 */
export const events = {
  attack: 1,
  objectDestroyed: 2,
  attackController: 3,
  build: 4,
  harvest: 5,
  heal: 6,
  repair: 7,
  reserveController: 8,
  upgradeController: 9,
  exit: 10,
  power: 11,
  transfer: 12
} as const

/** The name of a kind of event. */
export type EventName = keyof typeof events

/** A kind of event by its number, 1 to 12. */
export type RoomEventType = (typeof events)[EventName]

/** Checks the number of a kind of event: 1 to 12. */
export const RoomEventType: Schema.Codec<RoomEventType> = literals("RoomEventType", Object.values(events))

/** Returns the name of a kind of event. */
export const name = (event: RoomEventType): EventName => nameIn(events, event)

/**
 * The kinds of attacks by name.
 *
 * **Source** read in the server's source.
 */
export const attacks = { melee: 1, ranged: 2, rangedMass: 3, dismantle: 4, hitBack: 5, nuke: 6 } as const

/** A kind of attack by its number, 1 to 6. */
export type AttackType = (typeof attacks)[keyof typeof attacks]

/** Checks the number of a kind of attack: 1 to 6. */
export const AttackType: Schema.Codec<AttackType> = literals("AttackType", Object.values(attacks))

/**
 * The kinds of healing by name.
 *
 * **Source** read in the server's source.
 */
export const heals = { melee: 1, ranged: 2 } as const

/** A kind of healing by its number, 1 or 2. */
export type HealType = (typeof heals)[keyof typeof heals]

/** Checks the number of a kind of healing: 1 or 2. */
export const HealType: Schema.Codec<HealType> = literals("HealType", Object.values(heals))
