/** The response about a user's rooms, and its conversion to one form for all servers. */
import * as Schema from "effect/Schema"
import { nullish } from "@screeps-effect/schema/Record"
import { answer } from "../answer.ts"

const Names = Schema.Array(Schema.String)
const NamesByShard = Schema.Record(Schema.String, Names)

/** The rooms of a user, in one of two forms; `roomsByShard` reads both. */
export class UserRooms extends answer<UserRooms>("UserRooms")({
  /** Names of the owned rooms, highest level first (private servers). */
  rooms: nullish(Names),
  /** Names of the owned rooms, by shard name (official servers, reported). */
  shards: nullish(NamesByShard),
  /** Names of the reserved rooms, by shard name (official servers, reported). */
  reservations: nullish(NamesByShard)
}) {}

/** The rooms of a user on one shard. */
export interface RoomsOfShard {
  /** Name of the shard; `undefined` on servers without shards. */
  readonly shard: string | undefined
  /** Names of the owned rooms. */
  readonly rooms: ReadonlyArray<string>
  /** Names of the reserved rooms; empty unless they were requested. */
  readonly reservations: ReadonlyArray<string>
}

/** Returns the rooms of a user in one form for all servers: an item for each shard, or one item without a shard. */
export const roomsByShard = ({ reservations, rooms, shards }: UserRooms): ReadonlyArray<RoomsOfShard> => {
  if ((shards ?? reservations ?? undefined) === undefined) {
    return [{ shard: undefined, rooms: rooms ?? [], reservations: [] }]
  }
  const names = new Set([...Object.keys(shards ?? {}), ...Object.keys(reservations ?? {})])
  return [...names].map((shard) => ({
    shard,
    rooms: shards?.[shard] ?? [],
    reservations: reservations?.[shard] ?? []
  }))
}
