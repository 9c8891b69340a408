/** A user's rooms as servers answer them, and read in one form. */
import * as Schema from "effect/Schema"
import { nullish } from "@screeps-effect/schema/Nullish"

const Names = Schema.Array(Schema.String)
const NamesByShard = Schema.Record(Schema.String, Names)

/** The rooms of a user: in one list (private servers), or by shard, those owned apart from those reserved. */
export class UserRooms extends Schema.Opaque<UserRooms>()(
  Schema.Struct({
    ok: Schema.Literal(1),
    rooms: nullish(Names),
    shards: nullish(NamesByShard),
    reservations: nullish(NamesByShard)
  }).annotate({ identifier: "UserRooms" })
) {}

/** The rooms of a user on one shard; `shard` is absent where the server has none. */
export interface RoomsOfShard {
  readonly shard: string | undefined
  readonly rooms: ReadonlyArray<string>
  readonly reservations: ReadonlyArray<string>
}

/** The rooms of a user in one form for all servers: one item per shard, or one without a shard. */
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
