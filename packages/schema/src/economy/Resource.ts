/**
 * Resources that can be harvested, produced, carried or traded, grouped in families.
 *
 * **Details**
 *
 * Every family has a list, a type and a guard: `minerals`, `Mineral`, `isMineral`. A dropped resource in a room is a
 * room object of type `energy`, whichever resource it is.
 */
import * as Schema from "effect/Schema"
import { type AccountBound, accountBound, type Seasonal, seasonal } from "./Resource/Account.ts"
import { chains, type Commodity, type Deposit, deposits } from "./Resource/Commodity.ts"
import { type Base, bases, compounds, type MineralBased, minerals } from "./Resource/Compound.ts"
import { literals, oneOf } from "../values/family.ts"

export * from "./Resource/Account.ts"
export * from "./Resource/Commodity.ts"
export * from "./Resource/Compound.ts"

/** A resource of rooms: base resources, minerals, compounds, deposits and commodities. */
export type RoomResource = Base | MineralBased | Deposit | Commodity

/** The eighty-four resources of rooms. */
export const roomResources: ReadonlyArray<RoomResource> = [
  ...bases,
  ...minerals,
  ...compounds,
  ...deposits,
  ...Object.values(chains).flat()
]

/** Checks whether a value is a resource of rooms. */
export const isRoomResource: (value: unknown) => value is RoomResource = oneOf(roomResources)

/** A resource that is traded on the market: the resources of rooms and of accounts. */
export type MarketResource = RoomResource | AccountBound

/** The eighty-eight resources of the market. */
export const marketResources: ReadonlyArray<MarketResource> = [...roomResources, ...accountBound]

/** Checks whether a value is a resource that is traded on the market. */
export const isMarketResource: (value: unknown) => value is MarketResource = oneOf(marketResources)

/** A resource that a store can contain: the resources of rooms and of seasons. */
export type StorableResource = RoomResource | Seasonal

/** The resources that a store can contain, including seasonal ones. */
const storableResources: ReadonlyArray<StorableResource> = [...roomResources, ...seasonal]

/** Checks a resource of a store that a caller sends. */
export const StorableResource: Schema.Codec<StorableResource> = literals(
  "StorableResource",
  storableResources
)

/** A known resource: of rooms, accounts and seasons. */
export type Known = StorableResource | AccountBound

/** All known resources: of rooms, accounts and seasons. */
export const all: ReadonlyArray<Known> = [...storableResources, ...accountBound]

/** Checks whether a value is a known resource. */
export const isKnown: (value: unknown) => value is Known = oneOf(all)

/** A resource in a response; seasons and mods add further names. */
export type Resource = Known | (string & {})

/** Decodes a resource; unknown names are accepted. */
export const Resource: Schema.Codec<Resource, string> = Schema.String.annotate({ identifier: "Resource" })
