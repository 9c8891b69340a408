/** Where portals and the borders of rooms lead. */
import * as Schema from "effect/Schema"
import { coordinate } from "../../values/numbers.ts"

/**
 * A square in a room of the same shard.
 *
 * **Source** recorded from a server 4.3.0.
 */
export class RoomDestination extends Schema.Opaque<RoomDestination>()(
  Schema.Struct({ room: Schema.String, x: coordinate, y: coordinate }).annotate({
    identifier: "RoomDestination"
  })
) {}

/**
 * A room of another shard.
 *
 * **Source** recorded from a server 4.3.0 (a portal made for the purpose).
 */
export class ShardDestination extends Schema.Opaque<ShardDestination>()(
  Schema.Struct({ room: Schema.String, shard: Schema.String }).annotate({ identifier: "ShardDestination" })
) {}

/** Where something leads: to a square of this shard, or to a room of another. */
export type Destination = RoomDestination | ShardDestination

/** Checks where something leads. */
export const Destination: Schema.Codec<Destination> = Schema.Union([
  ShardDestination,
  RoomDestination
]).annotate({
  identifier: "Destination"
})

/** Where something leads, distinguished by `kind`. */
export type Tagged =
  | { readonly kind: "room"; readonly room: string; readonly x: number; readonly y: number }
  | { readonly kind: "shard"; readonly room: string; readonly shard: string }

/** Matches on the two kinds of destinations. */
export const tagged = (destination: Destination): Tagged =>
  "shard" in destination
    ? { kind: "shard", room: destination.room, shard: destination.shard }
    : { kind: "room", room: destination.room, x: destination.x, y: destination.y }
