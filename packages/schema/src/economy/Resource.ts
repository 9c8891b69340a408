/**
 * Resources: whatever can be harvested, made, carried or traded, in families.
 *
 * **Details**
 *
 * Every family is a list, a type and a guard: `minerals`, `Mineral`, `isMineral`. A pile lying in a room is a room
 * object of type `energy` whatever it is made of.
 */
import * as Schema from "effect/Schema"
import { type AccountBound, accountBound, type Seasonal, seasonal } from "./Resource/Account.ts"
import { type Commodity, commodities, type Deposit, deposits } from "./Resource/Commodity.ts"
import { type Base, bases, type MineralBased, mineralBased } from "./Resource/Compound.ts"
import { literals, oneOf } from "../values/family.ts"

export * from "./Resource/Account.ts"
export * from "./Resource/Commodity.ts"
export * from "./Resource/Compound.ts"

/** What rooms know: base resources, minerals, compounds, deposits and commodities. */
export type RoomResource = Base | MineralBased | Deposit | Commodity

/** The eighty-four resources of rooms. */
export const roomResources: ReadonlyArray<RoomResource> = [
  ...bases,
  ...mineralBased,
  ...deposits,
  ...commodities
]

export const isRoomResource: (value: unknown) => value is RoomResource = oneOf(roomResources)

/** What is traded on the market: the resources of rooms and of accounts. */
export type MarketResource = RoomResource | AccountBound

/** The eighty-eight resources of the market. */
export const marketResources: ReadonlyArray<MarketResource> = [...roomResources, ...accountBound]

export const isMarketResource: (value: unknown) => value is MarketResource = oneOf(marketResources)

/** What a store can hold: the resources of rooms and of seasons. */
export type StorableResource = RoomResource | Seasonal

/** The resources that a store can hold, seasonal ones included. */
export const storableResources: ReadonlyArray<StorableResource> = [...roomResources, ...seasonal]

/** Checks a resource that creeps and structures can hand over, for what callers send. */
export const StorableResource: Schema.Codec<StorableResource> = literals(
  "StorableResource",
  storableResources
)

/** Every resource that is known: of rooms, accounts and seasons. */
export type Known = StorableResource | AccountBound

/** Every resource that is known, of rooms, accounts and seasons. */
export const all: ReadonlyArray<Known> = [...storableResources, ...accountBound]

export const isKnown: (value: unknown) => value is Known = oneOf(all)

/** A resource as servers name it; seasons and mods add names of their own. */
export type Resource = Known | (string & {})

/** Decodes a resource; unknown names are let through. */
export const Resource: Schema.Codec<Resource, string> = Schema.String.annotate({ identifier: "Resource" })

/** Checks the name of a known resource, for what callers send. */
export const ResourceInput: Schema.Codec<Known> = literals("ResourceInput", all)
